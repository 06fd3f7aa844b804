import Flow
import Frame
import HTTP
import JSON
import ProviderKit

struct DemoView {
  private let frame: ControlPage
  private let demonstration: Demonstration

  init(_ call: Call, _ demonstration: Demonstration) {
    frame = ControlPage(call, in: demonstration.site)
    self.demonstration = demonstration
  }

  /// A page whose forms send their origin, so that forms of other sites can be told apart.
  private func page(
    title: String, scripts: [String] = [], styles: [String], refresh: PageFrame.Refresh? = nil,
    _ content: HTML
  ) -> Response {
    var response = frame.response(
      title: title, styles: styles, scripts: scripts, refresh: refresh, content)
    response.headers.set("Referrer-Policy", "same-origin")
    return response
  }

  // MARK: All flows

  var overview: Response {
    let flows = DemoFlow.all.map { flow -> HTML in
      """
      <li class="card"><h2><a href="\(frame.base)/demo/\(flow.slug)" data-testid="flow-\(flow.slug)">\(flow.title)</a></h2>
      <p>\(flow.summary)</p></li>

      """
    }
    return page(
      title: "Demonstration", styles: ["demo.css"],
      """
      <p>A relying party lives in this emulator. It knows the providers by HTTP alone, has clients and test keys of its own, and
      shows what it sends, what comes back, and what a backend checks before it lets anybody in.</p>
      <ul class="flows">
      \(flows)</ul>
      <form method="post" action="\(frame.base)/demo">
      <button data-testid="reset" data-key="r">Reset for the next visitor</button>
      </form>
      """)
  }

  // MARK: One flow

  func page(of flow: DemoFlow, latest: DemoVisit?, without switches: DemoSwitches) -> Response {
    let last: HTML =
      latest.map {
        "<p><a href=\"\(frame.base)/demo/\(flow.slug)/visits/\($0.identifier)\" data-testid=\"last-visit\">Your last visit</a></p>"
      } ?? ""
    return page(
      title: flow.title, scripts: ["demo.js"], styles: ["demo.css"],
      """
      <p>\(flow.summary)</p>
      \(mistakes(switches))
      \(last)
      \(presenter(flow, without: switches))
      \(choice(flow, switches))
      """)
  }

  /// Says loudly what the relying party does wrong.
  private func mistakes(_ switches: DemoSwitches) -> HTML {
    let lines = switches.chosen.map { mistake -> HTML in
      "<p class=\"problem\" data-testid=\"mistake\"><strong>\(mistake.sentence)</strong> \(mistake.consequence)</p>\n"
    }
    return "\(lines)"
  }

  /// The mistakes that the relying party can make on purpose.
  private func choice(_ flow: DemoFlow, _ switches: DemoSwitches) -> HTML {
    let rows = flow.party.switches.map { mistake -> HTML in
      let chosen: HTML = switches.has(mistake) ? " aria-current=\"true\"" : ""
      return """
        <tr><th scope="row"><a href="?without=\(mistake.name)"\(chosen)>\(mistake.name)</a></th>\
        <td>\(mistake.sentence) \(mistake.consequence)</td></tr>

        """
    }
    guard !rows.isEmpty else { return "" }
    return """
      <details data-testid="mistakes">
      <summary>Let the relying party make a mistake</summary>
      <p>For a judge: <code>\(frame.base)/demo/\(flow.slug)/login?without=NAME</code> begins a login at once, and
      <code>\(frame.base)/demo/\(flow.slug)/me</code> tells who is logged in.</p>
      <table>
      <tbody>
      \(rows)</tbody>
      </table>
      <p><a href="?">No mistake</a></p>
      </details>
      """
  }

  /// The presenter's controls: what happens next.
  private func presenter(_ flow: DemoFlow, without switches: DemoSwitches) -> HTML {
    let chosen = demonstration.visits.chosen(flow.slug)
    let options = demonstration.stories(of: flow).map { story -> HTML in
      let selected: HTML = story.name == chosen ? " selected" : ""
      return "<option value=\"\(story.name)\"\(selected)>\(story.title)</option>\n"
    }
    let title = demonstration.stories(of: flow).first { $0.name == chosen }?.title
    let action = "\(frame.base)/demo/\(flow.slug)"
    return """
      <form method="post" action="\(action)" class="start">
      <input type="hidden" name="without" value="\(switches.list)">
      <label for="story">What happens</label>
      <select id="story" name="story" data-testid="story">
      <option value="">The person decides, here or on the phone</option>
      \(options)</select>
      <button class="first" name="do" value="start" data-testid="start" data-key="s">\(flow.title) <kbd>S</kbd></button>
      </form>
      <section class="presenter" aria-label="Presenter">
      <p role="status" data-testid="chosen">Next: \(title ?? "the person decides").</p>
      <form method="post" action="\(action)" class="row">
      <button name="do" value="next" data-testid="next-failure" data-key="n">Next story <kbd>N</kbd></button>
      <button name="do" value="by_hand" data-testid="by-hand" data-key="h">By hand <kbd>H</kbd></button>
      <button name="do" value="reset" data-testid="reset" data-key="r">Reset for the next visitor <kbd>R</kbd></button>
      <a class="button" href="\(frame.base)/phone" data-testid="phone" data-key="p">Phone <kbd>P</kbd></a>
      </form>
      </section>
      """
  }

