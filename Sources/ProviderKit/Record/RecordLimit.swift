import Flow
import Synchronization

/// The one limit on the records that all sandboxes keep: exchanges, and the states of logins.
///
/// Beyond it, the sandbox that has been idle longest drops its oldest records first. If none is idle, those that hold more
/// than their share do, so that a busy sandbox costs its neighbors nothing.
package final class RecordLimit: Sendable {
  fileprivate struct Queue {
    /// When shelves that hold something were last known to be used; each is in it once.
    var idle = Agenda<Int>()
    var shelves: [Int: WeakShelf] = [:]
    var last = 0
    /// With this many shelves, those of ended sandboxes are looked for.
    var looked = 1024
  }

  fileprivate struct WeakShelf: Sendable {
    weak let shelf: RecordShelf?
  }

  package static let standard = 128 << 20
  /// A sandbox that has not been used for this long is idle.
  static let idleTime = Duration.seconds(60)

  /// Roughly, as the sizes of records are.
  package let bytes: Int
  private let held = Atomic<Int>(0)
  private let queue = Mutex(Queue())

  package init(bytes: Int = RecordLimit.standard) { self.bytes = bytes }

  /// How many bytes all sandboxes hold.
  package var size: Int { held.load(ordering: .relaxed) }

  func add(_ size: Int) { held.add(size, ordering: .relaxed) }

  /// Shelves are numbered from 1.
  func nextNumber() -> Int {
    queue.withLock { queue in
      queue.last += 1
      return queue.last
    }
  }

  func enqueue(_ shelf: RecordShelf) {
    queue.withLock { queue in
      if queue.shelves.count >= queue.looked { queue.dropEnded() }
      queue.shelves[shelf.number] = WeakShelf(shelf: shelf)
      queue.idle.add(shelf.number, at: shelf.lastUse)
    }
  }

  /// Drops records until the limit is met again, and a few more, so that this is rare.
  ///
  /// - Parameter growing: keeps its latest record, however large.
  func makeRoom(for growing: RecordShelf) {
    guard size > bytes else { return }
    // Whoever makes room already goes on until the limit is met, so nobody else needs to.
    _ = queue.withLockIfAvailable { queue in
      guard size > bytes else { return }
      let target = bytes - bytes / 64
      let share = target / max(1, queue.shelves.count)
      var spared: [(number: Int, shelf: RecordShelf)] = []
      while size > target, let (number, shelf) = queue.takeIdle() {
        let kept = shelf.lastUse + Self.idleTime <= growing.lastUse ? 0 : share
        shelf.forget(min(size - target, shelf.size - kept), sparingLatest: shelf === growing)
        if size > target, !shelf.isEmpty {
          spared.append((number, shelf))
        } else if shelf.dequeueIfEmpty() {
          queue.shelves[number] = nil
        } else {
          queue.idle.add(number, at: shelf.lastUse)
        }
      }
      // Behind those that are used, until it is idle: what needs no look has none.
      for (number, shelf) in spared { queue.idle.add(number, at: shelf.lastUse + Self.idleTime) }
    }
  }
}

extension RecordLimit.Queue {
  /// The shelf that has not been used for the longest time.
  fileprivate mutating func takeIdle() -> (number: Int, shelf: RecordShelf)? {
    while let first = idle.popFirst() {
      guard let shelf = shelves[first.item]?.shelf else {
        shelves[first.item] = nil
        continue
      }
      guard shelf.lastUse > first.at else { return (first.item, shelf) }
      idle.add(first.item, at: shelf.lastUse)
    }
    return nil
  }

  /// Keeps the shelves from growing with the number of sandboxes that ever existed.
  fileprivate mutating func dropEnded() {
    idle = Agenda()
    for (number, entry) in shelves {
      if let shelf = entry.shelf { idle.add(number, at: shelf.lastUse) } else { shelves[number] = nil }
    }
    looked = max(1024, 2 * shelves.count)
  }
}
