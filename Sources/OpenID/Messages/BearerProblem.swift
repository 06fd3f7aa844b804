/// Why a call for a protected resource is refused (RFC 6750 §3.1).
package enum BearerProblem: Sendable, Hashable {
  /// No token is sent, or credentials of another scheme.
  case missing
  /// The credentials are not a token, or are in a place where none belongs.
  case malformed
  /// The token was never issued.
  case unknown
  /// The token is no longer valid.
  case expired
}
