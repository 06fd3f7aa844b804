import Flow
import ProviderKit

/// The report of a run about the relying party: each rule's result, each outcome's count, each scenario's verdict, and
/// each sandbox's result.
///
/// A snapshot; the files beside this one write it as JSON, HTML, JUnit XML and SARIF.
struct RunReport: Sendable {
  /// The name of the only sandbox it covers; empty for the root and for several.
  let sandbox: String
  let at: Instant
  let failure: FailureLevel
  /// In the registry's order.
  let providers: [ProviderReport]
  let sandboxes: [SandboxReport]
  /// What is only counted.
  let forgotten: SandboxRecord.Forgotten
  let expectations: SandboxRecord.Expectations
  /// `nil` if it covers this process alone.
  var replicas: Replicas?

  struct ProviderReport: Sendable {
    let slug: String
    let title: String
    let rules: [RuleReport]
    let coverage: RunCoverage

    /// True if any endpoint of the provider was called.
    var isUsed: Bool { rules.contains { $0.result != .notApplicable } || coverage.exercised > 0 }

    func rules(_ result: RuleResult) -> [RuleReport] { rules.filter { $0.result == result } }
  }

  struct RuleReport: Sendable {
    let rule: Rule
    let result: RuleResult
    /// The number of times it was broken, apart from those that scenarios expect.
    let count: Int
    /// The number of times it was broken as the scenario of the login expects.
    let expected: Int
    /// The latest occurrences in each sandbox, oldest first.
    let occurrences: [PlacedFinding]

    /// The latest occurrences of all, oldest first.
    var latest: ArraySlice<PlacedFinding> { occurrences.suffix(SandboxRecord.occurrenceLimit) }
  }

  init(
    of records: RunRecords, _ providers: [any Provider.Type], at: Instant, failing failure: FailureLevel
  ) {
    (sandbox, self.at) = (records.sandbox, at)
    self.failure = failure
    let all = records.records + [records.rest]
    let occurrences = Dictionary(grouping: records.findings) { $0.occurrence.finding.rule.identifier }
    let failures = all.reduce(into: [String: Int]()) { $0.merge($1.failures, uniquingKeysWith: +) }
    let expected = all.reduce(into: [String: Int]()) { $0.merge($1.expected, uniquingKeysWith: +) }
    self.providers = providers.map { type in
      let calls = all.reduce(into: [String: Int]()) {
        $0.merge($1.calls[type.slug] ?? [:], uniquingKeysWith: +)
      }
      let outcomes = all.reduce(into: [String: Int]()) {
        $0.merge($1.outcomes[type.slug] ?? [:], uniquingKeysWith: +)
      }
      return ProviderReport(
        slug: type.slug, title: type.vocabulary.title,
        rules: (type.rules + type.connectionRules.filter { failures[$0.identifier] != nil }).map { rule in
          let (count, expected) = (failures[rule.identifier] ?? 0, expected[rule.identifier] ?? 0)
          let seen = occurrences[rule.identifier] ?? []
          return RuleReport(
            rule: rule.told(in: seen, expected: count == 0),
            result: RuleResult(of: rule, failures: count, expected: expected, calls: calls),
            count: count, expected: expected, occurrences: seen)
        },
        coverage: RunCoverage(of: type, outcomes))
    }
    let rules = Dictionary(
      providers.flatMap { $0.allRules }.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    sandboxes = SandboxReport.all(records, rules, failing: failure)
    forgotten = all.reduce(into: SandboxRecord.Forgotten()) { $0.add($1.forgotten) }
    expectations = all.reduce(into: SandboxRecord.Expectations()) { $0.add($1.expectations) }
  }

  /// The highest severity of the broken rules; `nil` if none was broken.
  var worst: Rule.Severity? {
    broken.map(\.rule.severity).max()
  }

  /// The broken rules, the worst first.
  var broken: [RuleReport] {
    providers.flatMap { $0.rules(.fail) }.enumerated().sorted { left, right in
      left.element.rule.severity == right.element.rule.severity
        ? left.offset < right.offset : left.element.rule.severity > right.element.rule.severity
    }.map(\.element)
  }

  func count(_ result: RuleResult) -> Int { providers.reduce(0) { $0 + $1.rules(result).count } }

  func count(_ result: SandboxReport.Result) -> Int { sandboxes.count { $0.result == result } }

  /// Each with its sandbox, oldest first in each.
  var verdicts: [(label: SandboxLabel, entry: VerdictLog.Entry)] {
    sandboxes.flatMap { sandbox in sandbox.verdicts.map { (sandbox.label, $0) } }
  }

  var unmet: [(label: SandboxLabel, entry: VerdictLog.Entry)] {
    verdicts.filter { $0.entry.verdict.result == .unmet }
  }
}

extension SandboxRecord.Forgotten {
  fileprivate mutating func add(_ other: Self) {
    sandboxes += other.sandboxes
    findings += other.findings
    expectations += other.expectations
  }
}
