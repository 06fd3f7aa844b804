import Flow

// What a relying party can get wrong at the token endpoint, and with what it gets there.

extension OpenIDRule {
  package static let contentType = OpenIDRule(
    "token-content-type", .error, "The body is not application/x-www-form-urlencoded",
    fix: "send Content-Type: application/x-www-form-urlencoded", "RFC 6749 §4.1.3")
  package static let bodyMalformed = OpenIDRule(
    "token-body-malformed", .error, "The body is not valid application/x-www-form-urlencoded",
    fix: "percent-encode every value as UTF-8", "RFC 6749 §3.2")
  package static let fieldRepeated = OpenIDRule(
    "token-parameter-repeated", .error, "A parameter of the body is sent more than once",
    fix: "send each parameter once", "RFC 6749 §3.2")
  package static let fieldMissing = OpenIDRule(
    "token-parameter-missing", .error, "A required parameter is missing",
    fix: "send grant_type, code and redirect_uri", "RFC 6749 §4.1.3")
  package static let queryParameters = OpenIDRule(
    "token-query", .warning, "The request has parameters in its URL; they are ignored",
    fix: "send all parameters in the body", "RFC 6749 §2.3.1")
  package static let tokenMethod = OpenIDRule(
    "token-method", .error, "The token endpoint takes POST only",
    fix: "send the parameters in the body of a POST", "RFC 6749 §3.2")
  package static let grantTypeUnsupported = OpenIDRule(
    "grant-type-unsupported", .error, "The provider does not support the grant_type",
    fix: "send grant_type=authorization_code", "RFC 6749 §5.2")
  package static let tokenImpossible = OpenIDRule(
    "token-impossible", .error, "The id_token could not be made",
    fix: "look at what the scenario changes in the token")

  package static let scopeNotAllowed = OpenIDRule(
    "scope-not-allowed", .error, "The client asks for a scope that it may not have",
    fix: "ask for the scopes of the client's own access alone", "RFC 6749 §4.4.2")

  // MARK: Codes

  package static let codeUnknown = OpenIDRule(
    "code-unknown", .error, "The authorization code was never issued, or expired more than ten minutes ago",
    fix: "send the code of the callback unchanged, percent-decoded once, as soon as it comes",
    "RFC 6749 §4.1.3")
  package static let codeExpired = OpenIDRule(
    "code-expired", .error, "The authorization code has expired",
    fix: "exchange the code as soon as the callback comes", "RFC 6749 §4.1.2")
  package static let codeReused = OpenIDRule(
    "code-reused", .error, "The authorization code was exchanged before",
    fix: "exchange a code once; do not repeat it when the callback is reloaded", "RFC 6749 §4.1.2")
  package static let codeOfOther = OpenIDRule(
    "code-of-other-client", .error, "The authorization code was issued to another client",
    fix: "exchange the code with the client_id that started the login", "RFC 6749 §4.1.3")
  package static let refreshTokenUnknown = OpenIDRule(
    "refresh-token-unknown", .error, "The refresh token was never issued, or its login is no longer kept",
    fix: "send the refresh_token of the token answer unchanged", "RFC 6749 §6")
  package static let refreshTokenExpired = OpenIDRule(
    "refresh-token-expired", .error, "The refresh token has expired", fix: "log the person in again",
    "RFC 6749 §6")
  package static let refreshTokenOfOther = OpenIDRule(
    "refresh-token-of-other-client", .error, "The refresh token was issued to another client",
    fix: "refresh with the client_id that started the login", "RFC 6749 §6")
  package static let redirectChanged = OpenIDRule(
    "token-redirect-uri-mismatch", .error, "redirect_uri is not the one of the authorization request",
    fix: "send the identical redirect_uri", "RFC 6749 §4.1.3")
  package static let verifierMissing = OpenIDRule(
    "code-verifier-missing", .error, "The login began with a code_challenge but no code_verifier came",
    fix: "send the code_verifier that belongs to the code_challenge", "RFC 7636 §4.6")
  package static let verifierMalformed = OpenIDRule(
    "code-verifier-malformed", .error,
    "The code_verifier is not made of 43 to 128 letters, digits, hyphens, dots, underscores and tildes",
    fix: "make it of 32 random bytes as base64url, which are 43 characters", "RFC 7636 §4.1")
  package static let verifierMismatch = OpenIDRule(
    "code-verifier-mismatch", .error, "The code_verifier does not belong to the code_challenge",
    fix: "keep the verifier with the browser's session and send it unchanged", "RFC 7636 §4.6")
  package static let verifierUnexpected = OpenIDRule(
    "code-verifier-unexpected", .warning, "A code_verifier came for a login without code_challenge",
    fix: "send code_challenge with the authorization request, or leave the verifier out", "RFC 9700 §2.1.1")

