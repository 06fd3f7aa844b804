import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/verify`: checks that the relying party sent what a test expects.
enum VerifyResource {
  static let routes = [
    ControlRoute(
      .post, "verify", "Whether the relying party sent what a test expects; the journal's entries count.",
      body: .body(
        [
          "request": .body([
            "direction": .words(RecordedExchange.Direction.allCases.map(\.rawValue)).saying(
              "incoming unless said; outgoing for messages to the client's server, such as webhooks."),
            "provider": .anyText, "endpoint": .anyText, "client": .anyText,
            "params": .component("Conditions").saying(
              "Of the query, a form, or the members of a JSON object."),
            "headers": .component("Conditions"),
          ]),
          "count": [
            "description": "At least once unless said.",
            "anyOf": [
              .body(["exactly": .number(0...1_000_000)], required: ["exactly"]),
              .body(["at_least": .number(0...1_000_000), "at_most": .number(0...1_000_000)]),
            ],
          ],
        ], required: ["request"]),
      answers: [
        .json(
          "It holds.",
          .answer(
            ["count": .wholeNumber, "wanted": .anyText],
            optional: ["note": .noteOnClient, "forgotten": .wholeNumber]))
      ],
      problems: [
        .problem(
          409, "It does not hold; with the three closest requests.", .component("VerificationProblem")),
        .unknownName,
      ], weight: .heavyIf { plane, _ in isMuch(plane.sandbox) }, verify)
  ]

  /// One or two dozen exchanges are compared within microseconds, and a name is looked for in as many logins; a journal
  /// that was cleared says nothing of those.
  private static func isMuch(_ sandbox: Sandbox) -> Bool {
    sandbox.journal.extent.bytes > 65_536 || sandbox.lastOrdinal > 24
  }

  static func verify(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let expected = try call.body(Expected.init)
    let note = try call.checkNames(
      provider: expected.provider, endpoint: expected.endpoint, client: expected.client,
      direction: expected.direction)
    let compared = call.sandbox.journal.entries()
      .filter(expected.concerns).map { (entry: $0, misses: expected.misses($0)) }
    let matching = compared.filter(\.misses.isEmpty).map(\.entry.number)
    let count = matching.count
    var result: JSONObject = ["count": .integer(count), "wanted": .string(expected.count.text)]
    result["note"] = note.map(JSON.string)
    let forgotten = call.sandbox.journal.forgotten
    if forgotten > 0 { result["forgotten"] = .integer(forgotten) }
    if expected.count.holds(of: count) { return .ok(.object(result)) }
    // The fewest differences first; among equals, the latest.
    let closest = compared.filter { !$0.misses.isEmpty }
      .sorted { ($0.misses.count, -$0.entry.number) < ($1.misses.count, -$1.entry.number) }.prefix(3)
    result["closest"] = .array(
      closest.map { entry, misses in
        [
          "number": .integer(entry.number), "provider": .string(entry.provider),
          "endpoint": .string(entry.endpoint),
          "first_difference": .string(misses[0]),
        ]
      })
    throw ControlProblem(
      kind: "verification-failed", status: 409, title: "The requests are not as expected",
      detail: "\(count) of \(compared.count) requests match, wanted \(expected.count.text)"
        + "\(latest(matching))."
        + (forgotten > 0
          ? " \(forgotten) earlier exchanges were forgotten; start it with a larger --keep." : "")
        + (note.map { " \($0)" } ?? ""), members: result)
  }

  /// Which exchanges of the journal match, at most the three latest.
  private static func latest(_ matching: [Int]) -> String {
    guard !matching.isEmpty else { return "" }
    let numbers = matching.suffix(3).map(String.init).joined(separator: ", ")
    let rest = matching.count > 3 ? "the latest are" : matching.count == 1 ? "it is" : "they are"
    return "; \(rest) \(numbers) of the journal"
  }

  struct Expected {
    let direction: RecordedExchange.Direction
    let provider: String?
    let endpoint: String?
    let client: String?
    let parameters: [Condition]
    let headers: [Condition]
    let count: Count

    init?(_ reader: ObjectReader) {
      let request = reader.requiredObject("request")
      let directions = RecordedExchange.Direction.allCases.map(\.rawValue)
      direction =
        request?.oneOf("direction", allowed: directions)
        .flatMap { RecordedExchange.Direction(rawValue: $0) } ?? .incoming
      provider = request?.string("provider")
      endpoint = request?.string("endpoint")
      client = request?.string("client")
      parameters = request?.object("params")?.conditions() ?? []
      headers = request?.object("headers")?.conditions() ?? []
      request?.finish()
      count = Count(reader.object("count"))
    }

    /// True if an entry is one of those that are counted.
    ///
    /// Calls of the test itself, such as `saw`, are none of the relying party's, unless the test names their endpoint.
    func concerns(_ entry: Journal.Entry) -> Bool {
      let isOwn = entry.provider.isEmpty && !entry.endpoint.isEmpty
      return entry.exchange.direction == direction && (!isOwn || endpoint == entry.endpoint)
    }

    /// Every difference; empty if the entry matches.
    func misses(_ entry: Journal.Entry) -> [String] {
      var misses: [String] = []
      for (name, wanted, found) in [
        ("provider", provider, entry.provider), ("endpoint", endpoint, entry.endpoint),
        ("client", client, entry.client ?? ""),
      ] {
        if let wanted, wanted != found { misses.append("\(name) is \"\(found)\", wanted \"\(wanted)\"") }
      }
      let request = entry.exchange.request
      let found = parameters.isEmpty ? Parameters() : Parameters(request)
      misses += parameters.compactMap { condition in
        let value = found[condition.key]
        return condition.holds(of: value) ? nil : condition.miss(value)
      }
      misses += headers.compactMap { condition in
        let value = request.headers[condition.key]
        return condition.holds(of: value) ? nil : condition.miss(value)
      }
      return misses
    }
  }

  /// The parameters of a request: in its query, in a form, or in the members of a JSON object.
  struct Parameters {
    private var query = Form()
    private var form = Form()
    private var members: JSONObject = [:]

    init() {}

    init(_ request: Request) {
      query = (try? request.target.query) ?? Form()
      form = (try? request.form) ?? Form()
      if request.body.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "{") {
        members = (try? JSON(parsing: request.body).object) ?? [:]
      }
    }

    /// A JSON string as its text, any other member as JSON.
    subscript(name: String) -> String? {
      query[name] ?? form[name]
        ?? members[name].map { $0.string ?? String(decoding: $0.bytes(), as: UTF8.self) }
    }
  }

  /// The number of requests expected; by default at least one.
  struct Count {
    private let atLeast: Int
    private let atMost: Int?

    init(_ reader: ObjectReader?) {
      let range = 0...1_000_000
      let exactly = reader?.integer("exactly", in: range)
      let least = reader?.integer("at_least", in: range)
      let most = reader?.integer("at_most", in: range)
      if exactly != nil, least != nil || most != nil {
        reader?.problem(at: "exactly", "must be given alone, without at_least and at_most")
      }
      if let least, let most, least > most {
        reader?.problem(at: "at_least", "is more than at_most, which no count can be")
      }
      reader?.finish()
      atLeast = exactly ?? least ?? (most == nil ? 1 : 0)
      atMost = exactly ?? most
    }

    func holds(of count: Int) -> Bool { count >= atLeast && (atMost.map { count <= $0 } ?? true) }

    var text: String {
      switch atMost {
      case atLeast?: "exactly \(atLeast)"
      case let most?: "\(atLeast) to \(most)"
      case nil: "at least \(atLeast)"
      }
    }
  }
}
