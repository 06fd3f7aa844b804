import Flow

/// The result of one sandbox.
struct SandboxReport: Sendable {
  enum Result: String, Sendable, CaseIterable {
    /// It was used, and had no failure.
    case pass
    /// A rule of sufficient severity was broken, or a scenario's expectation was not met.
    case fail
    /// No provider was called.
    case unused
  }

  let label: SandboxLabel
  /// The label, numbered from the second sandbox with that label on.
  let title: String
  let isEnded: Bool
  let result: Result
  /// The calls of all providers' endpoints.
  let calls: Int
  /// The broken rules, the worst first.
  let broken: [(rule: Rule, count: Int, isFailure: Bool)]
  /// The latest of each rule, oldest first.
  let findings: [PlacedFinding]
  /// The verdicts that are kept.
  let verdicts: [VerdictLog.Entry]
  let expectations: SandboxRecord.Expectations

  /// The verdicts with a failure or a warning.
  let complaints: [(entry: VerdictLog.Entry, isFailure: Bool)]
  /// How many verdicts with a failure are counted, but no longer kept.
  let untoldFailures: Int

  /// What is known of those; `nil` if there are none.
  var untoldText: String? {
    untoldFailures == 0
      ? nil : "\(untoldFailures.counted("further verdict")) failed, no longer told one by one"
  }

  /// A report for each record; the root is left out if unused, unless it is the only one.
  static func all(
    _ records: RunRecords, _ rules: [String: Rule], failing failure: FailureLevel
  ) -> [SandboxReport] {
    let told =
      records.isWhole && records.records.count > 1
      ? records.records.filter { !$0.label.name.isEmpty || $0.isUsed } : records.records
    var seen: [SandboxLabel: Int] = [:]
    return told.map { record in
      seen[record.label, default: 0] += 1
      let number = seen[record.label, default: 1]
      return SandboxReport(
        record, title: record.label.text + (number > 1 ? " #\(number)" : ""), rules,
        numbered: records.isWhole, failing: failure)
    }
  }

  private init(
    _ record: SandboxRecord, title: String, _ rules: [String: Rule], numbered isWhole: Bool,
    failing failure: FailureLevel
  ) {
    (label, isEnded, self.title) = (record.label, record.isEnded, title)
    calls = record.calls.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    findings = record.findings(numberedInProcess: isWhole)
    (verdicts, expectations) = (record.verdicts, record.expectations)
    let seen = Dictionary(grouping: findings) { $0.occurrence.finding.rule.identifier }
    broken = record.failures.compactMap { identifier, count in
      let rule = rules[identifier]?.told(in: seen[identifier] ?? [], expected: false)
      return rule.map { (rule: $0, count: count, isFailure: failure.fails($0)) }
    }.sorted { left, right in
      left.rule.severity == right.rule.severity
        ? left.rule.identifier < right.rule.identifier : left.rule.severity > right.rule.severity
    }
    complaints = record.verdicts.compactMap { entry in
      let isFailure = failure.fails(entry.verdict.result)
      return isFailure || entry.isComplaint ? (entry: entry, isFailure: isFailure) : nil
    }
    let failures = Verdict.Result.allCases.filter(failure.fails).reduce(0) { $0 + record.expectations[$1] }
    untoldFailures = max(0, failures - complaints.count(where: \.isFailure))
    result =
      if broken.contains(where: \.isFailure) || failures > 0 {
        .fail
      } else {
        record.isUsed ? .pass : .unused
      }
  }
}

extension Rule {
  /// The rule in the words of those occurrences that the scenario expects, or of the others.
  func told(in findings: [PlacedFinding], expected: Bool) -> Rule {
    told(by: findings.map(\.occurrence.finding).filter { $0.isExpected == expected }.map(\.rule))
  }
}
