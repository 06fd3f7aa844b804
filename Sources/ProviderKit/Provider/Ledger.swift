package import Flow

/// The transactions of one kind of a provider, as the kit sees them.
package protocol Ledger: Restorable {
  /// The open transactions, in the order of their starts.
  var summaries: [TransactionSummary] { get }
  /// True if no transaction is open.
  var isEmpty: Bool { get }
  /// One of the open transactions.
  func summary(_ identifier: String) -> TransactionSummary?
  /// Whose one of the open transactions is, and what is new of it.
  func standing(_ identifier: String, at now: Instant) -> TransactionStanding?
  /// A human does something on the phone.
  ///
  /// - Throws: why it cannot be done.
  func act(_ verb: String, reason: String?, on identifier: String, at now: Instant) throws(PhoneRefusal)
  /// Ends what has run out: judges what its scenario expects, and forgets it.
  func sweep(isLast: Bool, at now: Instant)
}

extension TransactionLedger: Ledger {}

extension Provider {
  /// Nothing besides transactions is kept.
  package var kept: [any Restorable] { [] }

  /// Its open transactions, in the order of their starts.
  package var transactions: [TransactionSummary] {
    ledgers.flatMap(\.summaries).sorted { $0.ordinal < $1.ordinal }
  }

  /// One of its open transactions.
  package func transaction(_ identifier: String) -> TransactionSummary? {
    for ledger in ledgers { if let summary = ledger.summary(identifier) { return summary } }
    return nil
  }

  /// Where one of its open transactions stands.
  package func standing(_ identifier: String, at now: Instant) -> TransactionStanding? {
    for ledger in ledgers { if let standing = ledger.standing(identifier, at: now) { return standing } }
    return nil
  }

  /// A human does something on the phone.
  package func act(
    _ verb: String, reason: String?, on transaction: String, at now: Instant
  ) throws(PhoneRefusal) {
    // A ledger that has none says why nothing can be done.
    guard let ledger = ledgers.first(where: { $0.summary(transaction) != nil }) ?? ledgers.first else {
      throw .unknownTransaction
    }
    try ledger.act(verb, reason: reason, on: transaction, at: now)
  }

  /// Nothing besides transactions runs out.
  package func expire(at now: Instant) {}

  /// Ends what has run out; called about every second and at shutdown.
  func sweep(isLast: Bool, at now: Instant) {
    expire(at: now)
    for ledger in ledgers { ledger.sweep(isLast: isLast, at: now) }
  }

  /// Puts everything that it keeps of its sandbox back to where it stands now, for snapshots.
  func saved() -> [Restoration] { ledgers.map { $0.saved() } + kept.map { $0.saved() } }
}
