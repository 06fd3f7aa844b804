import Crypto
package import HTTP
import JOSE

/// The page that posts an authorization answer to the client (OAuth 2.0 Form Post Response Mode §2).
///
/// It posts itself where scripts run, and has a button where they do not.
package enum FormPost {
  /// The page; parameters without a value are left out.
  package static func response(
    to uri: String, _ parameters: [(name: String, value: String?)]
  ) -> Response {
    let fields = parameters.compactMap { name, value -> HTML? in
      value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" }
    }
    var response = Response.html(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,">
      <title>Continue – Eidolon</title>
      </head>
      <body>
      <form method="post" action="\(uri)" data-testid="form-post">
      \(HTML(fields))
      <noscript><button type="submit" data-testid="continue">Continue</button></noscript>
      </form>
      <script>\(HTML(markup: script))</script>
      </body>
      </html>
      """)
    let hash = Base64.encode(Digest.sha256(Array(script.utf8)))
    response.headers.append(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'sha256-\(hash)'; img-src data:; base-uri 'none'")
    response.headers.append("Cache-Control", "no-store")
    response.headers.append("Referrer-Policy", "no-referrer")
    return response
  }

  private static let script = "document.forms[0].submit()"
}
