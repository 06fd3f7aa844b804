import Synchronization
package import Flow

extension Sandboxes {
  /// The clock of a restored sandbox.
  package struct ClockOrder: Sendable {
    /// Where it is frozen.
    package var frozenAt: Instant?
    package var isFrozen: Bool
    /// How much later than the clock the times in tokens are.
    package var skew: Duration
    /// Against which clock times in client tokens are checked.
    package var clientTimes: SandboxClock.ClientTimes

    package init(
      frozenAt: Instant?, isFrozen: Bool, skew: Duration, clientTimes: SandboxClock.ClientTimes
    ) {
      (self.frozenAt, self.isFrozen, self.skew, self.clientTimes) = (frozenAt, isFrozen, skew, clientTimes)
    }
  }

  /// Replaces the sandbox by a new one with other files and, if given, another clock and transaction number.
  ///
  /// Transactions end; keys, queue and journal are kept.
  package func restore(
    _ name: String, files: LibraryFiles, library: ScenarioLibrary, clock: ClockOrder?, lastTransaction: Int?
  ) throws(Refusal) -> Application {
    guard let (old, order) = served(name) else { throw .ended(name) }
    var environment = old.sandbox.environment
    if let clock {
      var order = order
      order.frozenAt = clock.isFrozen ? clock.frozenAt ?? environment.clock.read().now : nil
      (order.skew, order.clientTimes) = (clock.skew, clock.clientTimes)
      environment = self.environment(order)
    }
    let sandbox = Sandbox(
      name, title: old.sandbox.title, library: library, files: files, environment: environment,
      settings: old.sandbox.settings,
      keys: old.sandbox.keys, journal: old.sandbox.journal, queue: old.sandbox.queue,
      changes: old.sandbox.changes, insight: old.sandbox.insight, office: blueprint.office,
      traffic: old.sandbox.traffic, log: old.sandbox.log)
    sandbox.number(transactions: lastTransaction ?? old.sandbox.lastOrdinal, calls: 0)
    sandbox.snapshots.replace(old.sandbox.snapshots)
    let new = application(sandbox)
    guard replace(old, with: new, name) else { throw .ended(name) }
    if !name.isEmpty { new.join(askers) }
    old.end()
    endings.add(1, ordering: .relaxed)
    return new
  }

  package func seed(of name: String) -> UInt64? { state.withLock { $0.entries[name]?.order.seed } }
}
