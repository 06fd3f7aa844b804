import Flow
import JSON
import ProviderKit

/// `/_eidolon/clock`: the time of the sandbox.
enum ClockResource {
  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer { .ok(json(call)) }

  static func set(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let clock = call.sandbox.environment.clock
    let change = try call.body { reader -> (mode: String?, at: Instant?, skew: Duration?)? in
      let mode = reader.oneOf("mode", allowed: ["real", "frozen"])
      let at = reader.value("at")?.instant()
      let skew = reader.value("skew")?.duration(negative: true)
      if at != nil, mode == "real" { reader.problem(at: "at", "only a frozen clock stands at a moment") }
      return (mode, at, skew)
    }
    if let at = change.at, at < clock.now {
      throw .conflict(
        "clock-goes-back", "A clock never goes back",
        "It stands at \(clock.now.text), which is after \(at.text). Make a new sandbox to begin earlier.")
    }
    if change.mode == "real" { clock.run() }
    if change.mode == "frozen" || change.at != nil { clock.freeze(at: change.at) }
    if let skew = change.skew { clock.setSkew(skew) }
    moved(call)
    return .ok(json(call))
  }

  /// Moves time forward and tells what happened on the way, in order.
  static func advance(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let clock = call.sandbox.environment.clock
    let duration = try call.body { reader -> Duration? in reader.requiredValue("by")?.duration() }
    guard duration <= .seconds(100 * 366 * 86_400) else {
      throw .parameter("by", "a duration of at most a hundred years")
    }
    call.sandbox.observe(call.providers)
    let before = call.sandbox.changes.last
    let end = clock.now + duration
    // From event to event, so that each is seen at its own moment and in its order.
    var steps = 0
    while steps < 10_000, let next = nextEvent(call, before: end) {
      clock.advance(by: next - clock.now)
      call.sandbox.observe(call.providers)
      steps += 1
    }
    clock.advance(by: end - clock.now)
    moved(call)
    var answer = json(call).object ?? [:]
    answer["fired"] = .array(call.sandbox.changes.changes(after: before).map(TransactionsResource.json))
    return .ok(.object(answer))
  }

  /// The next moment at which anything happens to an open transaction.
  private static func nextEvent(_ call: ControlCall, before end: Instant) -> Instant? {
    let now = call.sandbox.environment.clock.now
    let events = call.providers.flatMap(\.transactions).flatMap { [$0.timeline.next(after: now), $0.ends] }
    return events.compactMap { $0 }.filter { $0 > now && $0 <= end }.min()
  }

  private static func moved(_ call: ControlCall) {
    for provider in call.providers { provider.sweep(isLast: false) }
    call.sandbox.observe(call.providers)
    call.sandbox.clockMoved()
  }

  private static func json(_ call: ControlCall) -> JSON {
    let clock = call.sandbox.environment.clock
    return [
      "mode": clock.mode == .real ? "real" : "frozen", "now": .string(clock.now.text),
      "skew": .string(DurationText.text(clock.written - clock.now)),
    ]
  }
}
