import Flow
import HTTP
import ProviderKit

extension RunReport {
  /// The report as a self-contained page: what was wrong first, then what was never exercised.
  var page: HTML {
    ReportPage(
      title: "report", style: Self.style,
      content: """
        <h1>Report\(sandbox.isEmpty ? "" : " of sandbox \(sandbox)")</h1>
        <p data-testid="summary">\(summary)</p>
        \(totals(providers.flatMap { $0.rules(.fail) }, "totals"))
        <p data-testid="moment">As of <time datetime="\(at.text)">\(at.text)</time>.</p>
        \(missingNote)
        \(forgottenNote)
        \(failedTable)
        \(verdictTables)
        \(providers.filter(\.isUsed).map(section))
        \(unused)
        \(sandboxList)
        """
    ).html
  }

  private var summary: String {
    let told =
      "\(count(RuleResult.fail).counted("rule")) broken, \(count(RuleResult.pass)) kept, \(count(.notExercised)) not exercised"
    let pending = expectations[.pending] > 0 ? ", \(expectations[.pending]) are pending" : ""
    let scenarios =
      expectations.all == 0
      ? "no scenario was played"
      : "\(expectations[.met]) of \(expectations.all) scenarios went as they expect\(pending)"
    let isOne = sandboxes.count == 1 && forgotten.sandboxes == 0
    let failed = isOne ? "" : "; \(count(SandboxReport.Result.fail)) of \(sandboxes.count) sandboxes failed"
    return "\(told); \(scenarios)\(failed)."
  }

  /// How many of the broken rules are how bad; `nil` if there is none.
  private func totals(_ broken: [RuleReport], _ mark: String) -> HTML? {
    guard !broken.isEmpty else { return nil }
    let counts = [Rule.Severity.error, .warning, .note].compactMap { severity -> HTML? in
      let count = broken.count { $0.rule.severity == severity }
      return count == 0
        ? nil : "<span class=\"badge \(severity.rawValue)\">\(count.counted(severity.rawValue))</span>"
    }
    return "<p data-testid=\"\(mark)\">\(HTML(counts, separator: " "))</p>"
  }

  private var missingNote: HTML? {
    guard let missing = replicas?.missing, !missing.isEmpty else { return nil }
    let items = missing.map { one -> HTML in "<li>\(one.address): \(one.reason)</li>\n" }
    return """
      <p>Replicas that could not be asked, of which nothing is told here:</p>
      <ul data-testid="missing">
      \(items)
      </ul>
      """
  }

  private var forgottenNote: HTML? {
    guard !forgotten.isEmpty else { return nil }
    return """
      <p data-testid="forgotten">Counted, but no longer told one by one: \(forgotten.sandboxes.counted("sandbox", "sandboxes")) that ended \
      earliest, \(forgotten.findings.counted("finding")), \(forgotten.expectations.counted("expectation")).</p>
      """
  }

  private var failedTable: HTML? {
    let failed = sandboxes.filter { $0.result == .fail }
    guard sandboxes.count > 1, !failed.isEmpty else { return nil }
    let rows = failed.map { sandbox -> HTML in
      let rules = sandbox.broken.filter(\.isFailure).map { broken -> HTML in
        "<div><code>\(broken.rule.identifier)</code> \(broken.rule.message). Fix: \(broken.rule.fix).</div>"
      }
      let unmet = sandbox.complaints.filter(\.isFailure).map(\.entry).map { entry -> HTML in
        "<div><code>\(entry.scenario)</code> \(lines(entry))</div>"
      }
      let untold: HTML? = sandbox.untoldText.map { "<div>\($0)</div>" }
      return "<tr><td>\(sandbox.title)</td><td>\(rules + unmet)\(untold)</td></tr>\n"
    }
    return """
      <h2>Sandboxes that failed</h2>
      <table data-testid="failed">
      <thead><tr><th>sandbox</th><th>why</th></tr></thead>
      <tbody>
      \(rows)
      </tbody>
      </table>
      """
  }

  private var sandboxList: HTML? {
    let others = sandboxes.filter { $0.result != .fail }
    guard sandboxes.count > 1, !others.isEmpty else { return nil }
    let items = others.map { sandbox -> HTML in
      "<li>\(sandbox.title)\(sandbox.result == .unused ? ": not used" : "")</li>\n"
    }
    return """
      <details id="other-sandboxes" data-testid="sandboxes">
      <summary>Other sandboxes: \(String(others.count))</summary>
      <ul>
      \(items)
      </ul>
      </details>
      """
  }

