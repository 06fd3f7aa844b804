import Synchronization

/// The open transactions of one provider in one sandbox: bounded, and forgotten when their credentials end.
///
/// A transaction is found by its ordinal or by any of its handles: codes, tokens, identifiers in addresses.
public final class Transactions<Detail: Sendable>: Sendable {
  private struct State {
    var open: [Int: Transaction<Detail>] = [:]
    var handles: [String: Int] = [:]
    var handlesOf: [Int: [String]] = [:]
    var endings = Endings()
  }

  /// How many transactions may be open at once; more are refused, so no traffic makes the process grow without bound.
  public let capacity: Int
  private let state = Mutex(State())

  /// A store for at most so many open transactions.
  public init(capacity: Int = 200_000) {
    self.capacity = capacity
  }

  /// How many transactions are open.
  public var count: Int { state.withLock { $0.open.count } }

  /// Takes a new transaction with its first handles; `false` when the store is full.
  public func insert(_ transaction: Transaction<Detail>, handles: [String]) -> Bool {
    state.withLock { state in
      guard state.open.count < capacity else { return false }
      state.open[transaction.ordinal] = transaction
      state.endings.push(transaction.ends, transaction.ordinal)
      state.handlesOf[transaction.ordinal] = handles
      for handle in handles { state.handles[handle] = transaction.ordinal }
      return true
    }
  }

  /// The transaction of a handle.
  public func find(_ handle: String) -> Transaction<Detail>? {
    state.withLock { state in state.handles[handle].flatMap { state.open[$0] } }
  }

  /// Changes the transaction of a handle in one step that nothing else can come between.
  ///
  /// The change may give the transaction another handle by returning it beside the result.
  public func update<Result: Sendable>(
    _ handle: String, _ change: (inout Transaction<Detail>) -> (Result, newHandle: String?)
  ) -> Result? {
    state.withLock { state in
      guard let ordinal = state.handles[handle], var transaction = state.open[ordinal] else { return nil }
      let ends = transaction.ends
      // Taken out while it changes, so that its arrays are not copied.
      state.open[ordinal] = nil
      let (result, newHandle) = change(&transaction)
      if transaction.ends != ends { state.endings.push(transaction.ends, ordinal) }
      state.open[ordinal] = transaction
      if let newHandle {
        state.handles[newHandle] = ordinal
        state.handlesOf[ordinal, default: []].append(newHandle)
      }
      return result
    }
  }

  /// Removes and returns the transactions that ended by a moment, oldest ending first, at most `limit`.
  public func takeEnded(by now: Instant, limit: Int = .max) -> [Transaction<Detail>] {
    state.withLock { state in
      var ended: [Transaction<Detail>] = []
      while ended.count < limit, let (instant, ordinal) = state.endings.first, instant <= now {
        state.endings.removeFirst()
        // An ending that was moved stands in the heap more than once; only the last one counts.
        guard let transaction = state.open[ordinal], transaction.ends <= now else { continue }
        ended.append(transaction)
        state.open[ordinal] = nil
        for handle in state.handlesOf.removeValue(forKey: ordinal) ?? [] { state.handles[handle] = nil }
      }
      return ended
    }
  }

  /// The open transactions in the order of their starts.
  public var all: [Transaction<Detail>] {
    state.withLock { state in state.open.values.sorted { $0.ordinal < $1.ordinal } }
  }
}

/// A binary heap of endings, the earliest first.
struct Endings: Sendable {
  private var heap: [(at: Instant, ordinal: Int)] = []

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
