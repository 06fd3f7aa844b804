import Crypto
package import HTTP

/// The access token of a request for a protected resource (RFC 6750 §2).
package enum BearerToken: Sendable, Hashable {
  case token(String)
  case missing
  /// The name of a scheme that carries no access token, `(none)` for a word alone; like no credentials at all (RFC 6750 §3.1).
  case otherScheme(String)
  /// Not a token, or sent in more than one way: the reason.
  case malformed(String)
  case inQuery

  /// Looks in the header, in a form body, and in the URL.
  package init(_ request: Request) {
    let fields = request.headers.count(of: "Authorization")
    let inBody = BearerToken.formToken(request)
    let inQuery = (try? request.target.query)?["access_token"] != nil
    switch (fields, inBody, inQuery) {
    case (0, nil, false): self = .missing
    case (0, nil, true): self = .inQuery
    case (0, let token?, false): self = .token(token)
    case (1, nil, false): self = BearerToken.parse(request.headers["Authorization"] ?? "")
    default: self = .malformed("the token is sent in more than one way")
    }
  }

  /// Compares in constant time; false if `wanted` is empty.
  package func isToken(_ wanted: String) -> Bool {
    guard case .token(let sent) = self, !wanted.isEmpty else { return false }
    return constantTimeEqual(Array(sent.utf8), Array(wanted.utf8))
  }

  /// True for a text that can be sent as a token.
  package static func isWellFormed(_ token: String) -> Bool {
    !token.isEmpty && token.utf8.allSatisfy(isTokenCharacter)
  }

  /// `Bearer` and a `b64token` (§2.1).
  private static func parse(_ header: String) -> BearerToken {
    let field = AuthorizationField(header)
    guard field.isOf("Bearer") else { return .otherScheme(field.shownScheme) }
    guard let token = field.credentials else { return .malformed("no token follows Bearer") }
    guard isWellFormed(token) else {
      return .malformed("the token has characters that no token has")
    }
    return .token(token)
  }

  private static func formToken(_ request: Request) -> String? {
    guard request.method == .post, !request.body.isEmpty, request.isForm, let form = try? request.form
    else { return nil }
    return form["access_token"]
  }

  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}
