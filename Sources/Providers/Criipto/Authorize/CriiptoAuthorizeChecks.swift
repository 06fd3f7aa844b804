import Flow
import HTTP
import OpenID
import ProviderKit

/// The rules of an authorization request, one a function, in the order in which `CriiptoRequest.init` asks them (§1.2).
enum CriiptoAuthorizeChecks {
  /// `response_type` is one of three (§1.2).
  static func responseType(_ text: String?) throws(CriiptoRefusal) -> CriiptoRequest.ResponseType {
    guard let text else {
      throw CriiptoRefusal(AuthorizationRules.responseTypeMissing, "", "Missing parameter: response_type")
    }
    guard let type = CriiptoRequest.ResponseType(text) else {
      throw CriiptoRefusal(
        "unsupported_response_type", AuthorizationRules.responseTypeUnsupported, text,
        "Unsupported response_type: \(text)")
    }
    return type
  }

  /// `response_mode`, or its default: query for a code, for an id_token fragment or, of old, query (§5 #13).
  static func responseMode(
    _ text: String?, for type: CriiptoRequest.ResponseType, _ switches: CriiptoSwitches
  ) throws(CriiptoRefusal) -> CriiptoResponseMode {
    guard let text else {
      return type.hasIDToken && switches[.idTokenMode].word == "fragment" ? .fragment : .query
    }
    guard let mode = CriiptoResponseMode(rawValue: text) else {
      throw CriiptoRefusal(
        AuthorizationRules.responseModeUnsupported, text, "Unsupported response_mode: \(text)")
    }
    return mode
  }

  /// `scope` contains `openid`; extra values count only under the dynamic strategy.
  static func scope(
    _ text: String?, _ strategy: CriiptoClient.ScopeStrategy
  ) throws(CriiptoRefusal) -> (scope: String, findings: [Finding]) {
    let text = text ?? ""
    if text == "openid" { return (text, []) }
    let words = text.words
    guard words.contains("openid") else {
      throw CriiptoRefusal(
        "invalid_scope", AuthorizationRules.openidMissing, words.joined(separator: " "),
        "Missing scope: openid")
    }
    let extra = words.filter { $0 != "openid" }
    let (rule, stray) =
      switch strategy {
      case .fixed: (AuthorizationRules.scopesIgnored, extra)
      case .dynamic: (AuthorizationRules.scopeUnknown, extra.filter { !knownScopes.contains($0) })
      }
    return (text, stray.isEmpty ? [] : [Finding(rule, stray.joined(separator: ", "))])
  }

  private static let knownScopes: Set<String> = [
    "address", "email", "phone", "birthdate", "ssn", "evidence", "profile",
  ]

  /// Each of `acr_values` is known, an unknown one is an error on a page (§1.8), and none leaves the whole choice.
  static func eids(_ text: String?) throws(CriiptoRefusal) -> EIDChoice {
    if let only = text.flatMap({ RequestedEID($0) }) { return .only(only) }
    var eids: [RequestedEID] = []
    for word in text?.words ?? [] {
      guard let eid = RequestedEID(word) else {
        throw .page(AuthorizationRules.acrUnknown, word, "Unknown acr_values: \(word)")
      }
      if !eids.contains(eid) { eids.append(eid) }
    }
    return EIDChoice(eids.isEmpty ? RequestedEID.published : eids)
  }

  /// The proof key, mandatory for clients without secret and key (§1.2); `S256` alone is documented.
  static func proofKey(
    _ parameters: CriiptoParameters, isPublic: Bool, for type: CriiptoRequest.ResponseType
  ) throws(CriiptoRefusal) -> ProofKey? {
    guard let challenge = parameters["code_challenge"] else {
      guard isPublic, type.hasCode else { return nil }
      throw CriiptoRefusal(
        AuthorizationRules.challengeMissing, "", "PKCE is required for clients without a secret")
    }
    let method = parameters["code_challenge_method"]
    guard method == "S256" else {
      throw CriiptoRefusal(
        AuthorizationRules.challengeMethod, method ?? "none is sent, which means plain",
        "Unsupported code_challenge_method")
    }
    guard let key = ProofKey(challenge: challenge, method: method) else {
      throw CriiptoRefusal(AuthorizationRules.challengeMalformed, challenge, "Malformed code_challenge")
    }
    return key
  }

