package import Flow
import Synchronization

/// The numbered states that transactions went through, as far back as the limit for all sandboxes allows.
///
/// Readers continue after the last number they saw, so parallel readers do not take changes from each other.
package final class ChangeLog: EvictableLog {
  /// A transaction reached a state.
  package struct Change: Sendable {
    /// From 1, without gaps.
    package let number: Int
    /// When the state was seen, on the sandbox's clock.
    package let at: Instant
    /// The transaction at that moment.
    package let transaction: TransactionSummary
    /// False if the state is unchanged and only more was seen of the relying party.
    package let isNewState: Bool
  }

  fileprivate struct State {
    var changes = RecordQueue<Change>()
    var last = 0
    var known = KnownStates()
    var forgotten = 0
  }

  private let state = Mutex(State())
  package let tally: OutcomeTally
  private let shelf: RecordShelf

  package init(tally: OutcomeTally = OutcomeTally(), on shelf: RecordShelf = RecordShelf()) {
    (self.tally, self.shelf) = (tally, shelf)
    shelf.join(self)
  }

  deinit { shelf.shrank(by: state.withLock { $0.changes.size }) }

  /// Notes the state of a transaction; true if it is new.
  @discardableResult
  package func note(_ transaction: TransactionSummary, at instant: Instant) -> Bool {
    let size = state.withLock { state -> Int? in
      if transaction.isEnded {
        state.known.remove(transaction.ordinal)
      } else {
        guard state.known.set(transaction.ordinal, to: transaction.state) else { return nil }
        tally.note(transaction.state, of: transaction.provider)
      }
      return state.add(transaction, at: instant, turn: shelf.nextTurn())
    }
    guard let size else { return false }
    shelf.grew(by: size)
    return true
  }

  /// Notes the states of transactions; true if any is new.
  @discardableResult
  package func note(_ transactions: [TransactionSummary], at instant: Instant) -> Bool {
    var isNew = false
    for transaction in transactions where note(transaction, at: instant) { isNew = true }
    return isNew
  }

  /// Notes that more was seen of the relying party of a transaction, whose state is unchanged.
  package func noteSighting(of transaction: TransactionSummary, at instant: Instant) {
    let size = state.withLock {
      $0.add(transaction, at: instant, isNewState: false, turn: shelf.nextTurn())
    }
    shelf.grew(by: size)
  }

  /// Those whose states are new.
  package func news(_ transactions: [TransactionOutline]) -> [TransactionOutline] {
    state.withLock { state in transactions.filter { state.known[$0.ordinal] != $0.state } }
  }

  /// True if the state of a transaction is new; cheaper than `note`.
  package func isNew(_ state: String, of ordinal: Int) -> Bool {
    self.state.withLock { $0.known[ordinal] != state }
  }

  /// The number of the latest change, 0 before the first.
  package var last: Int { state.withLock { $0.last } }

  /// How many ended logins were dropped for lack of space since the log was last cleared.
  package var forgotten: Int { state.withLock { $0.forgotten } }

  /// The first changes after a number, and how many before them are no longer kept.
  package func page(after number: Int, limit: Int) -> (changes: [Change], lost: Int) {
    state.withLock { state in
      let oldest = state.changes.first?.number ?? state.last + 1
      return (
        state.changes.records(from: { $0.number > number }, limit: limit), max(0, oldest - 1 - number)
      )
    }
  }

  /// What was last seen of a login.
  package struct Known: Sendable {
    package let transaction: TransactionSummary
    /// When it reached its state.
    package fileprivate(set) var reached: Instant?
  }

  /// Each login that is known, by its ordinal.
  package var known: [Int: Known] {
    state.withLock { state in
      var known: [Int: Known] = [:]
      known.reserveCapacity(state.changes.count)
      for change in state.changes.reversed {
        let reached = change.isNewState && !change.transaction.isEnded ? change.at : nil
        let index = known.index(forKey: change.transaction.ordinal)
        guard let index else {
          known[change.transaction.ordinal] = Known(transaction: change.transaction, reached: reached)
          continue
        }
        if known.values[index].reached == nil { known.values[index].reached = reached }
      }
      return known
    }
  }

  /// Restores the present changes; numbers continue, so that readers with a cursor miss nothing.
  package func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in
      guard let self else { return }
      let old = replace(saved.changes, saved.known, forgotten: saved.forgotten)
      shelf.shrank(by: old.size)
      shelf.grew(by: saved.changes.size)
    }
  }

  /// Forgets all changes; numbers continue.
  package func clear() { shelf.shrank(by: replace(RecordQueue(), KnownStates(), forgotten: 0).size) }

  /// Returns the changes that were replaced.
  private func replace(
    _ changes: RecordQueue<Change>, _ known: KnownStates, forgotten: Int
  ) -> RecordQueue<Change> {
    state.withLock { state in
      defer { (state.changes, state.known, state.forgotten) = (changes, known, forgotten) }
      return state.changes
    }
  }

  /// The changes after a number, oldest first.
  package func changes(after number: Int) -> [Change] {
    page(after: number, limit: .max).changes
  }

  var oldestTurn: Int? { state.withLock { $0.changes.turn } }

  func forget(_ bytes: Int, before turn: Int) -> Int {
    let old = state.withLock { state in
      let old = state.changes.removeFirst(bytes, before: turn)
      // The end is the last change of a login.
      state.forgotten += old.records.count { $0.transaction.isEnded && $0.isNewState }
      return old
    }
    shelf.shrank(by: old.size)
    return old.size
  }
}

extension ChangeLog.State {
  /// Returns the size of the new change.
  fileprivate mutating func add(
    _ transaction: TransactionSummary, at instant: Instant, isNewState: Bool = true, turn: Int
  ) -> Int {
    last += 1
    let change = ChangeLog.Change(
      number: last, at: instant, transaction: transaction, isNewState: isNewState)
    let size = MemoryLayout<ChangeLog.Change>.stride + transaction.heapSize
    changes.append(change, size: size, turn: turn)
    return size
  }
}

extension TransactionSummary {
  /// Roughly, in bytes; what it shares with the world and with stories is not counted.
  fileprivate var heapSize: Int {
    1024 + calls.count * MemoryLayout<EndpointCall>.stride + findings.count * MemoryLayout<String>.stride
      + sightings.count * MemoryLayout<Sighting>.stride
      + timeline.steps.count * 48
  }
}
