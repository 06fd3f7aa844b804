package import Flow
import Synchronization

/// A complete private emulator: world, scenarios, clock, keys, transactions and journal.
///
/// Everything that a provider shares with the rest of its sandbox stands here; what is its own stays in the provider.
package final class Sandbox: Sendable {
  /// The name in addresses, empty for the root sandbox.
  package let name: String
  /// How the sandbox treats clients and people.
  package let settings: Settings
  /// Time, chance and identifiers.
  package let environment: Environment
  /// What was received and answered.
  package let journal: Journal<RecordedExchange>
  /// The scenarios that the next transactions take.
  package let queue: ScenarioQueue
  /// The states that transactions went through.
  package let changes: ChangeLog
  /// The keys that tokens are signed with.
  package let keys: KeyRing
  /// The key sets of clients that were fetched.
  package let keySets = KeySetCache()
  /// Who waits for a transaction to change.
  package let waiters = Waiters()
  /// The faults that wait at endpoints which no transaction owns.
  package let armedFaults = ArmedFaults()
  /// The calls at endpoints which no transaction owns.
  package let unownedCalls = UnownedCalls()
  /// What a report of the run is made of, beside the outcomes.
  package let insight: Insight
  /// How often transactions reached each state, and how often each other outcome happened.
  package let outcomes: OutcomeTally
  /// What all sandboxes of the process have answered.
  package let traffic: Traffic
  /// The states of the sandbox that can be put back.
  package let snapshots = Snapshots()
  /// How providers have identities verified by one another.
  package let identityVerifications = IdentityVerifications()
  /// What providers send to relying parties on their own.
  package let deliveries: Deliveries
  /// Where log lines go.
  package let log: any Log

  private let state: Mutex<State>
  private let ordinals = Atomic<Int>(0)
  private let generation = Atomic<Int>(0)
  private let calls = Atomic<Int>(0)
  private let ended = Atomic<Bool>(false)
  private let interactive: Atomic<Bool>

  /// How the sandbox treats clients and people.
  package struct Settings: Sendable {
    /// True if clients that stand for any id are dropped and unknown people refused.
    package var isStrict = false
    /// True if a human decides where a scenario does not, until somebody says otherwise.
    package var isInteractive = false
    /// Where browsers reach the emulator, without a slash at the end.
    package var publicURL: String?
    /// The proxies whose forwarding headers are believed.
    package var trustedProxies = TrustedProxies()
    /// Who may steer the sandbox.
    package var control = Control()

    /// Who may steer the sandbox (control.md, Safety).
    package struct Control: Sendable {
      /// What callers must know; `nil` lets everybody on a safe host.
      package var token: String?
      /// Host names that count as safe beside those that no stranger can own.
      package var hosts: Set<String> = []
      /// Origins of web pages that may call across origins, such as `http://localhost:3000`; in lower case.
      package var origins: Set<String> = []
      /// True if the journal takes control calls too.
      package var isRecorded = false

      /// Everybody on a safe host.
      package init() {}
    }

    /// The defaults: every client is let in, people approve at once, addresses follow the caller.
    package init() {}
  }

  private struct State {
    var library: ScenarioLibrary
    var files: LibraryFiles
    var servedBases: [String] = []
  }

  /// What puts the sandbox, but for its providers, back to where it stands now.
  func saved() -> [Restoration] {
    let (library, files) = state.withLock { ($0.library, $0.files) }
    let ordinals = ordinals.load(ordering: .relaxed)
    let calls = calls.load(ordering: .relaxed)
    return [
      environment.clock.saved(), queue.saved(), keys.saved(), armedFaults.saved(), unownedCalls.saved(),
      deliveries.saved(), changes.saved(),
      { [weak self] in
        guard let self else { return }
        replace(library, files: files)
        number(transactions: ordinals, calls: calls)
      },
    ]
  }

  /// The next transaction and the next call have the numbers after these.
  func number(transactions: Int, calls: Int) {
    ordinals.store(transactions, ordering: .relaxed)
    self.calls.store(calls, ordering: .relaxed)
  }

  /// A sandbox of a library.
  package init(
    _ name: String = "", library: ScenarioLibrary, files: LibraryFiles = LibraryFiles(),
    environment: Environment,
    settings: Settings = Settings(), keys: KeyRing = KeyRing(),
    journal: Journal<RecordedExchange> = Journal(), queue: ScenarioQueue = ScenarioQueue(),
    changes: ChangeLog = ChangeLog(), insight: Insight = Insight(), office: DeliveryOffice = DeliveryOffice(),
    traffic: Traffic = Traffic(), log: any Log = NoLog()
  ) {
    (self.name, self.traffic) = (name, traffic)
    (outcomes, self.insight) = (changes.tally, insight)
    (self.environment, self.settings, self.journal) = (environment, settings, journal)
    interactive = Atomic(settings.isInteractive)
    (self.keys, self.queue, self.changes, self.log) = (keys, queue, changes, log)
    deliveries = Deliveries(
      clock: environment.clock, journal: journal, office: office, log: log)
    state = Mutex(State(library: library, files: files))
  }

  /// The rules that clients broke.
  package var findings: FindingLog { insight.findings }

  /// Whether relying parties did what scenarios expect.
  package var verdicts: VerdictLog { insight.verdicts }

  /// How many calls each endpoint got.
  package var endpointCalls: EndpointCalls { insight.calls }

  /// The world and scenarios in force.
  package var library: ScenarioLibrary { state.withLock { $0.library } }

  /// The files that the library was made of.
  package var files: LibraryFiles { state.withLock { $0.files } }

  /// Puts another library in force; open transactions keep what they began with.
  package func replace(_ library: ScenarioLibrary, files: LibraryFiles) {
    state.withLock { state in (state.library, state.files) = (library, files) }
    // Whoever sees the new version sees the new library too.
    generation.add(1, ordering: .releasing)
    keySets.forgetAll()
  }

  /// Changes whenever prepared answers may be out of date: the library was replaced or the keys were rotated.
  package var version: Int {
    generation.load(ordering: .acquiring) &* 1_000_003 &+ keys.rotations
  }

  /// True if a human decides where a scenario does not; counts for transactions that begin from now on.
  package var isInteractive: Bool {
    get { interactive.load(ordering: .relaxed) }
    set { interactive.store(newValue, ordering: .relaxed) }
  }

  /// True once the sandbox has ended: whoever waits in it has nothing to wait for.
  package var isEnded: Bool { ended.load(ordering: .acquiring) }

  /// Ends the sandbox; whoever waits in it is asked again.
  func end() {
    ended.store(true, ordering: .releasing)
    snapshots.clear()
    waiters.touchAll()
  }

  /// The client of an id; under `--strict` only clients with an entry of their own.
  package func client<C: Client>(_ identifier: String, of provider: String, as type: C.Type) -> C? {
    let client = library.world.client(identifier, of: provider)
    if settings.isStrict, client?.identifier == World.anyClient { return nil }
    return client as? C
  }

  /// The number of the next transaction, from 1.
  package func nextOrdinal() -> Int {
    ordinals.add(1, ordering: .relaxed).newValue
  }

  /// How many transactions were numbered.
  package var lastOrdinal: Int { ordinals.load(ordering: .relaxed) }

  /// The number of the next call, from 1, in the order in which calls are noted.
  package func nextCall() -> Int {
    calls.add(1, ordering: .relaxed).newValue
  }

  /// Where browsers reach a provider under the public URL, which is a virtual host of the provider or has its mount; `nil`
  /// without one.
  package func publicBase(of provider: String) -> String? {
    guard let configured = settings.publicURL else { return nil }
    let url = name.isEmpty ? configured : "\(configured)/~\(name)"
    guard !provider.isEmpty, !Address.names(provider, in: url) else { return url }
    return "\(url)/\(provider)"
  }

  /// Notes an address under which discovery was served, so that audiences and issuers of it are accepted.
  ///
  /// The list is bounded: the newest 256 count.
  package func noteServed(base: String) {
    state.withLock { state in
      state.servedBases.removeAll { $0 == base }
      if state.servedBases.count == 256 { state.servedBases.removeFirst() }
      state.servedBases.append(base)
    }
  }

  /// True if discovery was served under an address.
  package func hasServed(base: String) -> Bool {
    state.withLock { $0.servedBases.contains(base) }
  }
}

extension Sandbox {
  /// The clock was moved: whoever waits looks again, and what is to be sent may be due.
  package func clockMoved() {
    waiters.touchAll()
    deliveries.clockMoved()
  }
}
