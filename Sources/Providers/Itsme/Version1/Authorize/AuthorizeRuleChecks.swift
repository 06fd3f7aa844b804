import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

/// itsme's own rules of the authorization endpoint, in the order in which `AuthenticationRequest.init` checks them (§1.3).
enum AuthorizeChecks {
  /// `display` must be `page` (guide §3.2).
  static func display(_ value: String?) throws(OpenIDRefusal) {
    guard let value, value != "page" else { return }
    throw OpenIDRefusal(
      .notImplemented, Itsme.book[.displayUnsupported], value, "Unsupported display value")
  }

  /// A request names one service; if lenient, the first counts (§5 #8).
  static func services(_ scope: RequestedScope, _ switches: Switches) throws(OpenIDRefusal) {
    guard scope.hasSeveralServices, switches[.severalServices].word == "refuse" else { return }
    throw OpenIDRefusal(
      .invalidRequest, Itsme.book[.serviceRepeated], "", "Several services are requested")
  }

  /// The refusal of an unsupported parameter; `nil` for others (guide §3.3).
  static func unsupported(_ name: String, _ value: String) -> OpenIDRefusal? {
    switch name {
    case "request_uri":
      OpenIDRefusal(
        .requestURINotSupported, Itsme.book[.requestURIUnsupported], value,
        "The request_uri parameter is not supported")
    case "registration":
      OpenIDRefusal(
        .registrationNotSupported, Itsme.book[.registrationUnsupported], value,
        "The registration parameter is not supported")
    default: nil
    }
  }

  /// Unsupported parameters outside the request object are ignored (guide §3.2), unless a switch refuses them.
  static func unsupported(
    _ parameters: AuthorizationParameters, _ switches: Switches
  ) throws(OpenIDRefusal) -> [Finding] {
    let sent = ["request_uri", "registration"].compactMap { name in parameters[name].map { (name, $0) } }
    if switches[.unsupportedParameters].word == "refuse",
      let refusal = sent.lazy.compactMap({ unsupported($0, $1) }).first
    {
      throw refusal
    }
    return sent.map { Finding(Itsme.book[.parameterIgnored], "\($0)=\($1)") }
  }

  /// `prompt` must be `consent`; if lenient, any of `login` and `consent` (guide §3.2, §5 #6).
  static func prompt(_ value: String?, _ switches: Switches) throws(OpenIDRefusal) -> [Finding] {
    guard let value else { return [] }
    let words = Set(value.split(separator: " "))
    if words.contains("none") {
      throw OpenIDRefusal(
        .interactionRequired, Itsme.book[.promptNone], value, "User interaction is required")
    }
    let allowed: Set<Substring> = switches[.prompt].word == "strict" ? ["consent"] : ["consent", "login"]
    guard words.isSubset(of: allowed) else {
      throw OpenIDRefusal(
        .invalidRequest, Itsme.book[.promptUnsupported], value, "Unsupported prompt value")
    }
    return words.contains("login") ? [Finding(Itsme.book[.promptLogin])] : []
  }

  /// The strictest level requested; `claims` takes precedence over `acr_values` (§1.3, §1.4).
  static func level(
    _ claims: ClaimsRequest, _ values: String?
  ) -> (level: AuthenticationLevel, findings: [Finding]) {
    let tags = claims.levels.isEmpty ? (values ?? "").split(separator: " ").map(String.init) : claims.levels
    var level = AuthenticationLevel.basic
    var findings: [Finding] = []
    for tag in tags {
      guard let asked = AuthenticationLevel(tag: tag) else {
        findings.append(Finding(Itsme.book[.acrUnknown], tag))
        continue
      }
      if ItsmeTag.canonical(tag) != tag { findings.append(Finding(Itsme.book[.tagDeprecated], tag)) }
      if asked == .advanced { level = .advanced }
    }
    return (level, findings)
  }
}

extension AuthenticationRequest {
  /// Checks, in order, the rules whose violation is reported to the redirect URI; what is tolerated is added to the
  /// request's findings.
  init(
    _ request: inout AuthorizationRequest<ItsmeClient>, redirectURI: String, scope: RequestedScope,
    switches: Switches, from browser: Request
  ) throws(OpenIDRefusal) {
    let parameters = request.parameters
    try AuthorizeChecks.display(parameters["display"])
    try AuthorizeChecks.services(scope, switches)
    try Itsme.checks.codeFlow(parameters)
    request.findings += try AuthorizeChecks.unsupported(parameters, switches)
    request.findings += try AuthorizeChecks.prompt(parameters["prompt"], switches)
    claims = try ClaimsRequest(of: parameters)
    request.findings += claims.findings
    let isSigned = request.signed.contains("claims") && switches[.signedClaims].word == "encrypted"
    encrypted = isSigned ? claims.asksIDToken ? [.userinfo, .idToken] : [.userinfo] : []
    proofKey = try Itsme.checks.proofKey(parameters)
    let (level, levelFindings) = AuthorizeChecks.level(claims, parameters["acr_values"])
    let (phone, phoneFindings) = Itsme.appChecks.phone(parameters["login_hint"] ?? claims.phoneNumber)
    let (language, languageFindings) = Itsme.appChecks.language(parameters["ui_locales"])
    asksLevel = parameters["acr_values"] != nil || !claims.levels.isEmpty
    (self.level, self.phone, self.language) = (level, phone, language ?? PageLanguage(accepting: browser))
    maximumAge = parameters.maximumAge
    wantsAuthTime = parameters["max_age"] != nil || claims.idToken.contains("auth_time")
    (state, nonce) = (parameters["state"], parameters["nonce"])
    (self.redirectURI, service, scopes) = (redirectURI, scope.service, scope.scopes)
    request.findings += levelFindings + phoneFindings + languageFindings
    request.findings += Itsme.appChecks.maxAge(parameters["max_age"]) + Itsme.checks.randomness(parameters)
    request.findings += Itsme.appChecks.method(parameters, browser)
  }
}
