import Flow
import HTTP

extension RunReport {
  /// The report as JUnit XML: a suite with a case for each sandbox, one with a case for each broken rule, and one for
  /// the scenarios' expectations.
  ///
  /// Broken rules below the failing severity are only output. A sandbox in which nothing happened is skipped, so that a
  /// run that did nothing does not pass.
  var junit: String {
    let suites = [sandboxSuite, ruleSuite] + (verdicts.isEmpty ? [] : [expectationSuite]) + missingReplicas
    let (tests, failures) = (
      suites.reduce(0) { $0 + $1.cases.count }, suites.reduce(0) { $0 + $1.count { $0.isFailure } }
    )
    let document: HTML = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="eidolon" tests="\(String(tests))" failures="\(String(failures))" errors="0" time="0">
      \(suites.map { $0.xml(at: at) })
      </testsuites>

      """
    return document.text
  }

  /// A failure for each replica that did not answer, because it may have failures.
  private var missingReplicas: [JUnitSuite] {
    guard let missing = replicas?.missing, !missing.isEmpty else { return [] }
    return [
      JUnitSuite(
        name: "replicas",
        cases: missing.map {
          JUnitCase(
            name: $0.address, result: .failed("not in this report", type: "replica", $0.reason), output: "")
        })
    ]
  }

  // MARK: Sandboxes

  private var sandboxSuite: JUnitSuite {
    var suite = JUnitSuite(
      name: "sandboxes",
      cases: sandboxes.map { JUnitCase(name: $0.title, result: result(of: $0), output: output(of: $0)) })
    if !forgotten.isEmpty {
      suite.output =
        "Not told one by one: \(forgotten.sandboxes.counted("sandbox", "sandboxes")) that ended earliest, "
        + "\(forgotten.findings.counted("finding")), \(forgotten.expectations.counted("expectation"))."
    }
    return suite
  }

  private func result(of sandbox: SandboxReport) -> JUnitCase.Result {
    switch sandbox.result {
    case .pass: return .passed
    case .unused: return .skipped("no provider was called")
    case .fail:
      let rules = sandbox.broken.filter(\.isFailure)
      let messages =
        rules.map { "\($0.rule.identifier): \($0.rule.message)" }
        + sandbox.complaints.filter(\.isFailure).map { "\($0.entry.scenario): \($0.entry.verdict.text)" }
        + (sandbox.untoldText.map { [$0] } ?? [])
      let texts =
        rules.map { text($0.rule, $0.count, sandbox.findings) }
        + sandbox.complaints.filter(\.isFailure).map { text($0.entry) }
        + (sandbox.untoldText.map { [$0] } ?? [])
      return .failed(
        messages.joined(separator: "; "), type: rules.first?.rule.severity.rawValue ?? "expectation",
        "In sandbox \(sandbox.title)\n\(texts.joined(separator: "\n\n"))")
    }
  }

  /// What is worth telling but no failure.
  private func output(of sandbox: SandboxReport) -> String {
    let rules = sandbox.broken.filter { !$0.isFailure }.map { text($0.rule, $0.count, sandbox.findings) }
    let complaints = sandbox.complaints.filter { !$0.isFailure }.map { text($0.entry) }
    return (rules + complaints).joined(separator: "\n\n")
  }

  private func text(_ entry: VerdictLog.Entry) -> String {
    "\(entry.scenario), \(entry.transaction): \(entry.text)"
  }

  // MARK: Rules

  private var ruleSuite: JUnitSuite {
    JUnitSuite(
      name: "rules",
      cases: broken.map { report in
        let rule = report.rule
        let text = text(rule, report.count, Array(report.latest), namingSandboxes: true)
        let isFailure = failure.fails(rule)
        return JUnitCase(
          name: "\(rule.identifier): \(rule.message)",
          result: isFailure ? .failed(rule.message, type: rule.severity.rawValue, text) : .passed,
          output: isFailure ? "" : text)
      })
  }

  /// What was broken, how to fix it, and the latest occurrences.
  private func text(
    _ rule: Rule, _ count: Int, _ findings: [PlacedFinding], namingSandboxes isNamed: Bool = false
  ) -> String {
    let counted = findings.filter { $0.occurrence.finding.rule == rule && !$0.occurrence.finding.isExpected }
    let seen = counted.map { finding in
      let occurrence = finding.occurrence
      let place = isNamed && !finding.label.name.isEmpty ? ", sandbox \(finding.label.text)" : ""
      let client = occurrence.client.map { ", client \($0)" } ?? ""
      let detail = occurrence.finding.detail.isEmpty ? "" : ": \(occurrence.finding.detail)"
      return "  \(occurrence.at.text) \(occurrence.endpoint)\(client)\(place)\(detail)"
    }
    return """
      \(rule.identifier) (\(rule.severity.rawValue)), \(count.times): \(rule.message). \(rule.documentation.text)
      Fix: \(rule.fix)
      \(seen.joined(separator: "\n"))
      """
  }

  // MARK: Expectations

  private var expectationSuite: JUnitSuite {
    JUnitSuite(
      name: "expectations",
      cases: verdicts.map { label, entry in
        let place = label.name.isEmpty ? "" : ", sandbox \(label.text)"
        let (result, output) = outcome(of: entry)
        return JUnitCase(
          name: "\(entry.scenario) (\(entry.transaction)\(place))", result: result, output: output)
      })
  }

  private func outcome(of entry: VerdictLog.Entry) -> (JUnitCase.Result, output: String) {
    let verdict = entry.verdict
    if failure.fails(verdict.result) {
      let lines = verdict.reasons + verdict.advices
      let message = entry.isComplaint ? "not as expected" : verdict.text
      return (.failed(message, type: "expectation", lines.joined(separator: "\n")), "")
    }
    return switch verdict.result {
    case .met: (.passed, "")
    case .warn, .unmet: (.passed, entry.text)
    case .inconclusive, .notRun, .pending: (.skipped(verdict.text), "")
    }
  }
}
