import HTTP
import JSON

extension CtlAction {
  /// The actions that report what was seen: findings, addresses, exchanges.
  static let insight = [
    CtlAction(
      "report", "prints the report of the run",
      [
        Option("format", "json|html|junit|sarif", "Its form. Default: json."),
        Option(
          "severity", "note|warning|error",
          "From this severity on a broken rule is a failure. Default: that of --fail-on, else error."),
        output,
      ], notes: ["Without --sandbox it is about all sandboxes, those that have ended included."]
    ) { server, options throws(CtlFailure) in
      _ = try severity("severity", options)
      return try deliver(try server.call(.get, "report", query(["format", "severity"], options)), options)
    },
    CtlAction(
      "findings", "lists the rules that were broken: severity, rule, client, what was seen",
      [
        provider, client,
        Option("fail-on", "note|warning|error", "Exit status 1 from this severity on. Default: note."), json,
      ],
      notes: ["Exit status 1 when there are any that the story of their login does not expect."],
      run: findings),
    CtlAction(
      "doctor", "tells under which addresses clients came, and what to set where those clash", [json],
      notes: ["Exit status 1 when something clashes."]
    ) { server, options throws(CtlFailure) in
      let answer = try server.call(.get, "doctor")
      let text = options.isOn("json") ? answer.text : DoctorText.text(answer.json)
      if answer.json["healthy"] == false { throw .unhealthy(text) }
      return text
    },
    CtlAction(
      "journal", "prints what was received and answered, as JSON or as an HTTP Archive",
      [
        provider, client, Option("endpoint", "NAME", "Only of this endpoint."),
        Option("transaction", "ID", "Only of this transaction."),
        Option("after", "NUMBER", "Only entries with a larger number."),
        Option("limit", "N", "At most so many."), Option("har", "As an HTTP Archive 1.2."), output,
      ]
    ) { server, options throws(CtlFailure) in
      var form = query(["provider", "client", "endpoint", "transaction", "after", "limit"], options)
      if options.isOn("har") { form.append("format", "har") }
      return try deliver(try server.call(.get, "journal", form), options)
    },
  ]

  private static let severities = ["note", "warning", "error"]

  /// The index of the severity that an option names; `nil` if it is not given.
  private static func severity(_ name: String, _ options: ParsedOptions) throws(CtlFailure) -> Int? {
    guard let word = options.first(name)?.text else { return nil }
    guard let index = severities.firstIndex(of: word) else {
      throw .usage("--\(name): \(UsageFailure.unknown("severity", word, in: severities))")
    }
    return index
  }

  private static func findings(_ server: RemoteControl, _ options: ParsedOptions) throws(CtlFailure) -> String
  {
    let least = try severity("fail-on", options) ?? 0
    var form = query(["provider", "client"], options)
    form.append("limit", "1000")
    let answer = try server.call(.get, "findings", form)
    let found = answer.json["findings"]?.array ?? []
    let text =
      options.isOn("json")
      ? answer.text
      : found.map { finding in
        let seen = [finding["message"]?.string, finding["detail"]?.string].compactMap { $0 }
        return line(
          finding["expected"] == true ? "expected" : finding["severity"], finding["rule"], finding["client"],
          .string(seen.joined(separator: ": ")))
      }.joined()
    let isBad = found.contains { finding in
      finding["expected"] != true
        && severities.firstIndex(of: finding["severity"]?.string ?? "").map { $0 >= least } ?? false
    }
    if isBad { throw .unhealthy(text) }
    return text
  }
}
