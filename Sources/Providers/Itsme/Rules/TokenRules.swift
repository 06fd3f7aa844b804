import Flow

/// What a token request can get wrong.
enum TokenRules {
  static let all: [Rule] = [
    method, contentType, malformed, parameterRepeated, parameterMissing, queryParameters, grantType,
    secretSent,
    assertionMissing, assertionType, clientUnknown, clientUnregistered, clientMismatch, assertionMalformed,
    assertionUndecryptable, assertionAlgorithm, assertionTypeHeader, keyMissing, keyUnknown,
    signature, unverified, issuer, audience, audienceIssuer, identifierMissing, identifierLong,
    identifierReused,
    expiryMissing, expired, expiryFar, issuedInFuture, codeUnknown, codeExpired, codeReused, codeOfOther,
    redirectMismatch, verifierMissing, verifierMismatch, verifierUnexpected, addressClash, nonceReused,
    keySetEachLogin,
  ]

  static let method = Rule(
    "itsme.token-method", .error, "The token endpoint takes POST only",
    fix: "send the parameters in the body of a POST",
    documentation: Guide.token, specification: "RFC 6749 §3.2")
  static let contentType = Rule(
    "itsme.token-content-type", .error, "The body is not application/x-www-form-urlencoded",
    fix: "send Content-Type: application/x-www-form-urlencoded",
    documentation: Guide.token, specification: "RFC 6749 §4.1.3")
  static let malformed = Rule(
    "itsme.token-body-malformed", .error, "The body is not valid application/x-www-form-urlencoded",
    fix: "percent-encode every value as UTF-8", documentation: Guide.token, specification: "RFC 6749 §3.2")
  static let parameterRepeated = Rule(
    "itsme.token-parameter-repeated", .error, "A parameter is sent more than once",
    fix: "send each parameter once", documentation: Guide.tokenAnswer, specification: "RFC 6749 §3.2")
  static let parameterMissing = Rule(
    "itsme.token-parameter-missing", .error, "A required parameter is missing",
    fix: "send grant_type, code, redirect_uri, client_assertion and client_assertion_type",
    documentation: Guide.token, specification: "RFC 6749 §5.2")
  static let queryParameters = Rule(
    "itsme.token-query", .warning, "The token request has parameters in its URL; they are ignored",
    fix: "send all parameters in the body", documentation: Guide.token, specification: "RFC 6749 §2.3.1")
  static let grantType = Rule(
    "itsme.grant-type-unsupported", .error, "The grant_type is not authorization_code",
    fix: "send grant_type=authorization_code; itsme has no refresh tokens",
    documentation: Guide.token, specification: "RFC 6749 §5.2")
  static let secretSent = Rule(
    "itsme.client-secret", .error, "The client sent a secret; itsme knows private_key_jwt only",
    fix: "set token_endpoint_auth_method to private_key_jwt",
    documentation: Guide.token, specification: "OpenID Connect Core §9")
  static let assertionMissing = Rule(
    "itsme.assertion-missing", .error, "The request has no client_assertion",
    fix: "authenticate with private_key_jwt: send client_assertion and client_assertion_type",
    documentation: Guide.token, specification: "RFC 7523 §2.2")
  static let assertionType = Rule(
    "itsme.assertion-type", .error, "The client_assertion_type is not the one of JWT assertions",
    fix: "send urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    documentation: Guide.token, specification: "RFC 7523 §2.2")
  static let clientUnknown = Rule(
    "itsme.token-client-unknown", .error, "No client has the id that the assertion names",
    fix: "set iss and sub of the assertion to your client_id",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let clientUnregistered = Rule(
    "itsme.token-client-unregistered", .error,
    "The client is not registered; the client that stands for any let it in",
    fix:
      "register it in world.json or with --client itsme:ID,redirect=URL; --strict refuses it as itsme does",
    documentation: Guide.sandbox)
  static let clientMismatch = Rule(
    "itsme.token-client-mismatch", .error, "client_id is not the subject of the assertion",
    fix: "leave client_id out or send the assertion's sub",
    documentation: Guide.token, specification: "RFC 7521 §4.2")
  static let assertionMalformed = Rule(
    "itsme.assertion-malformed", .error, "The client_assertion is no signed JWT",
    fix: "send a compact JWS with a JSON object inside, or a JWE that holds one",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let assertionUndecryptable = Rule(
    "itsme.assertion-undecryptable", .error, "The encrypted client_assertion cannot be decrypted",
    fix: "sign first, then encrypt with RSA-OAEP and A128CBC-HS256 to the provider's key with use=enc",
    documentation: Guide.token, specification: "RFC 7516 §5.2")
  static let assertionAlgorithm = Rule(
    "itsme.assertion-algorithm", .error, "The assertion is signed with another algorithm than RS256",
    fix: "sign with RS256 and the private key of your JWKSet, not with a secret",
    documentation: Guide.token, specification: "RFC 7518 §3.1")
  static let assertionTypeHeader = Rule(
    "itsme.assertion-typ-missing", .error, "The assertion's header has no typ",
    fix: "put \"typ\":\"JWT\" into the JWS header",
    documentation: Guide.token, specification: "RFC 7519 §5.1")
  static let keyMissing = Rule(
    "itsme.assertion-kid-missing", .error, "The assertion's header has no kid",
    fix: "put the kid of your signing key into the JWS header",
    documentation: Guide.token, specification: "RFC 7515 §4.1.4")
  static let keyUnknown = Rule(
    "itsme.assertion-kid-unknown", .error, "The client's key set has no signing key with the assertion's kid",
    fix: "publish the key with use=sig in your JWKSet, or correct the kid",
    documentation: Guide.token, specification: "RFC 7515 §4.1.4")
  static let keysUnavailable = RequestObjectRules.keysUnavailable
  static let signature = Rule(
    "itsme.assertion-signature", .error, "The assertion's signature does not verify",
    fix: "sign with the private key that belongs to the key published under this kid",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let unverified = Rule(
    "itsme.assertion-unverified", .error,
    "No known key verifies the assertion; the client that stands for any let it in unverified",
    fix: "register the client with its jwks or jwks_uri, or sign with the default test key",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let issuer = Rule(
    "itsme.assertion-issuer", .error, "iss and sub of the assertion are not both the client_id",
    fix: "set iss and sub to your client_id",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let audience = Rule(
    "itsme.assertion-audience", .error, "The assertion's aud is not the token endpoint",
    fix: "set aud to the token_endpoint of the discovery document",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let audienceIssuer = Rule(
    "itsme.assertion-audience-issuer", .warning,
    "The assertion's aud is the issuer and not the token endpoint",
    fix: "set aud to the token_endpoint: it is the one that the guide documents",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let identifierMissing = Rule(
    "itsme.assertion-jti-missing", .error, "The assertion has no jti",
    fix: "give each assertion a fresh random jti",
    documentation: Guide.token, specification: "OpenID Connect Core §9")
  static let identifierLong = Rule(
    "itsme.assertion-jti-long", .error, "The assertion's jti is longer than 255 characters",
    fix: "use a random jti of up to 255 characters", documentation: Guide.token)
  static let identifierReused = Rule(
    "itsme.assertion-jti-reused", .error, "The assertion's jti was used before",
    fix: "build a new assertion with a fresh jti for each request",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let expiryMissing = Rule(
    "itsme.assertion-exp-missing", .error, "The assertion has no exp",
    fix: "set exp to a few minutes from now in seconds",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let expired = Rule(
    "itsme.assertion-expired", .error, "The assertion has expired",
    fix: "build the assertion just before the request, and check your clock",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let expiryFar = Rule(
    "itsme.assertion-exp-far", .warning, "The assertion lives for more than an hour",
    fix: "let exp be a few minutes from now",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let issuedInFuture = Rule(
    "itsme.assertion-not-yet-valid", .error, "The assertion says that it was made, or is valid, only later",
    fix: "check your clock; iat and nbf are seconds since 1970",
    documentation: Guide.token, specification: "RFC 7523 §3")
  static let codeUnknown = Rule(
    "itsme.code-unknown", .error, "No such authorization code was issued",
    fix: "send the code of the callback, unchanged and percent-decoded once",
    documentation: Guide.token, specification: "RFC 6749 §4.1.3")
  static let codeExpired = Rule(
    "itsme.code-expired", .error, "The authorization code has expired",
    fix: "exchange the code within three minutes of the callback",
    documentation: Guide.authorizeAnswer, specification: "RFC 6749 §4.1.2")
  static let codeReused = Rule(
    "itsme.code-reused", .error, "The authorization code was exchanged before",
    fix: "exchange a code once; do not repeat the exchange when the callback is reloaded",
    documentation: Guide.token, specification: "RFC 6749 §4.1.2")
  static let codeOfOther = Rule(
    "itsme.code-of-other-client", .error, "The authorization code was issued to another client",
    fix: "exchange the code with the client_id that started the login",
    documentation: Guide.token, specification: "RFC 6749 §4.1.3")
  static let redirectMismatch = Rule(
    "itsme.token-redirect-uri-mismatch", .error, "redirect_uri is not the one of the authentication request",
    fix: "send the same redirect_uri to the token endpoint",
    documentation: Guide.token, specification: "RFC 6749 §4.1.3")
  static let verifierMissing = Rule(
    "itsme.code-verifier-missing", .error, "The login began with a code_challenge but no code_verifier came",
    fix: "send the code_verifier that belongs to the code_challenge",
    documentation: Guide.token, specification: "RFC 7636 §4.6")
  static let verifierMismatch = Rule(
    "itsme.code-verifier-mismatch", .error, "The code_verifier does not belong to the code_challenge",
    fix: "keep the verifier with the browser's session and send it unchanged",
    documentation: Guide.token, specification: "RFC 7636 §4.6")
  static let addressClash = Rule(
    "itsme.address-clash", .warning,
    "One login reaches the emulator under two addresses; its tokens name the issuer of the later one",
    fix: "use one address for browser and backend, or start with --public-url URL, which fixes the issuer",
    documentation: Guide.discovery, specification: "OpenID Connect Discovery §4.3")
  static let nonceReused = Rule(
    "itsme.nonce-reused", .warning, "The login was begun with the nonce of an earlier one",
    fix: "make a fresh random nonce for each login, and forget it with the callback",
    documentation: Guide.authorize, specification: "OpenID Connect Core §15.5.2")
  static let keySetEachLogin = Rule(
    "itsme.jwks-each-login", .note, "The client fetches the key set anew for every login",
    fix: "keep the key set, and fetch it again when a token names a kid that is not in it",
    documentation: Guide.tokenAnswer, specification: "OpenID Connect Core §10.1.1")
  static let verifierUnexpected = Rule(
    "itsme.code-verifier-unexpected", .warning, "A code_verifier came for a login without code_challenge",
    fix: "send code_challenge with the authentication request, or leave the verifier out",
    documentation: Guide.token, specification: "RFC 9700 §2.1.1")
}
