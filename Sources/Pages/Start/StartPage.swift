import Flow
import Frame
import HTTP
import ProviderKit

/// The page at `/`: what runs here, what to paste into a client, and what has happened so far.
struct StartPage {
  private let call: Call
  private let sandbox: Sandbox
  private let providers: [any Provider]
  private let others: [String]
  private let demonstrations: [DemonstrationLink]
  /// True if this address serves the control plane.
  private let isControlled: Bool
  private let frame: ControlPage

  /// The most transactions and findings shown.
  private static let limit = (transactions: 10, findings: 5)

  init(_ call: Call, _ site: Site, _ demonstrations: [DemonstrationLink]) {
    (self.call, sandbox, providers) = (call, site.sandbox, site.providers)
    self.demonstrations = demonstrations
    others = site.sandboxes?.all.map(\.name).sorted() ?? []
    isControlled = site.isControlled(call)
    frame = ControlPage(call, in: site)
  }

  var response: Response {
    frame.response(
      title: "Start", heading: "<h1>Eidolon</h1>", styles: ["timeline.css"],
      scripts: ["copy.js"] + (isControlled ? ["fresh.js"] : []),
      """
      <p>\(mode)</p>
      \(isControlled ? activity : "")
      <h2>What to paste into a client</h2>
      <p role="status" class="faint" data-testid="copied"></p>
      \(providers.map(section))
      \(isControlled ? more : "")
      """)
  }

  private var mode: String {
    sandbox.settings.isStrict
      ? "Strict: only clients of the world are let in, and unknown people are refused."
      : "Not strict: clients that no one registered are let in, and each leniency is reported. Use --strict in CI."
  }

  // MARK: What happens

  private var activity: HTML {
    let all = LoginBook(sandbox, providers).lines
    let latest = Array(all.prefix(Self.limit.transactions))
    let rest: HTML =
      all.count > latest.count
      ? "<p><a href=\"\(frame.base)/transactions\">All \(all.count) logins</a></p>" : ""
    return """
      <div data-fresh="transaction,finding" data-part="happenings">
      <h2>Latest logins</h2>
      <p class="faint">\(sandboxLine)</p>
      \(LoginsPage.table(latest, at: call.now, frame.base))
      \(rest)
      \(waiting)
      <h2>Findings so far</h2>
      \(findings)
      </div>
      """
  }

  private var sandboxLine: HTML {
    let clock = sandbox.environment.clock
    let name: HTML = sandbox.name.isEmpty ? "the root sandbox" : "sandbox <code>\(sandbox.name)</code>"
    let time: HTML =
      clock.mode == .frozen ? "its clock stands at <time>\(clock.now.text)</time>" : "its clock runs"
    return "<span data-testid=\"sandbox\">This is \(name); \(time).</span>"
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
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
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
    "<p><a href=\"\(frame.base)/_eidolon/report?format=html\" data-testid=\"report\">The report of this run</a></p>"
  }

  // MARK: What to paste

  private func section(_ provider: any Provider) -> HTML {
    let slug = type(of: provider).slug
    let settings = provider.settings(base: base(slug))
    var number = 0
    let rows = ([("start at", settings.entry)] + settings.values).map { name, value -> HTML in
      number += 1
      return row(name, value, "\(slug)-\(number)")
    }
    return """
      <section class="card" aria-labelledby="\(slug)" data-testid="provider-\(slug)">
      <h3 id="\(slug)">\(settings.title)</h3>
      <table class="settings">
      \(rows)</table>
      \(isControlled ? starts(slug) : "")
      \(endpoints(provider, slug))
      </section>

      """
  }

  private func base(_ slug: String) -> String {
    call.base(of: slug, at: call.home, among: providers.map { type(of: $0).slug })
  }

  private func starts(_ slug: String) -> HTML {
    let links = demonstrations.filter { $0.provider == slug }.map { flow -> HTML in
      "<a class=\"button\" href=\"\(frame.base)/demo/\(flow.slug)\" data-testid=\"try-\(flow.slug)\">\(flow.title)</a>\n"
    }
    return links.isEmpty ? "" : "<p class=\"row\">\n\(links)</p>"
  }

  private func row(_ name: String, _ value: String, _ identifier: String) -> HTML {
    """
    <tr><th scope="row">\(name)</th><td>\(text(value, identifier))</td>\
    <td><button type="button" hidden data-copy="\(identifier)" data-testid="copy-\(identifier)" \
    aria-label="Copy \(name)">Copy</button></td></tr>

    """
  }

  /// A document of the emulator is a link, everything else text to copy.
  private func text(_ value: String, _ identifier: String) -> HTML {
    let code: HTML = "<code id=\"\(identifier)\" class=\"whole\">\(value)</code>"
    let isDocument =
      value.hasPrefix("\(call.base)/") && value.hasSuffix("configuration") || value.hasSuffix(".json")
    return isDocument ? "<a href=\"\(value)\">\(code)</a>" : code
  }

  private func endpoints(_ provider: any Provider, _ slug: String) -> HTML {
    let terms = type(of: provider).vocabulary.endpoints
    let rows = type(of: provider).anyEndpoints.map { endpoint -> HTML in
      let term = terms.first { $0.term.name == endpoint.name }?.term
      return """
        <tr><td><code>\(base(slug))\(endpoint.path)</code></td><td>\(term?.meaning ?? endpoint.name)</td></tr>

        """
    }
    return """
      <details data-testid="endpoints-\(slug)"><summary>Every address, \(rows.count) of them</summary>
      <table>
      <thead><tr><th scope="col">Address</th><th scope="col">What it is</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </details>
      """
  }

  // MARK: Further pages

  private var more: HTML {
    let links = [
      ("/phone", "The phone", "approve, reject, wrong PIN: what a person does in the app"),
      ("/demo", "Demonstration", "a relying party that runs each flow and shows what a backend checks"),
      ("/transactions", "Logins", "each as a drawing, message by message"),
      ("/_eidolon/report?format=html", "Report", "what the relying party did wrong, or left untested"),
      ("/docs", "Reference", "scenarios, findings, the control plane: every word of them"),
      ("/_eidolon/catalog", "Catalog", "the words of scenarios, as JSON"),
      ("/_eidolon/openapi.json", "OpenAPI", "the control plane, as OpenAPI 3.1"),
      ("/_eidolon/journal", "Journal", "exact requests and answers, as JSON"),
      ("/_eidolon/health", "Health", "whether it runs"),
    ].map { path, name, meaning -> HTML in
      "<li><a href=\"\(frame.base)\(path)\">\(name)</a>: \(meaning)</li>\n"
    }
    let sandboxes = others.prefix(50).map { name -> HTML in
      "<li><a href=\"\(ControlPage.path(of: call.home(of: name)))/\"><code>\(name)</code></a></li>\n"
    }
    let list: HTML =
      sandboxes.isEmpty ? "" : "<h3>Sandboxes</h3>\n<ul data-testid=\"sandboxes\">\n\(Array(sandboxes))</ul>"
    return """
      <h2>More</h2>
      <ul>
      \(links)</ul>
      \(list)
      """
  }
}
