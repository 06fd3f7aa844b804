import Flow
import Frame
import HTTP
import ProviderKit

/// Every exchange that the journal still has, one line each, the latest first.
struct TrafficPage {
  typealias Entry = Journal.Entry

  private let call: Call
  private let site: Site
  private let frame: ControlPage
  private let severities: [String: Rule.Severity]

  static let endpoints: [Endpoint<Site>] = [
    .page("traffic", "/traffic") { TrafficPage($1, $0).list },
    .page("exchange", "/traffic/{number}") { TrafficPage($1, $0).exchange },
  ]

  private init(_ call: Call, _ site: Site) {
    (self.call, self.site) = (call, site)
    frame = ControlPage(call, in: site)
    severities = Dictionary(
      site.providers.types.flatMap { $0.allRules }.map { ($0.identifier, $0.severity) },
      uniquingKeysWith: { first, _ in first })
  }

  private var path: String { "\(frame.base)/traffic" }

  // MARK: The list

  private var list: Response {
    let filters = Filters(call.request.target)
    let entries = site.sandbox.journal.entries()
    let found = entries.reversed().filter { takes($0, filters) }
    let before = filters["before"].flatMap { Int($0) } ?? .max
    let leaf = Leaf(found) { $0.number < before }
    let forgotten = site.sandbox.journal.forgotten
    return frame.response(
      title: "Traffic", scripts: ["fresh.js"], isWide: true,
      """
      \(FilterForm(filters: filters, path: path, hint: "address, client, login, rule").html(choices(entries)))
      <div data-fresh="journal" data-part="list">
      <p class="faint" data-testid="count">\(filters.isEmpty ? "" : "\(leaf.total) of ")\(entries.count.counted("exchange"))\
      \(Forgotten(forgotten).html).
      <a href="\(frame.base)/_eidolon/journal?format=har&amp;secrets=hidden" data-testid="har">All as HAR, without secrets</a>
      <a href="\(frame.base)/_eidolon/journal?format=har" data-testid="har-secrets">with secrets</a></p>
      \(table(leaf.lines, isFiltered: !filters.isEmpty))
      \(leaf.turning(filters, path) { String($0.number) })
      </div>
      <p class="faint">Control calls are listed too if the emulator runs with <code>--journal-control</code>.</p>
      """)
  }

  private func takes(_ entry: Entry, _ filters: Filters) -> Bool {
    guard filters.takes("provider", entry.provider), filters.takes("endpoint", entry.endpoint),
      filters.takes("client", entry.client ?? ""),
      filters.takes("direction", entry.exchange.direction.rawValue),
      filters.takes("status", Self.kind(entry.exchange.response.status))
    else { return false }
    switch filters["findings"] {
    case "none": guard entry.findings.isEmpty else { return false }
    case let word?:
      guard entry.findings.contains(where: { severities[$0]?.rawValue == word }) else { return false }
    case nil: break
    }
    return filters.finds { word in
      let request = entry.exchange.request
      return word.occurs(in: entry.endpoint) || word.occurs(in: request.target.raw)
        || word.occurs(in: entry.provider) || entry.client.map(word.occurs) == true
        || entry.transaction.map(word.occurs) == true || word.occurs(in: request.method.text)
        || word.occurs(in: entry.exchange.response.status.description)
        || entry.findings.contains(where: word.occurs)
    }
  }

  /// `2xx`; `none` if no answer came.
  private static func kind(_ status: Status) -> String {
    status.code == 0 ? "none" : "\(status.code / 100)xx"
  }

  private func choices(_ entries: [Entry]) -> [FilterForm.Choice] {
    let words = { (values: [String]) in
      Set(values).filter { !$0.isEmpty }.sorted().prefix(50).map { ($0, $0) }
    }
    return [
      .init(name: "provider", label: "Provider", values: words(entries.map(\.provider))),
      .init(name: "endpoint", label: "Endpoint", values: words(entries.map(\.endpoint))),
      .init(name: "client", label: "Client", values: words(entries.compactMap(\.client))),
      .init(
        name: "status", label: "Status",
        values: words(entries.map { Self.kind($0.exchange.response.status) })),
      .init(
        name: "direction", label: "Direction", values: [("incoming", "received"), ("outgoing", "sent")]),
      .init(
        name: "findings", label: "Findings",
        values: [("error", "errors"), ("warning", "warnings"), ("note", "notes"), ("none", "none")]),
    ]
  }

  private func table(_ entries: [Entry], isFiltered: Bool) -> HTML {
    guard !entries.isEmpty else {
      let why: HTML =
        isFiltered
        ? "No exchange fits this choice." : "No exchange to show. The first one appears here by itself."
      return "<p class=\"empty\" data-testid=\"no-traffic\">\(why)</p>"
    }
    let titles = ["Request", "At", "Endpoint", "Client", "Login", "Status", "Took", "Findings"]
    return """
      <div class="scroll" role="region" aria-label="Exchanges" tabindex="0">
      <table class="lines">
      <thead><tr>\(titles.map { "<th scope=\"col\">\($0)</th>" as HTML })</tr></thead>
      <tbody>
      \(entries.map(line))</tbody>
      </table>
      </div>
      """
  }

