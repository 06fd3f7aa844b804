import Flow
import ProviderKit

// What shows only at the end of a login, or over several of them.

extension Criipto {
  /// Reports a nonce that comes again, and a key set that is never kept.
  func noteHabits(_ login: Transaction<CriiptoLogin>, _ findings: inout [Finding]) {
    if let nonce = login.detail.request.nonce,
      !usedNonces.use(nonce, of: login.client, until: Instant(milliseconds: .max), at: login.started)
    {
      findings.append(Finding(TokenEndpointRules.nonceReused, nonce))
    }
    if keySetHabit.noteExchange(of: login.client, rotations: sandbox.keys.rotations) {
      findings.append(Finding(TokenEndpointRules.keySetEachLogin))
    }
  }
}

extension Transaction where Detail == CriiptoLogin {
  /// Whether the client exchanged its code, and never asked for the data that the id_token left out (§1.7).
  ///
  /// Where a scenario spoils the tokens or an answer, a careful client stops before.
  var missesUserinfo: Bool {
    guard detail.course.codeRedeemed != nil, !detail.course.hasReadUserinfo,
      // The token endpoint's id_token then holds the subject alone (§1.7).
      detail.request.responseType.hasCode, detail.request.responseType.hasIDToken,
      detail.client.userinfo != .fromTokenEndpoint
    else { return false }
    guard let scenario = decision.scenario else { return true }
    return scenario.faults.isEmpty && scenario.tokens.isEmpty
      && scenario.expectation?.never.contains(CriiptoEndpoint.userinfo.rawValue) != true
  }
}
