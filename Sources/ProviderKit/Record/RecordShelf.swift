package import Flow
import Synchronization

/// A log whose records are forgotten when there are too many.
protocol EvictableLog: AnyObject, Sendable {
  /// The turn of its oldest record; `nil` if it has none.
  var oldestTurn: Int? { get }
  /// Forgets the oldest records, at least this many bytes of them, but none from `turn` on; returns how many bytes they were.
  func forget(_ bytes: Int, before turn: Int) -> Int
}

/// What one sandbox keeps for inspection: its journal and the states of its logins.
package final class RecordShelf: Sendable {
  private struct WeakLog: Sendable {
    weak let log: (any EvictableLog)?
  }

  package let limit: RecordLimit
  /// Tells the shelves of a limit apart.
  let number: Int
  private let logs = Mutex<[WeakLog]>([])
  private let held = Atomic<Int>(0)
  private let turns = Atomic<Int>(0)
  private let used = Atomic<Int64>(0)
  private let isQueued = Atomic<Bool>(false)

  package init(_ limit: RecordLimit = RecordLimit()) {
    self.limit = limit
    number = limit.nextNumber()
  }

  /// Notes that the sandbox was used, in real time.
  package func use(at moment: Instant) { used.store(moment.milliseconds, ordering: .relaxed) }

  var lastUse: Instant { Instant(milliseconds: used.load(ordering: .relaxed)) }

  /// How many bytes its logs hold, roughly.
  var size: Int { held.load(ordering: .relaxed) }

  func join(_ log: any EvictableLog) { logs.withLock { $0.append(WeakLog(log: log)) } }

  /// Records are forgotten in the order of their turns, whatever log they are in.
  func nextTurn() -> Int { turns.add(1, ordering: .relaxed).newValue }

  /// Notes that a log grew; never called while its lock is held.
  func grew(by size: Int) {
    held.add(size, ordering: .relaxed)
    limit.add(size)
    if !isQueued.load(ordering: .relaxed), !isQueued.exchange(true, ordering: .acquiringAndReleasing) {
      limit.enqueue(self)
    }
    limit.makeRoom(for: self)
  }

  func shrank(by size: Int) {
    held.subtract(size, ordering: .relaxed)
    limit.add(-size)
  }

  private var present: [any EvictableLog] { logs.withLock { $0 }.compactMap(\.log) }

  /// Forgets the oldest records of all logs, at least this many bytes of them.
  func forget(_ bytes: Int, sparingLatest: Bool) {
    let present = present
    let end = sparingLatest ? turns.load(ordering: .relaxed) : .max
    var rest = bytes
    while rest > 0 {
      var oldest: (turn: Int, log: any EvictableLog)?
      // That of the oldest record in another log.
      var next = end
      for log in present {
        guard let turn = log.oldestTurn, turn < end else { continue }
        guard let known = oldest else {
          oldest = (turn, log)
          continue
        }
        next = min(next, max(turn, known.turn))
        if turn < known.turn { oldest = (turn, log) }
      }
      guard let oldest else { return }
      let forgotten = oldest.log.forget(rest, before: next)
      guard forgotten > 0 else { return }
      rest -= forgotten
    }
  }

  var isEmpty: Bool { present.allSatisfy { $0.oldestTurn == nil } }

  /// True if it is empty and so has left the limit's queue, which it joins again with its next record.
  func dequeueIfEmpty() -> Bool {
    guard isEmpty else { return false }
    isQueued.store(false, ordering: .sequentiallyConsistent)
    // A record added meanwhile is queued by whoever added it, or else here.
    return isEmpty || isQueued.exchange(true, ordering: .sequentiallyConsistent)
  }
}
