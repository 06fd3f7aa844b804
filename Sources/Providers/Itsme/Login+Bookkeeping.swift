import Flow
import ProviderKit

// MARK: For the control plane

extension Itsme {
  var transactions: [TransactionSummary] { logins.summaries }

  func transaction(_ identifier: String) -> TransactionSummary? { logins.summary(identifier) }

  func standing(_ identifier: String) -> TransactionStanding? { logins.standing(identifier) }

  func act(_ verb: String, reason: String?, on transaction: String) throws(PhoneRefusal) {
    try logins.act(verb, reason: reason, on: transaction)
  }

  func saved() -> [Restoration] {
    [logins.saved(), usedAssertions.saved(), usedNonces.saved(), keySetHabit.saved()]
  }

  func sweep(isLast: Bool) {
    logins.sweep(isLast: isLast, findings: { $0.missesUserinfo ? [Finding(UserInfoRules.neverCalled)] : [] })
  }
}

extension Itsme {
  /// Reports a client that meets the provider under two addresses within one login: tokens then name another issuer than
  /// its discovery document does.
  func noteClash(_ login: Transaction<Login>, _ call: Call, _ findings: inout [Finding]) {
    let issuer = issuer(call.publicBase)
    guard issuer != login.detail.issuer else { return }
    findings.append(
      Finding(TokenRules.addressClash, "it began at \(login.detail.issuer) and goes on at \(issuer)"))
  }
}

extension Itsme {
  /// Reports what shows only over several logins of a client: a nonce that comes again, a key set that is never kept.
  func noteHabits(_ login: Transaction<Login>, _ findings: inout [Finding]) {
    if let nonce = login.detail.request.nonce,
      !usedNonces.use(nonce, of: login.client, until: Instant(milliseconds: .max), at: login.started)
    {
      findings.append(Finding(TokenRules.nonceReused, nonce))
    }
    if keySetHabit.noteExchange(of: login.client, rotations: sandbox.keys.rotations) {
      findings.append(Finding(TokenRules.keySetEachLogin))
    }
  }
}

extension Transaction where Detail == Login {
  /// Whether the client asked for what only userinfo gives, got an access token for it, and never used it.
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
