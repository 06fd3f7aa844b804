import Flow

/// What an authentication request can get wrong.
enum AuthorizeRules {
  static let all: [Rule] = [
    clientMissing, clientUnknown, clientUnregistered, redirectMissing, redirectMismatch, redirectQuery,
    redirectUnregistered,
    redirectUnsafe, serviceUnknown, openidMissing, serviceMissing, serviceSpaced, serviceRepeated,
    responseTypeMissing, responseTypeUnsupported, displayUnsupported, promptUnsupported, promptNone,
    promptLogin,
    requestURIUnsupported, registrationUnsupported, parameterRepeated, malformed, claimsMalformed,
    claimsDoubleEncoded, claimUnknown, claimNotAllowed, claimValueForbidden, tagDeprecated, acrUnknown,
    stateMissing, stateShort, nonceMissing, nonceShort, loginHintMalformed, localeUnsupported,
    maxAgeMalformed,
    codeChallengeUnsupported,
    posted, personUnknown, scenarioUnknown,
  ]

  static let clientMissing = Rule(
    "itsme.client-id-missing", .error, "The request has no client_id",
    fix: "send the partner code of the B2B portal as client_id",
    documentation: Guide.authorize, specification: "OpenID Connect Core §3.1.2.1")
  static let clientUnknown = Rule(
    "itsme.client-id-unknown", .error, "No client has this client_id",
    fix: "register the client in world.json or with --client itsme:ID,redirect=URL, or correct the id",
    documentation: Guide.authorize, specification: "OpenID Connect Core §3.1.2.6")
  static let clientUnregistered = Rule(
    "itsme.client-unregistered", .error,
    "The client is not registered; the client that stands for any let it in",
    fix:
      "register it in world.json or with --client itsme:ID,redirect=URL; --strict refuses it as itsme does",
    documentation: Guide.sandbox)
  static let redirectMissing = Rule(
    "itsme.redirect-uri-missing", .error, "The request has no redirect_uri",
    fix: "send the redirect URI registered for the service",
    documentation: Guide.authorize, specification: "OpenID Connect Core §3.1.2.1")
  static let redirectMismatch = Rule(
    "itsme.redirect-uri-mismatch", .error,
    "The redirect_uri is not the one registered for the service, to the last character",
    fix: "send exactly the registered URI without further query parameters; put what varies into state",
    documentation: Guide.sandbox, specification: "OpenID Connect Core §3.1.2.1")
  static let redirectQuery = Rule(
    "itsme.redirect-uri-extra-query", .error,
    "The redirect_uri is the registered one with further query parameters",
    fix: "send the registered URI alone and put what varies into state",
    documentation: Guide.sandbox, specification: "OpenID Connect Core §3.1.2.1")
  static let redirectUnregistered = Rule(
    "itsme.redirect-uri-unregistered", .error,
    "The redirect_uri is not registered; the client that stands for any let it in",
    fix: "register the redirect URI for the service, as itsme demands", documentation: Guide.sandbox)
  static let redirectUnsafe = Rule(
    "itsme.redirect-uri-unsafe", .error, "The redirect_uri is no absolute URI that a browser may be sent to",
    fix: "send an absolute https or http URI, or your app's own scheme, without fragment",
    documentation: Guide.authorizeAnswer, specification: "RFC 6749 §3.1.2")
  static let serviceUnknown = Rule(
    "itsme.service-unknown", .error, "The client has no service with this code",
    fix: "use a service code of the B2B portal in scope=service:CODE", documentation: Guide.authorize)
  static let openidMissing = Rule(
    "itsme.scope-openid-missing", .error, "The scope lacks openid",
    fix: "send scope=\"openid service:CODE\"",
    documentation: Guide.authorize, specification: "OpenID Connect Core §3.1.2.1")
  static let serviceMissing = Rule(
    "itsme.scope-service-missing", .error, "The scope names no service",
    fix: "add service:CODE with the code of the B2B portal to the scope", documentation: Guide.authorize)
  static let serviceSpaced = Rule(
    "itsme.scope-service-spaced", .warning, "A blank stands between service: and its code",
    fix: "write service:CODE without a blank", documentation: Guide.authorize)
  static let serviceRepeated = Rule(
    "itsme.scope-service-repeated", .warning, "The scope names several services; the first counts",
    fix: "send one service per request", documentation: Guide.authorize)
  static let responseTypeMissing = Rule(
    "itsme.response-type-missing", .error, "The request has no response_type",
    fix: "send response_type=code",
    documentation: Guide.authorize, specification: "OpenID Connect Core §3.1.2.1")
  static let responseTypeUnsupported = Rule(
    "itsme.response-type-unsupported", .error, "The response_type is not code",
    fix: "send response_type=code: itsme knows the authorization code flow only",
    documentation: Guide.authorizeAnswer, specification: "OpenID Connect Core §3.1.2.1")
  static let displayUnsupported = Rule(
    "itsme.display-unsupported", .error, "The display is not page",
    fix: "leave display out or send display=page", documentation: Guide.authorize)
  static let promptUnsupported = Rule(
    "itsme.prompt-unsupported", .error, "The prompt has a value that itsme does not know",
    fix: "leave prompt out or send prompt=consent", documentation: Guide.authorize)
  static let promptNone = Rule(
    "itsme.prompt-none", .error, "prompt=none cannot be served: itsme keeps no session",
    fix: "leave prompt out; every itsme login asks the person",
    documentation: Guide.authorizeAnswer, specification: "OpenID Connect Core §3.1.2.6")
  static let promptLogin = Rule(
    "itsme.prompt-login", .warning, "prompt=login is not documented for login and share data",
    fix: "leave prompt out or send prompt=consent; every login is an active authentication anyway",
    documentation: Guide.authorize)
  static let requestURIUnsupported = Rule(
    "itsme.request-uri-unsupported", .error, "itsme does not support request_uri",
    fix: "send the request object by value in request",
    documentation: Guide.authorizeAnswer, specification: "OpenID Connect Core §6.2")
  static let registrationUnsupported = Rule(
    "itsme.registration-unsupported", .error, "itsme does not support registration",
    fix: "leave registration out; clients are registered in the B2B portal",
    documentation: Guide.authorizeAnswer, specification: "OpenID Connect Core §7.2.1")
  static let parameterRepeated = Rule(
    "itsme.parameter-repeated", .error, "A parameter is sent more than once",
    fix: "send each parameter once", documentation: Guide.authorize, specification: "RFC 6749 §3.1")
  static let malformed = Rule(
    "itsme.parameters-malformed", .error, "The parameters are not valid application/x-www-form-urlencoded",
    fix: "percent-encode every value as UTF-8",
    documentation: Guide.authorize, specification: "OpenID Connect Core §3.1.2.1")
  static let claimsMalformed = Rule(
    "itsme.claims-malformed", .error, "The claims parameter is no JSON object of the documented form",
    fix: "send {\"userinfo\":{...},\"id_token\":{...}} as JSON, percent-encoded once",
    documentation: Guide.authorize, specification: "OpenID Connect Core §5.5")
  static let claimsDoubleEncoded = Rule(
    "itsme.claims-double-encoded", .warning, "The claims parameter is percent-encoded twice",
    fix: "encode the JSON once: your HTTP library already does",
    documentation: Guide.authorize, specification: "OpenID Connect Core §5.5")
  static let claimUnknown = Rule(
    "itsme.claim-unknown", .note, "A requested claim is not one that itsme provides; it is left out",
    fix: "request only the documented claims",
    documentation: Guide.claims, specification: "OpenID Connect Core §5.5.1")
  static let claimNotAllowed = Rule(
    "itsme.claim-not-allowed", .warning, "A requested claim is not agreed for the service; it is left out",
    fix: "have the claim added to the service in the B2B portal (claims_allowed in world.json)",
    documentation: Guide.claims)
  static let claimValueForbidden = Rule(
    "itsme.claim-value-forbidden", .error, "The claim cannot be requested with a value",
    fix: "request it with null", documentation: Guide.claims, specification: "OpenID Connect Core §5.5.1")
  static let tagDeprecated = Rule(
    "itsme.tag-deprecated", .note, "The claim or acr tag is spelt in a way that itsme later dropped",
    fix: "write tag:sixdots.be,2016-06:… (2017-05 for passport, device, transaction info and photo)",
    documentation: Guide.claims)
  static let acrUnknown = Rule(
    "itsme.acr-unknown", .note, "The requested acr is none of itsme's; it is ignored",
    fix: "send tag:sixdots.be,2016-06:acr_basic or …:acr_advanced",
    documentation: Guide.authorize, specification: "OpenID Connect Core §5.5.1.1")
  static let stateMissing = Rule(
    "itsme.state-missing", .warning, "The request has no state",
    fix: "send a random state bound to the browser's session, and compare it in the callback",
    documentation: Guide.authorize, specification: "RFC 6749 §10.12")
  static let stateShort = Rule(
    "itsme.state-short", .note, "The state is too short to be random: fewer than 6 characters",
    fix: "send at least 128 random bits, such as 22 characters of base64url",
    documentation: Guide.authorize, specification: "RFC 6749 §10.10")
  static let nonceMissing = Rule(
    "itsme.nonce-missing", .warning, "The request has no nonce",
    fix: "send a random nonce and compare it with the id_token's",
    documentation: Guide.authorize, specification: "OpenID Connect Core §15.5.2")
  static let nonceShort = Rule(
    "itsme.nonce-short", .note, "The nonce is too short to be random: fewer than 6 characters",
    fix: "send at least 128 random bits, such as 22 characters of base64url",
    documentation: Guide.authorize, specification: "OpenID Connect Core §15.5.2")
  static let loginHintMalformed = Rule(
    "itsme.login-hint-malformed", .note,
    "The login_hint is no phone number of the documented form; it is ignored",
    fix: "send <country code>+<number>, percent-encoded: 32%2B470000001", documentation: Guide.authorize)
  static let localeUnsupported = Rule(
    "itsme.ui-locales-unsupported", .note, "No value of ui_locales is fr, nl, en or de; it is ignored",
    fix: "send one of fr, nl, en, de", documentation: Guide.authorize)
  static let maxAgeMalformed = Rule(
    "itsme.max-age-malformed", .note, "max_age is no number of seconds; it is ignored",
    fix: "send a whole number; every itsme login is an active authentication anyway",
    documentation: Guide.authorize, specification: "OpenID Connect Core §3.1.2.1")
  static let codeChallengeUnsupported = Rule(
    "itsme.code-challenge-unsupported", .error, "The code challenge or its method is not valid",
    fix: "send code_challenge_method=S256 and the base64url of the verifier's SHA-256",
    documentation: Guide.authorize, specification: "RFC 7636 §4.3")
  static let posted = Rule(
    "itsme.authorize-posted", .note, "The authentication request was sent by POST",
    fix: "redirect the browser with GET: a POST cannot open the app through a universal link",
    documentation: Guide.authorize)
  static let personUnknown = Rule(
    "itsme.person-unknown", .warning, "Nobody in the world has the phone number of login_hint",
    fix: "add a person with this phone_number to world.json, or use one of the default people",
    documentation: Guide.authorize)
  static let scenarioUnknown = Rule(
    "itsme.scenario-unknown", .error, "The request asks for a scenario that does not exist",
    fix: "use a name that GET /_eidolon/scenarios lists",
    documentation: Rule.Citation(title: "Eidolon", section: "Which scenario a transaction gets"))
}