  private var verdictTables: HTML {
    let warned = verdicts.filter { $0.entry.verdict.result == .warn }
    let others = verdicts.filter { ![.met, .unmet, .warn].contains($0.entry.verdict.result) }
    return HTML(
      [
        table("Not as the scenario expects", "unmet", unmet),
        table("Crashed, or accepted what it should refuse", "warned", warned),
        table("Pending, unseen or not run", "open-verdicts", others),
      ].compactMap { $0 })
  }

  private func table(
    _ title: String, _ mark: String, _ entries: [(label: SandboxLabel, entry: VerdictLog.Entry)]
  ) -> HTML? {
    guard !entries.isEmpty else { return nil }
    let rows = entries.map { label, entry -> HTML in
      """
      <tr><td><code>\(entry.scenario)</code></td><td>\(entry.client)</td><td>\(label.text)</td><td>\(lines(entry))</td></tr>

      """
    }
    return """
      <h2>\(title)</h2>
      <table data-testid="\(mark)">
      <thead><tr><th>scenario</th><th>client</th><th>sandbox</th><th>why</th></tr></thead>
      <tbody>
      \(rows)
      </tbody>
      </table>
      """
  }

  private func lines(_ entry: VerdictLog.Entry) -> HTML {
    HTML(entry.text.split(separator: "\n").map { "<div>\($0)</div>" })
  }

  private func section(_ provider: ProviderReport) -> HTML {
    let failed = provider.rules(.fail).sorted { $0.rule.severity > $1.rule.severity }
    let findings: HTML =
      failed.isEmpty
      ? "<p>No rule was broken.</p>" : HTML(failed.map(finding))
    return """
      <section data-testid="provider-\(provider.slug)">
      <h2>\(provider.title)</h2>
      \(totals(failed, "totals-\(provider.slug)"))
      \(findings)
      <p data-testid="coverage">\(provider.coverage.text).</p>
      \(list("Broken as a story expects", "\(provider.slug)-expected", provider.rules(.expected)))
      \(list("Kept", "\(provider.slug)-kept", provider.rules(.pass)))
      \(list("Not exercised", "\(provider.slug)-untested", provider.rules(.notExercised)))
      </section>
      """
  }

  private func finding(_ report: RuleReport) -> HTML {
    let rule = report.rule
    let seen = report.latest.map { finding -> HTML in
      let occurrence = finding.occurrence
      let place = finding.label.name.isEmpty || !sandbox.isEmpty ? "" : ", sandbox \(finding.label.text)"
      let client: HTML? = occurrence.client.map { ", client \(HTML.foreign($0))" }
      let seen = occurrence.finding.detail
      let detail: HTML? = seen.isEmpty ? nil : ": \(HTML.foreign(seen, atMost: 200))"
      return """
        <li\(mark(finding))><time datetime="\(occurrence.at.text)">\(occurrence.at.text)</time> \(occurrence.endpoint)\(client)\(place)\(detail)\
        \(occurrence.finding.isExpected ? ", as its story expects" : "")</li>

        """
    }
    return """
      <article class="\(rule.severity.rawValue)" data-testid="finding" data-rule="\(rule.identifier)">
      <h3>\(rule.message)</h3>
      <p><strong>\(rule.severity.rawValue)</strong> <code>\(rule.identifier)</code>, \(report.count.times).
      \(SpecificationLink.link(rule.documentation.text, rule.documentation.url))\(rule.specification.map(SpecificationLink.clause))</p>
      <p>Fix: \(rule.fix).</p>
      <ul>
      \(seen)
      </ul>
      </article>
      """
  }

  /// Attributes by which the page in the frame links to the login, if the sandbox still exists.
  private func mark(_ finding: PlacedFinding) -> HTML? {
    let isThere = sandboxes.contains { $0.label == finding.label && !$0.isEnded }
    guard replicas == nil, isThere else { return nil }
    let login: HTML? = finding.occurrence.finding.transaction.map { " data-login=\"\($0)\"" }
    return " data-sandbox=\"\(finding.label.name)\"\(login)"
  }

  private func list(_ title: String, _ mark: String, _ rules: [RuleReport]) -> HTML? {
    guard !rules.isEmpty else { return nil }
    let items = rules.map { report -> HTML in
      "<li><code>\(report.rule.identifier)</code> \(report.rule.message)</li>\n"
    }
    return """
      <details id="\(mark)">
      <summary>\(title): \(rules.count.counted("rule"))</summary>
      <ul>
      \(items)
      </ul>
      </details>
      """
  }

  private var unused: HTML? {
    let titles = providers.filter { !$0.isUsed }.map(\.title)
    return titles.isEmpty ? nil : "<p>Not used: \(titles.joined(separator: ", ")).</p>"
  }

  private static let style = HTML(
    markup: """
      article.error{border-color:var(--bad)}
      article.warning{border-color:var(--warn)}
      table{border-collapse:collapse}
      td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}
      code,li{overflow-wrap:anywhere}
      """)
}
