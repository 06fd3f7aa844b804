import Flow
import Frame
import HTTP
import ProviderKit

/// The page at `/`: what this is, three ways to go on, what to paste into a client, and what has happened so far.
struct StartPage {
  private let call: Call
  private let site: Site
  private let sandbox: Sandbox
  private let providers: Providers
  private let demonstrations: [DemonstrationLink]
  /// True if this address serves the control plane.
  private let isControlled: Bool
  private let frame: ControlPage

  /// The most transactions and findings shown.
  private static let limit = (transactions: 10, findings: 5)

  init(_ call: Call, _ site: Site, _ demonstrations: [DemonstrationLink]) {
    (self.call, self.site, sandbox, providers) = (call, site, site.sandbox, site.providers)
    self.demonstrations = demonstrations
    isControlled = site.isControlled(call)
    frame = ControlPage(call, in: site)
  }

  var response: Response {
    frame.response(
      title: "Start", heading: "<h1>Eidolon</h1>", styles: ["timeline.css"],
      scripts: (isControlled ? ["fresh.js"] : []) + ["copy.js"],
      """
      \(isControlled ? site.sandboxes?.failure.map { NotLoaded($0).html } : nil)
      <p data-testid="what">\(what)</p>
      \(isControlled ? doors : "")
      \(connect)
      \(isControlled ? activity : "")
      \(isControlled ? more : "")
      """)
  }

  private var what: HTML {
    """
    This program answers like European eID services (\(providers.types.map { $0.settings(base: "").title }.joined(separator: ", "))), \
    so that you can build, show and test a login without real people, phones or contracts. It also tells what your \
    application does wrong on the way, where that is documented, and how to fix it.
    """
  }

  // MARK: Three doors

  private var doors: HTML {
    """
    <div class="doors">
    \(door(
      "Connect my application", "Settings to paste, and which requests have arrived.", "connect",
      [("#connect", "Settings"), ("\(frame.base)/docs/libraries", "Client libraries")]))
    \(door(
      "Show it to somebody", "A relying party and a phone, side by side.", "show",
      [("\(frame.base)/stage", "Stage"), ("\(frame.base)/phone", "Phone")]))
    \(door(
      "Test it", "Each test in a sandbox of its own, with a story for what goes wrong.", "test",
      [
        ("\(frame.base)/judge", "Judge it"), ("\(frame.base)/docs/sandboxes", "Sandboxes"),
        ("\(frame.base)/docs/scenarios", "Stories"), ("\(frame.base)/docs/clients", "CI"),
      ]))
    </div>

    """
  }

  private func door(_ title: String, _ text: String, _ mark: String, _ links: [(path: String, name: String)])
    -> HTML
  {
    let items = links.enumerated().map { number, link -> HTML in
      "<a class=\"button\(number == 0 ? " first" : "" as HTML)\" href=\"\(link.path)\">\(link.name)</a>\n"
    }
    return """
      <section class="card" aria-label="\(title)" data-testid="door-\(mark)"><h2>\(title)</h2><p>\(text)</p>
      <p class="row">\(items)</p></section>

      """
  }

  private var mode: HTML {
    sandbox.settings.isStrict
      ? "Strict: only clients of the world are let in, and unknown people are refused."
      : """
      Not strict: clients that no one registered are let in, and each leniency is reported. \
      Use <code class="option">--strict</code> in CI.
      """
  }

  // MARK: What happens

  private var activity: HTML {
    let all = LoginBook(site).lines
    let latest = Array(all.prefix(Self.limit.transactions))
    let rest: HTML =
      all.count > latest.count
      ? "<p><a href=\"\(frame.base)/transactions\">All \(all.count.counted("login"))</a></p>" : ""
    return """
      <div data-fresh="transaction,finding,journal" data-fresh-from="\(open.map(tab) ?? "")" data-part="happenings">
      <h2>Latest logins</h2>
      \(LoginsPage.table(latest, at: call.now, frame.base, isBrief: true))
      \(rest)
      \(waiting)
      <h2>Findings so far</h2>
      \(findings)
      </div>
      """
  }

