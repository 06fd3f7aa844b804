import Flow

// What a relying party can get wrong with an authorization request.

extension OpenIDRule {
  package static let requestMalformed = OpenIDRule(
    "parameters-malformed", .error, "The parameters of the request cannot be read",
    fix: "send a query, or a form as application/x-www-form-urlencoded, each value percent-encoded as UTF-8",
    "RFC 6749 §3.1")
  package static let parameterRepeated = OpenIDRule(
    "parameter-repeated", .error, "A parameter is sent more than once", fix: "send each parameter once",
    "RFC 6749 §3.1")

  // MARK: Who asks

  package static let clientMissing = OpenIDRule(
    "client-missing", .error, "The request has no client_id", fix: "send the client_id of the registration",
    "RFC 6749 §4.1.1")
  package static let clientUnknown = OpenIDRule(
    "client-unknown", .error, "No client has this client_id",
    fix: "register the client in world.json, or correct the id", "RFC 6749 §4.1.2.1")
  package static let clientUnregistered = OpenIDRule(
    "client-unregistered", .error,
    "The client is not registered; the client \"*\" let it in",
    fix: "register it in world.json; --strict refuses it as the real service does")

  // MARK: Where it is answered

  package static let redirectMissing = OpenIDRule(
    "redirect-uri-missing", .error, "The request has no redirect_uri", fix: "send a registered redirect_uri",
    "OpenID Connect Core §3.1.2.1")
  package static let redirectMismatch = OpenIDRule(
    "redirect-uri-mismatch", .error, "The redirect_uri is not a registered one, to the last character",
    fix: "send exactly the registered URI; put what varies into state", "OpenID Connect Core §3.1.2.1")
  package static let redirectQuery = OpenIDRule(
    "redirect-uri-extra-query", .error,
    "The redirect_uri is a registered one with further query parameters",
    fix: "send the registered URI alone and put what varies into state", "OpenID Connect Core §3.1.2.1")
  package static let redirectUnchecked = OpenIDRule(
    "redirect-uri-unchecked", .error,
    "The redirect_uri is not registered; the client \"*\" let it in",
    fix: "register the client with its redirect_uris in world.json")
  package static let redirectUnsafe = OpenIDRule(
    "redirect-uri-unsafe", .error, "The redirect_uri is not an absolute URI that a browser can be sent to",
    fix: "send an absolute https or http URI, or your app's own scheme, without a fragment",
    "RFC 6749 §3.1.2")
  package static let redirectFragment = OpenIDRule(
    "redirect-uri-fragment", .warning, "The redirect_uri has a fragment, which is dropped",
    fix: "leave the fragment out of the redirect_uri", "RFC 6749 §3.1.2")

  // MARK: What for

  package static let responseTypeMissing = OpenIDRule(
    "response-type-missing", .error, "The request has no response_type", fix: "send response_type=code",
    "RFC 6749 §3.1.1")
  package static let responseTypeUnsupported = OpenIDRule(
    "response-type-unsupported", .error, "The provider does not support the response_type",
    fix: "send response_type=code", "RFC 6749 §3.1.1")
  package static let responseModeUnsupported = OpenIDRule(
    "response-mode-unsupported", .error, "The provider does not support the response_mode",
    fix: "send a value of response_modes_supported in the discovery document",
    "OAuth 2.0 Multiple Response Types §2.1")
  package static let openIDMissing = OpenIDRule(
    "scope-openid-missing", .error, "The scope does not contain openid", fix: "send scope=openid",
    "OpenID Connect Core §3.1.2.1")
  package static let scopeUnknown = OpenIDRule(
    "scope-unknown", .warning, "A scope is not known and is ignored",
    fix: "send values of scopes_supported in the discovery document", "RFC 6749 §3.3")
  package static let challengeMalformed = OpenIDRule(
    "code-challenge-malformed", .error, "The code_challenge or its method is not valid",
    fix: "send code_challenge_method=S256 and the base64url of the verifier's SHA-256", "RFC 7636 §4.3")
  package static let challengeMethod = OpenIDRule(
    "code-challenge-method", .error, "The code_challenge_method is not S256",
    fix: "send code_challenge_method=S256", "RFC 7636 §4.3")
  package static let challengeMissing = OpenIDRule(
    "code-challenge-missing", .error, "A client without secret and key sent no code_challenge",
    fix: "use PKCE: send code_challenge and code_challenge_method=S256", "RFC 7636 §4.3")
  package static let challengeDemanded = OpenIDRule(
    "pkce-enforced-missing", .error, "The client is registered to use PKCE and sent no code_challenge",
    fix: "send code_challenge and code_challenge_method=S256", "RFC 7636 §4.4.1")
  package static let challengeAdvised = OpenIDRule(
    "pkce-missing", .warning, "The request has no code_challenge, which the vendor strongly recommends",
    fix: "send code_challenge and code_challenge_method=S256, and have PKCE demanded for the client",
    "RFC 9700 §2.1.1")
  package static let promptUnsupported = OpenIDRule(
    "prompt-unsupported", .error, "The prompt has a value that the provider does not know",
    fix: "leave prompt out, or send a documented value", "OpenID Connect Core §3.1.2.1")

