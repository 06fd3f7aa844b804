import Flow
import JSON
import OpenID
import ProviderKit

/// The rules of the authorization endpoint whose breach is answered to the client, one a function, in the order in which
/// `AuthenticationRequest.init` asks them (§1.3).
enum AuthorizeChecks {
  /// `response_type` is `code` (guide §3.3, §5 #10).
  static func responseType(_ value: String?) throws(InvalidRequest) {
    guard let value else {
      throw InvalidRequest(AuthorizeRules.responseTypeMissing, "", "Missing response_type parameter")
    }
    guard value == "code" else {
      throw InvalidRequest(AuthorizeRules.responseTypeUnsupported, value, "Unsupported response_type value")
    }
  }

  /// `display` is `page` (guide §3.2).
  static func display(_ value: String?) throws(InvalidRequest) {
    guard let value, value != "page" else { return }
    throw InvalidRequest(
      AuthorizeRules.displayUnsupported, value, "Unsupported display value", as: .notImplemented)
  }

  /// One service a request; leniently the first counts (§5 #8).
  static func services(_ scope: RequestedScope, _ switches: Switches) throws(InvalidRequest) {
    guard scope.hasSeveralServices, switches[.severalServices].word == "refuse" else { return }
    throw InvalidRequest(AuthorizeRules.serviceRepeated, "", "Several services are requested")
  }

  /// No `request_uri`, no `registration`; leniently they are ignored and reported (guide §3.3, §5 #4).
  static func unsupported(
    _ parameters: RequestParameters, _ switches: Switches
  ) throws(InvalidRequest) -> [Finding] {
    let refusals = [
      parameters["request_uri"].map {
        InvalidRequest(
          AuthorizeRules.requestURIUnsupported, $0, "The request_uri parameter is not supported",
          as: .requestURINotSupported)
      },
      parameters["registration"].map {
        InvalidRequest(
          AuthorizeRules.registrationUnsupported, $0, "The registration parameter is not supported",
          as: .registrationNotSupported)
      },
    ].compactMap { $0 }
    if switches[.unsupportedParameters].word == "refuse", let first = refusals.first { throw first }
    return refusals.map(\.finding)
  }

  /// `prompt` is `consent`; leniently any of `login` and `consent` (guide §3.2, §5 #6).
  static func prompt(_ value: String?, _ switches: Switches) throws(InvalidRequest) -> [Finding] {
    guard let value else { return [] }
    let words = Set(value.split(separator: " "))
    if words.contains("none") {
      throw InvalidRequest(
        AuthorizeRules.promptNone, value, "User interaction is required", as: .interactionRequired)
    }
    let allowed: Set<Substring> = switches[.prompt].word == "strict" ? ["consent"] : ["consent", "login"]
    guard words.isSubset(of: allowed) else {
      throw InvalidRequest(AuthorizeRules.promptUnsupported, value, "Unsupported prompt value")
    }
    return words.contains("login") ? [Finding(AuthorizeRules.promptLogin)] : []
  }

  /// No parameter comes twice (RFC 6749 §3.1).
  static func repeated(_ names: [String]) throws(InvalidRequest) {
    guard let name = names.first else { return }
    throw InvalidRequest(AuthorizeRules.parameterRepeated, name, "Repeated parameter \(name)")
  }

  /// The code challenge is one of RFC 7636 §4.2; without one there is nothing to prove.
  static func proofKey(_ parameters: RequestParameters) throws(InvalidRequest) -> ProofKey? {
    guard let challenge = parameters["code_challenge"] else {
      guard parameters["code_challenge_method"] == nil else {
        throw InvalidRequest(
          AuthorizeRules.codeChallengeUnsupported, "a method without challenge", "code challenge required")
      }
      return nil
    }
    guard let key = ProofKey(challenge: challenge, method: parameters["code_challenge_method"]) else {
      throw InvalidRequest(
        AuthorizeRules.codeChallengeUnsupported, challenge, "Invalid code challenge or transform algorithm")
    }
    return key
  }

  /// The claims asked for one by one (OpenID Connect Core §5.5).
  static func claims(_ parameters: RequestParameters) throws(InvalidRequest) -> ClaimsRequest {
    if let claims = parameters.claims { return try ClaimsRequest(claims) }
    guard let text = parameters["claims"] else { return ClaimsRequest() }
    return try ClaimsRequest(text)
  }

