import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/wait`: a long poll for the next transaction or state, with a cursor.
enum WaitResource {
  static let routes = [
    ControlRoute(
      .get, "wait", "A long poll for the next state that any transaction reaches.",
      [
        .provider, .client, .state,
        .init(
          name: "after",
          meaning: "The cursor of the answer before; parallel readers do not steal from each other.",
          schema: .number(0...Int.max, default: 0)),
        .init(
          name: "timeout", meaning: "At most this long, in real time; else 30s.",
          schema: .duration("From 0s to 60s.")),
      ],
      answers: [
        .json(
          "The change, or no transaction when time was up.",
          .answer(
            [
              "cursor": .wholeNumber,
              "transaction": ["anyOf": [.component("Transaction"), ["type": "null"]]],
            ], optional: ["note": .noteOnClient]))
      ], problems: [.unknownName], wait)
  ]

  static func wait(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let filter = try TransactionsResource.Filter(call)
    let after = try call.cursor(upTo: call.sandbox.changes.last)
    let timeout = try call.duration("timeout", atMost: .seconds(60), orElse: .seconds(30))
    return next(call, filter, after, until: call.call.time.real + timeout)
  }

  private static func next(
    _ call: ControlCall, _ filter: TransactionsResource.Filter, _ after: Int, until end: Instant
  ) -> ControlAnswer {
    call.sandbox.observe(call.providers)
    let changes = call.sandbox.changes.changes(after: after)
    if let change = changes.first(where: { $0.isNewState && filter.takes($0.transaction) }) {
      return .ok(TransactionsResource.json(change))
    }
    guard call.sandbox.environment.clock.read().real < end, !call.sandbox.isEnded else {
      var nothing: JSONObject = [
        "cursor": .integer(call.sandbox.changes.last), "transaction": .null,
      ]
      nothing["note"] = filter.note.map(JSON.string)
      return .ok(.object(nothing))
    }
    return .wait { next(call, filter, after, until: end) }
  }
}
