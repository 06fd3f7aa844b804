import Flow
import HTTP
import Judge
import ProviderKit
import Synchronization

/// What the emulator does for a campaign: arms stories, moves the clock, examines logins and notes what was seen.
struct JudgeServices: Sendable {
  let sandbox: Sandbox
  let providers: Providers
  let provider: any Provider
  let office: DeliveryOffice
  let client: String?
  /// How much later than the clock tokens were before the campaign moved it.
  private let skew: Duration
  /// How far the campaign moved the clock; shared by copies, because it may be moved while a fetch is under way.
  private let moved = Moved()
  private var armed: Armed?
  /// When the browser asked for the page where it is; what happens later the page cannot know.
  private var asked: Instant?
  /// What the browser sent since the story was armed.
  private var trail = BrowserTrail()
  private(set) var usual = UsualLogin()
  /// The client of the relying party, once a login that must succeed has shown it.
  private var shownClient: String?
  /// Undoes a story's key rotation, because the next story is about a relying party that knows one key.
  private var withdrawRotation: Restoration?

  /// The armed story, and where the logs stood then.
  private struct Armed {
    let order: ScenarioQueue.Entry
    /// What the logins before and after it take.
    var others: [ScenarioQueue.Entry] = []
    /// True if nothing is wrong with the login, so it must succeed.
    let mustSucceed: Bool
    let transaction: Int
    let finding: Int
    let entry: Int
  }

  init(
    sandbox: Sandbox, providers: Providers, provider: any Provider, office: DeliveryOffice,
    client: String?
  ) {
    (self.sandbox, self.providers, self.provider) = (sandbox, providers, provider)
    (self.office, self.client) = (office, client)
    skew = sandbox.environment.clock.skew
  }

  /// Answers at once what takes no time; otherwise `nil`.
  mutating func answer(_ demand: Demand) -> Event? {
    if case .fetch(let request, _) = demand {
      asked = sandbox.environment.clock.read().now
      trail.note(request)
    }
    return switch demand {
    case .arm(let story): .armed(arm(story))
    // After a jump of the clock, a message on its way would arrive too late.
    case .advance: isDelivering ? nil : .moved(advance(since: asked))
    case .examine: .examined(examine())
    case .say(let kind, let words, let transaction): .judged(say(kind, words, of: transaction))
    case .fetch, .pause, .listen, .finished: nil
    }
  }

  // MARK: Arming

  private mutating func arm(_ story: Demand.Story) -> Bool {
    disarm()
    trail = BrowserTrail()
    // Taken first: with `--wait` a login may begin as soon as the story is queued.
    let (transaction, finding, entry) = (sandbox.lastOrdinal, sandbox.findings.last, sandbox.journal.count)
    guard let scenario = scenario(story) else { return false }
    let before = story.isFaulty ? queue(.approving, times: usual.place) : []
    guard let order = sandbox.queue.add(scenario, client: isOwn(scenario.provider) ? judgedClient : nil)
    else {
      return false
    }
    // A fault never makes keys, and the relying party may have the spares from an earlier campaign.
    if scenario.faults.contains(where: { $0.action == .rotateKeys }) {
      try? sandbox.keys.provideUnseen()
      withdrawRotation = sandbox.keys.savedPublication()
    }
    sandbox.arm(order, providers)
    armed = Armed(
      order: order, others: before, mustSucceed: story == .approving, transaction: transaction,
      finding: finding, entry: entry)
    // After a refusal the relying party may begin another login by itself, which must not succeed. If its login usually
    // takes several, the next ones belong to it.
    if case .named = story, usual.count > 0 {
      let after = queue(.approving, times: usual.rest) + queue(.refusing, times: 8)
      armed?.others += after
    }
    return true
  }

  private func queue(_ story: Demand.Story, times: Int) -> [ScenarioQueue.Entry] {
    guard times > 0, let scenario = scenario(story) else { return [] }
    return sandbox.queue.add(scenario, client: judgedClient, times: times).map { [$0] } ?? []
  }

