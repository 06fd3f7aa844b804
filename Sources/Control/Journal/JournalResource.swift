import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/journal`: exact requests and answers in order, secrets included, with their tokens decoded.
enum JournalResource {
  static let routes = [
    ControlRoute(
      .get, "journal",
      "Exact requests and answers in order, secrets and all, with decoded tokens beside them.",
      [
        .provider, .endpoint, .client, .transaction, .direction,
        .init(
          name: "after", meaning: "Only entries with a larger number.",
          schema: .number(0...Int.max, default: 0)),
        .init(
          name: "limit", meaning: "At most this many; 200 by default, all for a HAR.",
          schema: .number(1...1000)),
        .init(
          name: "format", meaning: "json, or har for an HTTP Archive 1.2 that browsers and proxies open.",
          schema: .words(["json", "har"])), .secrets,
      ],
      answers: [
        .json(
          "Entries that are still kept, oldest first, and how many --keep made it forget; or an HTTP Archive.",
          [
            "anyOf": [
              .answer(
                [
                  "entries": .list(.component("Exchange")), "cursor": .wholeNumber, "total": .wholeNumber,
                  "forgotten": .wholeNumber, "more": .flag,
                ], optional: ["note": .noteOnClient]), .component("HTTPArchive"),
            ]
          ])
      ], problems: [.unknownName, .unknownTransaction], weight: .heavy, list),
    ControlRoute(
      .delete, "journal", "Forgets all entries; numbers go on.", answers: [.nothing("Done.")], clear),
  ]

  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let after = try call.cursor(upTo: call.sandbox.journal.count)
    let format = try call.query("format") ?? "json"
    guard ["json", "har"].contains(format) else { throw .parameter("format", "json or har") }
    let standard = format == "har" ? Int.max : 200
    let limit =
      try call.query("limit") == nil ? standard : call.number("limit", in: 1...1000, orElse: standard)
    let wanted = (
      provider: try call.query("provider"), endpoint: try call.query("endpoint"),
      client: try call.query("client"),
      transaction: try call.query("transaction"), direction: try call.direction()
    )
    let note = try call.checkNames(
      provider: wanted.provider, endpoint: wanted.endpoint, client: wanted.client,
      direction: wanted.direction)
    try call.checkTransaction(wanted.transaction)
    let entries = call.sandbox.journal.entries(after: after).filter { entry in
      (wanted.provider.map { $0 == entry.provider } ?? true)
        && (wanted.endpoint.map { $0 == entry.endpoint } ?? true)
        && (wanted.client.map { $0 == entry.client } ?? true)
        && (wanted.transaction.map { $0 == entry.transaction } ?? true)
        && (wanted.direction.map { $0 == entry.exchange.direction } ?? true)
    }
    let page = entries.prefix(limit)
    // For a single login, its secrets are masked wherever else they occur.
    let redaction = try call.redaction(of: wanted.transaction == nil ? [] : page.map(\.exchange))
    if format == "har" {
      let archive = HTTPArchive(
        Array(page), openedWith: call.sandbox.keys, version: call.state.version, redaction)
      return .ok(archive.json)
    }
    var answer: JSONObject = [
      "entries": .array(page.map { json($0, call.sandbox.keys, redaction) }),
      "cursor": .integer(page.last?.number ?? after), "total": .integer(call.sandbox.journal.count),
      "forgotten": .integer(call.sandbox.journal.forgotten), "more": .bool(entries.count > page.count),
    ]
    answer["note"] = note.map(JSON.string)
    return .ok(.object(answer))
  }

  static func clear(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    call.sandbox.journal.clear()
    return .noContent
  }

  static func json(
    _ entry: Journal.Entry, _ keys: KeyRing, _ redaction: Redaction? = nil
  ) -> JSON {
    let exchange = entry.exchange.redacted(redaction)
    let (request, response) = (exchange.request, exchange.response)
    var object: JSONObject = [
      "number": .integer(entry.number), "at": .string(entry.at.text),
      "direction": .string(entry.exchange.direction.rawValue), "provider": .string(entry.provider),
      "endpoint": .string(entry.endpoint),
    ]
    object["client"] = entry.client.map(JSON.string)
    object["transaction"] = entry.transaction.map(JSON.string)
    object["findings"] = .array(entry.findings.map(JSON.string))
    let head: JSONObject = [
      "method": .string(request.method.text), "target": .string(request.target.raw),
      "headers": headers(request.headers),
    ]
    object["request"] = .object(head.adding(body: request.body))
    if let problem = entry.exchange.problem {
      object["problem"] = .string(problem)
    } else {
      let answer: JSONObject = [
        "status": .integer(response.status.code), "headers": headers(response.headers),
      ]
      object["response"] = .object(answer.adding(body: response.body))
    }
    object["tokens"] = TokenContents.of(entry.exchange, openedWith: keys).redacted(redaction)
    return .object(object)
  }

  private static func headers(_ headers: Headers) -> JSON {
    .array(headers.map { [.string($0.name), .string($0.value)] })
  }
}

extension JSONObject {
  /// Adds the body's exact bytes in base64, and as text if they are UTF-8.
  fileprivate func adding(body: [UInt8]) -> JSONObject {
    var object = self
    if let text = String(validating: body, as: UTF8.self) { object["body"] = .string(text) }
    object["body_base64"] = .string(RecordedExchange.base64(body))
    return object
  }
}
