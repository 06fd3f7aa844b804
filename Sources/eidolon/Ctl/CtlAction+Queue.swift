import HTTP
import JSON

extension CtlAction {
  static let queue = [
    CtlAction(
      "queue add",
      "queues a scenario for the next transactions: by name, from a FILE.json, or - for standard input",
      operands: "SCENARIO", 1...1,
      [
        Option("provider", "NAME", "Whose scenario, where several providers have one of this name."),
        Option("client", "ID", "Only for this client."),
        Option("times", "N", "For so many transactions. Default: 1."), json,
      ],
      notes: [
        "SCENARIO is a full name such as itsme/reject, or the part after the provider where that is enough.",
        "After the client comes a note if it has no entry in the world and was not seen yet.",
      ]
    ) { server, options throws(CtlFailure) in
      let name = options.operands[0]
      let isFile = name == "-" || name.hasSuffix(".json")
      var body: JSONObject = [:]
      body["provider"] = options.first("provider").map { .string($0.text) }
      body["client"] = options.first("client").map { .string($0.text) }
      body["times"] = try CtlFailure.number(options.first("times")).map(JSON.integer)
      let scenario = isFile ? try text(name) : JSON.string(name).bytes()
      let answer = try server.call(.post, "queue", body, "scenario", scenario, of: name)
      return options.isOn("json") ? answer.text : added(answer.json)
    },
    CtlAction("queue list", "lists what waits: number, scenario, times, client", [json]) {
      server, options throws(CtlFailure) in
      let answer = try server.call(.get, "queue")
      return options.isOn("json") ? answer.text : (answer.json["queue"]?.array ?? []).map(entry).joined()
    },
    CtlAction("queue clear", "empties the queue") { server, _ throws(CtlFailure) in
      _ = try server.call(.delete, "queue")
      return ""
    },
  ]

  /// With the note on a client that may be misspelt.
  static func added(_ entry: JSON) -> String {
    guard let note = entry["note"] else { return self.entry(entry) }
    return line(entry["number"], entry["scenario"], entry["times"], entry["client"], note)
  }

  private static func entry(_ entry: JSON) -> String {
    line(entry["number"], entry["scenario"], entry["times"], entry["client"])
  }
}
