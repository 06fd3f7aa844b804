package import Flow

extension Transaction where Detail: OpenIDLogin {
  /// True if the client exchanged its code but never called userinfo, which has what the id_token lacks.
  ///
  /// False if a scenario spoils the tokens or an answer, because a careful client then stops earlier.
  ///
  /// - Parameter endpoint: the name of userinfo in scenarios.
  package func missesUserinfo(at endpoint: String) -> Bool {
    guard detail.grant.redeemed != nil, !detail.grant.hasReadUserinfo,
      !calls.contains(where: { $0.endpoint == endpoint })
    else { return false }
    guard let scenario = decision.scenario else { return true }
    return scenario.faults.isEmpty && scenario.tokens.isEmpty
      && scenario.expectation?.never.contains(endpoint) != true
  }
}
