package import Flow
package import HTTP

/// A provider's transactions of one kind, without their type.
package protocol Ledger: AnyObject, Restorable {
  /// The open transactions in the order of their starts.
  func summaries(at now: Instant) -> [TransactionSummary]
  /// The same in less detail for lists, far cheaper.
  func outlines(at now: Instant) -> [TransactionOutline]
  /// No transaction ends before this, on the sandbox's clock, unless a call comes; `nil` if none is open.
  var nextEnd: Instant? { get }
  /// When time alone next changes or ends a transaction, unless a call comes; `nil` if none is open.
  func nextChange(after now: Instant) -> Instant?
  /// When time alone first changes a transaction between two instants, besides the person's steps; `nil` if it does
  /// not.
  func moment(of identifier: String, after start: Instant, before end: Instant) -> Instant?
  /// `nil` unless the transaction is open.
  func summary(_ identifier: String, at now: Instant) -> TransactionSummary?
  /// The client and, if it is new, the state; `nil` unless the transaction is open.
  func standing(_ identifier: String, at now: Instant) -> TransactionStatus?
  /// What the scenario of an open transaction expects; `nil` if it expects nothing.
  func expectation(of identifier: String) -> Expectation?
  /// Notes that the answer with the scenario's defect was sent, if this one is it.
  func noteAnswer(
    _ response: Response, at endpoint: String, struckBy faults: [Fault], _ idle: [IdleFault],
    of identifier: String, at now: Instant)
  /// Notes what was reported of the relying party; false if no such transaction is open.
  func saw(_ sighting: Sighting, of identifier: String, at now: Instant) -> Bool
  /// Judges now, once, every transaction, or the one named, whose scenario expects something.
  func settle(_ identifier: String?, at now: Instant) -> [VerdictLog.Entry]
  /// A human does something on the phone.
  ///
  /// - Throws: why it cannot be done.
  func act(_ verb: String, reason: String?, on identifier: String, at now: Instant) throws(PhoneRefusal)
  /// Ends the transactions that have expired: judges their scenarios' expectations and forgets them.
  func sweep(isLast: Bool, at now: Instant)
}

extension TransactionLedger: Ledger {
  package var nextEnd: Instant? { transactions.nextEnd }
}

extension Provider {
  package var kept: [any Restorable] { [] }

  /// The open transactions in the order of their starts.
  package func transactions(at now: Instant) -> [TransactionSummary] {
    ledgers.flatMap { $0.summaries(at: now) }.sorted { $0.ordinal < $1.ordinal }
  }

  /// `nil` unless the transaction is open.
  package func transaction(_ identifier: String, at now: Instant) -> TransactionSummary? {
    for ledger in ledgers { if let summary = ledger.summary(identifier, at: now) { return summary } }
    return nil
  }

  /// `nil` unless the transaction is open.
  package func standing(_ identifier: String, at now: Instant) -> TransactionStatus? {
    for ledger in ledgers { if let standing = ledger.standing(identifier, at: now) { return standing } }
    return nil
  }

  /// True if the scenario of an open transaction expects that its traffic breaks the rule.
  func expects(_ rule: Rule, of transaction: String) -> Bool {
    ledgers.contains { $0.expectation(of: transaction)?.expects(rule.identifier) == true }
  }

  package func act(
    _ verb: String, reason: String?, on transaction: String, at now: Instant
  ) throws(PhoneRefusal) {
    // If no ledger has the transaction, the first one throws.
    guard let ledger = ledgers.first(where: { $0.summary(transaction, at: now) != nil }) ?? ledgers.first
    else {
      throw .unknownTransaction
    }
    try ledger.act(verb, reason: reason, on: transaction, at: now)
  }

  package func unlock() {}

  package func expire(at now: Instant) {}

  package var expiresMore: Bool { false }

  /// Called about every second and, with `isLast`, at shutdown.
  func sweep(isLast: Bool, at now: Instant) {
    expire(at: now)
    for ledger in ledgers { ledger.sweep(isLast: isLast, at: now) }
  }

  /// Restores everything that the provider keeps, for snapshots.
  func saved() -> [Restoration] { ledgers.map { $0.saved() } + kept.map { $0.saved() } }
}
