import Flow
import Frame
import HTTP
import JSON
import ProviderKit

/// The pages below `/stage`: relying party, phone and messages in one window, with what a presenter needs around them.
struct StageView {
  private let call: Call
  private let frame: ControlPage
  private let demonstration: Demonstration

  init(_ call: Call, _ demonstration: Demonstration) {
    self.call = call
    frame = ControlPage(call, in: demonstration.site)
    self.demonstration = demonstration
  }

  private func page(
    title: String, heading: HTML? = nil, scripts: [String] = [], isWide: Bool = false,
    stage: StagePart = .none,
    _ content: HTML
  ) -> Response {
    frame.response(
      title: title, heading: heading, styles: ["stage.css"], scripts: scripts, isWide: isWide, stage: stage,
      content
    ).sendingFormOrigin
  }

  // MARK: The choice

  var overview: Response {
    let places = DemoPlace.all.map { place -> HTML in
      let flows = DemoFlow.staged(at: place).map { flow -> HTML in
        "<li><a class=\"button\" href=\"\(frame.base)/stage/\(flow.slug)\" data-testid=\"stage-\(flow.slug)\">\(flow.title)</a></li>\n"
      }
      return """
        <section class="card place-card" aria-label="\(place.name)" data-testid="place-\(place.slug)">
        <h2>\(place.mark) \(place.name)</h2>
        <p>The \(place.kind). \(place.headline).</p>
        <ul>
        \(flows)</ul>
        </section>

        """
    }
    return page(
      title: "Stage", isWide: true,
      """
      <p>Choose where somebody logs in, and with what. Relying party, phone and messages then stand side by side; five steps
      show what can happen, and every other story is a click away.</p>
      <div class="places">
      \(places)</div>
      <p class="row">
      <button type="button" data-does="reset" data-testid="reset">Reset for the next visitor <kbd>R</kbd></button>
      <button type="button" data-shows-keys data-testid="keys">Keys <kbd>?</kbd></button>
      </p>
      """)
  }

  // MARK: A flow

  func page(of flow: DemoFlow) -> Response {
    page(
      title: "\(flow.title) – \(flow.place.name)", heading: heading(flow), scripts: ["stage.js"],
      isWide: true,
      stage: .stage,
      """
      <noscript><p class="problem">The stage needs script. Without it, use
      <a href="\(frame.base)/demo/\(flow.slug)">the relying party</a> and <a href="\(frame.base)/phone">the phone</a> by
      themselves.</p></noscript>
      \(tour(flow))
      <div class="strip">
      <p class="plain" role="status" data-testid="stage-outcome" id="plain">\(HTML(escaping: Self.invitation))</p>
      <button type="button" id="skip-time" hidden data-key="k" data-key-meaning="Skip the time" data-testid="skip-time">Skip the time <span id="left"></span> <kbd>K</kbd></button>
      </div>
      <div class="panes" id="panes" data-flow="\(flow.slug)" data-home="\(frame.base)/demo/\(flow.slug)" data-invitation="\(Self.invitation)">
      \(pane("party", flow.place.name, "relying-party", "\(frame.base)/demo/\(flow.slug)?pane", "\(flow.place.name), the relying party"))
      \(splitter("party", "Width of the relying party"))
      \(pane("phone", "\(name(of: flow))’s phone", "eidolon-phone", "\(frame.base)/phone?person=\(flow.person)", "The phone"))
      \(splitter("phone", "Width of the phone"))
      <section class="stage-pane messages" aria-label="Messages">
      <div class="tabs" role="group" aria-label="What this pane shows">
      <button type="button" id="show-sequence" aria-pressed="true" data-testid="show-sequence" data-key="m" data-key-meaning="Messages">Messages</button>
      <button type="button" id="show-stories" aria-pressed="false" data-testid="show-stories" data-key="a" data-key-meaning="All stories">All stories</button>
      </div>
      <p id="no-sequence" class="empty">Each message of the login appears here when it is sent.</p>
      <iframe id="sequence" name="sequence" title="Messages of the login" hidden data-testid="pane-sequence"></iframe>
      <iframe id="stories" name="stories" title="All stories" data-source="\(frame.base)/stage/\(flow.slug)/stories" hidden data-testid="pane-stories"></iframe>
      </section>
      </div>
      """)
  }

  static let invitation =
    "Begin with a step, or log in by hand: then you are the person."

