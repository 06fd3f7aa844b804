package import Flow
package import HTTP

/// What a provider's error page tells the client's developer: the cause, the fix, and where to go next.
package enum ErrorLesson {
  /// - Parameter offersRetry: false where the page has a link of its own that sends the request again.
  package static func html(_ finding: Finding?, for call: Call, offersRetry: Bool = true) -> HTML {
    let said: HTML? = finding.map(reasons)
    let again: HTML? =
      offersRetry && call.request.method == .get
      ? "<a href=\"?\(call.request.target.rawQuery ?? "")\" data-testid=\"try-again\">Try again</a> · " : nil
    let asked = finding.map { "?q=\(PercentCoding.encode($0.rule.identifier))" } ?? ""
    return EmulatorStrip.html(
      "what went wrong",
      """
      \(said)
      <p>\(again)<a href="\(call.publicHome)/traffic\(asked)" target="eidolon" data-testid="to-traffic">See what was sent</a></p>
      """)
  }

  private static func reasons(_ finding: Finding) -> HTML {
    let rule = finding.rule
    let seen: HTML? = finding.detail.isEmpty ? nil : " (\(HTML.foreign(finding.detail, atMost: 300)))"
    let clause: HTML? = rule.specification.map(SpecificationLink.clause)
    return """
      <dl class="lesson" data-testid="hint">
      <dt>Why</dt><dd>\(rule.message)\(seen).</dd>
      <dt>Fix</dt><dd>\(rule.fix.prefix(1).uppercased() + rule.fix.dropFirst()).</dd>
      <dt>Source</dt><dd>\(SpecificationLink.link(rule.documentation.text, rule.documentation.url))\(clause)</dd>
      </dl>
      """
  }
}
