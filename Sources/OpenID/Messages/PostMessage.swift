import HTTP
import JSON
import ProviderKit

/// The page that hands an authorization answer to the window that opened it, or to the one around its frame: one string, the
/// whole callback URL.
///
/// It posts only to the origin of the redirect URI. If no window waits, it shows the URL as a link.
package struct PostMessage: Sendable {
  /// Allows its one script (Content Security Policy Level 3 §2.3.1).
  private let nonce: String
  /// Where it reports that no window waits; `nil` not to.
  private let report: String?

  package init(nonce: String, reportingTo report: String? = nil) {
    (self.nonce, self.report) = (nonce, report)
  }

  func response(_ answer: AuthorizationAnswer) -> Response {
    let url = answer.queryLocation
    // An app's own scheme has no origin, so no window could listen.
    let origin = CrossOrigin.origin(of: answer.redirectURI).flatMap { Self.isPlain($0) ? $0 : nil }
    let script: HTML =
      origin.map { HTML(markup: "<script nonce=\"\(nonce)\">\(source(url, for: $0))</script>") } ?? ""
    let framing = "frame-ancestors \(origin ?? "'none'")"
    return .handover(
      allowing:
        "script-src 'nonce-\(nonce)'; connect-src 'self'; img-src data:; base-uri 'none'; \(framing)",
      """
      <div id="unheard"\(origin == nil ? "" : " hidden") data-testid="unheard">
      <p>The login is over, but no window of the client waits for its answer.</p>
      <p><a href="\(url)" data-testid="callback">Continue</a></p>
      </div>
      \(script)
      """)
  }

  private func source(_ url: String, for origin: String) -> String {
    let arguments = [url, origin, report ?? ""].map { Self.literal($0) }.joined(separator: ",")
    return "(\(Self.function))(\(arguments))"
  }

  private static let function = """
    function(url,origin,report){
    var target=window.opener||(window.parent!==window?window.parent:null);
    if(target)return target.postMessage(url,origin);
    document.getElementById("unheard").hidden=false;
    if(report)navigator.sendBeacon(report)}
    """

  /// A string literal for a script inside a page, which no `</script>` can end.
  private static func literal(_ text: String) -> String {
    JSON.string(text).text().split(separator: "<", omittingEmptySubsequences: false).joined(
      separator: "\\u003c")
  }

  /// True for an origin of plain characters, which is safe in a policy.
  private static func isPlain(_ origin: String) -> Bool {
    origin.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"),
        UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
