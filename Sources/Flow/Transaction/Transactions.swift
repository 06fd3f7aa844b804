import Synchronization

/// The open transactions of one provider in one sandbox: bounded, and forgotten when their credentials end.
///
/// A transaction is found by its ordinal or by any of its handles: codes, tokens, identifiers in addresses.
public final class Transactions<Detail: Sendable>: Sendable {
  private struct State {
    var index = TransactionIndex()
    /// The transactions, at the places that the index tells.
    var kept: [Transaction<Detail>?] = []
    /// Ended before their time, still to be taken.
    var endedEarly: [Transaction<Detail>] = []
    /// How many ended before their time and went unjudged.
    var forgotten = 0

    /// Takes a transaction in.
    mutating func keep(_ transaction: Transaction<Detail>, _ identifier: Handle, _ handles: [Handle]) {
      let place = index.add(transaction.ordinal, identifier, handles: handles, ends: transaction.ends)
      if place == kept.count { kept.append(transaction) } else { kept[place] = transaction }
    }

    /// Ends a transaction before its time; what is given back of it is returned, to be freed behind the lock.
    mutating func endEarly(_ place: Int) -> (Transaction<Detail>?, [Handle]) {
      let handles = index.remove(place)
      let ended = kept[place].take()
      // Nobody may be taking them; then those that come after go unjudged.
      if endedEarly.count >= 4096 {
        forgotten += 1
      } else if let ended {
        endedEarly.append(ended)
      }
      return (ended, handles)
    }
  }

  /// How many transactions may be open at once; beyond it the oldest end early, so that no traffic makes the process
  /// grow without bound.
  public let capacity: Int
  /// How many completed transactions are kept before their time; beyond it the oldest end early.
  public let completedCapacity: Int
  private let state = Mutex(State())
  /// Drawn anew in each process, as the library does it for its own tables.
  private let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

  /// A store for at most so many open transactions, and so many completed ones among them.
  public init(capacity: Int = 50_000, completedCapacity: Int = 2_048) {
    (self.capacity, self.completedCapacity) = (capacity, completedCapacity)
  }

  /// How many transactions are open.
  public var count: Int { state.withLock { $0.index.count } }

  /// Takes a new transaction, which is found by its identifier and its first handles beside it.
  public func insert(_ transaction: Transaction<Detail>, handles: [String] = []) {
    // What can be is made before the lock, and what is pushed out is freed behind it.
    let identifier = Handle(transaction.identifier, seed: seed)
    let handles = handles.isEmpty ? [] : handles.map { Handle($0, seed: seed) }
    let last = state.withLock { state -> (Transaction<Detail>?, [Handle])? in
      state.keep(transaction, identifier, handles)
      state.index.forgetEnded()
      guard state.index.count > capacity, let place = state.index.popFirstStarted() else { return nil }
      return state.endEarly(place)
    }
    withExtendedLifetime(last) {}
  }

  /// A transaction has done what it was for; it is kept for late calls, but not as long as an open one under load.
  public func complete(_ ordinal: Int) {
    let last = state.withLock { state -> (Transaction<Detail>?, [Handle])? in
      guard let place = state.index.complete(ordinal, keeping: completedCapacity) else { return nil }
      return state.endEarly(place)
    }
    withExtendedLifetime(last) {}
  }

  /// The transaction of a handle.
  public func find(_ handle: String) -> Transaction<Detail>? {
    let handle = Handle(handle, seed: seed)
    return state.withLock { state in state.index.place(of: handle).flatMap { state.kept[$0] } }
  }

  /// Changes the transaction of a handle in one step that nothing else can come between.
  ///
  /// The change may give the transaction another handle by returning it beside the result.
  public func update<Result: Sendable>(
    _ handle: String, _ change: (inout Transaction<Detail>) -> (Result, newHandle: String?)
  ) -> Result? {
    let handle = Handle(handle, seed: seed)
    return state.withLock { state in
      // Taken out, so that it has one owner and changes in place.
      guard let place = state.index.place(of: handle), var transaction = state.kept[place].take() else {
        return nil
      }
      let (result, newHandle) = change(&transaction)
      state.index.move(place, to: transaction.ends)
      if let newHandle { state.index.add(Handle(newHandle, seed: seed), at: place) }
      state.kept[place] = transaction
      return result
    }
  }

  /// Removes and returns the transactions that ended by a moment, oldest ending first, at most `limit`.
  public func takeEnded(by now: Instant, limit: Int = .max) -> [Transaction<Detail>] {
    state.withLock { state in
      var ended = state.endedEarly
      state.endedEarly = []
      while ended.count < limit, let place = state.index.popFirstEnded(by: now) {
        _ = state.index.remove(place)
        if let removed = state.kept[place].take() { ended.append(removed) }
      }
      return ended
    }
  }

  /// How many ended early and unjudged since this was asked for the last time.
  public func takeForgotten() -> Int {
    state.withLock { state in
      defer { state.forgotten = 0 }
      return state.forgotten
    }
  }

  /// What puts the store back to where it stands now.
  public func saved() -> Restoration {
    let (kept, completed, early) = state.withLock { state in
      (
        state.kept.enumerated().compactMap { place, transaction in
          transaction.map { ($0, state.index.handles(at: place)) }
        },
        state.index.completed, state.endedEarly
      )
    }
    let inOrder = kept.sorted { $0.0.ordinal < $1.0.ordinal }
    return { [weak self, seed] in
      self?.state.withLock { state in
        state = State()
        for (transaction, handles) in inOrder {
          state.keep(transaction, Handle(transaction.identifier, seed: seed), handles)
        }
        (state.index.completed, state.endedEarly) = (completed, early)
      }
    }
  }

  /// The open transactions in the order of their starts.
  public var all: [Transaction<Detail>] {
    let all = state.withLock { state in state.kept.compactMap { $0 } }
    return all.sorted { $0.ordinal < $1.ordinal }
  }
}
