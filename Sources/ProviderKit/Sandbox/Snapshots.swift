package import Flow
import Synchronization

/// The states of a sandbox that can be put back, the latest few, for as long as the sandbox lives.
///
/// Each is a copy of the bounded stores, made in one go: cheap, and whole, because nothing has to be written down.
package final class Snapshots: Sendable {
  /// A state that can be put back.
  package struct Snapshot: Sendable {
    /// Its name; no other snapshot of any process has it.
    package let identifier: String
    /// When it was made, on the sandbox's clock.
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

  /// Keeps a state that was reached at a moment.
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

  /// The snapshot of a name.
  package func find(_ identifier: String) -> Snapshot? {
    state.withLock { $0.kept.first { $0.identifier == identifier } }
  }

  /// The names of those that are kept, the oldest first.
  package var identifiers: [String] { state.withLock { $0.kept.map(\.identifier) } }

  /// Forgets all of them.
  func clear() { state.withLock { $0.kept = [] } }
}
