import Synchronization

/// The open transactions of one provider in one sandbox: bounded, and forgotten when their credentials end.
///
/// A transaction is found by its ordinal or by any of its handles: codes, tokens, identifiers in addresses.
public final class Transactions<Detail: Sendable>: Sendable {
  /// A transaction with its handles, in a place of its own: tables of references stay small, and a change copies nothing.
  private final class Kept {
    var transaction: Transaction<Detail>
    var handles: [String]

    init(_ transaction: Transaction<Detail>, handles: [String]) {
      (self.transaction, self.handles) = (transaction, handles)
    }
  }

  private struct State {
    var open = OrdinalPlaces()
    var handles = HandlePlaces()
    /// What the tables point at; places that are free are used again.
    var kept: [Kept?] = []
    var free: [Int] = []
    var endings = Endings()
    /// Ordinals in the order of starts and of completions; some may have ended since.
    var starts = OrdinalQueue()
    var completed = OrdinalQueue()
    /// Ended before their time, still to be taken.
    var endedEarly: [Transaction<Detail>] = []
    /// How many ended before their time and went unjudged.
    var forgotten = 0

    mutating func keep(_ new: Kept) -> Int {
      guard let place = free.popLast() else {
        kept.append(new)
        return kept.count - 1
      }
      kept[place] = new
      return place
    }

    func kept(of handle: String) -> Kept? { handles[handle].flatMap { kept[$0] } }
    func kept(_ ordinal: Int) -> Kept? { open[ordinal].flatMap { kept[$0] } }
  }

  /// How many transactions may be open at once; beyond it the oldest end early, so that no traffic makes the process
  /// grow without bound.
  public let capacity: Int
  /// How many completed transactions are kept before their time; beyond it the oldest end early.
  public let completedCapacity: Int
  private let state = Mutex(State())

  /// A store for at most so many open transactions, and so many completed ones among them.
  public init(capacity: Int = 50_000, completedCapacity: Int = 2_048) {
    (self.capacity, self.completedCapacity) = (capacity, completedCapacity)
  }

  /// How many transactions are open.
  public var count: Int { state.withLock { $0.open.count } }

  /// Takes a new transaction with its first handles.
  public func insert(_ transaction: Transaction<Detail>, handles: [String]) {
    // What is pushed out is given back behind the lock.
    let last = state.withLock { state -> Transaction<Detail>? in
      Self.insert(transaction, handles, in: &state)
      forgetEnded(in: &state)
      return state.open.count > capacity ? endEarly(of: &state) { $0.starts.popFirst() } : nil
    }
    withExtendedLifetime(last) {}
  }

  private static func insert(_ transaction: Transaction<Detail>, _ handles: [String], in state: inout State) {
    let place = state.keep(Kept(transaction, handles: handles))
    state.open.set(transaction.ordinal, to: place)
    for handle in handles { state.handles.set(handle, to: place) }
    state.endings.push(transaction.ends, transaction.ordinal)
    state.starts.append(transaction.ordinal)
  }

  /// A transaction has done what it was for; it is kept for late calls, but not as long as an open one under load.
  public func complete(_ ordinal: Int) {
    let last = state.withLock { state -> Transaction<Detail>? in
      state.completed.append(ordinal)
      // Those that ended by themselves must not push out the ones that are still kept.
      while let first = state.completed.first, state.open[first] == nil { _ = state.completed.popFirst() }
      return state.completed.count > completedCapacity
        ? endEarly(of: &state) { $0.completed.popFirst() } : nil
    }
    withExtendedLifetime(last) {}
  }

  /// The transaction of a handle.
  public func find(_ handle: String) -> Transaction<Detail>? {
    state.withLock { state in state.kept(of: handle)?.transaction }
  }

  /// Changes the transaction of a handle in one step that nothing else can come between.
  ///
  /// The change may give the transaction another handle by returning it beside the result.
  public func update<Result: Sendable>(
    _ handle: String, _ change: (inout Transaction<Detail>) -> (Result, newHandle: String?)
  ) -> Result? {
    state.withLock { state in
      guard let place = state.handles[handle], let kept = state.kept[place] else { return nil }
      let ends = kept.transaction.ends
      let (result, newHandle) = change(&kept.transaction)
      if kept.transaction.ends != ends { state.endings.push(kept.transaction.ends, kept.transaction.ordinal) }
      if let newHandle {
        state.handles.set(newHandle, to: place)
        kept.handles.append(newHandle)
      }
      return result
    }
  }

  /// Removes and returns the transactions that ended by a moment, oldest ending first, at most `limit`.
  public func takeEnded(by now: Instant, limit: Int = .max) -> [Transaction<Detail>] {
    state.withLock { state in
      var ended = state.endedEarly
      state.endedEarly = []
      while ended.count < limit, let (instant, ordinal) = state.endings.first, instant <= now {
        state.endings.removeFirst()
        // An ending that was moved stands in the heap more than once; only the last one counts.
        guard let kept = state.kept(ordinal), kept.transaction.ends == instant else { continue }
        remove(kept, from: &state)
        ended.append(kept.transaction)
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
        state.kept.compactMap { $0 }.map { ($0.transaction, $0.handles) }.sorted {
          $0.0.ordinal < $1.0.ordinal
        },
        state.completed, state.endedEarly
      )
    }
    return { [weak self] in
      self?.state.withLock { state in
        state = State()
        for (transaction, handles) in kept { Self.insert(transaction, handles, in: &state) }
        (state.completed, state.endedEarly) = (completed, early)
      }
    }
  }

  /// The open transactions in the order of their starts.
  public var all: [Transaction<Detail>] {
    let all = state.withLock { state in state.kept.compactMap { $0?.transaction } }
    return all.sorted { $0.ordinal < $1.ordinal }
  }
}

extension Transactions {
  /// Ends the first transaction of a queue that is still open.
  ///
  /// The queue comes as a closure: code with a key path is not made anew for each provider, and is slow in general form.
  private func endEarly(of state: inout State, next: (inout State) -> Int?) -> Transaction<Detail>? {
    while let ordinal = next(&state) {
      guard let kept = state.kept(ordinal) else { continue }
      remove(kept, from: &state)
      // Nobody may be taking them; then those that come after go unjudged.
      if state.endedEarly.count < 4096 {
        state.endedEarly.append(kept.transaction)
      } else {
        state.forgotten += 1
      }
      return kept.transaction
    }
    return nil
  }

  /// Drops what still points at transactions that have ended, so that nothing grows with the number of logins.
  private func forgetEnded(in state: inout State) {
    while let first = state.starts.first, state.open[first] == nil { _ = state.starts.popFirst() }
    // One that stays open for long must not keep the places of those behind it.
    if state.starts.count > 2 * state.open.count + 1024 {
      state.starts = OrdinalQueue(state.open.ordinals.sorted())
    }
    if state.endings.count > 2 * state.open.count + 1024 {
      state.endings = Endings()
      for case let kept? in state.kept { state.endings.push(kept.transaction.ends, kept.transaction.ordinal) }
    }
  }

  private func remove(_ kept: Kept, from state: inout State) {
    guard let place = state.open.remove(kept.transaction.ordinal) else { return }
    // The same handle may have been given to a later transaction.
    for handle in kept.handles { state.handles.remove(handle, from: place) }
    state.kept[place] = nil
    state.free.append(place)
  }
}
