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
    return try succeed(
      old, name, files, library, environment, queue: old.sandbox.queue,
      lastTransaction: lastTransaction ?? old.sandbox.lastOrdinal)
  }

  package func seed(of name: String) -> UInt64? { state.withLock { $0.entries[name]?.order.seed } }
}
