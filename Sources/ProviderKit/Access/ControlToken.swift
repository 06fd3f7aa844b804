package import HTTP

/// The token of `--control-token`, which callers must know.
package enum ControlToken {
  /// The cookie in which pages keep it.
  package static let cookieName = "eidolon_control"

  /// True if no token is needed, or the request carries it as a bearer token or in a page's cookie.
  package static func isGiven(_ request: Request, _ rules: Sandbox.Settings.Control) -> Bool {
    guard let token = rules.token else { return true }
    if BearerToken(request).isToken(token) { return true }
    return request.cookie(cookieName).map { BearerToken.token($0).isToken(token) } ?? false
  }
}
