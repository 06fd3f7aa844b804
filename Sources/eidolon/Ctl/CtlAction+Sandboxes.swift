import HTTP
import JSON

extension CtlAction {
  static let sandboxes = [
    CtlAction(
      "sandbox new", "makes a sandbox and prints its name", operands: "[NAME]", 0...1,
      [
        Option("title", "TEXT", "What it is for, such as the name of a test; reports show it."),
        Option("seed", "N", "Makes its identifiers repeat."),
        Option("frozen", "Lets its clock stand still."),
        Option("at", "INSTANT", "Where the clock stands, such as 2026-11-21T12:00:00Z."),
        Option("ttl", "DURATION", "How long it may be idle before it ends. Default: 30m."),
        Option("world", "FILE", "Lays the people and clients of this file over the loaded ones."),
        json,
      ], run: newSandbox),
    CtlAction(
      "sandbox list", "lists the sandboxes: name, how long each may be idle, when it was last used", [json]
    ) { server, options throws(CtlFailure) in
      let answer = try server.atRoot.call(.get, "sandboxes")
      guard !options.isOn("json") else { return answer.text }
      return (answer.json["sandboxes"]?.array ?? []).map { line($0["name"], $0["ttl"], $0["last_used"]) }
        .joined()
    },
    CtlAction("sandbox end", "ends a sandbox", operands: "NAME", 1...1) {
      server, options throws(CtlFailure) in
      _ = try server.atRoot.call(.delete, "sandboxes/\(options.operands[0])")
      return ""
    },
  ]

  private static func newSandbox(
    _ server: RemoteControl, _ options: ParsedOptions
  ) throws(CtlFailure) -> String {
    var body: JSONObject = [:]
    body["name"] = options.operands.first.map(JSON.string)
    body["title"] = options.first("title").map { .string($0.text) }
    body["seed"] = try CtlFailure.number(options.first("seed")).map(JSON.integer)
    body["ttl"] = options.first("ttl").map { .string($0.text) }
    if options.isOn("frozen") || options.isGiven("at") {
      var clock: JSONObject = ["mode": "frozen"]
      clock["at"] = options.first("at").map { .string($0.text) }
      body["clock"] = .object(clock)
    }
    if let file = options.first("world") { body["world"] = try document(file.text) }
    let answer = try server.atRoot.call(.post, "sandboxes", body: .object(body))
    return options.isOn("json") ? answer.text : line(answer.json["name"])
  }
}
