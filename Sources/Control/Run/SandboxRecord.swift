import Flow
import ProviderKit

/// What reports need of a sandbox, compact enough to keep after the sandbox ended.
struct SandboxRecord: Sendable {
  let label: SandboxLabel
  var isEnded = false
  /// By provider and endpoint.
  var calls: [String: [String: Int]] = [:]
  /// How often each rule was broken, by its id, apart from the times that a scenario expected.
  var failures: [String: Int] = [:]
  /// How often each rule was broken as a scenario expected, by its id.
  var expected: [String: Int] = [:]
  /// The latest of each rule, in the order in which they occurred.
  var occurrences: [FindingLog.Occurrence] = []
  /// By provider; outcomes that never happened are absent.
  var outcomes: [String: [String: Int]] = [:]
  /// The worst and latest ones given, oldest first, followed by those still pending.
  var verdicts: [VerdictLog.Entry] = []
  /// The counts of scenarios' results.
  var expectations = Expectations()
  /// What is counted above, but not kept in detail.
  var forgotten = Forgotten()

  struct Expectations: Sendable, Hashable {
    private var counts: [Verdict.Result: Int] = [:]

    init() {}

    init(_ counts: [Verdict.Result: Int]) { self.counts = counts }

    init(_ verdicts: [VerdictLog.Entry]) {
      for entry in verdicts { counts[entry.verdict.result, default: 0] += 1 }
    }

    subscript(result: Verdict.Result) -> Int { counts[result] ?? 0 }

    var all: Int { counts.values.reduce(0, +) }

    /// Counts by the names of results.
    init(counts: [String: Int]) {
      for (word, count) in counts {
        if let result = Verdict.Result(rawValue: word) { self.counts[result] = count }
      }
    }

    mutating func add(_ other: Self) { counts.merge(other.counts, uniquingKeysWith: +) }
  }

  struct Forgotten: Sendable, Hashable {
    var sandboxes = 0
    var findings = 0
    var expectations = 0

    var isEmpty: Bool { self == Forgotten() }
  }

  /// How many occurrences of each rule are kept.
  static let occurrenceLimit = 10
  /// How many verdicts of an ended sandbox are kept.
  static let verdictLimit = 64

  /// - Parameter label: the root's if the record merges several sandboxes.
  init(_ label: SandboxLabel) { self.label = label }

  /// - Parameter now: on the sandbox's clock.
  init(of sandbox: Sandbox, _ providers: Providers, at now: Instant) {
    label = sandbox.label
    (calls, outcomes) = (sandbox.endpointCalls.all, sandbox.outcomes.counts)
    (failures, expected) = (sandbox.findings.counts, sandbox.findings.expectedCounts)
    occurrences = Self.latest(sandbox.findings.occurrences())
    let given = sandbox.verdicts.contents
    let pending = Self.pending(sandbox, providers, besides: given.entries, at: now)
    verdicts = given.entries + pending
    expectations = Expectations(given.counts)
    expectations.add(Expectations(pending))
    forgotten.expectations = expectations.all - verdicts.count
    forgotten.findings = (failures.values.reduce(0, +) + expected.values.reduce(0, +)) - occurrences.count
  }

  /// True if a provider was called.
  var isUsed: Bool { calls.values.contains { !$0.isEmpty } || !failures.isEmpty || expectations.all > 0 }

  /// The approximate size in memory, in bytes.
  var size: Int {
    512 + 96 * calls.count + 64 * (failures.count + expected.count) + 96 * outcomes.count + 256
      * verdicts.count
      + occurrences.reduce(0) { $0 + 320 + $1.finding.detail.utf8.count + ($1.client?.utf8.count ?? 0) }
  }

  /// The record to keep once the sandbox ended.
  func ended() -> SandboxRecord {
    var record = self
    record.isEnded = true
    record.verdicts = verdicts.worst(Self.verdictLimit)
    record.forgotten.expectations += verdicts.count - record.verdicts.count
    return record
  }

  /// Adds the counts of a sandbox, and drops its details.
  mutating func absorb(_ other: SandboxRecord) {
    add(other)
    forgotten.sandboxes += 1
    forgotten.findings += other.occurrences.count
    forgotten.expectations += other.verdicts.count
  }

  /// Adds the counts of a record without its details.
  mutating func add(_ other: SandboxRecord) {
    calls.merge(other.calls) { $0.merging($1, uniquingKeysWith: +) }
    failures.merge(other.failures, uniquingKeysWith: +)
    outcomes.merge(other.outcomes) { $0.merging($1, uniquingKeysWith: +) }
    expected.merge(other.expected, uniquingKeysWith: +)
    expectations.add(other.expectations)
    forgotten.sandboxes += other.forgotten.sandboxes
    forgotten.findings += other.forgotten.findings
    forgotten.expectations += other.forgotten.expectations
  }

  /// The present verdicts on open transactions; a report does not settle them.
  private static func pending(
    _ sandbox: Sandbox, _ providers: Providers, besides given: [VerdictLog.Entry], at now: Instant
  ) -> [VerdictLog.Entry] {
    let judged = Set(given.map(\.transaction))
    let open = providers.used.flatMap { $0.transactions(at: now) }.sorted { $0.ordinal < $1.ordinal }
    return open.compactMap { transaction in
      guard !judged.contains(transaction.identifier), let verdict = transaction.verdict, !verdict.isGiven
      else { return nil }
      return VerdictLog.Entry(
        scenario: transaction.decision.scenario?.name ?? "", provider: transaction.provider,
        transaction: transaction.identifier, client: transaction.client, verdict: verdict)
    }
  }

  private static func latest(_ occurrences: [FindingLog.Occurrence]) -> [FindingLog.Occurrence] {
    // Occurrences that a scenario expects do not displace the others.
    var counts: [Bool: [Rule: Int]] = [:]
    let kept = occurrences.reversed().filter { occurrence in
      let finding = occurrence.finding
      counts[finding.isExpected, default: [:]][finding.rule, default: 0] += 1
      return counts[finding.isExpected]?[finding.rule] ?? 0 <= occurrenceLimit
    }
    return kept.reversed()
  }
}
