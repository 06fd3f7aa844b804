import Flow
import OpenID

/// The rules of the authorization endpoint that only itsme has.
extension OpenIDRule {
  static let serviceUnknown = OpenIDRule(
    "service-unknown", .error, "The client has no service with this code",
    fix: "use a service code of the B2B portal in scope=service:CODE")
  static let serviceMissing = OpenIDRule(
    "scope-service-missing", .error, "The scope names no service",
    fix: "add service:CODE with the code of the B2B portal to the scope")
  static let serviceSpaced = OpenIDRule(
    "scope-service-spaced", .warning, "There is a blank between service: and its code",
    fix: "write service:CODE without a blank")
  static let serviceRepeated = OpenIDRule(
    "scope-service-repeated", .warning, "The scope names several services; the first counts",
    fix: "send one service per request")
  static let displayUnsupported = OpenIDRule(
    "display-unsupported", .error, "The display is not page",
    fix: "leave display out or send display=page")
  static let promptNone = OpenIDRule(
    "prompt-none", .error, "prompt=none cannot be served: itsme keeps no session",
    fix: "leave prompt out; every itsme login asks the person", "OpenID Connect Core §3.1.2.6")
  static let promptLogin = OpenIDRule(
    "prompt-login", .warning, "prompt=login is not documented for login and share data",
    fix: "leave prompt out or send prompt=consent; every login is an active authentication anyway")
  static let requestURIUnsupported = OpenIDRule(
    "request-uri-unsupported", .error, "itsme does not support request_uri, in a request object either",
    fix: "send the request object by value in request", "OpenID Connect Core §6.2")
  static let registrationUnsupported = OpenIDRule(
    "registration-unsupported", .error, "itsme does not support registration, in a request object either",
    fix: "leave registration out; clients are registered in the B2B portal", "OpenID Connect Core §7.2.1")
  static let parameterIgnored = OpenIDRule(
    "parameter-ignored", .warning, "itsme does not support the parameter and ignores it",
    fix: "send the request object by value in request; clients are registered in the B2B portal")
  static let claimsMalformed = OpenIDRule(
    "claims-malformed", .error, "The claims parameter is not a JSON object of the documented form",
    fix: "send {\"userinfo\":{...},\"id_token\":{...}} as JSON, percent-encoded once",
    "OpenID Connect Core §5.5")
  static let claimsDoubleEncoded = OpenIDRule(
    "claims-double-encoded", .warning, "The claims parameter is percent-encoded twice",
    fix: "encode the JSON once: your HTTP library already does", "OpenID Connect Core §5.5")
  static let claimUnknown = OpenIDRule(
    "claim-unknown", .note, "A requested claim is not one that itsme provides; it is left out",
    fix: "request only the documented claims", "OpenID Connect Core §5.5.1")
  static let claimsMemberUnknown = OpenIDRule(
    "claims-member-unknown", .warning,
    "claims has a member beside userinfo and id_token, which asks for nothing",
    fix: "put each claim into {\"userinfo\":{...}} or {\"id_token\":{...}}", "OpenID Connect Core §5.5")
  static let subjectUnknown = OpenIDRule(
    "subject-unknown", .error, "Nobody has the sub that the claims parameter asks for",
    fix: "send the sub that this client got in an id_token: each client gets another one for the same person",
    "OpenID Connect Core §3.1.2.2")
  static let subjectMismatch = OpenIDRule(
    "subject-mismatch", .error,
    "The claims parameter asks for the sub of another person than the one who logged in",
    fix: "leave the value of sub out, or name the same person in login_hint", "OpenID Connect Core §3.1.2.2")
  static let claimNotAllowed = OpenIDRule(
    "claim-not-allowed", .warning, "A requested claim is not agreed for the service; it is left out",
    fix: "have the claim added to the service in the B2B portal (claims_allowed in world.json)")
  static let claimValueForbidden = OpenIDRule(
    "claim-value-forbidden", .error, "The claim cannot be requested with a value",
    fix: "request it with null", "OpenID Connect Core §5.5.1")
  static let tagDeprecated = OpenIDRule(
    "tag-deprecated", .note, "The claim or acr tag is spelt in a way that itsme later dropped",
    fix: "write tag:sixdots.be,2016-06:… (2017-05 for passport, device, transaction info and photo)")
  static let acrUnknown = OpenIDRule(
    "acr-unknown", .note, "The requested acr is not one of itsme's; it is ignored",
    fix: "send tag:sixdots.be,2016-06:acr_basic or …:acr_advanced", "OpenID Connect Core §5.5.1.1")
  static let loginHintMalformed = OpenIDRule(
    "login-hint-malformed", .note,
    "The login_hint is not a phone number of the documented form; it is ignored",
    fix: "send <country code>+<number>, percent-encoded: 32%2B470000001")
  static let localeUnsupported = OpenIDRule(
    "ui-locales-unsupported", .note, "ui_locales has a value other than fr, nl, en and de, which is ignored",
    fix: "send fr, nl, en or de, in lower case and without a region")
  static let maxAgeMalformed = OpenIDRule(
    "max-age-malformed", .note, "max_age is not a number of seconds; it is ignored",
    fix: "send a whole number; every itsme login is an active authentication anyway",
    "OpenID Connect Core §3.1.2.1")
  static let posted = OpenIDRule(
    "authorize-posted", .note, "The authentication request was sent by POST",
    fix: "redirect the browser with GET: a POST cannot open the app through a universal link")
  static let postedOnPhone = OpenIDRule(
    "authorize-posted-on-phone", .warning,
    "The authentication request was sent by POST on a phone, where that does not open the app",
    fix: "redirect the browser with GET: a POST cannot open the app through a universal link")
}
