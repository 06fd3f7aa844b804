import Synchronization

/// The states that transactions went through, numbered: readers go on from the number that they saw last, so parallel
/// readers do not steal from each other.
public final class ChangeLog: Sendable {
  /// A transaction reached a state.
  public struct Change: Sendable {
    /// The number, from 1, without gaps.
    public let number: Int
    /// When it was seen there, on the sandbox's clock.
    public let at: Instant
    /// The transaction at that moment.
    public let transaction: TransactionSummary
  }

  private struct State {
    var changes: [Change] = []
    var last = 0
    var known = KnownStates()
  }

  /// How many changes are kept at the most; the oldest go first.
  public static let capacity = 2048

  private let state = Mutex(State())
  /// How often transactions reached each state.
  public let tally: OutcomeTally

  /// A log without changes.
  ///
  /// - Parameter tally: counts the states that transactions reach.
  public init(tally: OutcomeTally = OutcomeTally()) {
    self.tally = tally
  }

  /// Notes where transactions stand; those whose state is not new are passed over.
  ///
  /// Returns whether any was new.
  @discardableResult
  public func note(_ transactions: [TransactionSummary], at instant: Instant) -> Bool {
    state.withLock { state in
      var isNew = false
      for transaction in transactions {
        if transaction.isEnded {
          state.known.remove(transaction.identifier)
        } else {
          guard state.known.set(transaction.identifier, to: transaction.state) else { continue }
          tally.note(transaction.state, of: transaction.provider)
        }
        state.last += 1
        state.changes.append(Change(number: state.last, at: instant, transaction: transaction))
        isNew = true
      }
      // Only those that went unseen at their end are left over; without them a state is at worst noted twice.
      if state.known.count > 65_536 { state.known = KnownStates() }
      // Given back in larger pieces, so that each change costs little.
      if state.changes.count > 2 * Self.capacity {
        state.changes.removeFirst(state.changes.count - Self.capacity)
      }
      return isNew
    }
  }

  /// Whether it is new that a transaction is in a state; costs less than to note it.
  public func isNew(_ state: String, of transaction: String) -> Bool {
    self.state.withLock { $0.known[transaction] != state }
  }

  /// The number of the latest change, 0 before the first.
  public var last: Int { state.withLock { $0.last } }

  /// The first changes with a number above the given one, and how many before them are kept no more.
  public func page(after number: Int, limit: Int) -> (changes: [Change], lost: Int) {
    state.withLock { state in
      let start = state.changes.firstIndex { $0.number > number } ?? state.changes.endIndex
      let oldest = state.changes.first?.number ?? state.last + 1
      return (Array(state.changes[start...].prefix(limit)), max(0, oldest - 1 - number))
    }
  }

  /// What puts back the changes that are known now; numbers go on, so that readers with a cursor miss nothing.
  public func saved() -> Restoration {
    let (changes, known) = state.withLock { ($0.changes, $0.known) }
    return { [weak self] in self?.state.withLock { state in (state.changes, state.known) = (changes, known) }
    }
  }

  /// Forgets all changes; numbers go on.
  public func clear() {
    state.withLock { state in (state.changes, state.known) = ([], KnownStates()) }
  }

  /// The changes with a number above the given one, oldest first.
  public func changes(after number: Int) -> [Change] {
    state.withLock { state in
      let start = state.changes.firstIndex { $0.number > number } ?? state.changes.endIndex
      return Array(state.changes[start...])
    }
  }
}
