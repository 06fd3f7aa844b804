package import Flow

/// What a report of a sandbox's run is made of, beside its outcomes: broken rules, verdicts, calls.
///
/// A reset hands it on, so that the numbers of findings go on.
package struct Insight: Sendable {
  /// The rules that clients broke.
  package let findings: FindingLog
  /// Whether relying parties did what scenarios expect.
  package let verdicts = VerdictLog()
  /// How many calls each endpoint got.
  package let calls = EndpointCalls()

  /// Of a run in which nothing has happened.
  ///
  /// - Parameter total: counts what all sandboxes see.
  package init(total: RunTally? = nil) {
    findings = FindingLog(total: total)
  }

  /// Forgets everything.
  package func clear() {
    findings.clear()
    verdicts.clear()
    calls.clear()
  }
}
