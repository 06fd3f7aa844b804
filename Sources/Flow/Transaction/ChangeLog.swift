import Synchronization

/// The states that transactions went through, numbered: readers go on from the number that they saw last, so parallel
/// readers do not steal from each other.
public final class ChangeLog: Sendable {
  /// A transaction reached a state.
  public struct Change: Sendable {
    /// The number, from 1, without gaps.
    public fileprivate(set) var number: Int
    /// When it was seen there, on the sandbox's clock.
    public let at: Instant
    /// The transaction at that moment.
    public let transaction: TransactionSummary
  }

  private struct State {
    /// The changes in two pieces, the older one of `capacity` or none: a full piece is given back as a whole.
    var older: [Change] = []
    var newer: [Change] = []
    var last = 0
    var known = KnownStates()

    var changes: [Change] { older + newer }

    /// Adds a change; what it pushes out is returned.
    mutating func add(_ change: consuming Change) -> [Change] {
      var pushedOut: [Change] = []
      if newer.count == ChangeLog.capacity {
        (pushedOut, older, newer) = (older, newer, [])
        newer.reserveCapacity(ChangeLog.capacity)
      }
      last += 1
      change.number = last
      newer.append(change)
      return pushedOut
    }
  }

  /// How many of the latest changes are kept at the least; twice as many at the most.
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

  /// Notes where a transaction stands, unless its state is not new.
  ///
  /// Returns whether it was.
  @discardableResult
  public func note(_ transaction: consuming TransactionSummary, at instant: Instant) -> Bool {
    // Moved in, so that none of its many parts is counted once more; what is pushed out is given back behind the lock.
    var new: Change? = Change(number: 0, at: instant, transaction: transaction)
    let pushedOut = state.withLock { state -> [Change]? in
      guard let change = new.take() else { return nil }
      if change.transaction.isEnded {
        state.known.remove(change.transaction.ordinal)
      } else {
        guard state.known.set(change.transaction.ordinal, to: change.transaction.state) else { return nil }
        tally.note(change.transaction.state, of: change.transaction.provider)
      }
      return state.add(change)
    }
    return pushedOut != nil
  }

  /// Notes where transactions stand; those whose state is not new are passed over.
  ///
  /// Returns whether any was new.
  @discardableResult
  public func note(_ transactions: [TransactionSummary], at instant: Instant) -> Bool {
    var isNew = false
    for transaction in transactions where note(transaction, at: instant) { isNew = true }
    return isNew
  }

  /// Whether it is new that a transaction is in a state; costs less than to note it.
  public func isNew(_ state: String, of ordinal: Int) -> Bool {
    self.state.withLock { $0.known[ordinal] != state }
  }

  /// The number of the latest change, 0 before the first.
  public var last: Int { state.withLock { $0.last } }

  /// The first changes with a number above the given one, and how many before them are kept no more.
  public func page(after number: Int, limit: Int) -> (changes: [Change], lost: Int) {
    let (changes, last) = state.withLock { ($0.changes, $0.last) }
    let start = changes.firstIndex { $0.number > number } ?? changes.endIndex
    let oldest = changes.first?.number ?? last + 1
    return (Array(changes[start...].prefix(limit)), max(0, oldest - 1 - number))
  }

  /// What puts back the changes that are known now; numbers go on, so that readers with a cursor miss nothing.
  public func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in
      self?.state.withLock { state in
        (state.older, state.newer, state.known) = (saved.older, saved.newer, saved.known)
      }
    }
  }

  /// Forgets all changes; numbers go on.
  public func clear() {
    state.withLock { state in (state.older, state.newer, state.known) = ([], [], KnownStates()) }
  }

  /// The changes with a number above the given one, oldest first.
  public func changes(after number: Int) -> [Change] {
    page(after: number, limit: .max).changes
  }
}
