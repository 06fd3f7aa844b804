import Flow
import HTTP
import JSON

extension CtlAction {
  static let transactions = [
    CtlAction(
      "transactions", "lists logins and verifications: provider, id, state",
      [provider, client, ofState, json]
    ) { server, options throws(CtlFailure) in
      let answer = try server.call(.get, "transactions", query(["provider", "client", "state"], options))
      guard !options.isOn("json") else { return answer.text }
      return (answer.json["transactions"]?.array ?? []).map(state).joined()
    },
    CtlAction(
      "wait", "waits for the next state that a transaction reaches: cursor, provider, id, state",
      [
        provider, client, ofState, Option("after", "CURSOR", "Goes on behind this cursor. Default: 0."), json,
      ],
      notes: ["Waits for --timeout at the most; exit status 1 when nothing came."], run: wait),
    CtlAction(
      "phone", "acts as the person of a transaction, in the verbs of scenarios", operands: "ID VERB", 2...2,
      [Option("reason", "WORD", "The provider's own word for why."), json]
    ) { server, options throws(CtlFailure) in
      var body: JSONObject = ["do": .string(options.operands[1])]
      body["reason"] = options.first("reason").map { .string($0.text) }
      let answer = try server.call(
        .post, "transactions/\(options.operands[0])/phone", body: .object(body))
      return options.isOn("json") ? answer.text : state(answer.json)
    },
    CtlAction("export", "prints a transaction as a scenario file", operands: "ID", 1...1, [output]) {
      server, options throws(CtlFailure) in
      try deliver(try server.call(.get, "transactions/\(options.operands[0])/export"), options)
    },
  ]

  private static let ofState = Option("state", "WORD", "Only in this state, a word of the provider.")

  /// A long poll lasts at most a minute, so a longer wait is several.
  private static func wait(_ server: RemoteControl, _ options: ParsedOptions) throws(CtlFailure) -> String {
    var left = server.timeout
    var cursor = try CtlFailure.number(options.first("after")) ?? 0
    while left > .zero {
      let slice = min(left, .seconds(55))
      left -= slice
      var form = query(["provider", "client", "state"], options)
      form.append("after", String(cursor))
      form.append("timeout", DurationText.text(slice))
      let answer = try server.call(.get, "wait", form, atMost: slice + .seconds(10))
      cursor = answer.json["cursor"]?.integer ?? cursor
      guard let transaction = answer.json["transaction"], !transaction.isNull else { continue }
      return options.isOn("json") ? answer.text : "\(cursor)\t" + state(transaction)
    }
    throw .unmet("nothing came within \(DurationText.text(server.timeout)); the cursor is \(cursor)")
  }
}
