import Flow
import Frame
import HTTP
import ProviderKit

/// Every login, one line each, the latest first.
struct LoginsPage {
  private let call: Call
  private let site: Site

  init(_ call: Call, _ site: Site) { (self.call, self.site) = (call, site) }

  var response: Response {
    let frame = ControlPage(call, in: site)
    let path = "\(frame.base)/transactions"
    let filters = Filters(call.request.target)
    let book = LoginBook(site)
    let found = book.lines.filter { Self.takes($0, filters) }
    let leaf = Leaf(found) { line in filters["before"].map(line.isBefore) ?? true }
    return frame.response(
      title: "Logins", scripts: ["fresh.js"], isWide: true,
      """
      \(FilterForm(filters: filters, path: path, hint: "id, client, person, story, rule").html(choices(book.lines)))
      <div data-fresh="transaction,finding,journal" data-part="list">
      \(summary(leaf, of: book.lines.count, filters))
      \(Self.table(leaf.lines, at: call.now, frame.base, isFiltered: !filters.isEmpty))
      \(leaf.turning(filters, path) { $0.cursor })
      </div>
      """)
  }

  private static func takes(_ line: LoginLine, _ filters: Filters) -> Bool {
    guard filters.takes("provider", line.provider), filters.takes("client", line.client),
      filters.takes("outcome", line.outcome)
    else { return false }
    switch filters["findings"] {
    case "none": guard !line.hasFindings else { return false }
    case let word?: guard line.hasFinding(word) else { return false }
    case nil: break
    }
    return filters.finds(line.has)
  }

  private func choices(_ lines: [LoginLine]) -> [FilterForm.Choice] {
    let providers = Set(lines.lazy.map(\.provider))
    let clients = Set(lines.lazy.map(\.client)).sorted().prefix(50)
    let outcomes = Set(lines.lazy.map(\.outcome)).sorted()
    return [
      .init(
        name: "provider", label: "eID",
        values: providers.sorted().map { slug in (slug, lines.first { $0.provider == slug }?.title ?? slug) }),
      .init(name: "client", label: "Client", values: clients.map { ($0, $0) }),
      .init(name: "outcome", label: "Outcome", values: outcomes.map { ($0, $0) }),
      .init(
        name: "findings", label: "Findings",
        values: [("error", "errors"), ("warning", "warnings"), ("note", "notes"), ("none", "none")]),
    ]
  }

  private func summary(_ leaf: Leaf<LoginLine>, of all: Int, _ filters: Filters) -> HTML {
    if all == 0 { return "" }
    let shown = "\(filters.isEmpty ? "" : "\(leaf.total) of ")\(all.counted("login"))"
    let forgotten = Forgotten(site.sandbox.changes.forgotten).html
    return "<p class=\"faint\" data-testid=\"count\">\(shown)\(forgotten)</p>"
  }

  /// - Parameters:
  ///   - isBrief: true to leave out what only the full list has room for.
  ///   - isFiltered: true if there may be others.
  static func table(
    _ lines: [LoginLine], at now: Instant, _ base: String, isBrief: Bool = false, isFiltered: Bool = false
  ) -> HTML {
    guard !lines.isEmpty else {
      let why: HTML =
        isFiltered ? "No login fits this choice." : "No login to show. The first one appears here by itself."
      return "<p class=\"empty\" data-testid=\"no-transactions\">\(why)</p>"
    }
    let titles =
      isBrief
      ? ["Login", "Began", "Client", "Person", "Outcome", "Findings"]
      : ["Login", "Began", "Asked for", "Client", "Person", "Story", "Took", "Outcome", "Findings"]
    return """
      <div class="scroll" role="region" aria-label="Logins" tabindex="0">
      <table class="lines">
      <thead><tr>\(titles.map { "<th scope=\"col\">\($0)</th>" as HTML })</tr></thead>
      <tbody>
      \(lines.map { $0.html(at: now, base, isBrief: isBrief) })</tbody>
      </table>
      </div>
      """
  }
}
