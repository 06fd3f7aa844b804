package import Flow

/// What the report of a run consists of besides outcomes: findings, verdicts, calls.
///
/// A reset passes it on, so that the numbers of findings continue.
package struct Insight: Sendable {
  package let findings: FindingLog
  package let verdicts: VerdictLog
  package let calls = EndpointCalls()

  /// - Parameter total: counts the findings and verdicts of all sandboxes.
  package init(of sandbox: SandboxLabel = .root, total: RunTally? = nil) {
    findings = FindingLog(of: sandbox, total: total)
    verdicts = VerdictLog(of: sandbox, total: total)
  }

  package func clear() {
    findings.clear()
    verdicts.clear()
    calls.clear()
  }
}
