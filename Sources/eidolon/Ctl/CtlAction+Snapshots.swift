import HTTP
import JSON

extension CtlAction {
  static let snapshots = [
    CtlAction(
      "snapshot save", "saves the state of the sandbox and prints the snapshot's name",
      operands: "[FILE]", 0...1, [json],
      notes: [
        "The server keeps the whole state, logins half way included, under the name, and the latest 16 of a sandbox. FILE "
          + "gets the parts that can also be restored elsewhere: world, scenarios, queue and clock."
      ]
    ) { server, options throws(CtlFailure) in
      let answer = try server.call(.get, "snapshot")
      if let file = options.operands.first {
        do throws(FileError) {
          try File.writeSecret(answer.text, to: file)
        } catch { throw .file("\(error)") }
      }
      return options.isOn("json") ? answer.text : line(answer.json["id"])
    },
    CtlAction(
      "snapshot restore", "puts the sandbox back: by a snapshot's name, a FILE.json, or - for standard input",
      operands: "NAME", 1...1, [json]
    ) { server, options throws(CtlFailure) in
      let name = options.operands[0]
      let isFile = name == "-" || name.hasSuffix(".json")
      let answer = try server.call(
        .put, "snapshot", body: isFile ? try document(name) : ["id": .string(name)])
      return options.isOn("json") ? answer.text : line(answer.json["restored"])
    },
  ]
}
