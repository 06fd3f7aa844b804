import Flow

/// What a client can get wrong with userinfo (§1.7).
enum UserInfoEndpointRules {
  static let all: [Rule] = [
    tokenMissing, tokenMalformed, tokenInQuery, tokenUnknown, tokenExpired, wrongStrategy, keyMissing,
    neverCalled,
  ]

  static let neverCalled = Rule(
    "criipto.userinfo-never-called", .warning,
    "The id_token leaves the person's data to userinfo, and userinfo was never called",
    fix: "read userinfo with the access token, or choose fromTokenEndpoint in the dashboard",
    documentation: CriiptoGuide.codeFlow, specification: "OpenID Connect Core §5.4")
  static let tokenMissing = Rule(
    "criipto.userinfo-token-missing", .error,
    "The request has no access token",
    fix: "send Authorization: Bearer with the access token",
    documentation: CriiptoGuide.codeFlow, specification: "RFC 6750 §2.1")
  static let tokenMalformed = Rule(
    "criipto.userinfo-token-malformed", .error,
    "The access token is not sent as a bearer token",
    fix: "send Authorization: Bearer with the access token, once",
    documentation: CriiptoGuide.codeFlow, specification: "RFC 6750 §2.1")
  static let tokenInQuery = Rule(
    "criipto.userinfo-token-in-query", .error,
    "The access token stands in the URL",
    fix: "send it in the Authorization header",
    documentation: CriiptoGuide.codeFlow, specification: "RFC 6750 §2.3")
  static let tokenUnknown = Rule(
    "criipto.userinfo-token-unknown", .error,
    "No such access token was issued",
    fix: "send the access_token of the token answer unchanged",
    documentation: CriiptoGuide.errors, specification: "RFC 6750 §3.1")
  static let tokenExpired = Rule(
    "criipto.userinfo-token-expired", .error,
    "The access token has expired",
    fix: "read userinfo right after the exchange: expires_in says how long it counts",
    documentation: CriiptoGuide.errors, specification: "RFC 6750 §3.1")
  static let wrongStrategy = Rule(
    "criipto.userinfo-strategy", .error,
    "The application's user info strategy is fromTokenEndpoint, so there is no userinfo",
    fix: "read the claims of the id_token, or choose another strategy in the dashboard",
    documentation: CriiptoGuide.codeFlow)
  static let keyMissing = Rule(
    "criipto.userinfo-key-missing", .error,
    "The answer cannot be encrypted to the application",
    fix: "register a key with use=enc in the application's key set",
    documentation: CriiptoGuide.codeFlow)
}
