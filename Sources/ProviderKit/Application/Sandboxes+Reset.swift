import Synchronization
import Flow

extension Sandboxes {
  /// What a reset can keep; transactions always end.
  package enum Part: String, CaseIterable, Sendable {
    /// Clients and people.
    case world
    case scenarios
    /// Queued scenarios.
    case queue
    case clock
    /// Current and published keys.
    case keys
    case journal
    /// Broken rules, outcomes, verdicts.
    case report
  }

  /// Puts a sandbox, or the root if the name is empty, back to the state in which it was made.
  ///
  /// A new sandbox replaces the old one, which ends: its transactions get their verdicts and waiting calls their
  /// answers. The numbers of journal, changes and findings continue, so that readers with a cursor miss nothing.
  package func reset(_ name: String, keeping kept: Set<Part> = []) throws(Refusal) -> Application {
    guard let (old, order) = served(name) else { throw .ended(name) }
    let (library, files) = try loaded(order, old.sandbox, kept)
    var environment = environment(order)
    if kept.contains(.clock) { environment = environment.on(old.sandbox.environment.clock) }
    let new = try succeed(
      old, name, files, library, environment,
      queue: kept.contains(.queue) ? old.sandbox.queue : ScenarioQueue(),
      lastTransaction: order.firstTransaction - 1
    ) { sandbox in
      // The same ring, with which the journal opens tokens.
      if !kept.contains(.keys) { sandbox.keys.startOver() }
      if !kept.contains(.journal) { old.sandbox.leaveJournal() }
    }
    let sandbox = new.sandbox
    sandbox.changes.clear()
    if !kept.contains(.journal) { sandbox.journal.clear() }
    if !kept.contains(.report) {
      sandbox.insight.clear()
      sandbox.outcomes.clear()
    }
    return new
  }

  /// Serves a new sandbox in place of an old one, which then ends; keys, journal and records go on.
  ///
  /// - Parameter taken: called once the new one is served.
  func succeed(
    _ old: Application, _ name: String, _ files: LibraryFiles, _ library: ScenarioLibrary,
    _ environment: Environment, queue: ScenarioQueue, lastTransaction: Int,
    taken: (Sandbox) -> Void = { _ in }
  ) throws(Refusal) -> Application {
    let sandbox = Sandbox(
      name, title: old.sandbox.title, library: library, files: files, environment: environment,
      settings: old.sandbox.settings, keys: old.sandbox.keys, journal: old.sandbox.journal, queue: queue,
      changes: old.sandbox.changes, insight: old.sandbox.insight, office: blueprint.office,
      traffic: old.sandbox.traffic, log: old.sandbox.log)
    sandbox.number(transactions: lastTransaction, calls: 0)
    sandbox.snapshots.replace(old.sandbox.snapshots)
    sandbox.unownedCalls.follow(old.sandbox.unownedCalls)
    let new = application(sandbox)
    guard replace(old, with: new, name) else { throw .ended(name) }
    taken(sandbox)
    if !name.isEmpty { new.join(askers) }
    old.end()
    endings.add(1, ordering: .relaxed)
    return new
  }

  func served(_ name: String) -> (Application, Order)? {
    state.withLock { state in
      guard !name.isEmpty else { return state.root.map { ($0, Order()) } }
      return state.entries[name].map { ($0.application, $0.order) }
    }
  }

  /// The files that the sandbox began with, except for those that are kept.
  private func loaded(
    _ order: Order, _ sandbox: Sandbox, _ kept: Set<Part>
  ) throws(Refusal) -> (ScenarioLibrary, LibraryFiles) {
    let (base, library) = state.withLock { ($0.files, $0.library) }
    if kept.isDisjoint(with: [.world, .scenarios]), order.files == nil { return (library, base) }
    var files = order.files ?? base
    if kept.contains(.world) { files.world = sandbox.files.world }
    if kept.contains(.scenarios) { files.stories = sandbox.files.stories }
    do throws(LoadFailure) {
      return (try files.library(loader, now: wall(), source: "reset"), files)
    } catch { throw .files(error) }
  }

  /// False if the old one is no longer served.
  private func replace(_ old: Application, with new: Application, _ name: String) -> Bool {
    state.withLock { state in
      guard !name.isEmpty else {
        guard state.root === old else { return false }
        state.root = new
        return true
      }
      guard state.entries[name]?.application === old else { return false }
      state.entries[name]?.application = new
      return true
    }
  }
}
