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
      let answer = try server.at().call(.get, "sandboxes")
      guard !options.isOn("json") else { return answer.text }
      return (answer.json["sandboxes"]?.array ?? []).map { line($0["name"], $0["ttl"], $0["last_used"]) }
        .joined()
    },
    CtlAction("sandbox end", "ends a sandbox", operands: "NAME", 1...1) {
      server, options throws(CtlFailure) in
      _ = try server.at(name(options.operands[0])).call(.delete, "sandbox")
      return ""
    },
  ]

  private static func newSandbox(
    _ server: RemoteControl, _ options: ParsedOptions
  ) throws(CtlFailure) -> String {
    var body: JSONObject = [:]
    body["title"] = options.first("title").map { .string($0.text) }
    body["seed"] = try CtlFailure.number(options.first("seed")).map(JSON.integer)
    body["ttl"] = options.first("ttl").map { .string($0.text) }
    if options.isOn("frozen") || options.isGiven("at") {
      var clock: JSONObject = ["mode": "frozen"]
      clock["at"] = options.first("at").map { .string($0.text) }
      body["clock"] = .object(clock)
    }
    if let file = options.first("world") { body["world"] = try document(file.text) }
    // A sandbox with a name is made at its own address, so that a proxy in front of several servers sends it to the
    // right one.
    let answer =
      if let operand = options.operands.first {
        try server.at(name(operand)).call(.put, "sandbox", body: .object(body))
      } else {
        try server.at().call(.post, "sandboxes", body: .object(body))
      }
    return options.isOn("json") ? answer.text : line(answer.json["name"])
  }

  /// Refuses names that would change the address.
  private static func name(_ operand: String) throws(CtlFailure) -> String {
    guard !operand.isEmpty,
      operand.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"/?#%".utf8.contains($0) })
    else {
      throw .usage("\(JSONProblem.quoted(operand)) is not a name of a sandbox, such as t1")
    }
    return operand
  }
}
