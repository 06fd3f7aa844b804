import Flow
import ProviderKit

// PKCE and the nonce can protect in place of the state: the answer to another browser's request then logs no one in
// here, whatever its state (RFC 9700 §2.1, §4.7.1).

extension OpenIDProvider {
  /// Notes what binds the code of a login to the browser if its scenario spoils the state.
  ///
  /// A client that redeems the code with its verifier despite a wrong state found that verifier by the browser.
  func noteSafeguard(of login: Transaction<Login>) {
    let isFresh = login.detail.proofKey.map {
      exchanges.habits.noteProof(of: login, challenge: $0.challenge)
    }
    let defect = login.decision.scenario?.tokens[Callback.name]?.defect
    guard let defect = defect.flatMap({ Callback.Defect(rawValue: $0) }), defect.isOfState else { return }
    let safeguard: Safeguard? =
      if isFresh == true {
        .proven("harmlessly: PKCE ties the code to the browser in place of state (RFC 9700 §2.1)")
      } else if login.detail.nonce != nil {
        .possible(
          "harmlessly if it compares the nonce, which may stand in for state (RFC 9700 §2.1)",
          shownBy: "callback-code-of-another-login")
      } else {
        nil
      }
    logins.update(login.identifier) { $0.safeguard = safeguard }
  }
}

extension Callback.Defect {
  fileprivate var isOfState: Bool { [.wrongState, .missingState, .earlierState].contains(self) }
}
