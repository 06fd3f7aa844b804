import Flow
import ProviderKit

// MARK: For the control plane

extension Itsme {
  var ledgers: [any Ledger] { [logins] }

  var kept: [any Restorable] { [usedAssertions, habits] }
}

extension Itsme {
  /// A client that meets the provider under two addresses within one login gets tokens that name another issuer than its
  /// discovery document.
  func addressClash(_ login: Transaction<Login>, _ call: Call) -> [Finding] {
    let issuer = issuer(call.publicBase)
    guard issuer != login.detail.issuer else { return [] }
    return [Finding(TokenRules.addressClash, "it began at \(login.detail.issuer) and goes on at \(issuer)")]
  }
}

extension Transaction where Detail == Login {
  /// The client asked for what only userinfo gives, got an access token for it, and never used it.
  ///
  /// Where a scenario spoils the tokens or an answer, a careful client stops before.
  var missesUserinfo: Bool {
    guard detail.codeRedeemed != nil,
      !calls.contains(where: { $0.endpoint == ItsmeEndpoint.userinfo.rawValue }),
      !detail.request.scopes.isEmpty || !detail.request.claims.userinfo.isEmpty
    else { return false }
    guard let scenario = decision.scenario else { return true }
    return scenario.faults.isEmpty && scenario.tokens.isEmpty
      && scenario.expectation?.never.contains(ItsmeEndpoint.userinfo.rawValue) != true
  }

  /// Where the login stands, in one word.
  func state(at now: Instant) -> String {
    if detail.hasReadUserinfo { return ItsmeOutcome.completed.rawValue }
    if detail.codeRedeemed != nil { return "exchanged" }
    return switch phase(at: now) {
    case .identifying: "identifying"
    case .waiting: "waiting"
    case .approved: ItsmeOutcome.approved.rawValue
    case .refused(let outcome): outcome.rawValue
    case .timedOut: ItsmeOutcome.timedOut.rawValue
    }
  }
}
