/// What makes a run a failure: `--fail-on` and `--expect`.
package struct FailureLevel: Sendable {
  /// A broken rule of at least this severity is a failure.
  package var severity = Rule.Severity.error
  /// The severity of an unmet expectation.
  package var unmet = Rule.Severity.error
  /// True if a story fails when nothing showed what the relying party did.
  package var includesUnseen = false

  package init(
    _ severity: Rule.Severity = .error, unmet: Rule.Severity = .error, includesUnseen: Bool = false
  ) {
    (self.severity, self.unmet, self.includesUnseen) = (severity, unmet, includesUnseen)
  }

  package func fails(_ rule: Rule) -> Bool { rule.severity >= severity }

  package func fails(_ result: Verdict.Result) -> Bool {
    switch result {
    case .met, .pending: false
    case .unmet: unmet >= severity
    case .warn: .warning >= severity
    case .inconclusive, .notRun: includesUnseen
    }
  }
}
