import JSON
import Testing

@testable import eidolon

@Suite struct `The judge's command` {
  private func run(_ arguments: String...) -> [String] {
    do throws(UsageFailure) {
      let options = try OptionParser.parse(arguments, as: .judge, environment: [:])
      _ = try JudgeCommand.run(options, environment: [:])
      return []
    } catch { return error.problems }
  }

  @Test func `takes the options of serve for an emulator of its own, by the same declarations`() throws {
    let own = CommandForm.judge.borrowed.map(\.name)
    let others = CommandForm.serve.options.map(\.name).filter { !own.contains($0) }
    #expect(others == ["control", "peers", "fail-on", "expect", "report"])
    #expect(Set(own).isDisjoint(with: CommandForm.judge.options.map(\.name)))
    let parsed = try OptionParser.parse(
      [
        "--listen", "*:80", "--listen", "[::1]:81", "--tls", "localhost:443", "--keys", "fresh", "--strict",
        "--client", "itsme:A,redirect=http://a.test/cb", "--serve-as", "bws.bioid.com", "--scenarios", "a",
        "--control-token", "secret", "--report", "judge.json", "--only-client", "A",
      ], as: .judge, environment: ["EIDOLON_PUBLIC_URL": "http://login.test", "EIDOLON_URL": ""])
    let options = try ServeOptions(parsed)
    #expect(options.listen.map(\.description) == ["*:80", "[::1]:81"])
    #expect(options.tls.listen.map(\.description) == ["localhost:443"] && options.keys == .fresh)
    #expect(options.settings.isStrict && options.settings.publicURL == "http://login.test")
    #expect(options.clients.map(\.identifier) == ["A"] && options.scenarioFolders == ["a"])
    #expect(options.settings.servedHosts == ["bws.bioid.com"] && options.settings.control.token == "secret")
  }

