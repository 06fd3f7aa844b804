import Synchronization

/// The open transactions of one provider in one sandbox: limited in number, and forgotten when their
/// credentials expire.
///
/// A transaction is found by its ordinal or by any of its handles: codes, tokens, identifiers in addresses.
package final class Transactions<Detail: Sendable>: Sendable {
  private struct State {
    var index = TransactionIndex()
    /// By ordinal.
    var kept: [Int: Transaction<Detail>] = [:]
    /// Ended early and not yet taken.
    var endedEarly: [Transaction<Detail>] = []
    /// How many ended early and went unjudged.
    var forgotten = 0

    mutating func keep(_ transaction: Transaction<Detail>, _ handles: [String]) {
      kept[transaction.ordinal] = transaction
      index.add(transaction.ordinal, transaction.identifier, handles: handles, ends: transaction.ends)
    }

    mutating func endEarly(_ ordinal: Int) {
      index.remove(ordinal)
      guard let ended = kept.removeValue(forKey: ordinal) else { return }
      // If nobody takes them, later ones are not judged.
      if endedEarly.count < 4096 { endedEarly.append(ended) } else { forgotten += 1 }
    }
  }

  /// Beyond this many open transactions the oldest end early, so that no traffic makes the process grow
  /// without bound.
  package let capacity: Int
  /// Beyond this many completed transactions the oldest end early.
  package let completedCapacity: Int
  private let state = Mutex(State())

  package init(capacity: Int = 50_000, completedCapacity: Int = 2_048) {
    (self.capacity, self.completedCapacity) = (capacity, completedCapacity)
  }

  package var count: Int { state.withLock { $0.index.count } }

  /// Nothing has to be taken before this, unless a transaction is changed; `nil` if there is none.
  package var nextEnd: Instant? {
    state.withLock { $0.endedEarly.isEmpty ? $0.index.nextEnd : Instant(milliseconds: .min) }
  }

  /// Adds a transaction, to be found by its identifier and by these handles.
  package func insert(_ transaction: Transaction<Detail>, handles: [String] = []) {
    state.withLock { state in
      state.keep(transaction, handles)
      state.index.forgetEnded()
      if state.index.count > capacity, let oldest = state.index.popFirstStarted() { state.endEarly(oldest) }
    }
  }

  /// Notes that a transaction has done its work: it is kept for late calls, but under load less long than an open
  /// one.
  package func complete(_ ordinal: Int) {
    state.withLock { state in
      if let oldest = state.index.complete(ordinal, keeping: completedCapacity) { state.endEarly(oldest) }
    }
  }

  package func find(_ handle: String) -> Transaction<Detail>? {
    state.withLock { state in state.index.ordinal(of: handle).flatMap { state.kept[$0] } }
  }

  /// Changes the transaction of a handle atomically; `nil` if there is none.
  ///
  /// The change may give the transaction another handle by returning it beside the result.
  package func update<Result: Sendable>(
    _ handle: String, _ change: (inout Transaction<Detail>) -> (Result, newHandle: String?)
  ) -> Result? {
    state.withLock { state in
      // Taken out, so that it has one owner and changes in place.
      guard let ordinal = state.index.ordinal(of: handle),
        var transaction = state.kept.removeValue(forKey: ordinal)
      else { return nil }
      let (result, newHandle) = change(&transaction)
      state.index.move(ordinal, to: transaction.ends)
      if let newHandle { state.index.add(newHandle, to: ordinal) }
      state.kept[ordinal] = transaction
      return result
    }
  }

  /// Removes and returns the transactions that ended by a moment, oldest ending first, at most `limit`.
  package func takeEnded(by now: Instant, limit: Int = .max) -> [Transaction<Detail>] {
    state.withLock { state in
      var ended = state.endedEarly
      state.endedEarly = []
      while ended.count < limit, let ordinal = state.index.popFirstEnded(by: now) {
        state.index.remove(ordinal)
        if let removed = state.kept.removeValue(forKey: ordinal) { ended.append(removed) }
      }
      return ended
    }
  }

  /// How many ended early and went unjudged since the last call.
  package func takeForgotten() -> Int {
    state.withLock { state in
      defer { state.forgotten = 0 }
      return state.forgotten
    }
  }

  /// Restores the present transactions.
  package func saved() -> Restoration {
    let (kept, completed, early) = state.withLock { state in
      (
        state.kept.values.map { ($0, state.index.handles(of: $0.ordinal)) }, state.index.completed,
        state.endedEarly
      )
    }
    let inOrder = kept.sorted { $0.0.ordinal < $1.0.ordinal }
    return { [weak self] in
      self?.state.withLock { state in
        state = State()
        for (transaction, handles) in inOrder { state.keep(transaction, handles) }
        (state.index.completed, state.endedEarly) = (completed, early)
      }
    }
  }

  /// Maps each transaction, in no particular order; `make` must not use the store.
  package func map<Made: Sendable>(_ make: (Transaction<Detail>) -> Made) -> [Made] {
    // Within the lock and without a copy of the store, because copying thousands takes most of the time.
    state.withLock { state in
      var made: [Made] = []
      made.reserveCapacity(state.kept.count)
      for transaction in state.kept.values { made.append(make(transaction)) }
      return made
    }
  }

  /// In the order of their starts.
  package var all: [Transaction<Detail>] {
    // Only the numbers are sorted: a transaction is large.
    state.withLock { state in
      // Most ledgers of most sandboxes have none.
      state.kept.isEmpty ? [] : state.kept.keys.sorted().compactMap { state.kept[$0] }
    }
  }
}
