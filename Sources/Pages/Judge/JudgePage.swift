import Frame
import HTTP
import ProviderKit

/// The page at `/judge`: where one starts a campaign, watches it, and repeats a single case.
struct JudgePage {
  private let frame: ControlPage
  private let titles: [(slug: String, title: String)]

  init(_ call: Call, _ site: Site) {
    frame = ControlPage(call, in: site)
    titles = site.providers.map { (type(of: $0).slug, $0.settings(base: "").title) }
  }

  var response: Response {
    frame.response(
      title: "Judge", styles: ["timeline.css"], scripts: ["judge.js"],
      """
      <p>One login after the other, each with one thing wrong: what does your relying party make of it?</p>
      <noscript><p class="problem">This page needs script; <code>eidolon judge</code> does not.</p></noscript>
      \(form)
      <p id="answer" role="status" aria-live="polite" data-testid="judge-answer"></p>
      <p id="reports" hidden>\(reports)</p>
      <table id="table" hidden data-testid="judge-table">
      <caption>Results</caption>
      <thead><tr><th scope="col">result</th><th scope="col">case</th><th scope="col">what was seen, and what to do</th>
      <th scope="col">again</th></tr></thead>
      <tbody id="results"></tbody>
      </table>
      """)
  }

  private var form: HTML {
    let options = titles.map { slug, title -> HTML in "<option value=\"\(slug)\">\(title)</option>" }
    return """
      <form id="start" class="card" autocomplete="off" data-testid="judge-form">
      <p><label>Provider <select name="provider" data-testid="judge-provider">\(options)</select></label></p>
      <p><label>Where a browser begins to log in
      <input name="start_url" type="url" required placeholder="http://localhost:3000/login" data-testid="judge-start-url">
      </label></p>
      <p><label>What only somebody who is logged in can open, if there is such an address
      <input name="profile_url" type="url" placeholder="http://localhost:3000/me" data-testid="judge-profile-url">
      </label></p>
      <p><label>Only these cases or families
      <input name="only" placeholder="all, or such as id-token-* binding" data-testid="judge-only"></label></p>
      <p class="row"><button class="first" data-testid="judge-begin">Judge</button>
      <button type="button" id="cancel" hidden data-testid="judge-cancel">Stop</button></p>
      </form>

      """
  }

  private var reports: HTML {
    let links = ReportForm.allCases.map { form -> HTML in
      "<a href=\"\(frame.base)/_eidolon/judge?format=\(form.rawValue)\">\(form.rawValue)</a>"
    }
    return "Report: \(HTML(links, separator: ", "))"
  }
}
