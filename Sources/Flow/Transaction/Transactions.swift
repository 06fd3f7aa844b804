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
    var open: [Int: Kept] = [:]
    var handles: [String: Kept] = [:]
    var endings = Endings()
    /// Ordinals in the order of starts and of completions; some may have ended since.
    var starts = OrdinalQueue()
    var completed = OrdinalQueue()
    /// Ended before their time, still to be taken.
    var endedEarly: [Transaction<Detail>] = []
    /// How many ended before their time and went unjudged.
    var forgotten = 0
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
    state.withLock { state in
      Self.insert(transaction, handles, in: &state)
      forgetEnded(in: &state)
      if state.open.count > capacity { endEarly(\.starts, of: &state) }
    }
  }

  private static func insert(_ transaction: Transaction<Detail>, _ handles: [String], in state: inout State) {
    let kept = Kept(transaction, handles: handles)
    state.open[transaction.ordinal] = kept
    for handle in handles { state.handles[handle] = kept }
    state.endings.push(transaction.ends, transaction.ordinal)
    state.starts.append(transaction.ordinal)
  }

  /// A transaction has done what it was for; it is kept for late calls, but not as long as an open one under load.
  public func complete(_ ordinal: Int) {
    state.withLock { state in
      state.completed.append(ordinal)
      // Those that ended by themselves must not push out the ones that are still kept.
      while let first = state.completed.first, state.open[first] == nil { _ = state.completed.popFirst() }
      if state.completed.count > completedCapacity { endEarly(\.completed, of: &state) }
    }
  }

  /// The transaction of a handle.
  public func find(_ handle: String) -> Transaction<Detail>? {
    state.withLock { state in state.handles[handle]?.transaction }
  }

  /// Changes the transaction of a handle in one step that nothing else can come between.
  ///
  /// The change may give the transaction another handle by returning it beside the result.
  public func update<Result: Sendable>(
    _ handle: String, _ change: (inout Transaction<Detail>) -> (Result, newHandle: String?)
  ) -> Result? {
    state.withLock { state in
      guard let kept = state.handles[handle] else { return nil }
      let ends = kept.transaction.ends
      let (result, newHandle) = change(&kept.transaction)
      if kept.transaction.ends != ends { state.endings.push(kept.transaction.ends, kept.transaction.ordinal) }
      if let newHandle {
        state.handles[newHandle] = kept
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
        guard let kept = state.open[ordinal], kept.transaction.ends == instant else { continue }
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
        state.open.values.map { ($0.transaction, $0.handles) }.sorted { $0.0.ordinal < $1.0.ordinal },
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
    state.withLock { state in state.open.values.map(\.transaction).sorted { $0.ordinal < $1.ordinal } }
  }
}

extension Transactions {
  /// Ends the oldest transaction of a queue that is still open.
  private func endEarly(_ queue: WritableKeyPath<State, OrdinalQueue>, of state: inout State) {
    while let ordinal = state[keyPath: queue].popFirst() {
      guard let kept = state.open[ordinal] else { continue }
      remove(kept, from: &state)
      // Nobody may be taking them; then those that come after go unjudged.
      if state.endedEarly.count < 4096 {
        state.endedEarly.append(kept.transaction)
      } else {
        state.forgotten += 1
      }
      return
    }
  }

  /// Drops what still points at transactions that have ended, so that nothing grows with the number of logins.
  private func forgetEnded(in state: inout State) {
    while let first = state.starts.first, state.open[first] == nil { _ = state.starts.popFirst() }
    // One that stays open for long must not keep the places of those behind it.
    if state.starts.count > 2 * state.open.count + 1024 {
      state.starts = OrdinalQueue(state.open.keys.sorted())
    }
    if state.endings.count > 2 * state.open.count + 1024 {
      state.endings = Endings()
      for (ordinal, kept) in state.open { state.endings.push(kept.transaction.ends, ordinal) }
    }
  }

  private func remove(_ kept: Kept, from state: inout State) {
    state.open[kept.transaction.ordinal] = nil
    for handle in kept.handles {
      // The same handle may have been given to a later transaction.
      if state.handles[handle] === kept { state.handles[handle] = nil }
    }
  }
}

/// Ordinals, first in, first out.
struct OrdinalQueue: Sendable {
  private var ordinals: [Int]
  private var front = 0

  init(_ ordinals: [Int] = []) { self.ordinals = ordinals }

  var count: Int { ordinals.count - front }

  var first: Int? { front < ordinals.count ? ordinals[front] : nil }

  mutating func append(_ ordinal: Int) { ordinals.append(ordinal) }

  mutating func popFirst() -> Int? {
    guard let ordinal = first else { return nil }
    front += 1
    // The used front is given back once it is half of the array.
    if front > 1024, front * 2 > ordinals.count {
      ordinals.removeFirst(front)
      front = 0
    }
    return ordinal
  }
}

/// A binary heap of endings, the earliest first.
struct Endings: Sendable {
  private var heap: [(at: Instant, ordinal: Int)] = []

  var count: Int { heap.count }

  var first: (Instant, Int)? { heap.first.map { ($0.at, $0.ordinal) } }

  mutating func push(_ at: Instant, _ ordinal: Int) {
    heap.append((at, ordinal))
    var child = heap.count - 1
    while child > 0, heap[child].at < heap[(child - 1) / 2].at {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    heap[0] = last
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let least = right < heap.count && heap[right].at < heap[left].at ? right : left
      guard heap[least].at < heap[parent].at else { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
