/// What a run says about a rule (control.md, Findings).
package enum RuleResult: String, Sendable, CaseIterable {
  /// Calls came where the rule is checked, and none broke it.
  case pass
  /// A call broke it.
  case fail
  /// It was broken only where a scenario expects it, within that scenario's own transaction.
  case expected
  /// The provider was used, but not where the rule is checked.
  case notExercised = "not_exercised"
  /// The provider was not used.
  case notApplicable = "not_applicable"

  /// - Parameters:
  ///   - failures: how often the rule was broken, without the `expected` times.
  ///   - calls: the calls of each endpoint of the provider.
  package init(of rule: Rule, failures: Int, expected: Int = 0, calls: [String: Int]) {
    if failures > 0 {
      self = .fail
    } else if expected > 0 {
      self = .expected
    } else if calls.values.allSatisfy({ $0 == 0 }) {
      self = .notApplicable
    } else if rule.checkedAt.isEmpty || rule.checkedAt.contains(where: { calls[$0, default: 0] > 0 }) {
      self = .pass
    } else {
      self = .notExercised
    }
  }
}
