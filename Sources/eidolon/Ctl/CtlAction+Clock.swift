import HTTP
import JSON
import ProviderKit

extension CtlAction {
  static let clock = [
    CtlAction("clock show", "prints the sandbox's time and whether it is real or frozen", [json]) {
      server, options throws(CtlFailure) in
      shown(try server.call(.get, "clock"), options)
    },
    CtlAction(
      "clock freeze", "stops the clock, now or at a later moment", operands: "[INSTANT]", 0...1, [json]
    ) { server, options throws(CtlFailure) in
      var body: JSONObject = ["mode": "frozen"]
      body["at"] = options.operands.first.map(JSON.string)
      return shown(try server.call(.put, "clock", body: .object(body)), options)
    },
    CtlAction(
      "clock advance", "moves time forward and prints what happened on the way", operands: "DURATION", 1...1,
      [json],
      notes: [
        "After the line of the clock comes one for each state that was reached: provider, id, state; ended when the last "
          + "credential has expired."
      ]
    ) { server, options throws(CtlFailure) in
      let answer = try server.call(.post, "clock/advance", body: ["by": .string(options.operands[0])])
      let fired = (answer.json["fired"]?.array ?? []).compactMap { $0["transaction"] }
      return shown(answer, options) + (options.isOn("json") ? "" : fired.map(change).joined())
    },
    CtlAction("clock real", "lets the clock run", [json]) { server, options throws(CtlFailure) in
      shown(try server.call(.put, "clock", body: ["mode": "real"]), options)
    },
    CtlAction(
      "clock reset", "puts the clock back to where the sandbox was made, and prints it", [json],
      notes: [
        "Its logins end, and so does a campaign of the judge, whose reports are fetched before; world, stories, queue, keys, "
          + "journal and report stay."
      ]
    ) { server, options throws(CtlFailure) in
      _ = try server.call(.post, "reset", body: ["keep": .array(allButTheClock.map(JSON.string))])
      return shown(try server.call(.get, "clock"), options)
    },
  ]

  private static var allButTheClock: [String] {
    Sandboxes.Part.allCases.filter { $0 != .clock }.map(\.rawValue)
  }

  private static func shown(_ answer: RemoteControl.Answer, _ options: ParsedOptions) -> String {
    options.isOn("json") ? answer.text : line(answer.json["now"], answer.json["mode"])
  }

  /// A line with a transaction, and the state it reached, or that it ended.
  private static func change(_ transaction: JSON) -> String {
    guard transaction["ended"] == true else { return state(transaction) }
    return line(transaction["provider"], transaction["id"], "ended")
  }

  /// A line with a transaction and its state.
  static func state(_ transaction: JSON) -> String {
    line(transaction["provider"], transaction["id"], transaction["state"])
  }
}
