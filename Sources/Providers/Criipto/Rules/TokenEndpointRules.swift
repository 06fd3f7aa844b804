import Flow

/// What a client's backend can get wrong (§1.7, §2.6).
enum TokenEndpointRules {
  static let all: [Rule] = [
    contentType, malformed, parameterRepeated, parameterMissing, queryParameters, grantType,
    authenticationMissing, clientUnknown, clientMismatch, secretInBody, secretWrong, secretUnexpected,
    secretOfPublicClient, basicMalformed, basicNotEncoded, assertionType, assertionMalformed,
    assertionAlgorithm, assertionSignature, assertionUnverified, assertionIssuer, assertionAudience,
    assertionAudienceEndpoint, assertionExpiryMissing, assertionExpired, assertionExpiryFar, codeUnknown,
    codeExpired, codeReused, codeOfOther, redirectMismatch, verifierMissing, verifierMismatch,
    verifierUnexpected, assertionReused, assertionKeyMissing, nonceReused, keySetEachLogin, addressClash,
    tokenImpossible, headlessPublic, headlessACR, headlessUnknown,
  ]

  static let contentType = Rule(
    "criipto.token-content-type", .error,
    "The body is not application/x-www-form-urlencoded",
    fix: "send Content-Type: application/x-www-form-urlencoded",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §4.1.3")
  static let malformed = Rule(
    "criipto.token-body-malformed", .error,
    "The body is not valid application/x-www-form-urlencoded",
    fix: "percent-encode every value as UTF-8",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §3.2")
  static let parameterRepeated = Rule(
    "criipto.token-parameter-repeated", .error,
    "A parameter of the body is sent more than once",
    fix: "send each parameter once",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §3.2")
  static let parameterMissing = Rule(
    "criipto.token-parameter-missing", .error,
    "A required parameter is missing",
    fix: "send grant_type, code and redirect_uri",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §4.1.3")
  static let queryParameters = Rule(
    "criipto.token-query", .warning,
    "The request has parameters in its URL; they are ignored",
    fix: "send all parameters in the body",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §2.3.1")
  static let grantType = Rule(
    "criipto.grant-type-unsupported", .error,
    "The grant_type is none that the provider has",
    fix: "send grant_type=authorization_code; there are no refresh tokens",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §5.2")
  static let authenticationMissing = Rule(
    "criipto.client-authentication-missing", .error,
    "The application authenticated in no way",
    fix: "send its secret with Basic, or a client_assertion; only public applications send client_id alone",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §2.3")
  static let clientUnknown = Rule(
    "criipto.token-client-unknown", .error,
    "No application has the id that authenticates",
    fix: "use the client_id of the dashboard",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §5.2")
  static let clientMismatch = Rule(
    "criipto.token-client-mismatch", .error,
    "client_id in the body is another one than the one that authenticates",
    fix: "leave client_id out of the body, or send the same",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §2.3")
  static let secretInBody = Rule(
    "criipto.client-secret-in-body", .warning,
    "The secret stands in the body",
    fix: "send it with Basic: the vendor discourages client_secret_post",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §2.3.1")
  static let secretWrong = Rule(
    "criipto.client-secret-wrong", .error,
    "The secret is not the application's",
    fix: "send the secret of the dashboard; form-encode it before base64, and do not turn + into a blank",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §2.3.1")
  static let secretUnexpected = Rule(
    "criipto.client-secret-unexpected", .error,
    "The application has no secret",
    fix: "authenticate with private_key_jwt",
    documentation: CriiptoGuide.privateKey, specification: "RFC 6749 §2.3")
  static let secretOfPublicClient = Rule(
    "criipto.client-secret-public", .warning,
    "A public application sent a secret",
    fix: "do not ship secrets in an app; send client_id and the code_verifier",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §2.1")
  static let basicMalformed = Rule(
    "criipto.basic-malformed", .error,
    "What follows Basic is no base64 of an id and a secret with a colon between",
    fix: "send base64 of the form-encoded id, a colon and the form-encoded secret",
    documentation: CriiptoGuide.intro, specification: "RFC 7617 §2")
  static let basicNotEncoded = Rule(
    "criipto.basic-not-encoded", .note,
    "Id or secret stand unencoded in the Basic header",
    fix: "form-encode both before base64: a URN as id holds colons",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §2.3.1")
  static let assertionType = Rule(
    "criipto.assertion-type", .error,
    "The client_assertion_type is not the one of JWT assertions",
    fix: "send urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7523 §2.2")
  static let assertionMalformed = Rule(
    "criipto.assertion-malformed", .error,
    "The client_assertion is no signed JWT with a JSON object inside",
    fix: "send a compact JWS",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7523 §3")
  static let assertionAlgorithm = Rule(
    "criipto.assertion-algorithm", .error,
    "The assertion is signed with another algorithm than RS256",
    fix: "sign with RS256",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7518 §3.1")
  static let assertionSignature = Rule(
    "criipto.assertion-signature", .error,
    "The assertion's signature does not verify with the application's keys",
    fix: "sign with the private key that belongs to the registered key set, and name its kid",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7523 §3")
  static let assertionUnverified = Rule(
    "criipto.assertion-unverified", .error,
    "No known key verifies the assertion; the client that stands for any let it in",
    fix: "register the application with its jwks or jwks_uri",
    documentation: CriiptoGuide.emulator)
  static let assertionIssuer = Rule(
    "criipto.assertion-issuer", .error,
    "iss and sub of the assertion are not both the client_id",
    fix: "set iss and sub to your client_id",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7523 §3")
  static let assertionAudience = Rule(
    "criipto.assertion-audience", .error,
    "The assertion's aud is not the domain",
    fix: "set aud to the domain's URL, which is the issuer",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7523 §3")
  static let assertionAudienceEndpoint = Rule(
    "criipto.assertion-audience-endpoint", .warning,
    "The assertion's aud is an endpoint and not the domain",
    fix: "set aud to the domain's URL: it is the one that is documented",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7523 §3")
  static let assertionExpiryMissing = Rule(
    "criipto.assertion-exp-missing", .error,
    "The assertion has no exp",
    fix: "set exp to at most five minutes from now",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7523 §3")
  static let assertionExpired = Rule(
    "criipto.assertion-expired", .error,
    "The assertion is not valid at this time",
    fix: "build it just before the request, and check your clock",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7523 §3")
  static let assertionExpiryFar = Rule(
    "criipto.assertion-exp-far", .warning,
    "The assertion lives for more than five minutes",
    fix: "let exp be at most five minutes from now",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7523 §3")
  static let assertionReused = Rule(
    "criipto.assertion-jti-reused", .warning,
    "The assertion's jti was used before",
    fix: "build a new assertion with a fresh jti for each request",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7523 §3")
  static let assertionKeyMissing = Rule(
    "criipto.assertion-kid-missing", .note,
    "The assertion's header has no kid, so every key of the application is tried",
    fix: "put the kid of your signing key into the JWS header",
    documentation: CriiptoGuide.privateKey, specification: "RFC 7515 §4.1.4")
  static let nonceReused = Rule(
    "criipto.nonce-reused", .warning,
    "The login was begun with the nonce of an earlier one",
    fix: "make a fresh random nonce for each login, and forget it with the callback",
    documentation: CriiptoGuide.security, specification: "OpenID Connect Core §15.5.2")
  static let keySetEachLogin = Rule(
    "criipto.jwks-each-login", .note,
    "The application fetches the key set anew for every login",
    fix: "keep the key set, and fetch it again when a token names a kid that is not in it",
    documentation: CriiptoGuide.metadata, specification: "OpenID Connect Core §10.1.1")
  static let codeUnknown = Rule(
    "criipto.code-unknown", .error,
    "No such authorization code was issued",
    fix: "send the code of the callback unchanged, percent-decoded once",
    documentation: CriiptoGuide.errors, specification: "RFC 6749 §4.1.3")
  static let codeExpired = Rule(
    "criipto.code-expired", .error,
    "The authorization code has expired",
    fix: "exchange the code as soon as it comes",
    documentation: CriiptoGuide.errors, specification: "RFC 6749 §4.1.2")
  static let codeReused = Rule(
    "criipto.code-reused", .error,
    "The authorization code was exchanged before",
    fix: "exchange a code once; do not repeat it when the callback is reloaded",
    documentation: CriiptoGuide.errors, specification: "RFC 6749 §4.1.2")
  static let codeOfOther = Rule(
    "criipto.code-of-other-client", .error,
    "The authorization code was issued to another application",
    fix: "exchange the code with the client_id that started the login",
    documentation: CriiptoGuide.errors, specification: "RFC 6749 §4.1.3")
  static let redirectMismatch = Rule(
    "criipto.token-redirect-uri-mismatch", .error,
    "redirect_uri is not the one of the authorization request",
    fix: "send the identical redirect_uri",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §4.1.3")
  static let verifierMissing = Rule(
    "criipto.code-verifier-missing", .error,
    "The login began with a code_challenge but no code_verifier came",
    fix: "send the code_verifier that belongs to the code_challenge",
    documentation: CriiptoGuide.intro, specification: "RFC 7636 §4.6")
  static let verifierMismatch = Rule(
    "criipto.code-verifier-mismatch", .error,
    "The code_verifier does not belong to the code_challenge",
    fix: "keep the verifier with the browser's session and send it unchanged",
    documentation: CriiptoGuide.intro, specification: "RFC 7636 §4.6")
  static let verifierUnexpected = Rule(
    "criipto.code-verifier-unexpected", .warning,
    "A code_verifier came for a login without code_challenge",
    fix: "send code_challenge with the authorization request too",
    documentation: CriiptoGuide.security, specification: "RFC 9700 §2.1.1")
  static let addressClash = Rule(
    "criipto.address-clash", .warning,
    "One login reaches the emulator under two addresses; its tokens name the issuer of the later one",
    fix: "use one domain for browser and backend, or start with --public-url URL, which fixes the issuer",
    documentation: CriiptoGuide.metadata, specification: "OpenID Connect Discovery §4.3")
  static let tokenImpossible = Rule(
    "criipto.token-impossible", .error,
    "The id_token could not be made",
    fix: "look at what the scenario changes in the token",
    documentation: CriiptoGuide.emulator)
  static let headlessPublic = Rule(
    "criipto.headless-public", .error,
    "A public application asks for a login without a browser",
    fix: "use a confidential application",
    documentation: CriiptoGuide.bankID)
  static let headlessACR = Rule(
    "criipto.headless-acr", .error,
    "A login without a browser names no Swedish BankID",
    fix: "send acr_values=urn:grn:authn:se:bankid:another-device:qr or its like",
    documentation: CriiptoGuide.bankID)
  static let headlessUnknown = Rule(
    "criipto.headless-unknown", .error,
    "No login of this application has this headless_req_id",
    fix: "send the headless_req_id of the start unchanged",
    documentation: CriiptoGuide.bankID)
}
