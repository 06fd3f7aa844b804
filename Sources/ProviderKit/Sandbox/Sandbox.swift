package import Flow
import Synchronization

/// A complete private emulator: world, scenarios, clock, keys, transactions and journal.
///
/// Holds what providers share; the rest of their state stays in the providers.
package final class Sandbox: Sendable {
  /// The name in addresses; empty for the root sandbox.
  package let name: String
  /// What it was made for, such as the name of a test; reports show it.
  package let title: String?
  package let settings: Settings
  /// Time, randomness and identifiers.
  package let environment: Environment
  package let journal: Journal
  /// The scenarios of the next transactions.
  package let queue: ScenarioQueue
  package let changes: ChangeLog
  package let keys: KeyRing
  /// The fetched key sets of clients.
  package let keySets = KeySetCache()
  package let waiters = Waiters()
  package let armedFaults = ArmedFaults()
  package let unownedCalls = UnownedCalls()
  package let latestCodes = LatestCodes()
  package let insight: Insight
  /// How often transactions reached each state, and how often other outcomes happened.
  package let outcomes: OutcomeTally
  /// Shared by all sandboxes of the process.
  package let traffic: Traffic
  package let snapshots = Snapshots()
  package let identityVerifications = IdentityVerifications()
  package let deliveries: Deliveries
  package let log: any Log

  private let state: Mutex<State>
  private let ordinals = Atomic<Int>(0)
  private let generation = Atomic<Int>(0)
  private let calls = Atomic<Int>(0)
  private let ended = Atomic<Bool>(false)
  private let epochs = Atomic<Int>(0)
  private let leftJournal = Atomic<Bool>(false)
  private let encrypted = Atomic<Bool>(false)
  private let interactive: Atomic<Bool>
  private let libraryWatch = Mutex<(@Sendable () -> Void)?>(nil)

  package struct Settings: Sendable {
    /// True if only clients with an entry of their own are accepted, and unknown people are refused.
    package var isStrict = false
    /// True if a human decides where the scenario does not; can be changed later.
    package var isInteractive = false
    /// The emulator's URL for browsers, without a slash at the end.
    package var publicURL: String?
    package var trustedProxies = TrustedProxies()
    /// Hosts of real services, in lower case, under which their provider answers and nothing else does.
    package var servedHosts: Set<String> = []
    package var control = Control()
    /// True if secrets are masked in the journal and in everything that the control plane shows.
    package var isRedacted = false
    /// The severity of an unmet expectation.
    package var unmetSeverity = Rule.Severity.error
    /// How many bytes of records all sandboxes keep.
    package var keptBytes = RecordLimit.standard

    /// Who may use the control plane (control.md, Safety).
    package struct Control: Sendable, Hashable {
      /// The bearer tokens, each of which gives access; without any, every caller on a safe host has access.
      package var tokens: [String] = []
      /// How many sandboxes each token can have at once.
      package var sandboxes = 5000
      /// How many streams of events each token can have open at once.
      package var streams = 1000
      /// Safe host names besides those that no stranger can own.
      package var hosts: Set<String> = []
      /// Origins that may make cross-origin calls, in lower case: `http://localhost:3000`.
      package var origins: Set<String> = []
      /// True if control calls are in the journal too.
      package var isRecorded = false

      package init() {}

      /// The first one.
      package var token: String? {
        get { tokens.first }
        set { tokens = newValue.map { [$0] } ?? [] }
      }
    }

    package init() {}

    /// `nil` without `--redact`.
    package var redaction: Redaction? {
      isRedacted ? Redaction(controlTokens: control.tokens) : nil
    }
  }

  private struct State {
    var library: ScenarioLibrary
    var files: LibraryFiles
    var servedBases: [String] = []
  }

  /// Restores the sandbox without its providers.
  func saved() -> [Restoration] {
    let (library, files) = state.withLock { ($0.library, $0.files) }
    let ordinals = ordinals.load(ordering: .relaxed)
    let calls = calls.load(ordering: .relaxed)
    return [
      environment.clock.saved(), queue.saved(), keys.saved(), armedFaults.saved(), unownedCalls.saved(),
      latestCodes.saved(), deliveries.saved(), changes.saved(),
      { [weak self] in
        guard let self else { return }
        replace(library, files: files)
        number(transactions: ordinals, calls: calls)
      },
    ]
  }

  /// Sets the numbers of the last transaction and the last call.
  func number(transactions: Int, calls: Int) {
    ordinals.store(transactions, ordering: .relaxed)
    self.calls.store(calls, ordering: .relaxed)
  }

  package init(
    _ name: String = "", title: String? = nil, library: ScenarioLibrary,
    files: LibraryFiles = LibraryFiles(), environment: Environment,
    settings: Settings = Settings(), keys: KeyRing = KeyRing(),
    journal: Journal = Journal(), queue: ScenarioQueue = ScenarioQueue(),
    changes: ChangeLog = ChangeLog(), insight: Insight = Insight(), office: DeliveryOffice = DeliveryOffice(),
    traffic: Traffic = Traffic(), log: any Log = NoLog()
  ) {
    (self.name, self.title, self.traffic) = (name, title, traffic)
    (outcomes, self.insight) = (changes.tally, insight)
    (self.environment, self.settings, self.journal) = (environment, settings, journal)
    interactive = Atomic(settings.isInteractive)
    (self.keys, self.queue, self.changes, self.log) = (keys, queue, changes, log)
    deliveries = Deliveries(
      clock: environment.clock, journal: journal, office: office, log: log,
      redaction: settings.redaction)
    state = Mutex(State(library: library, files: files))
  }

  package var label: SandboxLabel { SandboxLabel(name, title: title) }

  package var findings: FindingLog { insight.findings }

  package var verdicts: VerdictLog { insight.verdicts }

  package var endpointCalls: EndpointCalls { insight.calls }

  package var library: ScenarioLibrary { state.withLock { $0.library } }

  /// The files that the library was made from.
  package var files: LibraryFiles { state.withLock { $0.files } }

  /// Open transactions keep what they began with.
  package func replace(_ library: ScenarioLibrary, files: LibraryFiles) {
    state.withLock { state in (state.library, state.files) = (library, files) }
    // A reader that sees the new version also sees the new library.
    generation.add(1, ordering: .releasing)
    keySets.forgetAll()
    libraryWatch.withLock { $0 }?()
  }

  /// Sets what to call whenever the library was replaced.
  func onNewLibrary(_ call: @escaping @Sendable () -> Void) { libraryWatch.withLock { $0 = call } }

  /// Changes when prepared answers may be stale, because the library was replaced or keys were rotated.
  package var version: Int {
    generation.load(ordering: .acquiring) &* 1_000_003 &+ keys.rotations
  }

  /// True if a human decides where the scenario does not; applies to new transactions.
  package var isInteractive: Bool {
    get { interactive.load(ordering: .relaxed) }
    set { interactive.store(newValue, ordering: .relaxed) }
  }

  /// True once the sandbox has ended, so that waiting is pointless.
  package var isEnded: Bool { ended.load(ordering: .acquiring) }

  /// True once a token of a login was encrypted, so that reading it takes a private key.
  package var hasEncryptedTokens: Bool { encrypted.load(ordering: .relaxed) }

  package func noteEncryptedToken() { encrypted.store(true, ordering: .relaxed) }

  /// Changes when the transactions of the calls so far are gone: at the end, and when a snapshot is restored.
  var epoch: Int { epochs.load(ordering: .acquiring) }

  func beginEpoch() { epochs.add(1, ordering: .releasing) }

  /// Wakes all waiters.
  func end() {
    ended.store(true, ordering: .releasing)
    snapshots.clear()
    waiters.touchAll()
  }

  /// True once a reset has cleared the journal, which now belongs to the successor.
  var hasLeftJournal: Bool { leftJournal.load(ordering: .acquiring) }

  func leaveJournal() { leftJournal.store(true, ordering: .releasing) }

  /// With `--strict` only clients with an entry of their own.
  package func client<C: Client>(_ identifier: String, of provider: String, as type: C.Type) -> C? {
    let client = library.world.client(identifier, of: provider)
    if settings.isStrict, client?.identifier == World.anyClient { return nil }
    return client as? C
  }

  /// Transactions are numbered from 1.
  package func nextOrdinal() -> Int {
    ordinals.add(1, ordering: .relaxed).newValue
  }

  /// The number of the last transaction.
  package var lastOrdinal: Int { ordinals.load(ordering: .relaxed) }

  /// The number of the last call.
  var lastCall: Int { calls.load(ordering: .relaxed) }

  /// Calls are numbered from 1, in the order in which they are noted.
  package func nextCall() -> Int {
    calls.add(1, ordering: .relaxed).newValue
  }

  /// The provider's URL for browsers; `nil` without a public URL, which may itself be the provider's virtual host.
  package func publicBase(of provider: String) -> String? {
    guard let configured = settings.publicURL else { return nil }
    let url = name.isEmpty ? configured : "\(configured)/~\(name)"
    guard !provider.isEmpty, !Address.names(provider, in: url) else { return url }
    return "\(url)/\(provider)"
  }

  /// Notes a base URL under which discovery was served, so that its audiences and issuers are accepted.
  ///
  /// Bounded: the latest 256 are kept.
  package func noteServed(base: String) {
    state.withLock { state in
      state.servedBases.removeAll { $0 == base }
      if state.servedBases.count == 256 { state.servedBases.removeFirst() }
      state.servedBases.append(base)
    }
  }

  /// The base URLs under which discovery was served, the latest last.
  package var servedAddresses: [String] { state.withLock { $0.servedBases } }

  /// The emulator's address under which a provider's discovery was served last.
  package func home(of provider: String) -> String? {
    let mount = "/\(provider)"
    return servedAddresses.last { $0.hasSuffix(mount) || Address.names(provider, in: $0) }.map {
      $0.hasSuffix(mount) ? String($0.dropLast(mount.count)) : $0
    }
  }

  /// True if discovery was served under this URL.
  package func hasServed(base: String) -> Bool {
    state.withLock { $0.servedBases.contains(base) }
  }
}

extension Sandbox {
  /// Wakes all waiters and delivers what is due now.
  package func clockMoved() {
    waiters.touchAll()
    deliveries.clockMoved()
  }
}
