package import Flow
import JSON
import Synchronization

/// The sandboxes of the process beside the root one: each a complete private emulator, addressed by `/~NAME`.
package final class Sandboxes: Sendable {
  /// What a new sandbox is made of.
  package struct Blueprint: Sendable {
    /// What each sandbox serves, and where.
    package let routes: Routes
    /// How clients and people are treated.
    package var settings: Sandbox.Settings
    /// The keys that sandboxes share until they rotate them.
    package var keys: @Sendable () -> KeyRing
    /// Makes an environment from a seed, unpredictable without one, and a moment to freeze the clock at.
    package var environment: @Sendable (_ seed: UInt64?, _ frozenAt: Instant?) -> Environment
    /// Makes the owner of the endpoints that stand beside the providers.
    package let beside: @Sendable (Sandbox, [any Provider], Sandboxes) -> any Sendable
    /// What hands the deliveries of all sandboxes to the server.
    package var office = DeliveryOffice()
    /// Counts what all sandboxes answer.
    package var traffic = Traffic()
    /// Where log lines go.
    package var log: any Log
    /// What all sandboxes see together.
    package let total = RunTally()
    /// Told of every entry of a sandbox's journal.
    package var record: (@Sendable (Journal<RecordedExchange>.Entry, _ sandbox: String, KeyRing) -> Void)?

    /// A blueprint of these parts.
    package init(
      routes: Routes, settings: Sandbox.Settings, keys: @escaping @Sendable () -> KeyRing,
      log: any Log, environment: @escaping @Sendable (_ seed: UInt64?, _ frozenAt: Instant?) -> Environment,
      beside: @escaping @Sendable (Sandbox, [any Provider], Sandboxes) -> any Sendable
    ) {
      (self.routes, self.settings, self.keys) = (routes, settings, keys)
      (self.environment, self.beside, self.log) = (environment, beside, log)
    }
  }

  /// What a caller wants of a new sandbox.
  package struct Order: Sendable {
    /// The name; made up when there is none.
    package var name: String?
    /// The files; the ones loaded from disk when there are none.
    package var files: LibraryFiles?
    /// The seed of its identifiers.
    package var seed: UInt64?
    /// Whether its clock stands still, and where; `nil` lets it run.
    package var frozenAt: Instant?
    /// How much later than its clock the times in its tokens are.
    package var skew: Duration = .zero
    /// By which time the times that clients made are judged.
    package var clientTimes = SandboxClock.ClientTimes.real
    /// The number of its first transaction, from which identifiers derive.
    package var firstTransaction = 1
    /// How long it may be idle before it ends, on the real clock.
    package var lifetime = Sandboxes.standardLifetime

    /// A sandbox like the root one.
    package init() {}
  }

  /// Why a sandbox cannot be made.
  package enum Refusal: Error, Sendable {
    /// The name is not of the form `[a-z0-9-]{1,40}`.
    case malformedName(String)
    /// A sandbox of this name exists.
    case taken(String)
    /// There are as many as there may be.
    case tooMany(limit: Int)
    /// Its files are wrong.
    case files(LoadFailure)
    /// There is no sandbox of this name any more.
    case ended(String)
  }

  /// A sandbox that is served.
  package struct Entry: Sendable {
    /// What serves it.
    package internal(set) var application: Application
    /// What it was made of, and is made of again when it is reset.
    package let order: Order
    /// How long it may be idle.
    package var lifetime: Duration { order.lifetime }
    /// When it was last used, on the real clock.
    package internal(set) var lastUsed: Instant {
      didSet { isAtRest = false }
    }
    /// True if nobody has used it since it was looked at last, and nothing in it can run out.
    var isAtRest = false
    /// True if the agenda has it: once, however often it comes to rest.
    var isExpected = false
  }

  struct State {
    var root: Application?
    var entries: [String: Entry] = [:]
    /// When sandboxes at rest have been idle for too long.
    var idle = Agenda<String>()
    /// The others, which every tick looks at.
    var awake: Set<String> = []
    var files: LibraryFiles
    var library: ScenarioLibrary
    var made = 0
    /// The latest names that no sandbox has and that were asked for, with where; at most `strayLimit`.
    var strays: [Stray] = []
  }

  /// A request for a sandbox that there is not.
  package struct Stray: Sendable, Hashable {
    /// The name.
    package let name: String
    /// What stood in `Host`.
    package let host: String
    /// How often the name was asked for there.
    package internal(set) var count = 1
    /// When the last time, on the real clock.
    package internal(set) var at: Instant
  }

  /// How many stray names are remembered.
  package static let strayLimit = 32

  /// How long a sandbox may be idle unless its order says otherwise.
  package static let standardLifetime: Duration = .seconds(30 * 60)
  /// How many sandboxes there may be at once, so that no caller makes the process grow without bound.
  package static let capacity = 5000

  /// What sandboxes are made of.
  package let blueprint: Blueprint
  /// Reads the files of sandboxes.
  package let loader: LibraryLoader
  let wall: @Sendable () -> Instant
  let state: Mutex<State>
  let endings = Atomic<Int>(0)

  /// No sandboxes yet; new ones begin with these files, which the loader has read.
  package init(
    _ blueprint: Blueprint, loader: LibraryLoader? = nil, files: LibraryFiles, library: ScenarioLibrary,
    wall: @escaping @Sendable () -> Instant
  ) {
    self.blueprint = blueprint
    self.wall = wall
    self.loader = loader ?? LibraryLoader(blueprint.routes.providers.map { $0.schema })
    state = Mutex(State(files: files, library: library))
  }

  /// The files were read again: sandboxes that are made from now on begin with these.
  package func replace(_ files: LibraryFiles, _ library: ScenarioLibrary) {
    state.withLock { state in (state.files, state.library) = (files, library) }
  }

  /// The files that new sandboxes begin with.
  package var files: LibraryFiles { state.withLock { $0.files } }

  /// The root sandbox, once it is served.
  package var root: Application? { state.withLock { $0.root } }

  /// Serves the root sandbox, which a reset replaces.
  func serve(root: Application) { state.withLock { $0.root = root } }

  /// Makes a sandbox.
  package func make(_ order: Order) throws(Refusal) -> Entry {
    let (name, library, files) = try prepare(order)
    let keys = blueprint.keys()
    let sandbox = Sandbox(
      name, library: library, files: files, environment: environment(order), settings: blueprint.settings,
      keys: keys, journal: blueprint.journal(name, keys, entryLimit: 1024, byteLimit: 4 << 20),
      changes: blueprint.changes(), insight: blueprint.insight(), office: blueprint.office,
      traffic: blueprint.traffic, log: blueprint.log)
    sandbox.number(transactions: order.firstTransaction - 1, calls: 0)
    let entry = Entry(application: application(sandbox), order: order, lastUsed: wall())
    let isTaken = state.withLock { state in
      guard state.entries[name] == nil else { return true }
      state.entries[name] = entry
      state.awake.insert(name)
      return false
    }
    guard !isTaken else { throw .taken(name) }
    return entry
  }

  /// Time and chance as an order wants them.
  func environment(_ order: Order) -> Environment {
    let environment = blueprint.environment(order.seed, order.frozenAt)
    environment.clock.setSkew(order.skew)
    environment.clock.setClientTimes(order.clientTimes)
    return environment
  }

  /// What serves a sandbox.
  package func application(_ sandbox: Sandbox) -> Application {
    Application(blueprint.routes, sandbox: sandbox) { blueprint.beside($0, $1, self) }
  }

  private func prepare(_ order: Order) throws(Refusal) -> (name: String, ScenarioLibrary, LibraryFiles) {
    let (count, number, files, library) = state.withLock { state in
      state.made += 1
      return (state.entries.count, state.made, state.files, state.library)
    }
    guard count < Self.capacity else { throw .tooMany(limit: Self.capacity) }
    let name = order.name ?? "s\(number)"
    guard Self.isName(name) else { throw .malformedName(name) }
    guard let own = order.files else { return (name, library, files) }
    do throws(LoadFailure) {
      return (name, try own.library(loader, now: wall(), source: "request"), own)
    } catch { throw .files(error) }
  }

  /// The sandbox of a name, counted as used.
  package func find(_ name: String) -> Application? {
    let now = wall()
    return state.withLock { state in
      guard let entry = state.entries[name] else { return nil }
      if entry.isAtRest { state.awake.insert(name) }
      state.entries[name]?.lastUsed = now
      return entry.application
    }
  }

  /// Notes that a sandbox was asked for that there is not.
  func noteStray(_ name: String, host: String) {
    let now = wall()
    state.withLock { state in
      if let index = state.strays.firstIndex(where: { $0.name == name && $0.host == host }) {
        state.strays[index].count += 1
        state.strays[index].at = now
        return
      }
      if state.strays.count == Self.strayLimit { state.strays.removeFirst() }
      state.strays.append(Stray(name: name, host: host, at: now))
    }
  }

  /// The names that no sandbox has and that were asked for, the latest ones.
  package var strays: [Stray] { state.withLock { $0.strays } }

  /// All sandboxes by name.
  package var all: [(name: String, entry: Entry)] {
    state.withLock { $0.entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  /// The names that are written most like one; none where there are so many that looking at all would take long.
  func names(near name: String) -> [String] {
    let names = state.withLock { $0.entries.count <= 256 ? Array($0.entries.keys) : [] }
    return nearestNames(name, in: names.sorted(), limit: 3)
  }

  /// Ends a sandbox; whoever waits in it is answered.
  ///
  /// Returns whether there was one.
  package func end(_ name: String) -> Bool {
    let ended = state.withLock { state in
      state.awake.remove(name)
      let ended = state.entries.removeValue(forKey: name)
      state.forgetEnded()
      return ended
    }
    guard let entry = ended else { return false }
    entry.application.end()
    endings.add(1, ordering: .relaxed)
    return true
  }

  /// How many sandboxes have ended since the start, each reset counted as one.
  package var ended: Int { endings.load(ordering: .relaxed) }

  /// Names are `[a-z0-9-]{1,40}`.
  static func isName(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
      }
  }
}

extension Sandboxes.Blueprint {
  /// A change log whose outcomes count in those of all sandboxes.
  package func changes() -> ChangeLog { ChangeLog(tally: OutcomeTally(total: total)) }

  /// The logs of a run whose findings count in those of all sandboxes.
  package func insight() -> Insight { Insight(total: total) }

  /// A journal whose entries are recorded as the blueprint says.
  package func journal(
    _ name: String, _ keys: KeyRing, entryLimit: Int = 4096, byteLimit: Int = 16 << 20
  ) -> Journal<RecordedExchange> {
    guard let record else { return Journal(entryLimit: entryLimit, byteLimit: byteLimit) }
    return Journal(entryLimit: entryLimit, byteLimit: byteLimit) { record($0, name, keys) }
  }
}
