import Flow
import Frame
import HTTP
import JSON
import ProviderKit

/// The relying party's own pages.
struct DemoView {
  private let call: Call
  private let frame: ControlPage
  private let demonstration: Demonstration

  init(_ call: Call, _ demonstration: Demonstration) {
    self.call = call
    frame = ControlPage(call, in: demonstration.site)
    self.demonstration = demonstration
  }

  private func page(
    title: String, heading: HTML? = nil, scripts: [String] = [], styles: [String],
    refresh: PageFrame.Refresh? = nil, _ content: HTML
  ) -> Response {
    frame.response(
      title: title, heading: heading, styles: styles, scripts: scripts, refresh: refresh, stage: .pane,
      content
    ).sendingFormOrigin
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

  /// The first page on the stage: the relying party, without what presenters need elsewhere.
  func front(of flow: DemoFlow) -> Response {
    page(
      title: "\(flow.place.name) – \(flow.title)", heading: heading(flow), styles: ["demo.css"],
      """
      <p class="headline">\(flow.place.headline)</p>
      <p>\(flow.place.text)</p>
      <form method="post" action="\(frame.base)/demo/\(flow.slug)" class="start">
      <button class="first" name="do" value="start" data-testid="start">\(flow.title)</button>
      </form>
      """)
  }

  func page(of flow: DemoFlow, latest: DemoVisit?, without switches: DemoSwitches) -> Response {
    let last: HTML =
      latest.map {
        "<p class=\"unstaged\"><a href=\"\(frame.base)/demo/\(flow.slug)/visits/\($0.identifier)\" data-testid=\"last-visit\">Your last visit</a></p>"
      } ?? ""
    return page(
      title: "\(flow.place.name) – \(flow.title)", heading: heading(flow), scripts: ["demo.js"],
      styles: ["demo.css"],
      """
      <p class="headline">\(flow.place.headline)</p>
      <p>\(flow.place.text)</p>
      \(mistakes(switches))
      \(last)
      \(presenter(flow, without: switches, button: flow.title))
      <details class="unstaged"><summary>How it works</summary><p>\(flow.summary)</p></details>
      \(choice(flow, switches))
      """)
  }

  /// The relying party's own name, like on any site.
  private func heading(_ flow: DemoFlow) -> HTML {
    """
    <div class="place"><h1>\(flow.place.mark) <span>\(flow.place.name)</span></h1></div>
    """
  }

  /// A warning about the relying party's mistakes.
  private func mistakes(_ switches: DemoSwitches) -> HTML {
    let lines = switches.chosen.map { mistake -> HTML in
      "<p class=\"problem\" data-testid=\"mistake\"><strong>\(mistake.sentence)</strong> \(mistake.consequence)</p>\n"
    }
    return "\(lines)"
  }

  /// The choice of mistakes that the relying party can make on purpose.
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
      <details class="unstaged" data-testid="mistakes">
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
  private func presenter(_ flow: DemoFlow, without switches: DemoSwitches, button: String) -> HTML {
    let chosen = demonstration.visits.chosen(flow.slug)
    let options = demonstration.stories(of: flow).map { story -> HTML in
      let selected: HTML = story.name == chosen ? " selected" : ""
      return "<option value=\"\(story.name)\"\(selected)>\(story.title)</option>\n"
    }
    let action = "\(frame.base)/demo/\(flow.slug)"
    return """
      <form method="post" action="\(action)" class="start">
      <input type="hidden" name="without" value="\(switches.list)">
      <div class="unstaged">
      <label for="story">What happens next</label>
      <select id="story" name="story" data-testid="story" data-then="start">
      <option value="">The person decides</option>
      \(options)</select>
      </div>
      <button class="first" id="start" name="do" value="start" data-testid="start" data-key="s">\(button) <kbd class="unstaged">S</kbd></button>
      </form>
      <section class="presenter unstaged" aria-label="Presenter">
      <form method="post" action="\(action)" class="row">
      <button name="do" value="next" data-testid="next-failure" data-key="n">Next story <kbd>N</kbd></button>
      <button name="do" value="by_hand" data-testid="by-hand" data-key="h">Let a person decide <kbd>H</kbd></button>
      <button name="do" value="reset" data-testid="reset" data-key="r">Reset for the next visitor <kbd>R</kbd></button>
      <button type="button" data-shows-keys data-testid="keys">Keys <kbd>?</kbd></button>
      <a class="button" href="\(frame.base)/stage/\(flow.slug)" data-testid="to-stage">On the stage, with a phone</a>
      </form>
      </section>
      """
  }

  // MARK: One visit

  func page(of visit: DemoVisit, _ flow: DemoFlow, _ transaction: TransactionSummary?) -> Response {
    let timeline: HTML =
      transaction.map {
        """
        <p class="unstaged"><a href="\(frame.base)/transactions/\(PercentCoding.encode($0.identifier))" data-testid="timeline">\
        See this login step by step</a></p>
        """
      } ?? ""
    let story: HTML? =
      visit.isByHand ? nil : "<p class=\"faint unstaged\">Story: \(visit.scenario).</p>"
    return page(
      title: "\(flow.place.name) – \(flow.title)", heading: heading(flow), scripts: ["demo.js", "fresh.js"],
      styles: ["demo.css", "timeline.css"], refresh: visit.isUnderway ? onward(visit, flow) : nil,
      """
      <div data-fresh="transaction" data-testid="visit">
      \(mistakes(visit.switches))
      <div data-part="outcome">
      \(outcome(visit, flow, transaction))
      </div>
      \(visit.isUnderway ? flow.party.stage(visit, frame) : "")
      <div data-part="visit">
      \(inside(visit, flow))
      \(timeline)
      \(BackendView(visit: visit).html)
      </div>
      </div>
      \(visit.isUnderway ? "" : again(flow))
      \(story)
      <div class="unstaged">\(presenter(flow, without: visit.switches, button: "Log in again"))</div>
      """)
  }

  /// What the person came for.
  private func inside(_ visit: DemoVisit, _ flow: DemoFlow) -> HTML? {
    guard case .welcomed(_, let claims) = visit.state else { return nil }
    return
      "<section class=\"card\" aria-label=\"\(flow.place.inside.title)\">\(flow.place.welcome(claims, on: String(call.now.text.prefix(10))))</section>"
  }

  private func again(_ flow: DemoFlow) -> HTML {
    "<p class=\"staged\"><a class=\"button\" href=\"\(frame.base)/demo/\(flow.slug)?pane\">To the front page of \(flow.place.name)</a></p>"
  }

  /// Browsers without script, such as a judge's, continue by themselves.
  private func onward(_ visit: DemoVisit, _ flow: DemoFlow) -> PageFrame.Refresh {
    let here = "\(frame.base)/demo/\(flow.slug)/visits/\(visit.identifier)"
    return flow.party.capture(visit).map { PageFrame.Refresh(seconds: 0, url: $0) }
      ?? PageFrame.Refresh(seconds: 2, url: here)
  }

  private func outcome(_ visit: DemoVisit, _ flow: DemoFlow, _ transaction: TransactionSummary?) -> HTML {
    let plain = PlainOutcome(visit: visit, flow: flow, transaction: transaction, now: call.now).text
    switch visit.state {
    case .welcomed:
      return """
        <p class="outcome good" role="status" data-testid="outcome" data-state="welcomed">\(plain)</p>
        """
    case .refused(let reason):
      return """
        <p class="outcome bad" role="status" data-testid="outcome" data-state="refused">\(plain)</p>
        <p class="faint" data-testid="reason">\(reason)</p>
        """
    case .underway:
      return """
        <p class="outcome" role="status" data-testid="outcome" data-state="underway">\(plain)</p>
        <form method="get" class="scriptless" action="\(frame.base)/demo/\(flow.slug)/visits/\(visit.identifier)">
        <button data-testid="look">Look again</button>
        </form>
        """
    }
  }
}
