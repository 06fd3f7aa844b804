import HTTP
import JSON

extension CtlAction {
  static let verification = [
    CtlAction(
      "verify", "tells whether the relying party sent such requests, and prints how many",
      [
        Option("provider", "NAME", "To this provider."), Option("endpoint", "NAME", "To this endpoint."),
        Option("client", "ID", "From this client."),
        Option("param", "NAME=VALUE", isRepeatable: true, "With this parameter; NAME alone: with any value."),
        Option("header", "NAME=VALUE", isRepeatable: true, "With this header; NAME alone: with any value."),
        Option("exactly", "N", "Exactly so often."),
        Option("at-least", "N", "At least so often. Default: 1."),
        Option("at-most", "N", "At most so often."),
        json,
      ],
      notes: [
        "Exit status 1 when it does not hold; the closest requests are on standard error then.",
        "After the count comes a note on a client that has no entry in the world and was not seen yet.",
      ],
      run: verify),
    CtlAction(
      "saw", "says what the relying party made of a login: accepted, refused, crashed or deferred",
      operands: "WORD", 1...1,
      [
        Option("transaction", "ID", "Of this login. Default: the latest one."),
        Option("words", "TEXT", "What it said or showed, for people."), json,
      ]
    ) { server, options throws(CtlFailure) in
      var body: JSONObject = ["saw": .string(options.operands[0])]
      for name in ["transaction", "words"] { body[name] = options.first(name).map { .string($0.text) } }
      let answer = try server.call(.post, "saw", body: .object(body))
      return options.isOn("json")
        ? answer.text
        : line(
          answer.json["provider"], answer.json["id"], answer.json["state"], .string(options.operands[0]),
          answer.json["verdict"]?["result"])
    },
    CtlAction(
      "settle", "judges now the logins whose stories expect something: story, id, result, why",
      [Option("transaction", "ID", "Only this login."), json],
      notes: ["Exit status 1 when one did not go as its story expects."], run: settle),
  ]

  private static func settle(_ server: RemoteControl, _ options: ParsedOptions) throws(CtlFailure) -> String {
    var body: JSONObject = [:]
    body["transaction"] = options.first("transaction").map { .string($0.text) }
    let answer = try server.call(.post, "settle", body: .object(body))
    let judged = answer.json["judged"]?.array ?? []
    let text =
      options.isOn("json")
      ? answer.text
      : judged.map { entry in
        let reasons = (entry["reasons"]?.array ?? []).compactMap(\.string).joined(separator: "; ")
        return line(
          entry["scenario"], entry["transaction"], entry["result"], reasons.isEmpty ? nil : .string(reasons))
      }.joined()
    if judged.contains(where: { $0["result"] == "unmet" }) { throw .unhealthy(text) }
    return text
  }

  private static func verify(_ server: RemoteControl, _ options: ParsedOptions) throws(CtlFailure) -> String {
    var request: JSONObject = [:]
    for name in ["provider", "endpoint", "client"] {
      request[name] = options.first(name).map { .string($0.text) }
    }
    request["params"] = conditions(options.all("param"))
    request["headers"] = conditions(options.all("header"))
    var count: JSONObject = [:]
    count["exactly"] = try CtlFailure.number(options.first("exactly")).map(JSON.integer)
    count["at_least"] = try CtlFailure.number(options.first("at-least")).map(JSON.integer)
    count["at_most"] = try CtlFailure.number(options.first("at-most")).map(JSON.integer)
    var body: JSONObject = ["request": .object(request)]
    if !count.isEmpty { body["count"] = .object(count) }
    let answer = try server.ask(.post, "verify", body: JSON.object(body).bytes())
    if answer.status == 409 { throw unmet(answer.json) }
    guard answer.status == 200 else { throw .refused(answer, server.given) }
    return options.isOn("json")
      ? answer.text : answer.json["note"].map { line(answer.json["count"], $0) } ?? line(answer.json["count"])
  }

  /// `a=b` expects a value, `a` alone any value.
  private static func conditions(_ values: [OptionValue]) -> JSON? {
    guard !values.isEmpty else { return nil }
    var conditions: JSONObject = [:]
    for value in values {
      let parts = value.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      conditions[String(parts[0])] = parts.count == 2 ? .string(String(parts[1])) : ["present": true]
    }
    return .object(conditions)
  }

  private static func unmet(_ problem: JSON) -> CtlFailure {
    let closest = (problem["closest"]?.array ?? []).map { request in
      "closest: number \(request["number"]?.text() ?? "") to \(request["provider"]?.string ?? "") "
        + "\(request["endpoint"]?.string ?? ""): \(request["first_difference"]?.string ?? "")"
    }
    return .unmet(([problem["detail"]?.string ?? "it does not hold"] + closest).joined(separator: "\n"))
  }
}