  private var waiting: HTML {
    let entries = sandbox.queue.entries
    guard !entries.isEmpty else { return "" }
    let items = entries.prefix(10).map { entry -> HTML in
      "<li><code>\(entry.scenario.name)</code> \(entry.scenario.title)\(entry.times > 1 ? ", \(entry.times) times" : "")</li>\n"
    }
    return "<h3>Scenarios for the next logins</h3>\n<ol data-testid=\"queue\">\n\(Array(items))</ol>"
  }

  private var findings: HTML {
    let occurrences = sandbox.findings.occurrences()
    guard !occurrences.isEmpty else {
      return "<p data-testid=\"findings\">No rule was broken.</p>\n\(report)"
    }
    let counts = [Rule.Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = occurrences.count { $0.finding.rule.severity == severity }
      return count == 0 ? nil : count.counted(severity.rawValue)
    }
    let latest = occurrences.suffix(Self.limit.findings).reversed().map { occurrence -> HTML in
      """
      <li>\(Badge(occurrence.finding.rule.severity).html(occurrence.finding.rule.severity.rawValue)) <code>\(occurrence.finding.rule.identifier)</code> \
      \(occurrence.finding.rule.message)</li>

      """
    }
    return """
      <p data-testid="findings">\(counts.joined(separator: ", ")); the latest:</p>
      <ul>
      \(Array(latest))</ul>
      \(report)
      """
  }

  private var report: HTML {
    "<p><a href=\"\(frame.base)/report\" data-testid=\"report\">The report of this run</a></p>"
  }

  // MARK: Connecting a client

  /// The provider whose settings are shown: the requested one, otherwise the first that was called.
  private var open: String? {
    let slugs = providers.slugs
    let wanted = (try? call.request.target.query)?["connect"]
    return slugs.first { $0 == wanted } ?? slugs.first { sandbox.endpointCalls.all[$0] != nil } ?? slugs.first
  }

  private func tab(_ slug: String) -> String { "\(frame.base)/?connect=\(slug)" }

  private var connect: HTML {
    let calls = sandbox.endpointCalls.all
    let slugs = providers.slugs
    let tabs = providers.types.map { provider -> HTML in
      let slug = provider.slug
      let current: HTML? = slug == open ? " aria-current=\"true\"" : nil
      return
        "<a href=\"\(tab(slug))#connect\" data-testid=\"connect-\(slug)\"\(current)>\(provider.settings(base: "").title)</a>\n"
    }
    return """
      <h2 id="connect">Connect my application</h2>
      <p>Paste these into your client. \(isControlled ? "Each step turns green when its first request arrives." : "")</p>
      <p class="faint">\(mode)</p>
      <p role="status" class="faint" data-testid="copied"></p>
      <nav class="tabs" aria-label="Providers">\(tabs)</nav>
      \(open.flatMap { providers[$0] }.map { provider in
        let slug = type(of: provider).slug
        return ConnectSection(
          provider: provider, base: call.base(of: slug, at: call.home, among: slugs),
          calls: isControlled ? calls[slug] ?? [:] : nil, starts: isControlled ? starts(slug) : ""
        ).html
      })
      """
  }

  private func starts(_ slug: String) -> HTML {
    let links = demonstrations.filter { $0.provider == slug }.map { flow -> HTML in
      "<a class=\"button\" href=\"\(frame.base)/stage/\(flow.slug)\" data-testid=\"try-\(flow.slug)\">\(flow.title)</a>\n"
    }
    return links.isEmpty ? "" : "<p class=\"row\">Or see it: \(links)</p>"
  }

  // MARK: Further pages

  private var more: HTML {
    let links = [
      ("/docs", "Reference", "scenarios, findings, the control plane: every word of them"),
      ("/_eidolon/catalog", "Catalog", "the words of scenarios, as JSON"),
      ("/_eidolon/openapi.json", "OpenAPI", "the control plane, as OpenAPI 3.1"),
      ("/_eidolon/journal", "Journal", "exact requests and answers, as JSON"),
      ("/_eidolon/health", "Health", "whether it runs"),
    ].map { path, name, meaning -> HTML in
      "<li><a href=\"\(frame.base)\(path)\">\(name)</a>: \(meaning)</li>\n"
    }
    return """
      <h2>For programs</h2>
      <ul>
      \(links)</ul>
      """
  }
}
