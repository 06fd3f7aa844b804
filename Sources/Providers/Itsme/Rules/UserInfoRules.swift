import Flow

/// What a userinfo request can get wrong.
enum UserInfoRules {
  static let all: [Rule] = [
    tokenMissing, tokenMalformed, tokenUnknown, tokenExpired, tokenInQuery, keyMissing, neverCalled,
  ]

  static let tokenMissing = Rule(
    "itsme.access-token-missing", .error, "The userinfo request carries no access token",
    fix: "send Authorization: Bearer with the access token",
    documentation: Guide.claims, specification: "RFC 6750 §3")
  static let tokenMalformed = Rule(
    "itsme.access-token-malformed", .error,
    "The Authorization header is no Bearer token, or two ways are mixed",
    fix: "send one Authorization header: Bearer, one blank, the token",
    documentation: Guide.claims, specification: "RFC 6750 §2.1")
  static let tokenUnknown = Rule(
    "itsme.access-token-unknown", .error, "No such access token was issued",
    fix: "send the access_token of the token response",
    documentation: Guide.claims, specification: "RFC 6750 §3.1")
  static let tokenExpired = Rule(
    "itsme.access-token-expired", .error, "The access token has expired",
    fix: "call userinfo at once after the token response; itsme has no refresh tokens",
    documentation: Guide.claims, specification: "RFC 6750 §3.1")
  static let tokenInQuery = Rule(
    "itsme.access-token-in-query", .error, "The access token is sent in the URL",
    fix: "send it in the Authorization header, where it does not reach logs",
    documentation: Guide.claims, specification: "RFC 6750 §2.3")
  static let neverCalled = Rule(
    "itsme.userinfo-never-called", .warning,
    "Claims were asked for that only userinfo gives, and userinfo was never called",
    fix: "call userinfo with the access token, or do not ask for these claims",
    documentation: Guide.claims, specification: "OpenID Connect Core §5.4")
  static let keyMissing = Rule(
    "itsme.client-encryption-key-missing", .error, "The client's key set has no key to encrypt to",
    fix: "publish an RSA key with use=enc in your JWKSet",
    documentation: Guide.sandbox, specification: "RFC 7517 §4.2")
}
