import Crypto
package import HTTP
import JOSE

/// The page that posts an authorization answer to the client (OAuth 2.0 Form Post Response Mode §2).
///
/// It submits itself if scripts run, and has a button if they do not.
package enum FormPost {
  /// The page; parameters without a value are left out.
  package static func response(
    to uri: String, _ parameters: [(name: String, value: String?)]
  ) -> Response {
    let fields = parameters.compactMap { name, value -> HTML? in
      value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" }
    }
    let hash = Base64.encode(Digest.sha256(Array(script.utf8)))
    return .handover(
      allowing: "script-src 'sha256-\(hash)'; img-src data:; base-uri 'none'",
      """
      <form method="post" action="\(uri)" data-testid="form-post">
      \(HTML(fields))
      <noscript><button type="submit" data-testid="continue">Continue</button></noscript>
      </form>
      <script>\(HTML(markup: script))</script>
      """)
  }

  private static let script = "document.forms[0].submit()"
}
