import Synchronization
package import Flow

extension Sandboxes {
  /// How the clock of a sandbox that is restored runs.
  package struct ClockOrder: Sendable {
    /// Where it stands, if it stands still.
    package var frozenAt: Instant?
    /// True if it stands still.
    package var isFrozen: Bool
    /// How much later than it the times in tokens are.
    package var skew: Duration
    /// By which time the times that clients made are judged.
    package var clientTimes: SandboxClock.ClientTimes

    /// A clock.
    package init(
      frozenAt: Instant?, isFrozen: Bool, skew: Duration, clientTimes: SandboxClock.ClientTimes
    ) {
      (self.frozenAt, self.isFrozen, self.skew, self.clientTimes) = (frozenAt, isFrozen, skew, clientTimes)
    }
  }

  /// Puts other files, and where they are given another clock and number of transactions, in force in a new sandbox that takes the
  /// place of the old one: its transactions end, its keys, queue and journal go on.
  package func restore(
    _ name: String, files: LibraryFiles, library: ScenarioLibrary, clock: ClockOrder?, lastTransaction: Int?
  ) throws(Refusal) -> Application {
    guard let (old, order) = served(name) else { throw .ended(name) }
    var environment = old.sandbox.environment
    if let clock {
      var order = order
      order.frozenAt = clock.isFrozen ? clock.frozenAt ?? environment.clock.now : nil
      (order.skew, order.clientTimes) = (clock.skew, clock.clientTimes)
      environment = self.environment(order)
    }
    let sandbox = Sandbox(
      name, library: library, files: files, environment: environment, settings: old.sandbox.settings,
      keys: old.sandbox.keys, journal: old.sandbox.journal, queue: old.sandbox.queue,
      changes: old.sandbox.changes, insight: old.sandbox.insight, office: blueprint.office,
      traffic: old.sandbox.traffic, log: old.sandbox.log)
    sandbox.number(transactions: lastTransaction ?? old.sandbox.lastOrdinal, calls: 0)
    let new = application(sandbox)
    guard replace(old, with: new, name) else { throw .ended(name) }
    old.end()
    endings.add(1, ordering: .relaxed)
    return new
  }

  /// The seed that a sandbox was ordered with.
  package func seed(of name: String) -> UInt64? { state.withLock { $0.entries[name]?.order.seed } }
}