  /// Takes back a story that no login took, and its logins' remaining faults: those at a key set would strike the next.
  mutating func disarm() {
    guard let armed else { return }
    sandbox.queue.remove(armed.order.number)
    for other in armed.others { sandbox.queue.remove(other.number) }
    sandbox.armedFaults.disarm(armed.order.owner)
    for transaction in all { sandbox.armedFaults.disarm(transaction.identifier) }
    sandbox.keys.withdrawForeign()
    self.armed = nil
    withdrawRotation?()
    withdrawRotation = nil
  }

  // MARK: Time

  /// By how much the campaign moved the clock.
  var clockMoved: Duration { moved.duration.withLock { $0 } }

  /// Moves the clock to the next event in a login of the campaign; false if there is none.
  ///
  /// - Parameter seen: what happened after it is news, for which the clock is not moved beyond it.
  private func advance(since seen: Instant?) -> Bool {
    let clock = sandbox.environment.clock
    let transactions = all
    let isMoved = moved.duration.withLock { moved in
      let now = clock.read().now
      let seen = min(seen ?? now, now)
      let events = transactions.compactMap { login -> Instant? in
        guard let step = login.timeline.next(after: seen) else { return nil }
        // What changes by time alone after the last step and the deadline, such as an expiry, is not waited for.
        let moments = providers.used.flatMap(\.ledgers).compactMap {
          $0.moment(of: login.identifier, after: seen, before: step)
        }
        return moments.min() ?? step
      }
      guard let next = (events + [sandbox.deliveries.next(after: now)]).compactMap({ $0 }).min() else {
        return false
      }
      guard next > now else { return true }
      moved += next - now
      clock.advance(by: next - now)
      // The relying party lives in real time, so the times in tokens stay real.
      clock.setSkew(skew - moved)
      return true
    }
    guard isMoved else { return false }
    sandbox.settle(providers)
    sandbox.clockMoved()
    return true
  }

  /// True while a message is on its way, or due.
  private var isDelivering: Bool {
    let now = sandbox.environment.clock.read().now
    return sandbox.deliveries.records.contains { record in
      record.state == .underway || record.state == .waiting && record.delivery.due <= now
    }
  }

  /// Moves the clock while a long poll of the relying party holds the browser's request: no page asks to wait then.
  func advanceWhereHeld() {
    guard !isDelivering, all.contains(where: { sandbox.waiters.isAwaited($0.identifier) }) else { return }
    _ = advance(since: nil)
  }

  private final class Moved: Sendable { let duration = Mutex(Duration.zero) }

  // MARK: Looking

  /// Logins at the judged provider since the story was armed.
  private var transactions: [TransactionSummary] { all.filter { isOwn($0.provider) } }

  /// The same at every provider.
  private var all: [TransactionSummary] {
    let first = armed?.transaction ?? sandbox.lastOrdinal
    let now = sandbox.environment.clock.read().now
    return providers.used.flatMap { $0.transactions(at: now) }.filter { transaction in
      transaction.ordinal > first
        && (!isOwn(transaction.provider) || judgedClient.map { $0 == transaction.client } ?? true)
    }
  }

  private var judgedClient: String? { client ?? shownClient }

  /// True if the login came after the story was armed.
  ///
  /// - Parameter orWithoutLogin: true to take any login as long as none came.
  func isArmed(for transaction: String, orWithoutLogin: Bool) -> Bool {
    let found = transactions
    return orWithoutLogin && found.isEmpty || found.contains { $0.identifier == transaction }
  }

  private func isForgotten(_ transaction: String) -> Bool {
    let now = sandbox.environment.clock.read().now
    return !providers.used.contains { $0.transaction(transaction, at: now) != nil }
  }

  var vocabulary: Vocabulary { type(of: provider).vocabulary }

  private func isOwn(_ slug: String) -> Bool { type(of: provider).slug == slug }

