import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/events`: server-sent events (HTML standard, section 9.2), by which pages and tests follow a sandbox.
enum EventsResource {
  static let routes = [
    ControlRoute(
      .get, "events",
      "Server-sent events: transaction, journal, finding, and judge for the steps of a campaign; lost says how many a slow "
        + "reader missed. At the root the findings are those of all sandboxes.",
      [
        .init(
          name: "types", meaning: "Only these: \(kinds.joined(separator: ", ")), with commas between.",
          schema: [
            "type": "string",
            "pattern": .string("^(\(kinds.joined(separator: "|")))(,(\(kinds.joined(separator: "|"))))*$"),
          ]),
        .provider, .client, .transaction, .state,
        .init(
          name: "after", meaning: "Where to begin: an id, or 0 for all that is kept; else now.",
          schema: position
        ),
        .init(
          name: "heartbeat", meaning: "The longest silence; else 15s.", schema: .duration("From 1s to 60s.")),
        .init(
          name: "timeout", meaning: "Ends after so long; else it goes on.",
          schema: .duration("From 0s to 1d.")),
        .init(
          name: "Last-Event-ID", meaning: "The id of the last event, sent by browsers after a break.",
          schema: position, isHeader: true),
      ],
      answers: [.events("Events until the caller leaves or the sandbox ends.")],
      problems: [.unknownName, .unknownTransaction, .problem(429, "Too many streams are open.")], stream)
  ]

  private static let kinds = EventKind.words
  private static let position: JSON = ["type": "string", "pattern": "^(0|[0-9]{1,18}(-[0-9]{1,18}){3})$"]

  static func stream(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let filter = try EventFilter(call)
    let start = try start(call)
    let heartbeat = try call.duration("heartbeat", atMost: .seconds(60), orElse: .seconds(15))
    guard heartbeat >= .seconds(1) else { throw .parameter("heartbeat", "a duration from \"1s\" to \"60s\"") }
    let timeout = try call.duration("timeout", atMost: .seconds(86_400), orElse: .seconds(-1))
    guard let seat = EventReader.Seat(call) else {
      let control = call.sandbox.settings.control
      throw .limit(
        (control.tokens.count > 1
          ? "The token of this call has \(control.streams) streams of events open, as many as --max-streams allows each token"
          : "\(control.streams) streams of events are open, as many as --max-streams allows")
          + ". Close one, or try again in 5 seconds.", retryAfter: 5)
    }
    let reader = EventReader(
      sandbox: call.sandbox, bench: call.bench, whole: try call.wholeEvents, providers: call.providers,
      filter: filter,
      heartbeat: heartbeat,
      end: timeout < .zero ? nil : call.call.time.real + timeout, seat: seat)
    let response = Response(.ok, headers: ["Content-Type": "text/event-stream"])
    return .stream(ResponseStream(response) { reader.begin(at: start) })
  }

  /// The `Last-Event-ID` of a browser that reconnects takes precedence over `after` in the URL, which is older.
  private static func start(_ call: ControlCall) throws(ControlProblem) -> EventPlace {
    let total = try call.wholeEvents?.total
    let now = EventPlace(endOf: call.sandbox, call.bench, total)
    for (name, text) in [
      ("Last-Event-ID", call.call.request.headers["Last-Event-ID"]), ("after", try call.query("after")),
    ] {
      guard let text else { continue }
      guard let position = EventPlace(text) else { throw .parameter(name, "the id of an event, or 0,") }
      // A position ahead of now comes from an earlier process of the emulator: everything is new.
      return position.isAhead(of: now) ? .start : position
    }
    call.sandbox.observe(call.providers)
    return EventPlace(endOf: call.sandbox, call.bench, total)
  }
}

extension ControlCall {
  fileprivate var wholeEvents: EventReader.Whole? {
    get throws(ControlProblem) {
      sandbox.name.isEmpty ? EventReader.Whole(sandboxes: try sandboxes, past: state.past) : nil
    }
  }
}
