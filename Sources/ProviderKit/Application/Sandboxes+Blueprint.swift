package import Flow

extension Sandboxes {
  /// What a new sandbox is made of.
  package struct Blueprint: Sendable {
    package let routes: Routes
    package var settings: Sandbox.Settings
    /// Makes the keys, the same for each sandbox until it rotates them.
    package var keys: @Sendable () -> KeyRing
    /// Without a seed the environment is unpredictable.
    package var environment: @Sendable (_ seed: UInt64?, _ frozenAt: Instant?) -> Environment
    package var office = DeliveryOffice()
    package var traffic = Traffic()
    package var log: any Log
    /// Counts findings and outcomes of all sandboxes.
    package let total = RunTally()
    /// The limit on the records that all sandboxes keep.
    package let limit: RecordLimit
    /// Called with every journal entry of every sandbox.
    package var record: (@Sendable (Journal.Entry, _ sandbox: String, KeyRing) -> Void)?
    /// Called with every sandbox that has ended, for reports that still need it; not after a reset.
    ///
    /// `isLast` is true when the process ends.
    package var remember: (@Sendable (Entry, _ isLast: Bool) -> Void)?

    package init(
      routes: Routes, settings: Sandbox.Settings, keys: @escaping @Sendable () -> KeyRing,
      log: any Log, environment: @escaping @Sendable (_ seed: UInt64?, _ frozenAt: Instant?) -> Environment
    ) {
      (self.routes, self.settings, self.keys) = (routes, settings, keys)
      limit = RecordLimit(bytes: settings.keptBytes)
      (self.environment, self.log) = (environment, log)
    }
  }
}

extension Sandboxes.Blueprint {
  /// Its outcomes count towards those of all sandboxes.
  package func changes(on shelf: RecordShelf) -> ChangeLog {
    ChangeLog(tally: OutcomeTally(total: total), on: shelf)
  }

  /// Its findings count towards those of all sandboxes.
  package func insight(of sandbox: SandboxLabel = .root) -> Insight { Insight(of: sandbox, total: total) }

  /// Its entries are passed to `record`.
  package func journal(
    _ name: String, _ keys: KeyRing, on shelf: RecordShelf
  ) -> Journal {
    guard let record else { return Journal(on: shelf) }
    return Journal(on: shelf) { record($0, name, keys) }
  }
}
