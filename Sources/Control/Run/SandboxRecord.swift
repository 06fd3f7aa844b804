import Flow
import ProviderKit

/// What reports need of a sandbox, compact enough to be kept when the sandbox has ended.
struct SandboxRecord: Sendable {
  let label: SandboxLabel
  var isEnded = false
  /// By provider and endpoint.
  var calls: [String: [String: Int]] = [:]
  /// How often each rule was broken, by its id, without the times that a scenario expected.
  var failures: [String: Int] = [:]
  /// How often each rule was broken as a scenario expected, by its id.
  var expected: [String: Int] = [:]
  /// The latest of each rule, in the order in which they occurred.
  var occurrences: [FindingLog.Occurrence] = []
  /// By provider; outcomes that never happened are absent.
  var outcomes: [String: [String: Int]] = [:]
  /// Those that were given, the latest, oldest first, and then those that are pending.
  var verdicts: [VerdictLog.Entry] = []
  /// How scenarios went.
  var expectations = Expectations()
  /// What is counted above, but not kept one by one.
  var forgotten = Forgotten()

  struct Expectations: Sendable, Hashable {
    private var counts: [Verdict.Result: Int] = [:]

    init() {}

    init(_ verdicts: [VerdictLog.Entry]) {
      for entry in verdicts { counts[entry.verdict.result, default: 0] += 1 }
    }

    subscript(result: Verdict.Result) -> Int { counts[result] ?? 0 }

    var all: Int { counts.values.reduce(0, +) }

    /// By the words of the results.
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

  /// The occurrences kept of each rule.
  static let occurrenceLimit = 10
  /// The verdicts kept of a sandbox that has ended.
  static let verdictLimit = 64

  /// - Parameter label: that of no sandbox in particular, if the record sums up several.
  init(_ label: SandboxLabel) { self.label = label }

  init(of sandbox: Sandbox, _ providers: [any Provider]) {
    label = sandbox.label
    (calls, outcomes) = (sandbox.endpointCalls.all, sandbox.outcomes.counts)
    (failures, expected) = (sandbox.findings.counts, sandbox.findings.expectedCounts)
    occurrences = Self.latest(sandbox.findings.occurrences())
    verdicts = sandbox.verdicts.entries + Self.pending(sandbox, providers)
    expectations = Expectations(verdicts)
    forgotten.findings = (failures.values.reduce(0, +) + expected.values.reduce(0, +)) - occurrences.count
  }

  /// True if a provider was called.
  var isUsed: Bool { calls.values.contains { !$0.isEmpty } || !failures.isEmpty || expectations.all > 0 }

  /// Roughly, in bytes of memory.
  var size: Int {
    512 + 96 * calls.count + 64 * (failures.count + expected.count) + 96 * outcomes.count + 256
      * verdicts.count
      + occurrences.reduce(0) { $0 + 320 + $1.finding.detail.utf8.count + ($1.client?.utf8.count ?? 0) }
  }

  /// The same of a sandbox that has ended.
  func ended() -> SandboxRecord {
    var record = self
    record.isEnded = true
    // What did not go as expected is worth more than what did.
    let unmet = verdicts.filter { $0.verdict.result != .met }.suffix(Self.verdictLimit)
    record.verdicts =
      verdicts.filter { $0.verdict.result == .met }.suffix(Self.verdictLimit - unmet.count) + unmet
    record.forgotten.expectations += verdicts.count - record.verdicts.count
    return record
  }

  /// Adds the counts of a sandbox, and forgets the rest of it.
  mutating func absorb(_ other: SandboxRecord) {
    add(other)
    forgotten.sandboxes += 1
    forgotten.findings += other.occurrences.count
    forgotten.expectations += other.verdicts.count
  }

  /// Adds the counts of others that are not told one by one.
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

  /// What is to be said of open transactions now; a report judges nothing.
  private static func pending(_ sandbox: Sandbox, _ providers: [any Provider]) -> [VerdictLog.Entry] {
    let judged = Set(sandbox.verdicts.entries.map(\.transaction))
    return providers.flatMap(\.transactions).sorted { $0.ordinal < $1.ordinal }.compactMap { transaction in
      guard !judged.contains(transaction.identifier), let verdict = transaction.verdict else { return nil }
      return VerdictLog.Entry(
        scenario: transaction.decision.scenario?.name ?? "", provider: transaction.provider,
        transaction: transaction.identifier, client: transaction.client, verdict: verdict)
    }
  }

  private static func latest(_ occurrences: [FindingLog.Occurrence]) -> [FindingLog.Occurrence] {
    // Those that a scenario expects do not crowd out the others.
    var counts: [Bool: [Rule: Int]] = [:]
    let kept = occurrences.reversed().filter { occurrence in
      let finding = occurrence.finding
      counts[finding.isExpected, default: [:]][finding.rule, default: 0] += 1
      return counts[finding.isExpected]?[finding.rule] ?? 0 <= occurrenceLimit
    }
    return kept.reversed()
  }
}
