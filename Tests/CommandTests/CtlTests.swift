import JSON
import Testing

@testable import eidolon

@Suite struct `The command ctl` {
  private func parse(_ arguments: String..., environment: [String: String] = [:]) -> String {
    do {
      switch try Invocation.parse(["ctl"] + arguments, environment: environment) {
      case .control(let action, let options):
        let values = options.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value[0].text)" }
        return ([action.name] + options.operands + values + options.switches.keys.sorted()).joined(
          separator: " ")
      case .helpControl(let action): return "help \(action.name)"
      case .help(let command): return "help of \(command?.rawValue ?? "all")"
      case .topic(let topic): return "topic \(topic.name)"
      case .run: return "run"
      }
    } catch {
      return error.text
    }
  }

  @Test func `takes an action, its operands and its options`() {
    #expect(parse("clock", "show") == "clock show")
    #expect(
      parse("queue", "add", "reject", "--times", "2", "--sandbox", "t1")
        == "queue add reject sandbox=t1 times=2")
    #expect(parse("wait", "--json") == "wait json")
  }

  @Test func `says what is wrong with an action`() {
    #expect(parse("clok", "show").hasPrefix("eidolon ctl: unknown action \"clok\""))
    #expect(
      parse("clock", "shw")
        == "eidolon ctl: unknown action \"clock shw\"; did you mean \"clock show\"?\n\"eidolon help ctl\" explains.\n"
    )
    #expect(parse("sandbox").contains("sandbox: what? \"sandbox new\", \"sandbox list\", \"sandbox end\""))
    #expect(parse().hasPrefix("eidolon ctl: an action is missing"))
    #expect(parse("--server", "http://x").hasPrefix("eidolon ctl: options come after the action"))
    #expect(
      parse("--server", "http://x", "clock", "advance", "1s").hasPrefix(
        "eidolon ctl: options come after the action: eidolon ctl clock advance 1s --server http://x\n"))
    #expect(parse("--token", "secret", "clock", "show").contains("eidolon ctl clock show --token TOKEN\n"))
    #expect(parse("queue", "add").contains("queue add: SCENARIO is missing"))
    #expect(parse("clock", "show", "--tims").contains("unknown option \"--tims\""))
  }

  @Test func `asks for help in every usual way`() {
    #expect(parse("--help") == "help of ctl")
    #expect(parse("clock", "advance", "-h") == "help clock advance")
  }

  @Test func `reads only where the server is from the environment`() {
    let environment = [
      "EIDOLON_SERVER": "http://a", "EIDOLON_SANDBOX": "t1", "EIDOLON_CLIENT": "itsme:X",
      "EIDOLON_JSON": "true",
    ]
    #expect(parse("queue", "list", environment: environment) == "queue list sandbox=t1 server=http://a")
    #expect(
      parse("queue", "list", "--sandbox", "t2", environment: environment)
        == "queue list sandbox=t2 server=http://a")
  }

  @Test func `names the lines of the file whose text a body has`() {
    let problem: JSON = [
      "file": "scenario", "line": 2, "column": 63, "path": "phone[0].do", "message": "unknown",
    ]
    let refusal: JSON = ["detail": "scenario:2:63: phone[0].do: unknown", "problems": [problem]]
    let answer = RemoteControl.Answer(status: 422, body: refusal.bytes())
    #expect(
      CtlFailure.refused(answer, placing: "scenario", in: "st.json")
        == .refused("st.json:1:63: phone[0].do: unknown"))
    let other = RemoteControl.Answer(status: 404, body: JSON.object(["detail": "no such"]).bytes())
    #expect(CtlFailure.refused(other, placing: "scenario", in: "st.json") == .refused("no such"))
  }

  @Test func `names the switch or the operand that was refused, and no place in a body that nobody saw`()
    throws
  {
    let explain = { (action: String, arguments: [String], kind: String, problems: [JSON]) in
      let form = try #require(CtlAction.all.first { $0.name == action }).form
      let given = GivenWords(
        try OptionParser.parse(arguments, as: form, environment: [:]), operands: form.operands)
      let document: JSON = [
        "type": .string("urn:eidolon:problem:\(kind)"), "detail": "1:8: a place",
        "problems": .array(problems),
      ]
      return CtlFailure.refused(RemoteControl.Answer(status: 400, body: document.bytes()), given).text
    }
    let problem = { (path: String) -> JSON in
      ["line": 1, "column": 8, "path": .string(path), "message": "expected another"]
    }
    let cases: [(String, [String], String, String)] = [
      ("queue add", ["reject", "--times", "0"], "times", "--times"),
      ("sandbox new", ["--at", "x"], "clock.at", "--at"),
      ("verify", ["--at-least", "-1"], "count.at_least", "--at-least"),
      ("verify", ["--param", "a=b"], "request.params.a", "--param: a"),
      ("sandbox new", ["A"], "name", "NAME"), ("clock freeze", ["x"], "at", "INSTANT"),
      ("clock advance", ["x"], "by", "DURATION"), ("phone", ["id", "x"], "do", "VERB"),
      ("settle", [], "other", "other"),
    ]
    for (action, arguments, path, words) in cases {
      #expect(
        try explain(action, arguments, "malformed-body", [problem(path)]) == "\(words): expected another")
    }
    #expect(
      try explain("sandbox new", ["--world", "w.json"], "invalid-scenarios", [problem("people.anna")])
        == "w.json: people.anna: expected another")
    let parameter: JSON = [
      "type": "urn:eidolon:problem:malformed-parameter", "detail": "limit: expected 1.",
      "parameter": "limit",
    ]
    let form = try #require(CtlAction.all.first { $0.name == "journal" }).form
    let given = GivenWords(
      try OptionParser.parse(["--limit", "0"], as: form, environment: [:]), operands: form.operands)
    #expect(given.explain(parameter) == "--limit: expected 1.")
  }

  @Test func `says how to start a server where none answers`() throws {
    let action = try #require(CtlAction.all.first { $0.name == "clock show" })
    let options = try OptionParser.parse(
      ["--server", "http://127.0.0.1:1"], as: action.form, environment: [:])
    let report = action.report(options, environment: [:])
    #expect(report.status == .unreachable)
    #expect(
      report.errors.hasSuffix(
        "\nStart a server with \"eidolon serve\", or name another with --server URL.\n"))
  }

  @Test func `tells of a queued story that no client of that name was seen yet`() {
    var entry: JSONObject = ["number": 1, "scenario": "itsme/reject", "times": 1, "client": "shpo"]
    #expect(CtlAction.added(.object(entry)) == "1\titsme/reject\t1\tshpo\n")
    entry["note"] = "not seen yet"
    #expect(CtlAction.added(.object(entry)) == "1\titsme/reject\t1\tshpo\tnot seen yet\n")
  }

  @Test func `says how a sandbox is made that is not there`() throws {
    let form = try #require(CtlAction.all.first { $0.name == "clock show" }).form
    let given = GivenWords(
      try OptionParser.parse(["--sandbox", "t1", "--server", "http://a"], as: form, environment: [:]),
      operands: form.operands)
    let document: JSON = ["type": "urn:eidolon:problem:unknown-sandbox", "detail": "There is none."]
    #expect(
      given.explain(document) == "There is none.\nto make it: eidolon ctl sandbox new t1 --server http://a")
  }

  @Test func `says in which range durations and numbers are taken`() {
    let value = { OptionValue(text: $0, origin: "--timeout") }
    let long = CtlFailure.usage(
      "--timeout \"99999d\" is not a duration of more than 0s and at most 36600d, such as 500ms, 3s or 2m")
    #expect(throws: long) { try CtlFailure.duration(value("99999d")) }
    let large = CtlFailure.usage(
      "--timeout \"9223372036854775808\" is not a whole number up to 9223372036854775807")
    #expect(throws: large) { try CtlFailure.number(value("9223372036854775808")) }
  }

  @Test func `takes a sandbox in the server's address or by name, and refuses both`() throws {
    let remote = { (arguments: [String]) in
      try RemoteControl(
        OptionParser.parse(arguments, as: CtlAction.all[0].form, environment: [:]), environment: [:])
    }
    let there = try remote(["--server", "http://localhost:8080/~v"])
    #expect(there.base == "http://localhost:8080/~v/_eidolon")
    #expect(there.at().base == "http://localhost:8080/_eidolon")
    #expect(there.at("w").base == "http://localhost:8080/~w/_eidolon")
    let both = CtlFailure.usage(
      "--server \"http://localhost:8080/~v\" names a sandbox, and --sandbox \"w\" one too; say --server "
        + "http://localhost:8080 --sandbox w")
    #expect(throws: both) { try remote(["--server", "http://localhost:8080/~v", "--sandbox", "w"]) }
  }

  @Test func `finds the control plane of a sandbox`() throws {
    let options = { (arguments: [String]) in
      try OptionParser.parse(arguments, as: CtlAction.all[0].form, environment: [:])
    }
    let plain = try RemoteControl(options([]), environment: [:])
    #expect(plain.base == "http://localhost:8080/_eidolon" && plain.timeout == .seconds(10))
    let named = try RemoteControl(
      options(["--server", "https://eidolon:8443/", "--sandbox", "t1", "--timeout", "250ms"]),
      environment: [:])
    #expect(named.base == "https://eidolon:8443/~t1/_eidolon" && named.timeout == .milliseconds(250))
    #expect(named.at().base == "https://eidolon:8443/_eidolon")
    #expect(named.at("t2").base == "https://eidolon:8443/~t2/_eidolon")
    for wrong in [["--server", "localhost:8080"], ["--timeout", "soon"], ["--ca", "/no/such/file"]] {
      #expect(throws: CtlFailure.self) { try RemoteControl(options(wrong), environment: [:]) }
    }
  }

  @Test func `sends one token, the first of those that the server's variable holds`() throws {
    let options = { (arguments: [String]) in
      try OptionParser.parse(arguments, as: CtlAction.all[0].form, environment: [:])
    }
    let environment = ["EIDOLON_CONTROL_TOKEN": "one, two"]
    #expect(try RemoteControl(options([]), environment: environment).token == "one")
    #expect(
      try RemoteControl(options(["--token", "two,three"]), environment: environment).token == "two,three")
    #expect(try RemoteControl(options([]), environment: ["EIDOLON_CONTROL_TOKEN": ""]).token == nil)
  }

  @Test func `finds the control plane below a URL that another option names`() throws {
    let options = try OptionParser.parse(["--ca", "/no/such/file"], as: .judge, environment: [:])
    let server = OptionValue(text: "http://localhost:8080/~t1/", origin: "--url")
    let remote = try RemoteControl(server, ParsedOptions(), environment: [:], timeout: .seconds(1))
    #expect(remote.base == "http://localhost:8080/~t1/_eidolon" && remote.root == "http://localhost:8080/~t1")
    #expect(throws: CtlFailure.self) {
      try RemoteControl(server, options, environment: [:], timeout: .seconds(1))
    }
    let wrong = OptionValue(text: "localhost:8080", origin: "--url")
    #expect(
      throws: CtlFailure.usage("--url \"localhost:8080\" is not a URL such as http://localhost:8080")
    ) {
      try RemoteControl(wrong, ParsedOptions(), environment: [:], timeout: .seconds(1))
    }
  }

  @Test func `shows the doctor's report to people`() {
    let text = DoctorText.text([
      "requests": 2, "healthy": false,
      "addresses": [
        [
          "provider": "itsme", "address": "http://eidolon:8080/itsme", "used_by": ["server"],
          "clients": ["shop"],
        ]
      ],
      "issuers": [["provider": "itsme", "issuer": "http://eidolon:8080/itsme/oidc", "id_tokens": 1]],
      "clashes": [
        [
          "kind": "two_addresses", "message": "They differ.",
          "set": [["at": "emulator", "name": "--public-url", "value": "http://localhost:8080"]],
        ]
      ],
    ])
    #expect(
      text == """
        2 requests were looked at.
        itsme\thttp://eidolon:8080/itsme\tby server\tof shop
        itsme\tissuer http://eidolon:8080/itsme/oidc\t1 ID token

        two_addresses: They differ.
          set emulator: --public-url http://localhost:8080

        """)
  }

  @Test func `has exit statuses that do not change`() {
    let statuses: [(CtlFailure, Int32)] = [
      (.usage(""), 2), (.unreachable(""), 4), (.refused(""), 5), (.unmet(""), 1), (.unhealthy(""), 1),
      (.file(""), 1),
    ]
    for (failure, status) in statuses { #expect(failure.status.rawValue == status) }
  }
}
