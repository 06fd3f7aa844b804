package import Flow

extension Transaction where Detail: OpenIDLogin {
  /// True if the client exchanged its code, and never asked for what the id_token left to userinfo.
  ///
  /// Where a scenario spoils the tokens or an answer, a careful client stops before.
  ///
  /// - Parameter endpoint: what scenarios call userinfo.
  package func missesUserinfo(at endpoint: String) -> Bool {
    guard detail.grant.redeemed != nil, !detail.grant.hasReadUserinfo,
      !calls.contains(where: { $0.endpoint == endpoint })
    else { return false }
    guard let scenario = decision.scenario else { return true }
    return scenario.faults.isEmpty && scenario.tokens.isEmpty
      && scenario.expectation?.never.contains(endpoint) != true
  }
}
