import HTTP

/// What a browser is shown below the name of a sandbox that is not there: mostly, the sandbox of an open page ended.
struct UnknownSandboxPage {
  let name: String
  let request: Request
  /// Names of sandboxes that are there.
  let closest: [String]

  var response: Response {
    let nearest: HTML? =
      closest.isEmpty ? nil : "<p data-testid=\"closest\">Closest: \(closest.joined(separator: ", "))</p>"
    var response = PageFrame(title: "eID", brand: "a real service").response(
      .notFound, title: "No such sandbox", language: "en",
      """
      <h1>There is no sandbox \(HTML.foreign(name, atMost: 64))</h1>
      <p>It ended, or nobody has made it.</p>
      \(nearest)
      <p><a href="\(root)report" data-testid="to-report">The report</a> tells what went wrong in sandboxes that ended; \
      <a href="\(root)" data-testid="to-root">the root sandbox</a> is always there.</p>
      """)
    response.headers.append("Eidolon", "emulator")
    return response
  }

  /// The root's pages, as seen from the page that was asked for; a proxy in front may have put a path before both.
  private var root: String {
    guard case .host = SandboxAddress(request) else {
      return String(repeating: "../", count: request.target.rawPath.count { $0 == "/" })
    }
    let host = request.authority ?? ""
    return "//\(host.firstRange(of: "--").map { host[$0.upperBound...] } ?? host[...])/"
  }
}
