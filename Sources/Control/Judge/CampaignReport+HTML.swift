import ProviderKit
import Flow
import HTTP
import Judge

extension CampaignReport {
  /// The report as a self-contained page: failures first, with their evidence.
  var page: HTML {
    ReportPage(
      title: "judge \(campaign.order.provider)", style: Self.style,
      content: """
        <h1>Relying party of \(campaign.order.provider)</h1>
        <p data-testid="summary">\(view.now.text): \(summary)</p>
        \(learned)
        \(clock)
        \(section("Failed", .fail, isOpen: true))
        \(section("Warnings", .warn, isOpen: true))
        \(section("Inconclusive", .inconclusive, isOpen: false))
        \(section("Not run", .notRun, isOpen: false))
        \(section("Passed", .pass, isOpen: false))
        """
    ).html
  }

  private var learned: HTML? {
    let distinction = campaign.distinction
    guard !distinction.isIn.isEmpty else { return nil }
    return """
      <p>Somebody is logged in where \(marks(distinction.isIn)); nobody is where \
      \(distinction.isOut.isEmpty ? "that does not hold" : marks(distinction.isOut)).</p>
      """
  }

  private var clock: HTML? {
    view.clockMoved.map {
      "<p>The campaign moved the emulator's clock by \($0); tokens kept the real time.</p>"
    }
  }

  private func marks(_ marks: [Predicate]) -> HTML {
    HTML(marks.map { mark -> HTML in "<code>\(mark.text)</code>" }, separator: ", ")
  }

  private func section(_ title: String, _ word: CaseResult.Word, isOpen: Bool) -> HTML? {
    let cases = view.results.filter { $0.result.word == word }
    guard !cases.isEmpty else { return nil }
    return """
      <details data-testid="\(word.rawValue)"\(isOpen ? " open" : "" as HTML)>
      <summary>\(title): \(String(cases.count))</summary>
      \(cases.map(article))
      </details>
      """
  }

  private func article(_ judged: JudgedCase) -> HTML {
    let result = judged.result
    let trail = result.way + result.exchanges.map { "emulator: \($0)" }
    return """
      <article class="\(result.word.rawValue)" data-testid="case-\(result.name)">
      <h3><code>\(result.name)</code> \(judged.item?.title ?? "")</h3>
      <p>\(result.reason)</p>
      \(judged.item.map(advice))
      \(trail.isEmpty ? nil : "<details><summary>What happened</summary><pre>\(trail.joined(separator: "\n"))</pre></details>" as HTML)
      </article>

      """
  }

  private func advice(_ item: Case) -> HTML {
    let suite = item.judge.suite.isEmpty ? "" : "Elsewhere: \(item.judge.suite.joined(separator: ", ")). "
    return """
      <p>\(item.judge.right.meaning) \(item.judge.attack)</p>
      <p>Fix: \(item.advice.fix). \(SpecificationLink.link(item.advice.clause, SpecificationLink.url(item.advice.clause)))</p>
      <p class="faint">\(item.judge.family.title). \(suite)Story: <code>\(item.story)</code></p>
      """
  }

  private static let style = HTML(
    markup: """
      article.fail{border-color:var(--bad)}
      article.warn{border-color:var(--warn)}
      article.pass{border-color:var(--good)}
      summary{font-weight:bold;cursor:pointer}
      article h3,article p{margin:.2rem 0}
      .faint{opacity:.75}
      pre{white-space:pre-wrap;overflow-wrap:anywhere}
      """)
}
