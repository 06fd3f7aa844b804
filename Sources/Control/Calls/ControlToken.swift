import HTTP
import ProviderKit

/// The token of `--control-token`, which callers must know.
enum ControlToken {
  /// The cookie in which pages keep it.
  static let cookieName = "eidolon_control"

  /// True if no token is needed, or the request carries it as a bearer token or in a page's cookie.
  static func isGiven(_ request: Request, _ rules: Sandbox.Settings.Control) -> Bool {
    guard let token = rules.token else { return true }
    if BearerToken(request).isToken(token) { return true }
    return request.cookie(cookieName).map { BearerToken.token($0).isToken(token) } ?? false
  }
}