  // MARK: What protects it

  package static let stateMissing = OpenIDRule(
    "state-missing", .warning, "The request has no state",
    fix: "send a random state bound to the browser's session, and compare it in the callback",
    "RFC 6749 §10.12")
  package static let stateShort = OpenIDRule(
    "state-short", .note, "The state is too short to be random: fewer than 6 characters",
    fix: "send at least 128 random bits, such as 22 characters of base64url", "RFC 6749 §10.10")
  package static let nonceMissing = OpenIDRule(
    "nonce-missing", .warning, "The request has no nonce",
    fix: "send a random nonce and compare it with the id_token's", "OpenID Connect Core §15.5.2")
  package static let codeNonceMissing = OpenIDRule(
    "code-nonce-missing", .warning, "The request for a code has neither nonce nor code_challenge",
    fix: "use PKCE, or send a random nonce and compare it with the id_token's: both show an injected code",
    "RFC 9700 §2.1.1")
  package static let nonceLeftToProofKey = OpenIDRule(
    "nonce-left-to-pkce", .note, "The request has no nonce: PKCE alone ties the code to the browser",
    fix: "send a random nonce too, and compare it with the id_token's", "RFC 9700 §2.1.1")
  package static let requestUnbound = OpenIDRule(
    "request-unbound", .error,
    "The request has neither state nor nonce nor code_challenge: nothing ties the answer to the browser",
    fix: "use PKCE, or send a random state bound to the browser's session and compare it in the callback",
    "RFC 9700 §2.1")
  package static let nonceShort = OpenIDRule(
    "nonce-short", .note, "The nonce is too short to be random: fewer than 6 characters",
    fix: "send at least 128 random bits, such as 22 characters of base64url", "OpenID Connect Core §15.5.2")

  package static let secretInFrontChannel = OpenIDRule(
    "secret-in-front-channel", .error,
    "The browser brings what only the client's server may know, and its history and the provider's logs keep it",
    fix:
      "send client_secret, client_assertion and code_verifier from your server, to the token endpoint alone",
    "RFC 6749 §2.3.1")

  // MARK: Of the emulator

  package static let personUnknown = OpenIDRule(
    "person-unknown", .warning, "Nobody in this world has the identifier of the login_hint",
    fix: "use an identifier of a person of world.json")
  package static let personMadeUp = OpenIDRule(
    "person-made-up", .note,
    "Nobody in this world has the identifier that was given, so a person was made up who has it",
    fix: "keep the person: put the entry into world.json, or send it to PATCH /_eidolon/world")
  package static let scenarioUnfinished = OpenIDRule(
    "scenario-unfinished", .warning,
    "The state begins with scenario: but has no second colon, so that it names no scenario",
    fix: "write state=scenario:reject:ANYTHING, with a random ANYTHING")
  package static let scenarioUnknown = OpenIDRule(
    "scenario-unknown", .error, "The scenario that the request asks for does not exist",
    fix: "use a name that GET /_eidolon/scenarios lists")
  package static let loginExpired = OpenIDRule(
    "login-expired", .note, "The login is over or never was", fix: "start a new login", "RFC 6749 §4.1.2")
}