  private func line(_ entry: Entry) -> HTML {
    let exchange = entry.exchange
    let login: HTML? = entry.transaction.map {
      "<a href=\"\(frame.base)/transactions/\(PercentCoding.encode($0))\"><code>\(HTML.foreign($0, atMost: 10))</code></a>"
    }
    let arrow: HTML? =
      exchange.direction == .outgoing ? "<span title=\"sent by the emulator\">→ </span>" : nil
    let findings = Set(entry.findings).sorted().map { rule -> HTML in
      Badge(severities[rule] ?? .note).html(rule)
    }
    return """
      <tr id="exchange-\(entry.number)" data-testid="exchange"><td class="wrap"><a href="\(path)/\(entry.number)">\(arrow)\
      <span class="strong">\(exchange.request.method.text)</span> <code>\(HTML.foreign(address(exchange), atMost: 56))</code></a></td>\
      <td>\(TimeText(entry.at).short)</td><td>\(entry.endpoint)</td><td class="wrap">\(entry.client.map { HTML.foreign($0, atMost: 32) })</td>\
      <td>\(login)</td><td>\(Self.badge(exchange))</td><td class="number">\(Self.took(exchange))</td>\
      <td class="wrap">\(HTML(findings, separator: " "))</td></tr>

      """
  }

  /// The path of a received request, the whole address of a sent one.
  private func address(_ exchange: RecordedExchange) -> String {
    exchange.direction == .outgoing ? exchange.url : exchange.request.target.rawPath
  }

  private static func badge(_ exchange: RecordedExchange) -> HTML {
    let status = exchange.response.status
    if status.code == 0 { return Badge.error.html(exchange.problem ?? "no answer") }
    return (status.code >= 500 ? Badge.error : status.code >= 400 ? .warning : .good).html(
      String(status.code))
  }

  /// How long the answer was held back and delayed; processing time is not measured.
  private static func took(_ exchange: RecordedExchange) -> String {
    let duration = exchange.held + exchange.transmission.after
    return duration > .zero ? TimeText.took(duration) : ""
  }

  // MARK: One exchange

  private var exchange: Response {
    let entries = site.sandbox.journal.entries()
    let number = Int(call.parameters["number"] ?? "")
    guard let index = entries.firstIndex(where: { $0.number == number }) else {
      return frame.response(
        .notFound, title: "No such exchange",
        "<p>It was forgotten, or never was. <a href=\"\(path)\">All that are kept</a></p>")
    }
    let entry = entries[index]
    let provider = site.providers[entry.provider]
    let caller = Party(calling: entry.endpoint, of: provider).name
    let isSent = entry.exchange.direction == .outgoing
    let message = MessageView(
      passage: Passage(entry), parties: isSent ? ("Emulator", caller) : (caller, "Emulator"),
      start: entry.at, findings: SeenFindings(entries, site.sandbox.findings.occurrences()).of(entry),
      tokens: TokenContents.of(
        entry.exchange, openedWith: site.sandbox.keys,
        clientKeys: entry.client.map { site.sandbox.knownKeys(of: $0, of: entry.provider, at: call.now) }
          ?? [],
        keepsText: true),
      journal: "\(frame.base)/_eidolon/journal?after=\(entry.number - 1)&limit=1", traffic: path)
    // What no endpoint answers has a path all the same.
    let what =
      entry.endpoint.isEmpty ? String(entry.exchange.request.target.rawPath.prefix(80)) : entry.endpoint
    let login: HTML? = entry.transaction.map {
      "<a href=\"\(frame.base)/transactions/\(PercentCoding.encode($0))\">Its login</a>"
    }
    return frame.response(
      title: "\(entry.exchange.request.method.text) \(what)", styles: ["timeline.css"],
      scripts: ["copy.js"],
      """
      <p>\(TimeText(entry.at).ago(from: call.now)), \(Self.badge(entry.exchange))</p>
      <nav class="turn" aria-label="Other exchanges"><a href="\(path)">All exchanges</a> \(login) \
      \(neighbour(entries, index - 1, "The one before")) \(neighbour(entries, index + 1, "The next one"))
      <a href="\(frame.base)/_eidolon/journal?after=\(entry.number - 1)&limit=1&format=har&secrets=hidden" data-testid="har">As HAR, without secrets</a>
      <a href="\(frame.base)/_eidolon/journal?after=\(entry.number - 1)&limit=1&format=har" data-testid="har-secrets">with secrets</a></nav>
      <h2>What was asked and answered</h2>
      \(message.opened)
      <h2>Send it again</h2>
      <p><button type="button" hidden data-copy="curl" data-testid="copy-curl" aria-label="Copy the command">Copy</button>
      <span role="status" data-testid="copied"></span></p>
      <pre tabindex="0" id="curl">\(CurlCommand(exchange: entry.exchange).text)</pre>
      """)
  }

  private func neighbour(_ entries: [Entry], _ index: Int, _ text: String) -> HTML? {
    guard entries.indices.contains(index) else { return nil }
    return "<a href=\"\(path)/\(entries[index].number)\">\(text)</a>"
  }
}
