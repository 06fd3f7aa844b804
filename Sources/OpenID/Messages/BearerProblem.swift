/// Why a call for a protected resource is not let in (RFC 6750 §3.1).
package enum BearerProblem: Sendable, Hashable {
  /// No token is shown, or credentials of another scheme.
  case missing
  /// What it shows is no token, or stands where none belongs.
  case malformed
  /// Nobody was given this token.
  case unknown
  /// The token counts no more.
  case expired
}
