import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/clock`: the time of the sandbox.
enum ClockResource {
  static let routes = [
    ControlRoute(
      .get, "clock", "The time of the sandbox.", answers: [.json("The clock.", .component("Clock"))], show),
    ControlRoute(
      .put, "clock", "Freezes the clock, lets it run, or shifts what tokens say; it never goes back.",
      body: .body([
        "mode": .words(["real", "frozen"]), "at": .instant, "skew": .offset,
        "client_times": .words(["real", "sandbox"]),
      ]),
      answers: [.json("The clock.", .component("Clock"))],
      problems: [.problem(409, "The clock would go back.")], set),
    ControlRoute(
      .post, "clock/advance", "Moves time forward; what falls due on the way happens in order.",
      body: .body(["by": .duration], required: ["by"]),
      answers: [
        .json(
          "The clock, and what fired.",
          .answer([
            "mode": .words(["real", "frozen"]), "now": .instant, "skew": .offset,
            "client_times": .words(["real", "sandbox"]), "fired": .list(.component("Fired")),
          ]))
      ], problems: [.problem(409, "The clock would pass the year 9999.")], weight: .heavy, advance),
  ]

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer { .ok(json(call)) }

  static func set(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let clock = call.sandbox.environment.clock
    let change = try call.body { reader -> Change? in Change(reader) }
    if let at = change.at, at < call.call.now {
      throw .conflict(
        "clock-goes-back", "A clock never goes back",
        "It stands at \(call.call.now.text), which is after \(at.text). Make a new sandbox to begin earlier.")
    }
    if change.mode == "real" { clock.run() }
    if change.mode == "frozen" || change.at != nil { clock.freeze() }
    if let skew = change.skew { clock.setSkew(skew) }
    if let clientTimes = change.clientTimes { clock.setClientTimes(clientTimes) }
    let move = ClockMove(call, to: change.at ?? call.call.now)
    return move.finished { _ in .ok(json(call)) }
  }

  struct Change {
    let mode: String?
    let at: Instant?
    let skew: Duration?
    let clientTimes: SandboxClock.ClientTimes?

    init(_ reader: ObjectReader) {
      mode = reader.oneOf("mode", allowed: ["real", "frozen"])
      at = reader.value("at")?.instant()
      skew = reader.value("skew")?.duration(negative: true)
      clientTimes = reader.oneOf("client_times", allowed: SandboxClock.ClientTimes.allCases.map(\.rawValue))
        .flatMap { SandboxClock.ClientTimes(rawValue: $0) }
      if at != nil, mode == "real" { reader.problem(at: "at", "only a frozen clock stands at a moment") }
    }
  }

  /// Moves time forward, and answers with what happened on the way, in order.
  static func advance(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let duration = try call.body { reader -> Duration? in reader.requiredValue("by")?.duration() }
    let now = call.call.now
    let end = now + duration
    guard end <= .latest else {
      throw .conflict("clock-too-far", "A clock ends with the year 9999", "It stands at \(now.text).")
    }
    return ClockMove(call, to: end).finished { fired in
      var answer = json(call).object ?? [:]
      answer["fired"] = fired.json
      return .ok(.object(answer))
    }
  }

  static func json(_ call: ControlCall) -> JSON {
    let clock = call.sandbox.environment.clock
    return [
      "mode": .string(clock.mode.rawValue), "now": .string(clock.read().now.text),
      "skew": .string(DurationText.text(clock.skew)), "client_times": .string(clock.clientTimes.rawValue),
    ]
  }
}
