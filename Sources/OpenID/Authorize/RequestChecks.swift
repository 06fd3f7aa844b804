package import Flow
import ProviderKit

/// The rules of an authorization request that need only its parameters, one for each function.
package struct RequestChecks: Sendable {
  let profile: Profile

  package init(_ profile: Profile) { self.profile = profile }

  /// `response_type` must be `code`, for providers that have no other (OpenID Connect Core §3.1.2.1).
  package func codeFlow(_ parameters: AuthorizationParameters) throws(OpenIDRefusal) {
    guard let type = parameters["response_type"] else {
      throw OpenIDRefusal(
        profile.texts.responseTypeMissing, profile.rules[.responseTypeMissing], "",
        profile.texts.responseType ?? profile.texts.responseTypeAbsent)
    }
    guard type == "code" else {
      throw OpenIDRefusal(
        profile.texts.responseTypeUnsupported, profile.rules[.responseTypeUnsupported], type,
        profile.texts.responseType ?? "Unsupported response_type value")
    }
  }

  /// The response mode; one that the vendor does not have is reported, and the answer comes in the query.
  package func responseMode(
    _ parameters: AuthorizationParameters, among modes: [ResponseMode] = [.query]
  ) -> (mode: ResponseMode, advice: [Finding]) {
    guard let text = parameters["response_mode"] else { return (.query, []) }
    guard let mode = modes.first(where: { $0.rawValue == text }) else {
      return (.query, profile.rules.advice(.responseModeUnsupported, text))
    }
    return (mode, [])
  }

  /// The code challenge must be valid (RFC 7636 §4.2); without one there is nothing to prove.
  ///
  /// A vendor that names the rule about the method accepts only S256.
  ///
  /// - Parameters:
  ///   - isRequired: true if the client has nothing else to prove itself with (RFC 9700 §2.1.1).
  ///   - isDemanded: true if the client is registered to use it.
  package func proofKey(
    _ parameters: AuthorizationParameters, isRequired: Bool = false, isDemanded: Bool = false
  ) throws(OpenIDRefusal) -> ProofKey? {
    let method = parameters["code_challenge_method"]
    guard let challenge = parameters["code_challenge"] else {
      guard !isDemanded else {
        throw OpenIDRefusal(
          .invalidRequest, profile.rules[.challengeDemanded], "", profile.texts.challengeDemanded)
      }
      guard !isRequired else {
        throw OpenIDRefusal(
          .invalidRequest, profile.rules[.challengeMissing], "", profile.texts.challengeMissing)
      }
      guard method == nil else {
        throw OpenIDRefusal(
          .invalidRequest, profile.rules[.challengeMalformed], "a method without challenge",
          "code challenge required")
      }
      return nil
    }
    if profile.rules.has(.challengeMethod), method != ProofKey.Method.sha256.rawValue {
      throw OpenIDRefusal(
        .invalidRequest, profile.rules[.challengeMethod], method ?? "none is sent, which means plain",
        "Unsupported code_challenge_method")
    }
    guard let key = ProofKey(challenge: challenge, method: method) else {
      throw OpenIDRefusal(
        .invalidRequest, profile.rules[.challengeMalformed], challenge, profile.texts.challengeInvalid)
    }
    return key
  }

  /// A code without proof key can be injected, whichever client redeems it (RFC 9700 §2.1.1).
  package func advice(onMissing proofKey: ProofKey?) -> [Finding] {
    proofKey == nil ? profile.rules.advice(.challengeAdvised) : []
  }

  /// `state` and `nonce` must not be guessable; `state` is always required, a nonce if the vendor or the flow
  /// requires it.
  package func randomness(_ parameters: AuthorizationParameters, wantsNonce: Bool = true) -> [Finding] {
    randomness(parameters, state: .stateMissing, nonce: wantsNonce ? .nonceMissing : nil)
  }

  /// The same if PKCE may replace them (RFC 9700 §2.1), where only an id_token of the front channel needs its nonce
  /// (OpenID Connect Core §3.2.2.1, §3.3.2.11).
  package func randomness(
    _ parameters: AuthorizationParameters, hasProofKey: Bool, hasIDToken: Bool
  ) -> [Finding] {
    let isUnbound = !hasProofKey && parameters["nonce"] == nil
    return randomness(
      parameters, state: isUnbound ? .requestUnbound : .stateMissing,
      nonce: hasIDToken ? .nonceMissing : hasProofKey ? .nonceLeftToProofKey : .codeNonceMissing)
  }

  /// - Parameters:
  ///   - missingState: the rule that is broken without it.
  ///   - missingNonce: the rule that is broken without it; `nil` if it is not required.
  private func randomness(
    _ parameters: AuthorizationParameters, state missingState: OpenIDRule, nonce missingNonce: OpenIDRule?
  ) -> [Finding] {
    let (state, nonce) = (parameters["state"], parameters["nonce"])
    var findings: [Finding] = []
    if state == nil { findings += profile.rules.advice(missingState) }
    if RandomParameter.isShort(state) { findings += profile.rules.advice(.stateShort, state ?? "") }
    if AskedScenario.isUnfinished(state) {
      findings += profile.rules.advice(.scenarioUnfinished, state ?? "")
    }
    if nonce == nil, let missingNonce { findings += profile.rules.advice(missingNonce) }
    if RandomParameter.isShort(nonce) { findings += profile.rules.advice(.nonceShort, nonce ?? "") }
    return findings
  }
}

extension OpenIDProvider {
  /// The rules of an authorization request as this vendor states them.
  package static var checks: RequestChecks { RequestChecks(profile) }
}
