import Flow
import Frame
import HTTP
import ProviderKit

enum TransactionPages {
  static var endpoints: [Endpoint<Site>] {
    [
      .page("transaction", "/transactions/{id}") { site, call in
        let (sandbox, providers) = (site.sandbox, site.providers)
        let identifier = call.parameters["id"] ?? ""
        let frame = ControlPage(call, in: site)
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
      }
    ]
  }
}