  /// The strictest of the levels asked for; `claims` is preferred to `acr_values` (§1.3, §1.4).
  static func level(
    _ claims: ClaimsRequest, _ values: String?
  ) -> (level: AuthenticationLevel, findings: [Finding]) {
    let tags = claims.levels.isEmpty ? (values ?? "").split(separator: " ").map(String.init) : claims.levels
    var level = AuthenticationLevel.basic
    var findings: [Finding] = []
    for tag in tags {
      guard let asked = AuthenticationLevel(tag: tag) else {
        findings.append(Finding(AuthorizeRules.acrUnknown, tag))
        continue
      }
      if ItsmeTag.canonical(tag) != tag { findings.append(Finding(AuthorizeRules.tagDeprecated, tag)) }
      if asked == .advanced { level = .advanced }
    }
    return (level, findings)
  }

  /// A phone number; anything else is ignored (guide §3.2).
  static func phone(_ hint: String?) -> (number: PhoneNumber?, findings: [Finding]) {
    guard var hint else { return (nil, []) }
    // A scenario's name may stand beside the number or alone.
    if hint.contains("scenario:") {
      hint = hint.split(separator: " ").filter { !$0.hasPrefix("scenario:") }.joined(separator: " ")
      guard !hint.isEmpty else { return (nil, []) }
    }
    guard let phone = PhoneNumber(hint) else {
      return (nil, [Finding(AuthorizeRules.loginHintMalformed, hint)])
    }
    // National numbers are written with a zero that does not belong behind a country code.
    return (PhoneNumber("\(phone.countryCode)+\(phone.national.drop { $0 == "0" })") ?? phone, [])
  }

  /// The first language of `ui_locales` that the pages have; others are ignored (guide §3.2).
  static func language(_ locales: String?) -> (language: PageLanguage?, findings: [Finding]) {
    guard let locales else { return (nil, []) }
    for locale in locales.split(separator: " ") {
      if let language = PageLanguage(rawValue: locale.prefix { $0 != "-" && $0 != "_" }.lowercased()) {
        return (language, [])
      }
    }
    return (nil, [Finding(AuthorizeRules.localeUnsupported, locales)])
  }

  /// `state` and `nonce` are there and cannot be guessed.
  static func chance(state: String?, nonce: String?) -> [Finding] {
    var findings: [Finding] = []
    if state == nil { findings.append(Finding(AuthorizeRules.stateMissing)) }
    if RandomParameter.isShort(state) { findings.append(Finding(AuthorizeRules.stateShort, state ?? "")) }
    if nonce == nil { findings.append(Finding(AuthorizeRules.nonceMissing)) }
    if RandomParameter.isShort(nonce) { findings.append(Finding(AuthorizeRules.nonceShort, nonce ?? "")) }
    return findings
  }

  /// `max_age` is a number of seconds; every login is an active authentication anyway (guide §3.2).
  static func maxAge(_ value: String?) -> [Finding] {
    guard let value, Int(value).map({ $0 < 0 }) ?? true else { return [] }
    return [Finding(AuthorizeRules.maxAgeMalformed, value)]
  }
}

extension AuthenticationRequest {
  /// Applies the rules whose breach is sent back to the client, in their order.
  init(
    _ parameters: RequestParameters, redirectURI: String, scope: RequestedScope, switches: Switches,
    pageLanguage: PageLanguage
  ) throws(InvalidRequest) {
    try AuthorizeChecks.repeated(parameters.repeated)
    try AuthorizeChecks.responseType(parameters["response_type"])
    var findings = try AuthorizeChecks.unsupported(parameters, switches)
    do throws(InvalidRequest) {
      findings += try AuthorizeChecks.prompt(parameters["prompt"], switches)
      claims = try AuthorizeChecks.claims(parameters)
      findings += claims.findings
      proofKey = try AuthorizeChecks.proofKey(parameters)
    } catch { throw error.after(findings) }
    let (level, levelFindings) = AuthorizeChecks.level(claims, parameters["acr_values"])
    let (phone, phoneFindings) = AuthorizeChecks.phone(parameters["login_hint"] ?? claims.phoneNumber)
    let (language, languageFindings) = AuthorizeChecks.language(parameters["ui_locales"])
    (self.level, self.phone, self.language) = (level, phone, language ?? pageLanguage)
    wantsAuthTime = parameters["max_age"] != nil || claims.idToken.contains("auth_time")
    (state, nonce) = (parameters["state"], parameters["nonce"])
    (self.redirectURI, service, scopes) = (redirectURI, scope.service, scope.scopes)
    findings += levelFindings + phoneFindings + languageFindings
    findings += AuthorizeChecks.maxAge(parameters["max_age"])
    findings += AuthorizeChecks.chance(state: state, nonce: nonce)
    if parameters.isPosted { findings.append(Finding(AuthorizeRules.posted)) }
    self.findings = findings
  }
}
