import Flow
import HTTP
import OpenID
import ProviderKit

extension CriiptoRequest {
  /// Checks the rules of an authorization request in order, and throws the first breach (§1.2).
  ///
  /// - Parameters:
  ///   - redirectURI: already checked.
  ///   - registered: the client without the scenario's changes.
  ///   - sent: its Accept-Language is used without `ui_locales`.
  static func read(
    _ parameters: AuthorizationParameters, to redirectURI: String, of registered: KnownClient<CriiptoClient>,
    _ switches: CriiptoSwitches, _ sent: Request
  ) throws(OpenIDRefusal) -> (request: CriiptoRequest, advice: [Finding]) {
    let client = registered.client.set(by: switches)
    let type = try responseType(parameters["response_type"])
    let mode = try responseMode(parameters["response_mode"]) ?? type.standardMode(switches)
    var advice = try scopeAdvice(parameters.words("scope"), client.scopes)
    do throws(OpenIDRefusal) {
      let named = parameters.words("acr_values")
      let (eids, strangers) = try eids(named, ignoringUnknown: switches[.acrUnknown].word == "ignore")
      advice += strangers
      let request = CriiptoRequest(
        clientID: registered.identifier, client: client, switches: switches, redirectURI: redirectURI,
        writtenRedirectURI: parameters["redirect_uri"], responseType: type, responseMode: mode,
        scopes: parameters.words("scope"),
        eids: eids, namesEIDs: named.count > strangers.count, state: parameters["state"],
        nonce: parameters["nonce"], proofKey: try proofKey(parameters, of: client, for: type),
        maximumAge: parameters.maximumAge,
        hint: LoginHint(parameters["login_hint"]), prompt: try prompt(parameters.words("prompt")),
        languages: CriiptoLanguages(parameters.words("ui_locales"), accepting: sent))
      advice += Criipto.checks.randomness(
        parameters, hasProofKey: request.proofKey != nil, hasIDToken: type.hasIDToken)
      advice += request.hint.advice + ignored(parameters)
      return (request, advice)
    } catch { throw error.after(advice) }
  }

  /// Reports parameters that change nothing (criipto-2026 §1.0 G4, §3 S4).
  static func ignored(_ parameters: AuthorizationParameters) -> [Finding] {
    let age = parameters["max_age"].map { Finding(CriiptoRules.maxAgeIgnored, $0) }
    let locales = parameters.words("ui_locales")
    let isForeign = !locales.isEmpty && CriiptoLanguage(locales) == nil
    return (age.map { [$0] } ?? [])
      + (isForeign ? [Finding(CriiptoRules.localeIgnored, locales.joined(separator: " "))] : [])
  }

  private static func responseType(_ text: String?) throws(OpenIDRefusal) -> ResponseType {
    guard let text else {
      throw OpenIDRefusal(
        .invalidRequest, Criipto.book[.responseTypeMissing], "", "Missing parameter: response_type")
    }
    guard let type = ResponseType(text) else {
      throw OpenIDRefusal(
        .unsupportedResponseType, Criipto.book[.responseTypeUnsupported], text,
        "Unsupported response_type: \(text)")
    }
    return type
  }

  private static func responseMode(_ text: String?) throws(OpenIDRefusal) -> ResponseMode? {
    guard let text else { return nil }
    guard let mode = ResponseMode(rawValue: text) else {
      throw OpenIDRefusal(
        .invalidRequest, Criipto.book[.responseModeUnsupported], text, "Unsupported response_mode: \(text)")
    }
    return mode
  }

  /// `openid` is required; other scopes count only under the dynamic strategy.
  static func scopeAdvice(
    _ scopes: [String], _ strategy: CriiptoClient.ScopeStrategy
  ) throws(OpenIDRefusal) -> [Finding] {
    guard scopes.contains("openid") else {
      throw OpenIDRefusal(
        .invalidScope, Criipto.book[.openIDMissing], scopes.joined(separator: " "), "Missing scope: openid")
    }
    let others = scopes.filter { $0 != "openid" }
    let (rule, stray) =
      switch strategy {
      case .fixed: (CriiptoRules.scopesIgnored, others)
      case .dynamic: (Criipto.book[.scopeUnknown], others.filter { !knownScopes.contains($0) })
      }
    return stray.isEmpty ? [] : [Finding(rule, stray.joined(separator: ", "))]
  }

  private static let knownScopes: Set<String> = [
    "address", "email", "phone", "birthdate", "ssn", "evidence", "profile",
  ]

  /// An unknown value is an error page without redirect (§1.8), unless a switch ignores it; without a value the person
  /// chooses from all eIDs.
  static func eids(
    _ words: [String], ignoringUnknown: Bool = false
  ) throws(OpenIDRefusal) -> (eids: [RequestedEID], advice: [Finding]) {
    var (eids, advice): ([RequestedEID], [Finding]) = ([], [])
    for word in words {
      if let eid = RequestedEID(word) {
        if !eids.contains(eid) { eids.append(eid) }
      } else if ignoringUnknown {
        advice.append(Finding(CriiptoRules.acrUnknown, word))
      } else {
        throw .page(CriiptoRules.acrUnknown, word, "Unknown acr_values: \(word)")
      }
    }
    return (eids.isEmpty ? RequestedEID.published : eids, advice)
  }

  /// Required from public clients that request a code; a `code_challenge_method` without challenge is ignored.
  private static func proofKey(
    _ parameters: AuthorizationParameters, of client: CriiptoClient, for type: ResponseType
  ) throws(OpenIDRefusal) -> ProofKey? {
    let isRequired = client.isPublic && type.hasCode
    guard isRequired || parameters["code_challenge"] != nil else { return nil }
    return try Criipto.checks.proofKey(parameters, isRequired: isRequired)
  }

  private static func prompt(_ words: [String]) throws(OpenIDRefusal) -> Prompt {
    guard let prompt = Prompt(words) else {
      throw OpenIDRefusal(
        .invalidRequest, Criipto.book[.promptUnsupported], words.joined(separator: " "), "Unsupported prompt")
    }
    return prompt
  }
}

extension LoginHint {
  /// Reports tokens without effect: contradictory, malformed or unknown ones.
  var advice: [Finding] {
    var findings: [Finding] = []
    if appSwitches.count > 1 {
      let words = appSwitches.map { "appswitch:\($0.rawValue)" }.joined(separator: " ")
      findings.append(Finding(CriiptoRules.platformsContradict, words))
    }
    if hasLostPlus { findings.append(Finding(CriiptoRules.formUnencoded)) }
    if let encodedMessage, message == nil {
      findings.append(Finding(CriiptoRules.messageMalformed, encodedMessage))
    }
    if let action, !LoginHint.actions.contains(action) {
      findings.append(Finding(CriiptoRules.actionUnknown, action))
    }
    return findings
  }
}
