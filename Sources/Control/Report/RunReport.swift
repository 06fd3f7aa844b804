import Flow
import ProviderKit

/// What a run says of the relying party: each rule's result, each outcome's count, each scenario's verdict.
///
/// It is a value made at one moment; the files beside this one write it as JSON, HTML, JUnit XML and SARIF.
struct RunReport: Sendable {
  /// The sandbox's name, empty for the root.
  let sandbox: String
  /// When it was made, on the sandbox's clock.
  let at: Instant
  /// The providers, in the registry's order.
  let providers: [ProviderReport]
  /// Whether the relying party did what scenarios expect, oldest first.
  let verdicts: [VerdictLog.Entry]

  /// What a run says of one provider's relying parties.
  struct ProviderReport: Sendable {
    let slug: String
    let title: String
    let rules: [RuleReport]
    let coverage: RunCoverage

    /// True if anything of the provider was called.
    var isUsed: Bool { rules.contains { $0.result != .notApplicable } || coverage.exercised > 0 }

    /// The rules with a result.
    func rules(_ result: RuleResult) -> [RuleReport] { rules.filter { $0.result == result } }
  }

  /// What a run says of one rule.
  struct RuleReport: Sendable {
    let rule: Rule
    let result: RuleResult
    /// How often it was broken.
    let count: Int
    /// The latest occurrences, oldest first.
    let occurrences: [FindingLog.Occurrence]
  }

  /// How many occurrences of a rule a report shows.
  static let occurrenceLimit = 10

  /// The report of a sandbox at this moment.
  init(of sandbox: Sandbox, _ providers: [any Provider]) {
    self.sandbox = sandbox.name
    at = sandbox.environment.clock.now
    // Transactions that time alone has brought to a state count too.
    sandbox.observe(providers)
    let occurrences = Dictionary(grouping: sandbox.findings.occurrences()) { $0.finding.rule.identifier }
    self.providers = providers.map { provider in
      let type = type(of: provider)
      let calls = sandbox.endpointCalls.calls(of: type.slug)
      return ProviderReport(
        slug: type.slug, title: type.vocabulary.title,
        rules: type.rules.map { rule in
          let failures = sandbox.findings.count(of: rule)
          return RuleReport(
            rule: rule, result: RuleResult(of: rule, failures: failures, calls: calls), count: failures,
            occurrences: (occurrences[rule.identifier] ?? []).suffix(Self.occurrenceLimit))
        },
        coverage: RunCoverage(of: type, sandbox.outcomes.counts(of: type.slug)))
    }
    verdicts = sandbox.verdicts.entries
  }

  /// The worst severity of the rules that were broken, `nil` when none was.
  var worst: Rule.Severity? {
    providers.flatMap { $0.rules(.fail) }.map(\.rule.severity).max()
  }

  /// How many rules have a result.
  func count(_ result: RuleResult) -> Int { providers.reduce(0) { $0 + $1.rules(result).count } }

  /// The verdicts that say no.
  var unmet: [VerdictLog.Entry] { verdicts.filter { $0.verdict != .met } }
}
