import HTTP
import JSON

/// What the relying party's server checked, learned, sent and received.
struct BackendView {
  let visit: DemoVisit

  /// Folded: only of interest to people who build such a server.
  var html: HTML? {
    guard !visit.checks.isEmpty || !visit.exchanges.isEmpty else { return nil }
    let failed = visit.checks.count { $0.result == .failed }
    let passed = visit.checks.count { $0.result == .passed }
    let sum = [passed == 0 ? nil : "\(passed) passed", failed == 0 ? nil : "\(failed) failed"].compactMap(
      \.self)
    let title = visit.checks.isEmpty ? "What the server sent and received" : "What the server checked"
    return """
      <details id="backend" class="backend" data-testid="backend">
      <summary>\(title)\(sum.isEmpty ? "" : ": \(sum.joined(separator: ", "))")</summary>
      \(checks)
      \(person)
      \(exchanges)
      </details>
      """
  }

  private var checks: HTML {
    guard !visit.checks.isEmpty else { return "" }
    let rows = visit.checks.map { check -> HTML in
      let (sign, word) =
        switch check.result {
        case .passed: ("✓", "good")
        case .failed: ("✗", "bad")
        case .absent: ("–", "faint")
        }
      return """
        <tr data-testid="check" data-result="\(check.result.rawValue)"><td class="\(word)">\(sign) \
        \(check.result.rawValue)</td><th scope="row">\(check.name)</th><td>\(check.detail)</td></tr>

        """
    }
    return """
      <h3>Checks</h3>
      <table class="checks" data-testid="checks">
      <tbody>
      \(rows)</tbody>
      </table>
      """
  }

  private var person: HTML {
    guard case .welcomed(_, let claims) = visit.state else { return "" }
    let rows = claims.map { name, value -> HTML in
      let text = value.string ?? value.text()
      return
        "<tr><th scope=\"row\">\(name)</th><td>\(text.count > 300 ? text.prefix(300) + "…" : text)</td></tr>\n"
    }
    return """
      <h3>What it learned of the person</h3>
      <table data-testid="claims">
      <tbody>
      \(rows)</tbody>
      </table>
      """
  }

  private var exchanges: HTML {
    guard !visit.exchanges.isEmpty else { return "" }
    let items = visit.exchanges.enumerated().map { index, exchange -> HTML in
      """
      <details class="exchange" id="sent-\(index)" data-testid="sent"><summary><strong>\(exchange.purpose)</strong></summary>
      <h4>Sent</h4>
      <pre tabindex="0">\(exchange.request)</pre>
      <h4>Received</h4>
      <pre tabindex="0">\(exchange.answer)</pre>
      </details>

      """
    }
    return "<h3>What it sent and received</h3>\n\(items)"
  }
}
