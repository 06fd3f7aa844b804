package import Flow
import Synchronization

/// The latest snapshots of a sandbox, kept in memory as long as the sandbox lives.
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

  func clear() { state.withLock { $0.kept = [] } }
}