  // MARK: One visit

  func page(of visit: DemoVisit, _ flow: DemoFlow, _ transaction: TransactionSummary?) -> Response {
    let timeline: HTML =
      transaction.map {
        """
        <p><a href="\(frame.base)/transactions/\(PercentCoding.encode($0.identifier))" data-testid="timeline">\
        The same as a timeline</a></p>
        """
      } ?? ""
    return page(
      title: flow.title, scripts: ["demo.js", "fresh.js"], styles: ["demo.css", "timeline.css"],
      refresh: visit.isUnderway ? onward(visit, flow) : nil,
      """
      <div data-fresh="transaction" data-testid="visit">
      <p class="faint">\(visit.scenario)</p>
      \(mistakes(visit.switches))
      <div data-part="outcome">
      \(outcome(visit, flow))
      </div>
      \(visit.isUnderway ? flow.party.stage(visit, frame) : "")
      <div data-part="visit">
      \(timeline)
      \(checks(visit))
      \(person(visit))
      \(exchanges(visit))
      </div>
      </div>
      \(presenter(flow, without: visit.switches))
      """)
  }

  /// Browsers without script, such as a judge's, go on by themselves.
  private func onward(_ visit: DemoVisit, _ flow: DemoFlow) -> PageFrame.Refresh {
    let here = "\(frame.base)/demo/\(flow.slug)/visits/\(visit.identifier)"
    return flow.party.capture(visit).map { PageFrame.Refresh(seconds: 0, url: $0) }
      ?? PageFrame.Refresh(seconds: 2, url: here)
  }

  private func outcome(_ visit: DemoVisit, _ flow: DemoFlow) -> HTML {
    switch visit.state {
    case .welcomed(let name, _):
      return """
        <p class="outcome good" role="status" data-testid="outcome" data-state="welcomed">Welcome, \(name).</p>
        """
    case .refused(let reason):
      return """
        <p class="outcome bad" role="status" data-testid="outcome" data-state="refused">\(reason)</p>
        """
    case .underway(let what):
      return """
        <p class="outcome" role="status" data-testid="outcome" data-state="underway">\(what)</p>
        <form method="get" action="\(frame.base)/demo/\(flow.slug)/visits/\(visit.identifier)">
        <button data-testid="look">Look again</button>
        </form>
        """
    }
  }

  private func checks(_ visit: DemoVisit) -> HTML {
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
      <h2>What the backend checked</h2>
      <table class="checks" data-testid="checks">
      <tbody>
      \(rows)</tbody>
      </table>
      """
  }

  private func person(_ visit: DemoVisit) -> HTML {
    guard case .welcomed(_, let claims) = visit.state else { return "" }
    let rows = claims.map { name, value -> HTML in
      let text = value.string ?? value.text()
      return
        "<tr><th scope=\"row\">\(name)</th><td>\(text.count > 300 ? text.prefix(300) + "…" : text)</td></tr>\n"
    }
    return """
      <h2>What it learned</h2>
      <table data-testid="claims">
      <tbody>
      \(rows)</tbody>
      </table>
      """
  }

  private func exchanges(_ visit: DemoVisit) -> HTML {
    guard !visit.exchanges.isEmpty else { return "" }
    let items = visit.exchanges.enumerated().map { index, exchange -> HTML in
      """
      <details class="exchange" id="sent-\(index)" data-testid="sent"><summary><strong>\(exchange.purpose)</strong></summary>
      <h3>Sent</h3>
      <pre tabindex="0">\(exchange.request)</pre>
      <h3>Received</h3>
      <pre tabindex="0">\(exchange.answer)</pre>
      </details>

      """
    }
    return "<h2>What its server sent and received</h2>\n\(items)"
  }
}
