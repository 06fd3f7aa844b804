import Flow
import Frame
import HTTP
import ProviderKit

enum TransactionPages {
  static var endpoints: [Endpoint<Site>] {
    [
      .page("transactions", "/transactions") { site, call in
        TransactionList(site.sandbox, site.providers).response(call)
      },
      .page("transaction", "/transactions/{id}") { site, call in
        let (sandbox, providers) = (site.sandbox, site.providers)
        let identifier = call.parameters["id"] ?? ""
        let frame = ControlPage(call)
        sandbox.observe(providers)
        guard let transaction = KnownTransactions(sandbox: sandbox, providers: providers)[identifier] else {
          return frame.response(
            .notFound, title: "No such transaction",
            """
            <p>There is no transaction <code>\(identifier)</code>, or it is long over.
            <a href="\(frame.base)/transactions">All that are known</a></p>
            """)
        }
        let from = ((try? call.request.target.query)?["from"]).flatMap { Int($0) } ?? 0
        let view = TransactionView(transaction, in: sandbox, providers, base: frame.base, from: from)
        return frame.response(
          title: view.title, heading: "", styles: ["timeline.css"], scripts: ["fresh.js"], isWide: true,
          view.content)
      },
    ]
  }
}

/// Latest first.
struct TransactionList {
  private let sandbox: Sandbox
  private let providers: [any Provider]
  private let all: [TransactionSummary]

  /// Per page.
  private static let limit = 100

  init(_ sandbox: Sandbox, _ providers: [any Provider]) {
    (self.sandbox, self.providers) = (sandbox, providers)
    sandbox.observe(providers)
    all = KnownTransactions(sandbox: sandbox, providers: providers).all
  }

  func response(_ call: Call) -> Response {
    let frame = ControlPage(call)
    let before = ((try? call.request.target.query)?["before"]).flatMap { Int($0) } ?? .max
    let shown = Array(all.filter { $0.ordinal < before }.suffix(Self.limit))
    let rest = all.count { $0.ordinal < (shown.first?.ordinal ?? 0) }
    let older: HTML =
      rest > 0
      ? """
      <nav aria-label="Pages of the list"><p><a href="\(frame.base)/transactions?before=\(shown[0].ordinal)">\
      \(rest) earlier ones</a></p></nav>
      """ : ""
    return frame.response(
      title: "Transactions", styles: ["timeline.css"], scripts: ["fresh.js"],
      """
      <div data-fresh="transaction" data-part="list">
      \(Self.table(shown.reversed(), frame.base))
      \(older)
      </div>
      """)
  }

  static func table(_ transactions: [TransactionSummary], _ base: String) -> HTML {
    guard !transactions.isEmpty else {
      return "<p class=\"faint\" data-testid=\"no-transactions\">Nobody has begun a login yet.</p>"
    }
    let rows = transactions.map { transaction -> HTML in
      let findings: HTML =
        transaction.findings.isEmpty
        ? "" : " <span class=\"bad\">\(Self.findings(transaction.findings.count))</span>"
      return """
        <tr data-testid="transaction"><td><a href="\(base)/transactions/\(PercentCoding.encode(transaction.identifier))">\
        \(transaction.provider) <code>\(transaction.identifier)</code></a></td>\
        <td data-testid="transaction-state">\(transaction.state)\(findings)</td><td>\(transaction.client)</td>\
        <td>\(transaction.person)</td><td>\(transaction.decision.scenario?.name ?? "the default")</td>\
        <td><time>\(transaction.started.text)</time></td></tr>

        """
    }
    return """
      <div class="scroll" role="region" aria-label="Transactions" tabindex="0">
      <table class="list">
      <thead><tr><th scope="col">Login</th><th scope="col">State</th><th scope="col">Client</th>\
      <th scope="col">Person</th><th scope="col">Scenario</th><th scope="col">Started</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </div>
      """
  }

  private static func findings(_ count: Int) -> String { count == 1 ? "1 finding" : "\(count) findings" }
}