  private mutating func examine() -> Evidence {
    sandbox.observe(providers)
    var evidence = Evidence()
    guard let armed else { return evidence }
    let entries = sandbox.journal.page(after: armed.entry, limit: .max).entries.filter { isOwn($0.provider) }
    if armed.mustSucceed { shownClient = shownClient ?? onlyClient(in: transactions, entries) }
    let found = transactions.sorted { $0.ordinal < $1.ordinal }
    // One that must succeed does so without its story too, if somebody else's login took that.
    let story =
      found.first { $0.decision.scenario?.name == armed.order.scenario.name }
      ?? (armed.mustSucceed ? found.first : nil)
    evidence.transaction = story?.identifier
    // A relying party may refuse what discovery or the key set says before it begins a login.
    evidence.isDelivered =
      story?.verdict?.isDelivered ?? (sandbox.armedFaults.firstStruck(by: armed.order.owner) != nil)
    evidence.obstacle =
      story?.verdict?.obstacle ?? (evidence.isDelivered ? nil : documentNotFetched(armed.order.scenario))
    let signals = vocabulary.signals
    let issuing = Set((signals.carriers["id_token"] ?? []).map(\.name))
    if armed.mustSucceed { usual.note(found, further: issuing.union(signals.accepting)) }
    if let story {
      evidence.isFollowed = usual.count > 0 && found.count { $0.ordinal > story.ordinal } > usual.rest
      evidence.isCrowded = Set(found.map(\.client)).count > 1
      (evidence.excuse, evidence.remark) = excuse(for: story, of: armed.order.scenario)
    }
    evidence.shown = story?.sightings.decisive ?? story?.verdict?.seen
    evidence.isOpenID = found.flatMap(\.calls).contains { issuing.contains($0.endpoint) }
    let identifiers = Set(found.map(\.identifier))
    evidence.isLost = story == nil && entries.contains { $0.transaction.map(isForgotten) ?? false }
    evidence.isOwn = story.flatMap { trail.has($0.identifier, entries) }
    evidence.exchanges = entries.filter { $0.transaction.map(identifiers.contains) ?? false }.map(\.line)
    evidence.refusals = entries.filter { entry in
      // A message that the relying party refused is not refused by the emulator.
      entry.exchange.direction == .incoming && entry.exchange.response.status.code >= 400
        && entry.transaction.map(identifiers.contains) ?? found.isEmpty
    }.map(\.line)
    evidence.problems = sandbox.findings.page(after: armed.finding, limit: 16).occurrences
      .filter { isOwn($0.provider) && !$0.finding.isExpected && isOfParty($0.client) }
      .map(\.finding.text)
    if armed.mustSucceed {
      evidence.clashes = Doctor(sandbox, providers, strays: []).clashes
        .filter { $0.provider.map(isOwn) ?? true }.map(\.text)
    }
    return evidence
  }

  /// The client of the login that the judge's browser made; of another browser, if all logins have the same.
  private func onlyClient(in found: [TransactionSummary], _ entries: [Journal.Entry]) -> String? {
    let own = trail.transactions(entries)
    if let login = found.first(where: { own.contains($0.identifier) }) { return login.client }
    let clients = Set(found.map(\.client))
    return clients.count == 1 ? clients.first : nil
  }

  private func isOfParty(_ client: String?) -> Bool {
    shownClient == nil || client == nil || client == shownClient
  }

  private func say(_ kind: Sighting.Kind, _ words: String, of identifier: String) -> Judgement {
    let now = sandbox.environment.clock.read().now
    let known = KnownTransactions(sandbox: sandbox, providers: providers, at: now)
    guard let transaction = known[identifier] else {
      return Judgement(.inconclusive, ["the login is no longer kept"])
    }
    Sightings(sandbox: sandbox, providers: providers)
      .note(Sighting(kind, .said, words, at: now), of: transaction)
    let settled = providers.used.flatMap(\.ledgers).flatMap { $0.settle(identifier, at: now) }
    guard let entry = settled.last ?? sandbox.verdicts.entries.last(where: { $0.transaction == identifier })
    else { return Judgement(.inconclusive, ["its story expects nothing"]) }
    var judgement = Judgement(entry.verdict.resultOfCase, entry.verdict.reasons)
    judgement.decidedBy = entry.verdict.decidingCase
    return judgement
  }
}

extension Journal.Entry {
  /// One line for people: `12 POST /itsme/token: 200`.
  fileprivate var line: String {
    "\(number) \(exchange.request.method.text) \(exchange.request.target.path): \(exchange.response.status.code)"
  }
}
