import Flow
import Frame
import HTTP
import ProviderKit

/// The page at `/world`: the clock of the sandbox, what the next logins get, and its people, clients and stories.
struct WorldPage {
  private let call: Call
  private let site: Site
  private let frame: ControlPage

  static let endpoints: [Endpoint<Site>] =
    [.page("world", "/world") { WorldPage($1, $0).response }]
    + WorldKind.allCases.map { kind in
      .page("world \(kind.rawValue)", "/world/\(kind.rawValue)") { WorldKindPage(kind, $1, $0).response }
    }

  /// How many of each kind it shows; their own pages have all.
  private static let limit = 8

  private init(_ call: Call, _ site: Site) {
    (self.call, self.site) = (call, site)
    frame = ControlPage(call, in: site)
  }

  private var response: Response {
    frame.response(
      title: "World", scripts: ["world.js"],
      """
      <p>Who can log in to this sandbox, to what, and what happens to them. What you change here holds until the sandbox \
      is reset or ends; as a file in the folder of <code class="option">--scenarios</code> it stays.</p>
      <p class="row"><a class="button" href="\(frame.base)/_eidolon/world" download="world.json" data-testid="save-world">\
      Save people and clients as file</a></p>
      <noscript><p class="problem">Changes need script; <code>eidolon ctl</code> does not.</p></noscript>
      <p id="said" role="status" data-testid="said"></p>
      \(queue)
      \(clock)
      \(WorldKind.allCases.map(section))
      """)
  }

  // MARK: The queue

  private var queue: HTML {
    let entries = site.sandbox.queue.entries
    let rows = entries.prefix(100).map { entry -> HTML in
      let client: HTML = entry.client.map { HTML.foreign($0) } ?? "any client"
      return """
        <tr data-testid="queued"><td><code>\(entry.scenario.name)</code></td><td class="prose">\(entry.scenario.title)</td>\
        <td>\(client)</td><td class="number">\(entry.times.times)</td></tr>

        """
    }
    let none: HTML =
      "<p class=\"empty\">Nothing waits: each login goes as its request asks, else \(usualCourse).</p>"
    let table: HTML = """
      <table class="lines"><thead><tr><th scope="col">Story</th><th scope="col">What it is</th><th scope="col">Client</th>\
      <th scope="col">For logins</th></tr></thead><tbody>\(rows)</tbody></table>
      <p><button type="button" data-send="DELETE queue" data-done="The queue is empty." data-testid="empty-queue">Empty the queue</button></p>
      """
    return """
      <h2 id="queue">What the next logins get</h2>
      <div data-part="queue">\(entries.isEmpty ? none : table)</div>
      <form class="card fields" data-send="POST queue" data-done="It waits for the next login." autocomplete="off" data-testid="queue-form">
      \(WorldField("scenario", "Story", hint: "Such as itsme/reject; the list has all.", list: "stories", isNeeded: true).html)
      \(WorldField("client", "Only for this client (optional)", hint: "Its client_id.").html)
      \(WorldField("times", "For how many logins", value: "1", kind: .number).html)
      <p class="row"><button class="first" data-testid="queue-add">Queue</button></p>
      \(WorldField.answer)
      <datalist id="stories"></datalist>
      </form>
      """
  }

  /// What becomes of a login that no story plays.
  private var usualCourse: String {
    if site.sandbox.isInteractive { return "you decide on the phone" }
    let present = Set(site.providers.types.map { $0.slug })
    let eIDs = Self.waitingForApp.filter { present.contains($0.provider) }.map(\.eID)
    return eIDs.isEmpty
      ? "the person approves"
      : "the person approves, once the app was opened where it must be (\(eIDs.joined(separator: ", ")))"
  }

  /// They wait for their app, as in reality (docs/troubleshooting.md).
  private static let waitingForApp = [
    (provider: "criipto", eID: "BankID"), (provider: "reuseid", eID: "step-ups of ReuseID"),
    (provider: "veridium", eID: "VeridiumID"),
  ]

  // MARK: The clock

  private var clock: HTML {
    let clock = site.sandbox.environment.clock
    let isFrozen = clock.mode == .frozen
    return """
      <h2 id="clock">The clock</h2>
      <div data-part="clock"><p data-testid="world-clock">It \(isFrozen ? "stands at" : "runs, and shows") \
      \(TimeText(call.now).exact). Tokens are given times that are \(Self.skew(clock.skew)).</p></div>
      <div class="beside">
      <form class="card fields" data-send="POST clock/advance" data-done="The time was skipped." autocomplete="off" data-testid="skip-form">
      \(WorldField("by", "Skip", hint: "A duration: 250ms, 3s, 1.5m, 2h, 1d. What falls due on the way happens in order.", value: "5m", isNeeded: true).html)
      <p class="row"><button data-testid="skip">Skip the time</button></p>
      \(WorldField.answer)
      </form>
      <form class="card fields" data-send="PUT clock" data-done="The clock is set." autocomplete="off" data-testid="clock-form">
      \(WorldField("mode", "The clock", value: isFrozen ? "frozen" : "real", kind: .choice([("real", "runs"), ("frozen", "stands")])).html)
      \(WorldField("at", "It stands at (optional)", hint: "An instant that is not past: 2027-01-31T12:00:00Z.").html)
      \(WorldField("skew", "Times in tokens are ahead by", hint: "Negative for behind: -10m.", value: DurationText.text(clock.skew)).html)
      \(WorldField("client_times", "Times in the client's own tokens are checked on", value: clock.clientTimes.rawValue, kind: .choice([("real", "the real clock"), ("sandbox", "this clock")])).html)
      <p class="row"><button data-testid="set-clock">Set</button></p>
      \(WorldField.answer)
      </form>
      </div>
      """
  }

  private static func skew(_ skew: Duration) -> String {
    if skew == .zero { return "those of this clock" }
    return
      "\(DurationText.text(skew < .zero ? .zero - skew : skew)) \(skew < .zero ? "behind" : "ahead of") this clock"
  }

  // MARK: Who and what there is

  private func section(_ kind: WorldKind) -> HTML {
    let all = WorldEntry.all(kind, of: site.sandbox)
    let rest: HTML? =
      all.count > Self.limit
      ? "<a class=\"button\" href=\"\(frame.base)/world/\(kind.rawValue)\" data-testid=\"all-\(kind.rawValue)\">All \(all.count)</a>"
      : nil
    return """
      <h2 id="\(kind.rawValue)">\(kind.title)</h2>
      <p>\(kind.meaning)</p>
      \(WorldEntry.table(Array(all.prefix(Self.limit)), of: kind, frame.base))
      <p class="row">\(rest) <a class="button" href="\(frame.base)/world/\(kind.rawValue)#new" data-testid="new-\(kind.rawValue)">New \(kind.one.lowercased())</a></p>
      """
  }
}
