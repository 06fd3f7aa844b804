package import Flow
import Synchronization

/// The latest snapshots of a sandbox, kept in memory until it ends or a reset replaces it: they restore its own stores.
///
/// Each is a copy of the bounded stores, so nothing has to be serialized.
package final class Snapshots: Sendable {
  package struct Snapshot: Sendable {
    /// Unique among the snapshots of all processes.
    package let identifier: String
    /// On the sandbox's clock.
    package let at: Instant
    let restorations: [Restoration]
  }

  private struct State {
    var kept: [Snapshot] = []
    var made = 0
    /// Of the sandboxes that this one replaced.
    var lost: [String] = []
  }

  /// How many are kept; the oldest go first.
  package static let capacity = 16

  private let state = Mutex(State())

  init() {}

  func keep(_ restorations: [Restoration], at time: ClockReading) -> Snapshot {
    state.withLock { state in
      state.made += 1
      // The address of this object tells sandboxes apart, the real time processes.
      let object = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 36)
      let moment = String(time.real.milliseconds, radix: 36)
      let snapshot = Snapshot(
        identifier: "\(state.made)-\(moment)-\(object)", at: time.now, restorations: restorations)
      if state.kept.count == Self.capacity { state.kept.removeFirst() }
      state.kept.append(snapshot)
      return snapshot
    }
  }

  package func find(_ identifier: String) -> Snapshot? {
    state.withLock { $0.kept.first { $0.identifier == identifier } }
  }

  /// The oldest comes first.
  package var identifiers: [String] { state.withLock { $0.kept.map(\.identifier) } }

  /// True if it ended with a sandbox that this one replaced.
  package func hasLost(_ identifier: String) -> Bool { state.withLock { $0.lost.contains(identifier) } }

  /// Remembers the names of those that end with the sandbox that this one replaces, the latest of them.
  func replace(_ earlier: Snapshots) {
    let ended = earlier.state.withLock { $0.lost + $0.kept.map(\.identifier) }
    state.withLock { $0.lost = ended.suffix(2 * Self.capacity) }
  }

  func clear() { state.withLock { $0.kept = [] } }
}