  @Test func `says of each option of serve that it means nothing beside an emulator that runs already`() {
    let problems = run(
      "--provider", "itsme", "--wait", "--url", "http://localhost:8080", "--client", "A", "--tls",
      "localhost:1")
    #expect(
      problems == [
        "--tls is for an emulator that is started here, and --url names one that runs already",
        "--client is for an emulator that is started here, and --url names one that runs already; to judge only one "
          + "client's logins: --only-client ID",
      ])
  }

  @Test func `says the same of those without a value, unless they come from the environment`() throws {
    let switches = CommandForm.judge.borrowed.filter { $0.value == nil }
    #expect(switches.map(\.name).contains("strict") && switches.count >= 6)
    for option in switches {
      #expect(
        run("--provider", "itsme", "--wait", "--url", "http://localhost:8080", option.flag) == [
          "\(option.flag) is for an emulator that is started here, and --url names one that runs already"
        ])
    }
    let parsed = try OptionParser.parse([], as: .judge, environment: ["EIDOLON_STRICT": "true"])
    #expect(parsed.isOn("strict") && parsed.origin("strict") == "EIDOLON_STRICT")
  }

  @Test func `finds before it begins that a report cannot be written, and leaves one that can as it is`()
    throws
  {
    let problems = run("--provider", "itsme", "--wait", "--report", "/nowhere/judge.json")
    #expect(problems.count == 1 && problems.first?.hasPrefix("--report /nowhere/judge.json") == true)
    let folder = try TemporaryFolder()
    let (kept, new) = ("\(folder.path)/kept.json", "\(folder.path)/new.json")
    try File.write([1, 2], to: kept)
    for path in [kept, new] { try File.checkWritable(path) }
    #expect(try File.read(kept) == [1, 2] && !File.exists(new))
  }

  @Test func `explains what is wrong with an option of serve as serve does`() {
    let problems = run("--provider", "itsme", "--wait", "--listen", "nowhere")
    #expect(
      problems == ["--listen \"nowhere\" is not HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or *:8080"])
  }

  @Test func `names the options of serve in its help`() {
    let text = HelpText.text(of: .judge)
    for option in CommandForm.judge.borrowed { #expect(text.contains(option.flag)) }
    #expect(text.contains("Environment: EIDOLON_URL, EIDOLON_TOKEN."))
  }

  @Test func `prints the reason alone where nothing could be judged, and results that were there before`() {
    let campaign: JSON = [
      "state": "stuck", "reason": "the client is unknown",
      "results": [
        ["case": "kept", "result": "pass", "reason": "refused"],
        ["case": "left", "result": "not_run", "reason": "nothing could be judged"],
      ], "counts": ["pass": 1, "not_run": 1],
    ]
    var progress = JudgeProgress(isTerminal: false)
    let text = progress.text(of: campaign) + JudgeProgress.summary(of: campaign)
    #expect(text.contains("kept") && !text.contains("left"))
    #expect(text.hasSuffix("\nNothing could be judged: the client is unknown.\n"))
    #expect(JudgeCommand.status(campaign) == .unreachable)
  }

  @Test(arguments: [
    ("done", 0, Int32(0)), ("done", 1, 3), ("cancelled", 0, 4), ("cancelled", 1, 3), ("judging", 0, 4),
    ("judging", 2, 3),
  ])
  func `is a success only if the campaign came to its end, and says why it did not`(
    state: String, fails: Int, status: Int32
  ) {
    let campaign: JSON = [
      "state": .string(state), "counts": ["pass": 8, "fail": .integer(fails), "not_run": 10],
    ]
    #expect(JudgeCommand.status(campaign).rawValue == status)
    let words = ["cancelled": "was cancelled", "judging": "is gone"]
    let reason = JudgeProgress.interruption(of: campaign)
    #expect((reason == nil) == (state == "done"))
    #expect(words[state].map { reason?.contains($0) == true } ?? true)
  }

  @Test func `prints a result that was taken back again, says why, and is not a success`() {
    func campaign(_ words: [JSON], _ more: JSONObject = [:]) -> JSON {
      let results = ["one", "two", "three"].indices.map { index -> JSON in
        [
          "case": .string("case-\(index)"), "result": words[index],
          "reason": .string("because it is \(words[index])"),
        ]
      }
      var campaign: JSONObject = [
        "state": "judging", "results": .array(results), "counts": ["pass": 1, "inconclusive": 2],
      ]
      for (name, value) in more { campaign[name] = value }
      return .object(campaign)
    }
    var progress = JudgeProgress(isTerminal: false)
    #expect(progress.text(of: campaign(["pass", "pass", "pass"])).split(separator: "\n").count == 3)
    let doubted = campaign(
      ["pass", "inconclusive", "inconclusive"],
      ["state": "done", "taken_back": "the relying party lets nobody in since case-1; restart it"])
    let again = progress.text(of: doubted).split(separator: "\n")
    #expect(again.count == 2)
    #expect(again[0].hasPrefix("inconclusive  case-1 ") && again[1].hasPrefix("inconclusive  case-2 "))
    #expect(progress.text(of: doubted).isEmpty)
    #expect(
      JudgeProgress.interruption(of: doubted)
        == "results were taken back, because the relying party lets nobody in since case-1; restart it")
    #expect(JudgeCommand.status(doubted) == .unreachable)
    var failed = doubted.object ?? [:]
    failed["counts"] = ["fail": 1, "pass": 1]
    #expect(JudgeCommand.status(.object(failed)) == .findings)
  }

  @Test func `says in its last line that no case was decided`() {
    let campaign: JSON = ["state": "done", "counts": ["inconclusive": 2, "not_run": 1]]
    #expect(JudgeProgress.interruption(of: campaign) == "no case was decided; each says why")
    #expect(JudgeCommand.status(campaign) == .unreachable)
  }

  @Test func `lists the cases of a provider with what is right, without a server, also as JSON`() throws {
    let list = { (arguments: [String]) in
      try JudgeList.report(OptionParser.parse(["--list"] + arguments, as: .judge, environment: [:]))
    }
    let lines = try list(["--provider", "veridium"]).output.split(separator: "\n")
    let fields = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    #expect(lines.count >= 15 && fields.allSatisfy { $0.count == 6 && $0[0] == "veridium" })
    #expect(fields.contains { $0[1...3] == ["flow", "token-bad-signature", "must_refuse"] })
    let json = try JSON(parsing: Array(list(["--provider", "veridium", "--json"]).output.utf8))
    let cases = try #require(json["cases"]?.array)
    #expect(cases.compactMap { $0["case"]?.string } == fields.map { $0[2] })
    for member in ["attack", "fix"] {
      #expect(cases.allSatisfy { $0[member]?.string?.isEmpty == false })
    }
    #expect(try list([]).output.split(separator: "\n").count > lines.count)
    #expect(throws: UsageFailure.self) { try list(["--provider", "veridum"]) }
  }

  @Test func `lists the cases that are chosen as for a campaign`() throws {
    let list = { (arguments: [String]) in
      let all = ["--list", "--provider", "veridium"] + arguments
      let report = try JudgeList.report(OptionParser.parse(all, as: .judge, environment: [:]))
      return report.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    }
    let (every, flow) = (try list([]), try list(["--only", "flow"]))
    #expect(!flow.isEmpty && flow == every.filter { $0[1] == "flow" })
    #expect(try list(["--skip", "flow"]) == every.filter { $0[1] != "flow" })
    #expect(try list(["--only", "token-*"]) == every.filter { $0[2].hasPrefix("token-") })
    #expect(try list(["--level", "must"]) == every.filter { $0[3].hasPrefix("must") })
    #expect(throws: UsageFailure.self) { try list(["--only", "flaw"]) }
    #expect(run("--list", "--level", "may") == ["--level is must or should"])
  }

  @Test func `asks for the option where the provider stands alone`() {
    let failure = UsageFailure("\"itsme\" is not expected here; say --provider itsme")
    #expect(throws: failure) { try OptionParser.parse(["itsme"], as: .judge, environment: [:]) }
  }

  @Test func `names the closest cases for a name that fits none, and the command that lists them all`() {
    let problem = { (arguments: [String]) -> [String] in
      do {
        _ = try JudgeList.report(OptionParser.parse(["--list"] + arguments, as: .judge, environment: [:]))
        return []
      } catch { return (error as? UsageFailure)?.problems ?? [] }
    }
    #expect(
      problem(["--provider", "veridium", "--only", "flaw"]) == [
        "unknown case \"flaw\"; closest: flow; eidolon judge --list --provider veridium shows them all"
      ])
    let near = problem(["--provider", "veridium", "--only", "token-bad-signatur"])
    #expect(
      near.first?.hasPrefix("unknown case \"token-bad-signatur\"; closest: token-bad-signature") == true)
    #expect(
      problem(["--skip", "zzzzzzzz"]) == ["unknown case \"zzzzzzzz\"; eidolon judge --list shows them all"])
  }

  @Test func `says by how much a campaign moved the clock, and the command that puts it back`() {
    let told = JudgeProgress.clock(of: ["clock_moved": "42s"], at: "http://localhost:8080/~t1")
    #expect(told.hasPrefix("The campaign moved the clock by 42s. It stays there, because "))
    #expect(told.hasSuffix(": eidolon ctl clock reset --server http://localhost:8080/~t1\n"))
    #expect(JudgeProgress.clock(of: [:], at: "http://localhost:8080").isEmpty)
  }

  @Test func `says on a terminal how far it is and how long it still takes, and takes that back`() {
    let campaign: JSON = [
      "state": "judging", "results": [["case": "one", "result": "pass", "reason": "refused"]], "left": 7,
      "seconds_left": 12, "present": "id-token-expired",
    ]
    var progress = JudgeProgress(isTerminal: true)
    #expect(progress.text(of: campaign).hasSuffix("\n1 done, 7 to come, about 12 s left: id-token-expired"))
    #expect(progress.text(of: campaign).hasPrefix("\r\u{1B}[K1 done"))
    var file = JudgeProgress(isTerminal: false)
    #expect(!file.text(of: campaign).contains("done"))
  }
}
