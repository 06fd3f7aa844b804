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

  func saved() -> [Restoration] { [logins.saved(), usedAssertions.saved()] }

  func sweep(isLast: Bool) { logins.sweep(isLast: isLast) }
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

extension Transaction where Detail == Login {
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
