import Flow
import Frame
import HTTP

/// Which scenario a login got and why, its verdict, and what was reported of the relying party.
struct ScenarioSection {
  let transaction: TransactionSummary
  /// False in a file, which has no buttons.
  let isOnPage: Bool

  var html: HTML {
    let decision = transaction.decision
    let items = decision.nearMisses.map { "<li>\($0.text)</li>\n" as HTML }
    let misses: HTML =
      items.isEmpty ? "" : "<p>Others came close:</p>\n<ul data-testid=\"near-misses\">\n\(items)</ul>"
    let verdict = transaction.verdict.map { verdict -> HTML in
      switch verdict.result {
      case .met:
        "<p class=\"kept\" data-testid=\"verdict\">The relying party did what the scenario expects.</p>"
      case .unmet: "<p class=\"fault\" data-testid=\"verdict\">\(verdict.text)</p>"
      case .pending: pending(verdict)
      case .warn, .inconclusive, .notRun: "<p data-testid=\"verdict\">\(verdict.text)</p>"
      }
    }
    let seen = transaction.sightings.map { sighting -> HTML in
      "<li>\(TimeOffset.text(from: transaction.started, to: sighting.at)): \(sighting.text)</li>\n"
    }
    return """
      <section data-testid="decision">
      <h2>Which scenario, and why</h2>
      <p><strong>\(decision.text)</strong>\(decision.scenario.map { ": \($0.title)" as HTML })</p>
      \(misses)
      \(verdict)
      \(seen.isEmpty ? nil : "<p>What was said of the relying party:</p>\n<ul data-testid=\"seen\">\n\(HTML(seen))</ul>" as HTML?)
      </section>
      """
  }

  private func pending(_ verdict: Verdict) -> HTML {
    let judge: HTML? =
      isOnPage
      ? " <button type=\"button\" hidden data-judges data-testid=\"judge-now\">Judge now</button>" : nil
    let so: HTML? =
      verdict.reasons.isEmpty ? nil : "; \(verdict.reasons.joined(separator: "; "))" as HTML
    return """
      <p data-testid="verdict">The verdict is pending until the login is over, at \(TimeText(transaction.ends).short)\(so).\(judge)</p>
      """
  }
}
