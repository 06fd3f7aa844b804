import Frame
import HTTP
import Judge
import ProviderKit

/// The page at `/judge`: starts a campaign, shows its progress, and repeats a single case.
struct JudgePage {
  private let frame: ControlPage
  private let titles: [(slug: String, title: String)]
  /// The address of the sandbox.
  private let home: String

  init(_ call: Call, _ site: Site) {
    frame = ControlPage(call, in: site)
    home = call.home
    titles = site.titles
  }

  var response: Response {
    frame.response(
      title: "Judge", styles: ["timeline.css"], scripts: ["judge.js"], isWide: true,
      """
      <p>One login after the other, each with one thing wrong: what does your relying party make of it?</p>
      <noscript><p class="problem">This page needs script; <code>eidolon judge</code> does not.</p></noscript>
      <p id="answer" role="status" data-testid="judge-answer"></p>
      <p id="clock-moved" hidden data-testid="judge-clock">The campaign moved the clock by <span id="moved"></span>. \
      \(Asker.clockStaysAhead(at: home))</p>
      <div id="progress" hidden data-testid="judge-progress">
      <p id="counts" data-testid="judge-counts"></p>
      <progress id="bar" aria-label="Cases that were judged"></progress>
      <p id="present" class="faint" data-testid="judge-present"></p>
      <button type="button" id="cancel" data-testid="judge-cancel">Stop</button>
      </div>
      <details id="order" class="report" open data-testid="judge-order"><summary id="order-title">What to judge</summary>
      \(form)
      </details>
      <section id="outcome" hidden aria-labelledby="outcome-title" data-testid="judge-outcome">
      <h2 id="outcome-title">Results</h2>
      <p>\(reports)</p>
      <table class="lines" aria-labelledby="outcome-title" data-testid="judge-table">
      \(Self.columns)
      <tbody id="results"></tbody>
      </table>
      <details id="passed" class="report" hidden data-testid="judge-passed"><summary id="passed-title"></summary>
      <table class="lines" aria-labelledby="passed-title">
      \(Self.columns)
      <tbody id="passes"></tbody>
      </table>
      </details>
      </section>
      """)
  }

  private var form: HTML {
    let options = titles.map { slug, title -> HTML in "<option value=\"\(slug)\">\(title)</option>" }
    return """
      <form id="start" class="card fields" autocomplete="off" data-testid="judge-form">
      <label>Provider <select name="provider" data-testid="judge-provider">\(options)</select></label>
      <label>Where a browser begins to log in
      <input name="start_url" type="url" required placeholder="http://localhost:3000/login" data-testid="judge-start-url"></label>
      <label>What only somebody who is logged in can open \(Self.optional)
      <input name="profile_url" type="url" placeholder="http://localhost:3000/me" data-testid="judge-profile-url"></label>
      <fieldset><legend>A second provider of the same relying party, for cases that mix up two \(Self.optional)</legend>
      <label>Second provider <select name="second" data-testid="judge-second"><option value="">none</option>\(options)</select></label>
      <label>Where its login begins
      <input name="second_url" type="url" placeholder="http://localhost:3000/login/other" data-testid="judge-second-url"></label>
      </fieldset>
      <label>Only these cases or families \(Self.optional)
      <input name="only" placeholder="such as id-token-* binding" data-testid="judge-only"></label>
      <details class="fields" data-testid="judge-more"><summary>More</summary>
      <label>What somebody sees who is logged in <input name="in" placeholder="such as text=Welcome" data-testid="judge-in"></label>
      <label>What somebody sees who is not <input name="out" placeholder="such as status=403" data-testid="judge-out"></label>
      <label>Further hosts of the relying party <input name="hosts" placeholder="such as shop.test" data-testid="judge-hosts"></label>
      <label>Only the logins of this client <input name="client" placeholder="its client_id" data-testid="judge-client"></label>
      </details>
      <p class="faint" data-testid="judge-others">\(Asker.page.warning(at: home, judging: nil, ofOneClient: false))</p>
      <p><button class="first" data-testid="judge-begin">Judge</button></p>
      </form>

      """
  }

  private static let columns: HTML = """
    <thead><tr><th scope="col">Result</th><th scope="col">Case</th><th scope="col">What was seen, and what to do</th>
    <th scope="col"><span class="unseen">Repeat</span></th></tr></thead>
    """

  private static let optional: HTML = "<span class=\"faint\">(optional)</span>"

  private var reports: HTML {
    let links = ReportForm.allCases.map { form -> HTML in
      "<a href=\"\(frame.base)/_eidolon/judge?format=\(form.rawValue)\">\(form.name)</a>"
    }
    return "As a report: \(HTML(links, separator: ", "))"
  }
}
