import Crypto
import Flow
import OpenID
import ProviderKit

/// What BioID keeps in a sandbox.
final class BioID: Sendable {
  static let slug = "bioid"
  static let standards = VocabularyStandards(vocabulary)

  let sandbox: Sandbox
  /// One transaction for each BWS token.
  let operations: TransactionLedger<BWSOperation>
  /// One transaction for each login with BioID Connect.
  let logins: TransactionLedger<BioIDLogin>
  let templates = BWSTemplates()
  let people = PeopleByBCID()
  let prepared = PreparedAnswers()
  let exchanges = ExchangeMemory(BioIDConnectRules.book)
  /// Signs BWS tokens; unknown to clients (§1.2).
  var tokenKey: HMACKey {
    HMACKey(sandbox.environment.bytes(32, ordinal: 0, purpose: "bioid/token-key"))
  }

  private static let polled = [BioIDEndpoint.result, .app, .webUI].names
  private static let polledInLogins = [BioIDEndpoint.connectAuthorize, .oauthAuthorization].names

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    operations = TransactionLedger(
      BioID.vocabulary, in: sandbox, polledEndpoints: BioID.polled,
      state: { $0.state(at: $1) }, isOpen: { $0.isOpen(at: $1) },
      moments: { operation, _ in [operation.detail.expires] },
      findingsAtEnd: { operation, _ in BioID.isUnread(operation) ? [Finding(BWSResultRules.neverRead)] : [] })
    logins = TransactionLedger(
      BioID.vocabulary, in: sandbox,
      polledEndpoints: BioID.polledInLogins,
      state: { $0.state(at: $1) }, isOpen: { $0.phase(at: $1) == .waiting },
      findingsAtEnd: { login, _ in
        login.missesPerson ? BioIDConnectRules.book.advice(.userinfoNeverCalled) : []
      },
      sightingAtEnd: { BioID.unredeemedCode(of: $0, at: $1) })
  }

  /// True if the app returned and the client never got the result, so it would let everybody in (§4.2).
  ///
  /// A client from which a fault hid an answer did ask; one that was told 204 before, or refused, did not ask well.
  static func isUnread(_ transaction: Transaction<BWSOperation>) -> Bool {
    let detail = transaction.detail
    return detail.app?.ending == .finished && !detail.isResultRead
      && !transaction.hasHiddenAnswer(at: BioIDEndpoint.result.rawValue)
  }
}

extension Array where Element == BioIDEndpoint {
  fileprivate var names: Set<String> { Set(map(\.rawValue)) }
}
