import Flow
import Frame
import HTTP
import ProviderKit

/// The page of a login, and its files to download.
enum TransactionPages {
  static var endpoints: [Endpoint<Site>] {
    [
      .page("transaction", "/transactions/{id}") { site, call in
        let frame = ControlPage(call, in: site)
        guard let transaction = find(site, call) else { return missing(frame, call) }
        let view = TransactionView(
          transaction, in: site.sandbox, site.providers, at: call.now, base: frame.base, from: from(call))
        return frame.response(
          title: view.title, heading: "", styles: ["timeline.css"],
          scripts: ["fresh.js", "login.js", "copy.js"],
          isWide: true, view.content)
      },
      .page("transaction sequence", "/transactions/{id}/sequence") { site, call in
        let frame = ControlPage(call, in: site)
        guard let transaction = find(site, call) else { return missing(frame, call) }
        let view = TransactionView(
          transaction, in: site.sandbox, site.providers, at: call.now, base: frame.base, from: from(call))
        return frame.response(
          title: "What happened in \(view.title)", heading: "<h1>What happened</h1>",
          styles: ["timeline.css"], scripts: ["fresh.js"], isWide: true,
          stage: .pane, view.sequence)
      },
      .page("transaction file", "/transactions/{id}/file") { site, call in
        let frame = ControlPage(call, in: site)
        guard let transaction = find(site, call) else { return missing(frame, call) }
        let hidesSecrets = Self.hidesSecrets(call)
        let view = TransactionView(
          transaction, in: site.sandbox, site.providers, at: call.now, base: frame.base,
          as: LoginFile(hidesSecrets: hidesSecrets), hidesSecrets: hidesSecrets)
        return download(view.document, "text/html; charset=utf-8", "login-\(transaction.identifier).html")
      },
      .page("transaction diagram", "/transactions/{id}/sequence.svg") { site, call in
        let frame = ControlPage(call, in: site)
        guard let transaction = find(site, call) else { return missing(frame, call) }
        let view = TransactionView(
          transaction, in: site.sandbox, site.providers, at: call.now, base: frame.base,
          hidesSecrets: hidesSecrets(call))
        return download(view.picture, "image/svg+xml", "login-\(transaction.identifier).svg")
      },
    ]
  }

  private static func from(_ call: Call) -> Int {
    ((try? call.request.target.query)?["from"]).flatMap { Int($0) } ?? 0
  }

  private static func hidesSecrets(_ call: Call) -> Bool {
    (try? call.request.target.query)?["secrets"] != "shown"
  }

  private static func find(_ site: Site, _ call: Call) -> TransactionSummary? {
    site.sandbox.observe(site.providers)
    return KnownTransactions(sandbox: site.sandbox, providers: site.providers, at: call.now)[
      call.parameters["id"] ?? ""]
  }

  private static func missing(_ frame: ControlPage, _ call: Call) -> Response {
    frame.response(
      .notFound, title: "No such login",
      """
      <p>There is no login <code>\(HTML.foreign(call.parameters["id"] ?? ""))</code>, or it was forgotten: \
      <code class="option">--keep</code> bounds what all sandboxes keep.
      <a href="\(frame.base)/transactions">All that are known</a></p>
      """)
  }

  private static func download(_ text: String, _ type: String, _ name: String) -> Response {
    var response = Response(.ok, body: Array(text.utf8))
    // Providers identify transactions by letters and digits; identifiers from requests may have anything.
    let safe = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    response.headers.set("Content-Type", type)
    response.headers.set("Content-Disposition", "attachment; filename=\"\(safe)\"")
    response.headers.set(
      "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
    response.headers.set("X-Content-Type-Options", "nosniff")
    response.headers.set("Cache-Control", "no-store")
    return response
  }
}
