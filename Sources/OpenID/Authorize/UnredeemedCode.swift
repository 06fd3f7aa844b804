package import Flow
import JSON

extension OpenIDProvider {
  /// A sighting that the client refused, if it got a code of its login and let it expire.
  ///
  /// `nil` if it called the token endpoint with the code, because what it made of an error there is not known, or if
  /// the scenario sent it another code or another token endpoint, because what it did with them shows elsewhere.
  package static func unredeemedCode(of login: Transaction<Login>, at now: Instant) -> Sighting? {
    let grant = login.detail.grant
    guard grant.code != nil, let sent = grant.sent, grant.redeemed == nil,
      login.callCount(at: tokenEndpointName) == 0, !changesExchange(login.decision.scenario),
      now >= min(sent + login.detail.codeLifetime, login.ends)
    else { return nil }
    return Sighting(.refused, .traffic, "the code was never redeemed", at: now)
  }

  private static func changesExchange(_ scenario: Scenario?) -> Bool {
    guard let scenario else { return false }
    return Callback.changesCode(in: scenario)
      || scenario.faults.contains { fault in
        guard case .alter(_, _, let body) = fault.action else { return false }
        return body["token_endpoint"] != nil
      }
  }
}
