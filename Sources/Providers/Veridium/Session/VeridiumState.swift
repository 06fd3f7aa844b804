import Flow
import ProviderKit
import Synchronization

/// What VeridiumID keeps in a sandbox.
final class Veridium: Sendable {
  static let slug = "veridium"
  static let standards = VocabularyStandards(vocabulary)

  let sandbox: Sandbox
  let ledger: TransactionLedger<Session>
  let prepared = PreparedAnswers()
  let locks = ProfileLocks()
  let madeUpProfiles = MadeUpProfiles()
  /// True once a session was opened whose status responses carry a signed token: status calls may then be heavy.
  let signsInStatus = Atomic<Bool>(false)

  private static let polled: Set = [
    VeridiumEndpoint.sessionStatus.rawValue, VeridiumEndpoint.sessionStatusAsync.rawValue,
    VeridiumEndpoint.authenticator.rawValue,
  ]

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    ledger = TransactionLedger(
      Veridium.vocabulary, in: sandbox,
      polledEndpoints: Veridium.polled,
      state: { $0.state(at: $1) }, isOpen: { !$0.phase(at: $1).isEnd },
      isIdentified: { $0.isIdentified(at: $1) })
  }

  func act(
    _ verb: String, reason: String?, on transaction: String, at now: Instant
  ) throws(PhoneRefusal) {
    try ledger.act(verb, reason: reason, on: transaction, at: now) { session in
      // A decision made now stays readable for its full time.
      session.ends = now + session.detail.switches[veridium: .readable] + Veridium.remembrance
    }
    noteLock(of: transaction)
  }

  /// How long a session is remembered once it is no longer readable, so that late calls are known to be late.
  static let remembrance: Duration = .seconds(600)
}
