import Flow

/// What a client can get wrong with an authorization request (§1.2, §1.8).
enum AuthorizationRules {
  static let all: [Rule] = [
    malformed, parameterRepeated, pathUnknown, clientMissing, clientUnknown, clientUnregistered,
    redirectMissing, redirectUnsafe, redirectUnregistered, redirectQuery, redirectUnchecked, redirectFragment,
    responseTypeMissing, responseTypeUnsupported, responseModeUnsupported, openidMissing, scopesIgnored,
    scopeUnknown, acrUnknown, challengeMissing, challengeMethod, challengeMalformed, promptUnknown,
    loginRequired, signOnLimit, signOnInterferes, stateMissing, stateShort, nonceMissing, nonceShort,
    platformsContradict,
    messageMalformed,
    actionUnknown, mockMalformed, personUnknown, scenarioUnknown, originUnregistered, originUnchecked,
    parRequired, parNested, parOutside, requestURIUnknown, requestURIExpired, requestURIReused,
    objectMalformed, objectAlgorithm, objectSignature, objectUnverified, objectExpired, objectClient,
    logoutUnregistered, logoutUnchecked,
  ]

  static let malformed = Rule(
    "criipto.authorize-malformed", .error,
    "The parameters of the request cannot be read",
    fix: "percent-encode every value as UTF-8",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §3.1")
  static let parameterRepeated = Rule(
    "criipto.parameter-repeated", .error,
    "A parameter is sent more than once",
    fix: "send each parameter once",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §3.1")
  static let pathUnknown = Rule(
    "criipto.path-acr-unknown", .error,
    "The part of the path in front of the endpoint is no base64 of an acr value",
    fix: "encode one known acr value with the standard base64 alphabet and its padding",
    documentation: CriiptoGuide.metadata)
  static let clientMissing = Rule(
    "criipto.client-missing", .error,
    "The request has no client_id",
    fix: "send the client_id of your application",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §4.1.1")
  static let clientUnknown = Rule(
    "criipto.client-unknown", .error,
    "No application has this client_id",
    fix: "use the client_id of the dashboard, or register it in world.json",
    documentation: CriiptoGuide.errors, specification: "RFC 6749 §4.1.2.1")
  static let clientUnregistered = Rule(
    "criipto.client-unregistered", .error,
    "The application is not registered; the client that stands for any let it in",
    fix: "register it in world.json; --strict refuses it as the real service does",
    documentation: CriiptoGuide.emulator)
  static let redirectMissing = Rule(
    "criipto.redirect-uri-missing", .error,
    "The request has no redirect_uri",
    fix: "send one of the registered callback URLs",
    documentation: CriiptoGuide.intro, specification: "OpenID Connect Core §3.1.2.1")
  static let redirectUnsafe = Rule(
    "criipto.redirect-uri-unsafe", .error,
    "The redirect_uri is no absolute URI to which a browser may be sent",
    fix: "use an https URL or a scheme of your own app",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §3.1.2")
  static let redirectUnregistered = Rule(
    "criipto.redirect-uri-unregistered", .error,
    "The redirect_uri is not a registered callback URL",
    fix: "register exactly the URL that is sent",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §3.1.2.3")
  static let redirectQuery = Rule(
    "criipto.redirect-uri-extra-query", .error,
    "The redirect_uri is a registered callback URL with further query parameters",
    fix: "send the registered URL alone and put what varies into state",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §3.1.2.3")
  static let redirectUnchecked = Rule(
    "criipto.redirect-uri-unchecked", .error,
    "The redirect_uri is not registered; the client that stands for any let it in",
    fix: "register the application with its callback URLs in world.json",
    documentation: CriiptoGuide.emulator)
  static let redirectFragment = Rule(
    "criipto.redirect-uri-fragment", .warning,
    "The redirect_uri has a fragment, which is dropped",
    fix: "leave the fragment out of the redirect_uri",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §3.1.2")
  static let responseTypeMissing = Rule(
    "criipto.response-type-missing", .error,
    "The request has no response_type",
    fix: "send response_type=code",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §3.1.1")
  static let responseTypeUnsupported = Rule(
    "criipto.response-type-unsupported", .error,
    "The response_type is none of code, id_token and code id_token",
    fix: "send response_type=code",
    documentation: CriiptoGuide.intro, specification: "RFC 6749 §3.1.1")
  static let responseModeUnsupported = Rule(
    "criipto.response-mode-unsupported", .error,
    "The response_mode is none that is supported",
    fix: "send query, fragment, form_post or json",
    documentation: CriiptoGuide.intro, specification: "OAuth 2.0 Multiple Response Types §2.1")
  static let openidMissing = Rule(
    "criipto.scope-openid-missing", .error,
    "The scope does not contain openid",
    fix: "send scope=openid",
    documentation: CriiptoGuide.intro, specification: "OpenID Connect Core §3.1.2.1")
  static let scopesIgnored = Rule(
    "criipto.scope-ignored", .warning,
    "Scopes beside openid are ignored, because the application has static scopes",
    fix: "set the application to dynamic scopes, or leave them out",
    documentation: CriiptoGuide.intro)
  static let scopeUnknown = Rule(
    "criipto.scope-unknown", .warning,
    "A scope is not known and is ignored",
    fix: "send address, email, phone, birthdate, ssn or evidence beside openid",
    documentation: CriiptoGuide.intro)
  static let acrUnknown = Rule(
    "criipto.acr-unknown", .error,
    "A value of acr_values is not known",
    fix: "use a value of acr_values_supported in the discovery document",
    documentation: CriiptoGuide.loginMethods, specification: "OpenID Connect Core §3.1.2.1")
  static let challengeMissing = Rule(
    "criipto.code-challenge-missing", .error,
    "An application without secret and key sent no code_challenge",
    fix: "use PKCE: send code_challenge and code_challenge_method=S256",
    documentation: CriiptoGuide.intro, specification: "RFC 7636 §4.3")
  static let challengeMethod = Rule(
    "criipto.code-challenge-method", .error,
    "The code_challenge_method is not S256",
    fix: "send code_challenge_method=S256",
    documentation: CriiptoGuide.intro, specification: "RFC 7636 §4.3")
  static let challengeMalformed = Rule(
    "criipto.code-challenge-malformed", .error,
    "The code_challenge is no base64url of 43 to 128 characters",
    fix: "send the base64url of the verifier's SHA-256 without padding",
    documentation: CriiptoGuide.intro, specification: "RFC 7636 §4.2")
  static let promptUnknown = Rule(
    "criipto.prompt-unknown", .error,
    "The prompt is none of none, login, consent and consent_revoke, or none together with another",
    fix: "send one of them",
    documentation: CriiptoGuide.singleSignOn, specification: "OpenID Connect Core §3.1.2.1")
  static let loginRequired = Rule(
    "criipto.login-required", .note,
    "prompt=none came without a session of this browser",
    fix: "send the request again without prompt=none when the answer is login_required",
    documentation: CriiptoGuide.singleSignOn, specification: "OpenID Connect Core §3.1.2.6")
  static let signOnLimit = Rule(
    "criipto.sso-rate-limit", .error,
    "The browser was signed on again too often: 2 times in 5 s or 6 in 20 min are allowed",
    fix: "do not start a login in a loop; check why the first answer was not taken",
    documentation: CriiptoGuide.rateLimiting)
  static let signOnInterferes = Rule(
    "criipto.sso-answers-app", .warning,
    "A session answered a request whose client wanted to open the eID's app by itself",
    fix: "send prompt=login with each request that has an appswitch hint or response_mode=json",
    documentation: CriiptoGuide.singleSignOn)
  static let stateMissing = Rule(
    "criipto.state-missing", .warning,
    "The request has no state",
    fix: "send a random state and compare it in the callback",
    documentation: CriiptoGuide.security, specification: "RFC 9700 §2.1")
  static let stateShort = Rule(
    "criipto.state-short", .note,
    "The state is too short to be random: fewer than 6 characters",
    fix: "send at least 128 random bits, such as 22 characters of base64url",
    documentation: CriiptoGuide.security, specification: "RFC 6749 §10.10")
  static let nonceMissing = Rule(
    "criipto.nonce-missing", .warning,
    "An id_token is asked for at the front channel, but the request has no nonce",
    fix: "send a random nonce and compare it with the id_token's",
    documentation: CriiptoGuide.security, specification: "OpenID Connect Core §3.2.2.1")
  static let nonceShort = Rule(
    "criipto.nonce-short", .note,
    "The nonce is too short to be random: fewer than 6 characters",
    fix: "send at least 128 random bits, such as 22 characters of base64url",
    documentation: CriiptoGuide.security, specification: "OpenID Connect Core §15.5.2")
  static let platformsContradict = Rule(
    "criipto.appswitch-contradicts", .warning,
    "The login_hint names two platforms; the first counts",
    fix: "send one appswitch: token, the one of the platform that the app runs on",
    documentation: CriiptoGuide.nativeApps)
  static let messageMalformed = Rule(
    "criipto.message-malformed", .warning,
    "The message of the login_hint is no base64 of a text, so nothing is shown",
    fix: "encode the text as UTF-8 and then as base64 or base64url",
    documentation: CriiptoGuide.prefilled)
  static let actionUnknown = Rule(
    "criipto.action-unknown", .warning,
    "The action of the login_hint is not known",
    fix: "send login, confirm, accept, approve or sign",
    documentation: CriiptoGuide.prefilled)
  static let mockMalformed = Rule(
    "criipto.mock-malformed", .error,
    "The mock hint is no base64 of a JSON object",
    fix: "encode a JSON object with the claims as base64",
    documentation: CriiptoGuide.loginMethods)
  static let personUnknown = Rule(
    "criipto.person-unknown", .warning,
    "Nobody in this world has the identifier of the login_hint",
    fix: "use the number of a person of world.json",
    documentation: CriiptoGuide.prefilled)
  static let scenarioUnknown = Rule(
    "criipto.scenario-unknown", .error,
    "The scenario that the request asks for does not exist",
    fix: "use one of the closest names",
    documentation: CriiptoGuide.emulator)
  static let originUnregistered = Rule(
    "criipto.origin-unregistered", .error,
    "A script of this origin may not read the answer: it is not the origin of a registered callback URL",
    fix: "register a callback URL of the page's own origin",
    documentation: CriiptoGuide.intro, specification: "Fetch standard, CORS protocol")
  static let originUnchecked = Rule(
    "criipto.origin-unchecked", .warning,
    "The origin is not that of a registered callback URL; the client that stands for any let it in",
    fix: "register a callback URL of the page's own origin",
    documentation: CriiptoGuide.emulator)
  static let parRequired = Rule(
    "criipto.par-required", .error,
    "The application requires pushed authorization requests",
    fix: "push the parameters to the PAR endpoint and send client_id and request_uri alone",
    documentation: CriiptoGuide.pushed, specification: "RFC 9126 §5")
  static let parNested = Rule(
    "criipto.par-nested", .error,
    "A request_uri was pushed",
    fix: "push the parameters themselves",
    documentation: CriiptoGuide.pushed, specification: "RFC 9126 §2.1")
  static let parOutside = Rule(
    "criipto.par-parameters-outside", .warning,
    "Parameters stand beside request_uri; only the pushed ones count",
    fix: "send client_id and request_uri alone",
    documentation: CriiptoGuide.pushed, specification: "RFC 9126 §4")
  static let requestURIUnknown = Rule(
    "criipto.request-uri-unknown", .error,
    "No request of this application was pushed under this request_uri",
    fix: "send the request_uri of the PAR answer unchanged, with the same client_id",
    documentation: CriiptoGuide.pushed, specification: "RFC 9126 §4")
  static let requestURIExpired = Rule(
    "criipto.request-uri-expired", .error,
    "The request_uri has expired",
    fix: "push the request just before the browser is sent",
    documentation: CriiptoGuide.pushed, specification: "RFC 9126 §2.2")
  static let requestURIReused = Rule(
    "criipto.request-uri-reused", .error,
    "The request_uri was used before",
    fix: "push a new request for each login",
    documentation: CriiptoGuide.pushed, specification: "RFC 9126 §4")
  static let objectMalformed = Rule(
    "criipto.request-object-malformed", .error,
    "The request object is no signed JWT with a JSON object inside",
    fix: "send a compact JWS",
    documentation: CriiptoGuide.intro, specification: "RFC 9101 §4")
  static let objectAlgorithm = Rule(
    "criipto.request-object-algorithm", .error,
    "The request object is signed with another algorithm than RS256",
    fix: "sign with RS256",
    documentation: CriiptoGuide.intro, specification: "RFC 9101 §6.2")
  static let objectSignature = Rule(
    "criipto.request-object-signature", .error,
    "The request object's signature does not verify with the application's keys",
    fix: "sign with the private key that belongs to the registered key set",
    documentation: CriiptoGuide.intro, specification: "RFC 9101 §6.2")
  static let objectUnverified = Rule(
    "criipto.request-object-unverified", .error,
    "No known key verifies the request object; the client that stands for any let it in",
    fix: "register the application with its jwks or jwks_uri",
    documentation: CriiptoGuide.emulator)
  static let objectExpired = Rule(
    "criipto.request-object-expired", .error,
    "The request object is not valid at this time",
    fix: "build it just before the request, and check your clock",
    documentation: CriiptoGuide.intro, specification: "RFC 9101 §6.1")
  static let objectClient = Rule(
    "criipto.request-object-client", .error,
    "iss or client_id inside the request object is not the client_id outside",
    fix: "use the same client_id in both places",
    documentation: CriiptoGuide.intro, specification: "RFC 9101 §5")
  static let logoutUnregistered = Rule(
    "criipto.post-logout-unregistered", .error,
    "The post_logout_redirect_uri is not a registered callback URL",
    fix: "register the URL as a callback of the application",
    documentation: CriiptoGuide.singleSignOn, specification: "OpenID Connect RP-Initiated Logout §3")
  static let logoutUnchecked = Rule(
    "criipto.post-logout-unchecked", .error,
    "The post_logout_redirect_uri is not registered; the client that stands for any let it in",
    fix: "register the URL as a callback of the application",
    documentation: CriiptoGuide.emulator)
}
