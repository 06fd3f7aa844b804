package import Flow
import JSON
import Synchronization

/// The sandboxes of the process besides the root: each a complete private emulator, addressed by `/~NAME`.
package final class Sandboxes: Sendable {
  package struct Order: Sendable, Equatable {
    /// Made up if `nil`.
    package var name: String?
    /// What it is made for, such as the name of a test; reports show it.
    package var title: String?
    /// The files loaded from disk if `nil`.
    package var files: LibraryFiles?
    package var seed: UInt64?
    /// Where the clock is frozen; `nil` lets it run.
    package var frozenAt: Instant?
    /// How much later than the clock the times in tokens are.
    package var skew: Duration = .zero
    /// Against which clock times in client tokens are checked.
    package var clientTimes = SandboxClock.ClientTimes.real
    /// Identifiers derive from the numbers of transactions.
    package var firstTransaction = 1
    /// How long the sandbox may be idle before it ends, in real time.
    package var lifetime = Sandboxes.standardLifetime
    /// The number of the token that made it; 0 without tokens.
    package var owner = 0

    package init() {}
  }

  /// Why a sandbox cannot be made.
  package enum Refusal: Error, Sendable {
    /// Names match `[a-z0-9-]{1,40}`.
    case malformedName(String)
    case taken(String)
    /// The most that there may be at once, of each token where there are several.
    case tooMany(limit: Int, ofEachToken: Bool)
    case files(LoadFailure)
    /// The sandbox no longer exists.
    case ended(String)
  }

  package struct Entry: Sendable {
    package internal(set) var application: Application
    /// In the order in which sandboxes were made, from 1.
    package let number: Int
    /// Kept for a reset.
    package let order: Order
    package var name: String { application.sandbox.name }
    package var lifetime: Duration { order.lifetime }
    /// In real time.
    package internal(set) var lastUsed: Instant {
      didSet { isAtRest = false }
    }
    /// True if the last sweep had nothing to do until a known moment, and the sandbox was not used since.
    var isAtRest = false
    /// The next look in the agenda, if there is one.
    var expected: Instant?
  }

  struct State {
    var root: Application?
    var entries: [String: Entry] = [:]
    /// Those that are no longer served but not yet remembered, by number.
    var ending: [Int: Entry] = [:]
    /// When sandboxes at rest are to be looked at: a transaction of theirs ends, or their lifetime is over.
    var idle = Agenda<String>()
    /// The others, which every sweep visits.
    var awake: Set<String> = []
    var files: LibraryFiles
    var library: ScenarioLibrary
    var failure: LoadFailure?
    var made = 0
    /// How many each owner has.
    var owned: [Int: Int] = [:]
    /// At most `strayLimit`, the latest last.
    var strays: [Stray] = []
  }

  /// Requests for a sandbox that does not exist.
  package struct Stray: Sendable, Hashable {
    package let name: String
    /// The `Host` of the requests.
    package let host: String
    package internal(set) var count = 1
    /// The last request, in real time.
    package internal(set) var at: Instant
  }

  package static let strayLimit = 32

  /// The lifetime unless the order says otherwise.
  package static let standardLifetime: Duration = .seconds(30 * 60)

  package let blueprint: Blueprint
  package let loader: LibraryLoader
  let wall: @Sendable () -> Instant
  let state: Mutex<State>
  let endings = Atomic<Int>(0)
  let askers = CertificateAskers()

  /// New sandboxes begin with `files`, which were loaded into `library`; `wall` is the real clock.
  package init(
    _ blueprint: Blueprint, loader: LibraryLoader? = nil, files: LibraryFiles, library: ScenarioLibrary,
    wall: @escaping @Sendable () -> Instant
  ) {
    self.blueprint = blueprint
    self.wall = wall
    self.loader =
      loader
      ?? LibraryLoader(blueprint.routes.providers.map { $0.schema }, isStrict: blueprint.settings.isStrict)
    state = Mutex(State(files: files, library: library))
    // The metrics have a line for each provider from the start.
    for provider in blueprint.routes.providers { _ = blueprint.traffic.transactions(of: provider.slug) }
  }

  /// For sandboxes that are made from now on.
  package func replace(_ files: LibraryFiles, _ library: ScenarioLibrary) {
    state.withLock { state in (state.files, state.library, state.failure) = (files, library, nil) }
  }

  /// Notes that newer files are wrong, so that those in force stay.
  package func keepFiles(because failure: LoadFailure) { state.withLock { $0.failure = failure } }

  /// What is wrong with files newer than those in force; `nil` if those are the newest.
  package var failure: LoadFailure? { state.withLock { $0.failure } }

  package var files: LibraryFiles { state.withLock { $0.files } }

  /// `nil` until it is served.
  package var root: Application? { state.withLock { $0.root } }

  func serve(root: Application) { state.withLock { $0.root = root } }

  package func make(_ order: Order) throws(Refusal) -> Entry {
    let (name, number, library, files) = try prepare(order)
    let keys = blueprint.keys()
    let shelf = RecordShelf(blueprint.limit)
    let sandbox = Sandbox(
      name, title: order.title, library: library, files: files, environment: environment(order),
      settings: blueprint.settings, keys: keys,
      journal: blueprint.journal(name, keys, on: shelf), changes: blueprint.changes(on: shelf),
      insight: blueprint.insight(of: SandboxLabel(name, title: order.title)),
      office: blueprint.office, traffic: blueprint.traffic,
      log: SandboxLog(sandbox: name, log: blueprint.log))
    sandbox.number(transactions: order.firstTransaction - 1, calls: 0)
    let entry = Entry(
      application: application(sandbox), number: number, order: order, lastUsed: wall())
    try serve(entry)
    entry.application.join(askers)
    return entry
  }

  private var tooMany: Refusal {
    let control = blueprint.settings.control
    return .tooMany(limit: control.sandboxes, ofEachToken: control.tokens.count > 1)
  }

  private func serve(_ entry: Entry) throws(Refusal) {
    let limit = blueprint.settings.control.sandboxes
    let refusal: Refusal? = state.withLock { state in
      guard state.entries[entry.name] == nil else { return .taken(entry.name) }
      guard state.owned[entry.order.owner, default: 0] < limit else { return tooMany }
      state.owned[entry.order.owner, default: 0] += 1
      state.entries[entry.name] = entry
      state.awake.insert(entry.name)
      return nil
    }
    if let refusal { throw refusal }
  }

  func environment(_ order: Order) -> Environment {
    let environment = blueprint.environment(order.seed, order.frozenAt)
    environment.clock.setSkew(order.skew)
    environment.clock.setClientTimes(order.clientTimes)
    return environment
  }

  package func application(_ sandbox: Sandbox) -> Application {
    Application(blueprint.routes, sandbox: sandbox) { sandbox, providers in
      blueprint.routes.desks.map { $0.owner(sandbox, providers, self) }
    }
  }

  private func prepare(_ order: Order) throws(Refusal) -> (
    name: String, number: Int, ScenarioLibrary, LibraryFiles
  ) {
    let limit = blueprint.settings.control.sandboxes
    let (count, number, files, library) = state.withLock { state in
      state.made += 1
      return (state.owned[order.owner, default: 0], state.made, state.files, state.library)
    }
    // Checked before the sandbox is made, which costs more, and again when it is served.
    guard count < limit else { throw tooMany }
    let name = order.name ?? "s\(number)"
    guard Self.isName(name) else { throw .malformedName(name) }
    guard let own = order.files else { return (name, number, library, files) }
    do throws(LoadFailure) {
      return (name, number, try own.library(loader, now: wall(), source: "request"), own)
    } catch { throw .files(error) }
  }

  /// Counts as a use of the sandbox.
  package func find(_ name: String) -> Application? {
    let now = wall()
    return state.withLock { state in
      guard let entry = state.entries[name] else { return nil }
      if entry.isAtRest { state.awake.insert(name) }
      state.entries[name]?.lastUsed = now
      return entry.application
    }
  }

  /// Does not count as a use of the sandbox.
  package func entry(_ name: String) -> Entry? { state.withLock { $0.entries[name] } }

  /// Notes a request for a sandbox that does not exist.
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

  /// The latest requests for sandboxes that do not exist.
  package var strays: [Stray] { state.withLock { $0.strays } }

  /// In the order of their names.
  package var all: [(name: String, entry: Entry)] {
    state.withLock { $0.entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  /// Those that are ending, which reports still need, and those that are served, in the order of their names.
  package var living: [Entry] {
    state.withLock { state in
      state.ending.values.sorted { $0.number < $1.number }
        + state.entries.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// The names spelled most alike; none if there are too many sandboxes to compare.
  func names(near name: String) -> [String] {
    let names = state.withLock { $0.entries.count <= 256 ? Array($0.entries.keys) : [] }
    return nearestNames(name, in: names.sorted(), limit: 3)
  }

  /// Ends a sandbox and answers its waiting calls; false if it does not exist.
  package func end(_ name: String, isLast: Bool = false) -> Bool {
    let ended = state.withLock { state in
      state.awake.remove(name)
      let ended = state.entries.removeValue(forKey: name)
      if let ended {
        state.ending[ended.number] = ended
        state.owned[ended.order.owner, default: 1] -= 1
      }
      state.forgetEnded()
      return ended
    }
    guard let entry = ended else { return false }
    entry.application.end()
    blueprint.remember?(entry, isLast)
    state.withLock { _ = $0.ending.removeValue(forKey: entry.number) }
    endings.add(1, ordering: .relaxed)
    return true
  }

  /// How many sandboxes have ended since the start; a reset counts as one.
  package var ended: Int { endings.load(ordering: .relaxed) }

  /// `[a-z0-9-]{1,40}`.
  package static func isName(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count) && name.utf8.allSatisfy(isNameByte)
  }

  /// True for the bytes that names may have.
  package static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"): true
    default: false
    }
  }
}
