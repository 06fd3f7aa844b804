import Synchronization

/// The states that transactions went through, numbered: readers go on from the number that they saw last, so parallel
/// readers do not steal from each other.
package final class ChangeLog: Sendable {
  /// A transaction reached a state.
  package struct Change: Sendable {
    /// The number, from 1, without gaps.
    package let number: Int
    /// When it was seen there, on the sandbox's clock.
    package let at: Instant
    /// The transaction at that moment.
    package let transaction: TransactionSummary
  }

  private struct State {
    var changes: [Change] = []
    var last = 0
    var known = KnownStates()

    mutating func add(_ transaction: TransactionSummary, at instant: Instant) {
      if changes.count == 2 * ChangeLog.capacity { changes.removeFirst(ChangeLog.capacity) }
      last += 1
      changes.append(Change(number: last, at: instant, transaction: transaction))
    }
  }

  /// How many of the latest changes are kept at the least; twice as many at the most.
  package static let capacity = 2048

  private let state = Mutex(State())
  /// How often transactions reached each state.
  package let tally: OutcomeTally

  /// A log without changes.
  ///
  /// - Parameter tally: counts the states that transactions reach.
  package init(tally: OutcomeTally = OutcomeTally()) {
    self.tally = tally
  }

  /// Notes where a transaction stands, unless its state is not new.
  ///
  /// Returns whether it was.
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

  /// Notes where transactions stand; those whose state is not new are passed over.
  ///
  /// Returns whether any was new.
  @discardableResult
  package func note(_ transactions: [TransactionSummary], at instant: Instant) -> Bool {
    var isNew = false
    for transaction in transactions where note(transaction, at: instant) { isNew = true }
    return isNew
  }

  /// True if it is new that a transaction is in a state; costs less than to note it.
  package func isNew(_ state: String, of ordinal: Int) -> Bool {
    self.state.withLock { $0.known[ordinal] != state }
  }

  /// The number of the latest change, 0 before the first.
  package var last: Int { state.withLock { $0.last } }

  /// The first changes with a number above the given one, and how many before them are no longer kept.
  package func page(after number: Int, limit: Int) -> (changes: [Change], lost: Int) {
    let (changes, last) = state.withLock { ($0.changes, $0.last) }
    let start = changes.firstIndex { $0.number > number } ?? changes.endIndex
    let oldest = changes.first?.number ?? last + 1
    return (Array(changes[start...].prefix(limit)), max(0, oldest - 1 - number))
  }

  /// What puts back the changes that are known now; numbers go on, so that readers with a cursor miss nothing.
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

  /// The changes with a number above the given one, oldest first.
  package func changes(after number: Int) -> [Change] {
    page(after: number, limit: .max).changes
  }
}
