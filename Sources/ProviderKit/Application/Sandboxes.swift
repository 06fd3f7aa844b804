public import Flow
public import HTTP
import Synchronization

/// The sandboxes of the process beside the root one: each a complete private emulator, addressed by `/~NAME`.
public final class Sandboxes: Sendable {
  /// What a new sandbox is made of.
  public struct Blueprint: Sendable {
    /// The providers that each sandbox has.
    public var providers: [any Provider.Type]
    /// How clients and people are treated.
    public var settings: Sandbox.Settings
    /// The keys that sandboxes share until they rotate them.
    public var keys: @Sendable () -> KeyRing
    /// Makes an environment from a seed, unpredictable without one, and a moment to freeze the clock at.
    public var environment: @Sendable (_ seed: UInt64?, _ frozenAt: Instant?) -> Environment
    /// What stands beside the providers on every host.
    public var beside: @Sendable (Sandbox, [any Provider], Sandboxes) -> [Endpoint]
    /// What hands the deliveries of all sandboxes to the server.
    public var office = DeliveryOffice()
    /// Counts what all sandboxes answer.
    public var traffic = Traffic()
    /// Where log lines go.
    public var log: any Log
    /// What all sandboxes see together.
    public let total = RunTally()
    /// Told of every entry of a sandbox's journal.
    public var record: (@Sendable (Journal<RecordedExchange>.Entry, _ sandbox: String, KeyRing) -> Void)?

    /// A blueprint of these parts.
    public init(
      providers: [any Provider.Type], settings: Sandbox.Settings, keys: @escaping @Sendable () -> KeyRing,
      log: any Log, environment: @escaping @Sendable (_ seed: UInt64?, _ frozenAt: Instant?) -> Environment,
      beside: @escaping @Sendable (Sandbox, [any Provider], Sandboxes) -> [Endpoint]
    ) {
      (self.providers, self.settings, self.keys) = (providers, settings, keys)
      (self.environment, self.beside, self.log) = (environment, beside, log)
    }
  }

  /// What a caller wants of a new sandbox.
  public struct Order: Sendable {
    /// The name; made up when there is none.
    public var name: String?
    /// The files; the ones loaded from disk when there are none.
    public var files: LibraryFiles?
    /// The seed of its identifiers.
    public var seed: UInt64?
    /// Whether its clock stands still, and where; `nil` lets it run.
    public var frozenAt: Instant?
    /// How much later than its clock the times in its tokens are.
    public var skew: Duration = .zero
    /// By which time the times that clients made are judged.
    public var clientTimes = SandboxClock.ClientTimes.real
    /// The number of its first transaction, from which identifiers derive.
    public var firstTransaction = 1
    /// How long it may be idle before it ends, on the real clock.
    public var lifetime = Sandboxes.standardLifetime

    /// A sandbox like the root one.
    public init() {}
  }

  /// Why a sandbox cannot be made.
  public enum Refusal: Error, Sendable {
    /// The name is not of the form `[a-z0-9-]{1,40}`.
    case malformedName(String)
    /// A sandbox of this name exists.
    case taken(String)
    /// There are as many as there may be.
    case tooMany(limit: Int)
    /// Its files are wrong.
    case files(LoadFailure)
    /// Its routes clash; a fault of the program.
    case routes(RouteProblem)
    /// There is no sandbox of this name any more.
    case ended(String)
  }

  /// A sandbox that is served.
  public struct Entry: Sendable {
    /// What serves it.
    public internal(set) var application: Application
    /// What it was made of, and is made of again when it is reset.
    public let order: Order
    /// How long it may be idle.
    public var lifetime: Duration { order.lifetime }
    /// When it was last used, on the real clock.
    public internal(set) var lastUsed: Instant
  }

  struct State {
    var root: Application?
    var entries: [String: Entry] = [:]
    var files: LibraryFiles
    var library: ScenarioLibrary
    var made = 0
    /// The latest names that no sandbox has and that were asked for, with where; at most `strayLimit`.
    var strays: [Stray] = []
  }

  /// A request for a sandbox that there is not.
  public struct Stray: Sendable, Hashable {
    /// The name.
    public let name: String
    /// What stood in `Host`.
    public let host: String
    /// How often the name was asked for there.
    public internal(set) var count = 1
    /// When the last time, on the real clock.
    public internal(set) var at: Instant
  }

  /// How many stray names are remembered.
  public static let strayLimit = 32