  // MARK: Over a whole login, and several

  package static let addressClash = OpenIDRule(
    "address-clash", .warning,
    "One login reaches the emulator under two addresses; its tokens name the issuer of the later one",
    fix: "use one address for browser and backend, or start with --public-url URL, which fixes the issuer",
    "OpenID Connect Discovery §4.3")
  package static let nonceReused = OpenIDRule(
    "nonce-reused", .warning, "The login was begun with the nonce of an earlier one",
    fix: "make a fresh random nonce for each login, and forget it with the callback",
    "OpenID Connect Core §15.5.2")
  package static let keySetEachLogin = OpenIDRule(
    "jwks-each-login", .note, "The key set was fetched again before each of the latest logins",
    fix: "keep the key set, and fetch it again when a token names a kid that is not in it, "
      + "unless each of them was another process of the client, with its first fetch",
    "OpenID Connect Core §10.1.1")

  // MARK: Access tokens

  package static let accessTokenMissing = OpenIDRule(
    "access-token-missing", .error, "The request carries no access token",
    fix: "send Authorization: Bearer with the access token", "RFC 6750 §2.1")
  package static let accessTokenMalformed = OpenIDRule(
    "access-token-malformed", .error,
    "The Authorization header is not a Bearer token, or two ways are mixed",
    fix: "send one Authorization header: Bearer, one blank, the token", "RFC 6750 §2.1")
  package static let accessTokenInQuery = OpenIDRule(
    "access-token-in-query", .error, "The access token is sent in the URL",
    fix: "send it in the Authorization header, where it does not reach logs", "RFC 6750 §2.3")
  package static let accessTokenUnknown = OpenIDRule(
    "access-token-unknown", .error, "The access token was never issued, or expired more than ten minutes ago",
    fix: "send the access_token of the token response unchanged", "RFC 6750 §3.1")
  package static let accessTokenExpired = OpenIDRule(
    "access-token-expired", .error, "The access token has expired",
    fix: "call userinfo right after the token response: expires_in says how long the token counts",
    "RFC 6750 §3.1")
  package static let tokenRevoked = OpenIDRule(
    "token-revoked", .error, "The client has revoked the token",
    fix: "log in again: nothing brings a revoked token back", "RFC 7009 §2.2")
  package static let revokedTokenMissing = OpenIDRule(
    "revoked-token-missing", .error, "The request does not say which token to revoke",
    fix: "send it as token, with the registered client authentication", "RFC 7009 §2.1")
  package static let revokedOfOther = OpenIDRule(
    "revoked-token-of-other-client", .error, "The client revokes a token that was issued to another one",
    fix: "revoke tokens with the client_id that they were issued to", "RFC 7009 §2.1")
  package static let userinfoNeverCalled = OpenIDRule(
    "userinfo-never-called", .warning,
    "Claims were asked for that only userinfo gives, and userinfo was never called",
    fix: "call userinfo with the access token, or do not ask for these claims", "OpenID Connect Core §5.4")
  package static let encryptionKeyMissing = OpenIDRule(
    "client-encryption-key-missing", .error, "The client's key set has no key to encrypt to",
    fix: "publish an RSA key with use=enc in your JWKSet", "RFC 7517 §4.2")
}