  private func heading(_ flow: DemoFlow) -> HTML {
    """
    <div class="stage-head">
    <h1>\(flow.place.mark) <span>\(flow.place.name)</span> <small>\(flow.title)</small></h1>
    <div class="row">
    <button type="button" id="next" hidden data-key="n" data-key-meaning="The next step" data-testid="next-step">Next step <kbd>N</kbd></button>
    <button type="button" id="hide-strip" aria-pressed="false" data-key="e" data-key-meaning="Hide or show what providers’ pages have of the emulator" data-testid="hide-strip">Hide the emulator <kbd>E</kbd></button>
    <button type="button" data-does="reset" data-key-meaning="Reset for the next visitor" data-testid="reset">Reset <kbd>R</kbd></button>
    <button type="button" data-does="full" data-testid="full">Full screen <kbd>F</kbd></button>
    <button type="button" data-shows-keys data-testid="keys">Keys <kbd>?</kbd></button>
    <a class="button" href="\(frame.base)/stage" data-testid="other">Places</a>
    </div>
    </div>
    """
  }

  private func name(of flow: DemoFlow) -> String {
    let person = demonstration.sandbox.library.world.people[flow.person]
    return person?.givenName ?? person?.fullName ?? flow.person
  }

  private func pane(_ kind: String, _ title: String, _ name: String, _ address: String, _ meaning: String)
    -> HTML
  {
    """
    <section class="stage-pane \(kind)" aria-label="\(meaning)">
    <h2>\(title)</h2>
    <iframe id="\(kind)" name="\(name)" src="\(address)" title="\(meaning)" data-testid="pane-\(kind)"></iframe>
    </section>
    """
  }

  private func splitter(_ kind: String, _ meaning: String) -> HTML {
    """
    <div class="splitter" role="separator" tabindex="0" aria-orientation="vertical" aria-label="\(meaning)" aria-valuemin="15" \
    aria-valuemax="60" aria-valuenow="33" data-splits="\(kind)" data-testid="splitter-\(kind)"></div>
    """
  }

  /// By hand, or one of the five steps: each starts a login at once.
  private func tour(_ flow: DemoFlow) -> HTML {
    let steps = (flow.tour?.steps ?? []).enumerated().map { number, step -> HTML in
      """
      <li><button name="step" value="\(step.kind.rawValue)" data-key="\(number + 1)" data-key-meaning="\(step.title)" \
      data-teaches="\(step.teaches)" data-testid="step-\(step.kind.rawValue)"><kbd>\(number + 1)</kbd> \(step.title)</button></li>

      """
    }
    return """
      <form method="post" action="\(frame.base)/demo/\(flow.slug)" target="relying-party" class="tour" id="tour" data-testid="tour">
      <input type="hidden" name="do" value="start">
      <ol>
      <li><button name="step" value="" class="first" data-key="s" data-key-meaning="Log in by hand: the person decides" data-testid="by-hand">Log in by hand <kbd>S</kbd></button></li>
      \(steps)</ol>
      </form>
      <p class="teaches" id="teaches" role="status" data-testid="teaches"></p>
      """
  }

  // MARK: All stories

  /// All stories of a flow; they start in the relying party's pane.
  func stories(of flow: DemoFlow) -> Response {
    let search = (try? call.request.target.query)?["q"] ?? ""
    let stories = DemoStories(demonstration.stories(of: flow), matching: search)
    let groups = stories.groups.map { group, stories -> HTML in
      """
      <details id="group-\(group.rawValue)" data-testid="group-\(group.rawValue)"\(search.isEmpty ? "" : " open" as HTML)>
      <summary>\(group.title) <span class="number">\(stories.count)</span></summary>
      <ul>
      \(stories.map { item($0, flow) })</ul>
      </details>

      """
    }
    let nothing: HTML? =
      stories.groups.isEmpty
      ? "<p class=\"empty\" data-testid=\"no-stories\">No story has these words.</p>" : nil
    return page(
      title: "Stories – \(flow.title)", stage: .pane,
      """
      <form method="get" class="filters" role="search">
      <label>Search <input type="search" name="q" value="\(search)" data-testid="search-stories"></label>
      <button data-testid="search">Search</button>
      </form>
      <p class="faint" role="status" data-testid="story-count">\(stories.count.counted("story", "stories"))</p>
      <form method="post" action="\(frame.base)/demo/\(flow.slug)" target="relying-party" class="stories">
      <input type="hidden" name="do" value="start">
      \(groups)\(nothing)
      </form>
      """)
  }

  private func item(_ story: Scenario, _ flow: DemoFlow) -> HTML {
    let advice = story.advice(in: flow).map { " <span class=\"faint\">\($0)</span>" as HTML }
    return """
      <li><button name="story" value="\(story.name)" data-testid="story">Play</button> <span>\(story.title)\(advice)</span></li>

      """
  }
}
