import Flow
import ProviderKit

extension Transaction where Detail == CriiptoLogin {
  /// True if the client exchanged its code, and never asked for the data that the id_token left out (§1.7).
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
