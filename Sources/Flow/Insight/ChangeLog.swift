import Synchronization

/// The numbered states that transactions went through; readers go on from the number that they saw last, so
/// parallel readers do not take changes from each other.
package final class ChangeLog: Sendable {
  /// A transaction reached a state.
  package struct Change: Sendable {
    /// From 1, without gaps.
    package let number: Int
    /// When the state was seen, on the sandbox's clock.
    package let at: Instant
    /// The transaction at that moment.
    package let transaction: TransactionSummary
    /// False if the state is the one before, and only more was seen of the relying party.
    package let isNewState: Bool
  }

  private struct State {
    var changes: [Change] = []
    var last = 0
    var known = KnownStates()

    mutating func add(_ transaction: TransactionSummary, at instant: Instant, isNewState: Bool = true) {
      if changes.count == 2 * ChangeLog.capacity { changes.removeFirst(ChangeLog.capacity) }
      last += 1
      changes.append(Change(number: last, at: instant, transaction: transaction, isNewState: isNewState))
    }
  }

  /// At least this many of the latest changes are kept, and at most twice as many.
  package static let capacity = 2048

  private let state = Mutex(State())
  package let tally: OutcomeTally

  package init(tally: OutcomeTally = OutcomeTally()) {
    self.tally = tally
  }

  /// Notes the state of a transaction; true if it is new.
  @discardableResult
  package func note(_ transaction: TransactionSummary, at instant: Instant) -> Bool {
    state.withLock { state in
      if transaction.isEnded {
        state.known.remove(transaction.ordinal)
      } else {
        guard state.known.set(transaction.ordinal, to: transaction.state) else { return false }
        tally.note(transaction.state, of: transaction.provider)
      }
      state.add(transaction, at: instant)
      return true
    }
  }

  /// Notes the states of transactions; true if any is new.
  @discardableResult
  package func note(_ transactions: [TransactionSummary], at instant: Instant) -> Bool {
    var isNew = false
    for transaction in transactions where note(transaction, at: instant) { isNew = true }
    return isNew
  }

  /// Notes that more was seen of the relying party of a transaction, whose state is the one before.
  package func noteSighting(of transaction: TransactionSummary, at instant: Instant) {
    state.withLock { $0.add(transaction, at: instant, isNewState: false) }
  }

  /// True if the state of a transaction is new; cheaper than `note`.
  package func isNew(_ state: String, of ordinal: Int) -> Bool {
    self.state.withLock { $0.known[ordinal] != state }
  }

  /// The number of the latest change, 0 before the first.
  package var last: Int { state.withLock { $0.last } }

  /// The first changes after a number, and how many before them are no longer kept.
  package func page(after number: Int, limit: Int) -> (changes: [Change], lost: Int) {
    let (changes, last) = state.withLock { ($0.changes, $0.last) }
    let start = changes.firstIndex { $0.number > number } ?? changes.endIndex
    let oldest = changes.first?.number ?? last + 1
    return (Array(changes[start...].prefix(limit)), max(0, oldest - 1 - number))
  }

  /// Restores the present changes; numbers go on, so that readers with a cursor miss nothing.
  package func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in
      self?.state.withLock { state in
        (state.changes, state.known) = (saved.changes, saved.known)
      }
    }
  }

  /// Forgets all changes; numbers go on.
  package func clear() {
    state.withLock { state in (state.changes, state.known) = ([], KnownStates()) }
  }

  /// The changes after a number, oldest first.
  package func changes(after number: Int) -> [Change] {
    page(after: number, limit: .max).changes
  }
}