  /// How long a sandbox may be idle unless its order says otherwise.
  public static let standardLifetime: Duration = .seconds(30 * 60)
  /// How many sandboxes there may be at once, so that no caller makes the process grow without bound.
  public static let capacity = 5000

  /// What sandboxes are made of.
  public let blueprint: Blueprint
  /// Reads the files of sandboxes.
  public let loader: LibraryLoader
  let wall: @Sendable () -> Instant
  let state: Mutex<State>
  let endings = Atomic<Int>(0)

  /// No sandboxes yet; new ones begin with these files, which the loader has read.
  public init(
    _ blueprint: Blueprint, loader: LibraryLoader? = nil, files: LibraryFiles, library: ScenarioLibrary,
    wall: @escaping @Sendable () -> Instant
  ) {
    self.blueprint = blueprint
    self.wall = wall
    self.loader = loader ?? LibraryLoader(blueprint.providers.map { $0.schema })
    state = Mutex(State(files: files, library: library))
  }

  /// The files were read again: sandboxes that are made from now on begin with these.
  public func replace(_ files: LibraryFiles, _ library: ScenarioLibrary) {
    state.withLock { state in (state.files, state.library) = (files, library) }
  }

  /// The files that new sandboxes begin with.
  public var files: LibraryFiles { state.withLock { $0.files } }

  /// The root sandbox, once it is served.
  public var root: Application? { state.withLock { $0.root } }

  /// Serves the root sandbox, which a reset replaces.
  func serve(root: Application) { state.withLock { $0.root = root } }

  /// Makes a sandbox.
  public func make(_ order: Order) throws(Refusal) -> Entry {
    let (name, library, files) = try prepare(order)
    let keys = blueprint.keys()
    let sandbox = Sandbox(
      name, library: library, files: files, environment: environment(order), settings: blueprint.settings,
      keys: keys, journal: blueprint.journal(name, keys, entryLimit: 1024, byteLimit: 4 << 20),
      changes: blueprint.changes(), insight: blueprint.insight(), office: blueprint.office,
      traffic: blueprint.traffic, log: blueprint.log)
    sandbox.number(transactions: order.firstTransaction - 1, calls: 0)
    let entry = Entry(application: try application(sandbox), order: order, lastUsed: wall())
    let isTaken = state.withLock { state in
      guard state.entries[name] == nil else { return true }
      state.entries[name] = entry
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
  func application(_ sandbox: Sandbox) throws(Refusal) -> Application {
    do throws(RouteProblem) {
      return try Application(blueprint.providers, sandbox: sandbox, like: root) { sandbox, providers in
        blueprint.beside(sandbox, providers, self)
      }
    } catch { throw .routes(error) }
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
  public func find(_ name: String) -> Application? {
    let now = wall()
    return state.withLock { state in
      state.entries[name]?.lastUsed = now
      return state.entries[name]?.application
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
  public var strays: [Stray] { state.withLock { $0.strays } }

  /// All sandboxes by name.
  public var all: [(name: String, entry: Entry)] {
    state.withLock { $0.entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  /// Ends a sandbox; whoever waits in it is answered.
  ///
  /// Returns whether there was one.
  public func end(_ name: String) -> Bool {
    guard let entry = state.withLock({ $0.entries.removeValue(forKey: name) }) else { return false }
    entry.application.end()
    endings.add(1, ordering: .relaxed)
    return true
  }

  /// How many sandboxes have ended since the start, each reset counted as one.
  public var ended: Int { endings.load(ordering: .relaxed) }

  /// Ends what has run out in all sandboxes, and the sandboxes that were idle for too long.
  public func sweep(isLast: Bool = false) {
    let now = wall()
    for (name, entry) in all {
      if isLast || now - entry.lastUsed >= entry.lifetime {
        _ = end(name)
      } else {
        entry.application.sweep()
      }
    }
  }

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
  public func changes() -> ChangeLog { ChangeLog(tally: OutcomeTally(total: total)) }

  /// The logs of a run whose findings count in those of all sandboxes.
  public func insight() -> Insight { Insight(total: total) }

  /// A journal whose entries are recorded as the blueprint says.
  public func journal(
    _ name: String, _ keys: KeyRing, entryLimit: Int = 4096, byteLimit: Int = 16 << 20
  ) -> Journal<RecordedExchange> {
    guard let record else { return Journal(entryLimit: entryLimit, byteLimit: byteLimit) }
    return Journal(entryLimit: entryLimit, byteLimit: byteLimit) { record($0, name, keys) }
  }
}
