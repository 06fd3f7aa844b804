import Flow
import OpenID
import ProviderKit
import Synchronization

/// What Criipto keeps in a sandbox.
final class Criipto: Sendable {
  static let slug = "criipto"
  static let standards = VocabularyStandards(vocabulary)

  let sandbox: Sandbox
  let logins: TransactionLedger<CriiptoLogin>
  let exchanges = ExchangeMemory(CriiptoOpenIDRules.book)
  let pushedRequests = PushedRequests()
  let sessions = CriiptoSessions()
  let prepared = PreparedAnswers()
  let origins = CallbackOrigins()
  private let orderLock = Mutex(())

  private static let polled: Set = ["poll", "mitid_page", "bankid_page", "qr"]

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    logins = TransactionLedger(
      Criipto.vocabulary, in: sandbox, polledEndpoints: Criipto.polled,
      state: { $0.state(at: $1) }, isOpen: { $0.isOpen(at: $1) },
      moments: { login, _ in login.bankIDOrder?.moments(login.timeline) ?? [] },
      isIdentified: { $0.isIdentified(at: $1) },
      findingsAtEnd: { login, _ in
        login.missesPerson ? CriiptoOpenIDRules.book.advice(.userinfoNeverCalled) : []
      },
      neverCalled: { Set($0.detail.neverCalled.map(\.rawValue)) },
      // An id_token that came beside the code lets the person in without it.
      sightingAtEnd: { login, now in
        login.detail.request.responseType.hasIDToken ? nil : Criipto.unredeemedCode(of: login, at: now)
      })
  }

  /// Begins logins with a personal number one at a time, so that two calls cannot both find no open order (§3, Blocked SSN).
  func withOrderLock<Result: Sendable, Failure: Error>(
    for request: CriiptoRequest, _ begin: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard request.hint.personalDigits != nil else { return try begin() }
    return try orderLock.withLock { _ throws(Failure) in try begin() }
  }

  /// Notes a broken rule on its login, and returns it.
  func noted(_ rule: Rule, _ detail: String = "", on login: Transaction<CriiptoLogin>) -> Finding {
    let finding = Finding(rule, detail)
    logins.note([finding], on: login.identifier)
    return finding
  }

  /// What the person does by default.
  static let approval = PhoneScript.steps([PhoneStep(CriiptoVerb.approve.rawValue)])
}