  /// `prompt` (§1.2).
  static func prompt(_ text: String?) throws(CriiptoRefusal) -> CriiptoRequest.Prompt {
    guard let prompt = CriiptoRequest.Prompt(text) else {
      throw CriiptoRefusal(
        AuthorizationRules.promptUnknown, (text ?? "").words.joined(separator: " "), "Unsupported prompt")
    }
    return prompt
  }

  /// What works here but is fragile: no state, no nonce, hints that contradict each other.
  static func advise(
    state: String?, nonce: String?, _ hint: LoginHint, _ type: CriiptoRequest.ResponseType
  ) -> [Finding] {
    var findings: [Finding] = []
    if let state {
      if RandomParameter.isShort(state) { findings.append(Finding(AuthorizationRules.stateShort, state)) }
    } else {
      findings.append(Finding(AuthorizationRules.stateMissing))
    }
    if let nonce {
      if RandomParameter.isShort(nonce) { findings.append(Finding(AuthorizationRules.nonceShort, nonce)) }
    } else if type.hasIDToken {
      findings.append(Finding(AuthorizationRules.nonceMissing))
    }
    guard hint.saysMore else { return findings }
    if hint.appSwitches.count > 1 {
      let words = hint.appSwitches.map { "appswitch:\($0.rawValue)" }.joined(separator: " ")
      findings.append(Finding(AuthorizationRules.platformsContradict, words))
    }
    if let encoded = hint.encodedMessage, hint.message == nil {
      findings.append(Finding(AuthorizationRules.messageMalformed, encoded))
    }
    if let action = hint.action, !LoginHint.actions.contains(action) {
      findings.append(Finding(AuthorizationRules.actionUnknown, action))
    }
    return findings
  }
}

extension CriiptoRequest {
  /// Applies the rules in order; the first that is broken is thrown, what is merely unwise is noted.
  convenience init(
    _ parameters: CriiptoParameters, to callback: CriiptoCallback, of application: CriiptoApplication,
    asking rules: RequestingApplication, for request: Request, noting findings: inout [Finding]
  ) throws(CriiptoRefusal) {
    if let name = parameters.repeated.first {
      throw CriiptoRefusal(AuthorizationRules.parameterRepeated, name, "Repeated parameter: \(name)")
    }
    let responseType = try CriiptoAuthorizeChecks.responseType(parameters["response_type"])
    let responseMode = try CriiptoAuthorizeChecks.responseMode(
      parameters["response_mode"], for: responseType, application.switches)
    let (scope, extra) = try CriiptoAuthorizeChecks.scope(parameters["scope"], rules.scopes)
    findings += extra
    let choice = try CriiptoAuthorizeChecks.eids(parameters["acr_values"])
    let proofKey = try CriiptoAuthorizeChecks.proofKey(
      parameters, isPublic: rules.isPublic, for: responseType)
    let prompt = try CriiptoAuthorizeChecks.prompt(parameters["prompt"])
    let hint = LoginHint(parameters["login_hint"])
    let (state, nonce) = (parameters["state"], parameters["nonce"])
    findings += CriiptoAuthorizeChecks.advise(state: state, nonce: nonce, hint, responseType)
    self.init(
      of: application, to: callback, responseType: responseType, responseMode: responseMode,
      scope: scope, choice: choice, state: state, nonce: nonce,
      proofKey: proofKey, hint: hint, prompt: prompt,
      language: CriiptoLanguage(parameters.words("ui_locales")) ?? CriiptoLanguage(accepting: request))
  }
}
