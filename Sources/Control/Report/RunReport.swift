import Flow
import ProviderKit

/// What a run says about the relying party: each rule's result, each outcome's count, each scenario's verdict.
///
/// A snapshot; the files beside this one write it as JSON, HTML, JUnit XML and SARIF.
struct RunReport: Sendable {
  /// Empty for the root.
  let sandbox: String
  /// On the sandbox's clock.
  let at: Instant
  /// In the registry's order.
  let providers: [ProviderReport]
  /// Those that were given, oldest first, and then those that are pending.
  let verdicts: [VerdictLog.Entry]
  /// How grave it is that an expectation is not met.
  let unmetSeverity: Rule.Severity

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
    /// The number of times it was broken, without those that scenarios expect.
    let count: Int
    /// The number of times it was broken as the scenario of the login expects.
    let expected: Int
    /// The latest occurrences, oldest first.
    let occurrences: [FindingLog.Occurrence]
  }

  /// For each rule.
  static let occurrenceLimit = 10

  init(of sandbox: Sandbox, _ providers: [any Provider]) {
    self.sandbox = sandbox.name
    at = sandbox.environment.clock.now
    unmetSeverity = sandbox.settings.unmetSeverity
    // Counts states that transactions reached by time alone.
    sandbox.observe(providers)
    let occurrences = Dictionary(grouping: sandbox.findings.occurrences()) { $0.finding.rule.identifier }
    self.providers = providers.map { provider in
      let type = type(of: provider)
      let calls = sandbox.endpointCalls.calls(of: type.slug)
      return ProviderReport(
        slug: type.slug, title: type.vocabulary.title,
        rules: type.rules.map { rule in
          let failures = sandbox.findings.count(of: rule)
          let expected = sandbox.findings.expectedCount(of: rule)
          return RuleReport(
            rule: rule,
            result: RuleResult(of: rule, failures: failures, expected: expected, calls: calls),
            count: failures, expected: expected,
            occurrences: (occurrences[rule.identifier] ?? []).suffix(Self.occurrenceLimit))
        },
        coverage: RunCoverage(of: type, sandbox.outcomes.counts(of: type.slug)))
    }
    verdicts = sandbox.verdicts.entries + Self.pending(sandbox, providers)
  }

  /// The worst severity of the broken rules; `nil` if there are none.
  var worst: Rule.Severity? {
    providers.flatMap { $0.rules(.fail) }.map(\.rule.severity).max()
  }

  /// The number of rules with a result.
  func count(_ result: RuleResult) -> Int { providers.reduce(0) { $0 + $1.rules(result).count } }

  var unmet: [VerdictLog.Entry] { verdicts(.unmet) }

  func verdicts(_ result: Verdict.Result) -> [VerdictLog.Entry] {
    verdicts.filter { $0.verdict.result == result }
  }

  func count(_ result: Verdict.Result) -> Int { verdicts(result).count }

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
}
