import Flow

/// The rules about BioID Connect.
enum BioIDConnectRules {
  static let all = [
    malformed, clientMissing, clientUnknown, clientMismatch, redirectMissing, redirectMismatch,
    redirectChanged,
    responseType, scopeUnknown, scopeOpenID, stateMissing, stateShort, redirectQuery,
    challengeMalformed, verifierWrong, loginExpired,
    secretMissing,
    secretWrong, grantType, codeUnknown, codeReused, codeExpired, codeOfOther, bearerMissing, bearerUnknown,
    bearerExpired,
  ]

  static let malformed = rule(
    "request-malformed", "The request is malformed",
    fix: "send each parameter once, percent-encoded as UTF-8",
    "RFC 6749 §3.1")
  static let clientMissing = rule(
    "client-missing", "The request has no client_id", fix: "send the client_id of the registration",
    "RFC 6749 §4.1.1")
  static let clientUnknown = rule(
    "client-unknown", "No client has this client_id",
    fix: "register the application at BioID Connect; here in world.json",
    "RFC 6749 §2.2")
  static let clientMismatch = rule(
    "client-mismatch", "client_id is not the client of the credentials",
    fix: "send the same client_id in form and header",
    "RFC 6749 §3.2.1")
  static let redirectMissing = rule(
    "redirect-uri-missing", "The request has no redirect_uri", fix: "send a registered redirect_uri",
    "RFC 6749 §3.1.2")
  static let redirectMismatch = rule(
    "redirect-uri-mismatch", "The redirect_uri is not registered", fix: "register it to the last character",
    "RFC 6749 §3.1.2.3")
  static let redirectChanged = rule(
    "redirect-uri-changed", "redirect_uri is not the one of the authorization request",
    fix: "send the same redirect_uri to the token endpoint", "RFC 6749 §4.1.3")
  static let responseType = rule(
    "response-type", "The response_type is not code", fix: "send response_type=code", "RFC 6749 §3.1.1")
  static let scopeUnknown = rule(
    "scope-unknown", severity: .warning, "A scope is not known; it is ignored",
    fix: "ask for basic, openid, profile, email or offline_access", "RFC 6749 §3.3")
  static let scopeOpenID = rule(
    "scope-openid-missing", "userinfo is asked for without the scope openid",
    fix: "ask for openid, or read people/me instead", "OpenID Connect Core §5.3")
  static let stateMissing = rule(
    "connect-state-missing", severity: .warning, "The authorization request has no state",
    fix: "send a random state, and compare it in the callback", "RFC 6749 §10.12")
  static let stateShort = rule(
    "connect-state-short", severity: .note, "The state is too short to be random: fewer than 6 characters",
    fix: "send at least 128 random bits, such as 22 characters of base64url", "RFC 6749 §10.10")
  static let redirectQuery = rule(
    "redirect-uri-extra-query", "The redirect_uri is a registered one with further query parameters",
    fix: "send the registered URI alone and put what varies into state", "RFC 6749 §3.1.2.3")
  static let challengeMalformed = rule(
    "code-challenge-malformed", "The code_challenge is not valid",
    fix: "send 43 to 128 unreserved characters and S256",
    "RFC 7636 §4.2")
  static let verifierWrong = rule(
    "code-verifier-wrong", "The code_verifier does not belong to the code_challenge",
    fix: "keep the verifier with the browser's session and send it unchanged", "RFC 7636 §4.6")
  static let loginExpired = rule(
    "login-expired", severity: .note, "The login is over or never was", fix: "start a new login",
    "RFC 6749 §4.1.2")
  static let secretMissing = rule(
    "client-secret-missing", "The client is not authenticated",
    fix: "send client_id and secret with Basic, or in the form", "RFC 6749 §2.3.1")
  static let secretWrong = rule(
    "client-secret-wrong", "The client secret is wrong", fix: "take the secret of this client_id",
    "RFC 6749 §2.3.1")
  static let grantType = rule(
    "grant-type", "The grant_type is not supported", fix: "send authorization_code or refresh_token",
    "RFC 6749 §5.2")
  static let codeUnknown = rule(
    "code-unknown", "No such code or refresh token was issued",
    fix: "send it unchanged and percent-decoded once",
    "RFC 6749 §4.1.3")
  static let codeReused = rule(
    "code-reused", "The code was exchanged before", fix: "exchange a code once", "RFC 6749 §4.1.2")
  static let codeExpired = rule(
    "code-expired", "The code or refresh token has expired",
    fix: "exchange a code within minutes of the callback",
    "RFC 6749 §4.1.2")
  static let codeOfOther = rule(
    "code-of-other-client", "The code or refresh token was issued to another client",
    fix: "exchange it with the client_id that started the login", "RFC 6749 §4.1.3")
  static let bearerMissing = rule(
    "access-token-missing", "The call has no access token in its header",
    fix: "send Authorization: Bearer with the token",
    "RFC 6750 §2.1")
  static let bearerUnknown = rule(
    "access-token-unknown", "No such access token counts",
    fix: "send the latest access_token of the token response",
    "RFC 6750 §3.1")
  static let bearerExpired = rule(
    "access-token-expired", "The access token has expired",
    fix: "ask again before expires_in, or use the refresh token",
    "RFC 6750 §3.1")

  private static func rule(
    _ name: String, severity: Rule.Severity = .error, _ message: String, fix: String, _ specification: String
  ) -> Rule {
    Rule(
      "bioid.\(name)", severity, message, fix: fix, documentation: BioIDGuide.connect,
      specification: specification)
  }
}
