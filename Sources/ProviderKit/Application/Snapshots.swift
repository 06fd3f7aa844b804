public import Flow
import Synchronization

/// The states of a sandbox that can be put back, the latest few, for as long as the sandbox lives.
///
/// Each is a copy of the bounded stores, made in one go: cheap, and whole, because nothing has to be written down.
public final class Snapshots: Sendable {
  /// A state that can be put back.
  public struct Snapshot: Sendable {
    /// Its name; no other snapshot of any process has it.
    public let identifier: String
    /// When it was made, on the sandbox's clock.
    public let at: Instant
    fileprivate let restorations: [Restoration]
  }

  private struct State {
    var kept: [Snapshot] = []
    var made = 0
  }

  /// How many are kept; the oldest go first.
  public static let capacity = 16

  private let state = Mutex(State())

  init() {}

  /// Makes a snapshot of a sandbox with its providers.
  public func make(of sandbox: Sandbox, _ providers: [any Provider]) -> Snapshot {
    let restorations = sandbox.saved() + providers.flatMap { $0.saved() }
    return state.withLock { state in
      state.made += 1
      // The address of this object tells sandboxes apart, the real time processes.
      let place = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 36)
      let time = String(sandbox.environment.clock.real.milliseconds, radix: 36)
      let snapshot = Snapshot(
        identifier: "\(state.made)-\(time)-\(place)", at: sandbox.environment.clock.now,
        restorations: restorations)
      if state.kept.count == Self.capacity { state.kept.removeFirst() }
      state.kept.append(snapshot)
      return snapshot
    }
  }

  /// The snapshot of a name.
  public func find(_ identifier: String) -> Snapshot? {
    state.withLock { $0.kept.first { $0.identifier == identifier } }
  }

  /// The names of those that are kept, the oldest first.
  public var identifiers: [String] { state.withLock { $0.kept.map(\.identifier) } }

  /// Puts a sandbox back; whoever waits in it looks again.
  public func restore(_ snapshot: Snapshot, in sandbox: Sandbox) {
    for restore in snapshot.restorations { restore() }
    sandbox.clockMoved()
  }

  /// Forgets all of them.
  func clear() { state.withLock { $0.kept = [] } }
}
