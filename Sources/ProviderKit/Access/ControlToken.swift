package import HTTP

/// The token of `--control-token`, which callers must know.
package enum ControlToken {
  /// The cookie in which pages keep it.
  package static let cookieName = "eidolon_control"

  /// True if no token is needed, or the request carries one as a bearer token or in a page's cookie.
  package static func isGiven(_ request: Request, _ rules: Sandbox.Settings.Control) -> Bool {
    rules.tokens.isEmpty || number(in: request, rules) != nil
  }

  /// Which of the tokens the request carries, from 0.
  package static func number(in request: Request, _ rules: Sandbox.Settings.Control) -> Int? {
    guard !rules.tokens.isEmpty else { return nil }
    let (bearer, cookie) = (BearerToken(request), request.cookie(cookieName).map { BearerToken.token($0) })
    return rules.tokens.firstIndex { bearer.isToken($0) || cookie?.isToken($0) == true }
  }
}
