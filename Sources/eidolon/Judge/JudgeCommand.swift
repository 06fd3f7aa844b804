import Control
import ProviderKit
import Flow
import Glibc
import HTTP
import JSON
import Judge

/// `eidolon judge`: starts a campaign, shows it, runs the test that it waits for, and writes reports.
struct JudgeCommand {
  private let options: ParsedOptions
  private let remote: RemoteControl
  private let reports: [ReportFile]
  /// How long a command may run.
  private let limit: Duration

  static func run(
    _ options: ParsedOptions, environment: [String: String]
  ) throws(UsageFailure) -> ExitStatus {
    if options.isOn("list") {
      if let problem = problem(ofLevel: options) { throw UsageFailure(problem) }
      let report = try JudgeList.report(options)
      Output.print(report.output)
      Output.printError(report.errors)
      return report.status
    }
    let problems = problems(options)
    guard problems.isEmpty else { throw UsageFailure(problems) }
    var server: JudgeServer?
    defer { server?.stop() }
    let own = try ServeOptions(options)
    do throws(CtlFailure) {
      let remote: RemoteControl
      if let url = options.first("url") {
        remote = try RemoteControl(url, options, environment: environment, timeout: patience)
      } else {
        let started = try JudgeServer(own, isLogged: options.isGiven("log"), patience: patience)
        (server, remote) = (started, started.remote)
      }
      let command = JudgeCommand(
        options: options, remote: remote,
        reports: options.all("report").compactMap { ReportFile($0.text) },
        limit: options.first("case-timeout").flatMap { DurationText.parse($0.text) } ?? .seconds(60))
      return try command.run()
    } catch {
      return end(error.text, status(error))
    }
  }

  /// Longer than any call of the control plane waits.
  private static let patience = Duration.seconds(70)

  private static func status(_ failure: CtlFailure) -> ExitStatus {
    switch failure {
    case .usage, .refused: .usage
    case .unreachable, .unmet, .unhealthy, .file: .unreachable
    }
  }

  private static func end(_ text: String, _ status: ExitStatus) -> ExitStatus {
    Output.printError("eidolon judge: \(text)\n")
    return status
  }

  private static func problem(ofLevel options: ParsedOptions) -> String? {
    options.first("level").flatMap {
      ["must", "should"].contains($0.text) ? nil : "--level is must or should"
    }
  }

  private static func problems(_ options: ParsedOptions) -> [String] {
    var problems: [String] = []
    if !options.isGiven("provider") {
      problems.append("--provider NAME is missing: the provider that the relying party uses")
    }
    let ways = ["start-url", "command", "wait"].filter(options.isGiven)
    if ways.count != 1 {
      problems.append("expected one of --start-url URL, --command CMD and --wait: it says who logs in")
    }
    if let problem = problem(ofLevel: options) { problems.append(problem) }
    if options.isGiven("second"), !options.isGiven("start-url") {
      problems.append("--second goes with --start-url: the judge begins the logins at both providers itself")
    }
    // Those of the environment may be meant for another command.
    let misplaced = CommandForm.judge.borrowed.filter { options.origin($0.name) == $0.flag }
    if options.isGiven("url"), !options.isOn("list") {
      problems += misplaced.map {
        "\($0.flag) is for an emulator that is started here, and --url names one that runs already"
          + ($0.name == "client" ? "; to judge only one client's logins: --only-client ID" : "")
      }
    }
    for value in options.all("case-timeout") where (DurationText.parse(value.text) ?? .zero) <= .zero {
      problems.append(
        "--case-timeout \(JSONProblem.quoted(value.text)) is not a duration such as 500ms, 3s or 2m")
    }
    for value in options.all("report") {
      guard let report = ReportFile(value.text) else {
        problems.append("--report \(JSONProblem.quoted(value.text)) \(ReportFile.mistake)")
        continue
      }
      // It is not emptied, because the campaign may resume what is in it.
      do throws(FileError) { try File.checkWritable(report.path) } catch {
        problems.append("--report \(error)")
      }
    }
    return problems
  }

  // MARK: Running

  private func run() throws(CtlFailure) -> ExitStatus {
    if let warning = warningOfOthers { Output.printError(warning) }
    var campaign = try remote.call(.post, "judge", body: .object(try order())).json
    var progress = JudgeProgress(isTerminal: isatty(STDOUT_FILENO) == 1)
    var pace = JudgedPace()
    Output.print(progress.text(of: campaign))
    while Self.isUnderWay(campaign) {
      guard let next = try next(campaign, &pace), next["campaign"] == campaign["campaign"] else { break }
      campaign = next
      Output.print(progress.text(of: campaign))
    }
    Output.print(JudgeProgress.summary(of: campaign) + pace.text)
    // An emulator of its own ends with the command.
    if options.isGiven("url") { Output.print(JudgeProgress.clock(of: campaign, at: remote.root)) }
    try writeReports(campaign)
    if let reason = JudgeProgress.interruption(of: campaign) {
      return Self.end(reason, Self.status(campaign))
    }
    return Self.status(campaign)
  }

  static func isUnderWay(_ campaign: JSON) -> Bool {
    campaign["state"] == "learning" || campaign["state"] == "judging"
  }

  /// The campaign after its next change, for which it may need a login; `nil` if it is gone.
  private func next(_ campaign: JSON, _ pace: inout JudgedPace) throws(CtlFailure) -> JSON? {
    if let listening = campaign["listening"], let name = listening["case"]?.string {
      if let command = options.first("command")?.text {
        let outcome = pace.timing {
          JudgedCommand.run(
            command, variables(of: name, listening["person"]?.string), atMost: limit)
        }
        return try signal(name, outcome)
      }
      Output.printError("waiting for a login: \(name), \(listening["title"]?.string ?? "")\n")
    }
    let seen = "\(campaign["version"]?.integer ?? 0)"
    return try remote.campaign(.get, "judge", ["after": seen, "timeout": "60s"])
  }

  /// How the campaign affects other users of an emulator that it did not start; `nil` if there can be none.
  private var warningOfOthers: String? {
    guard options.isGiven("url") else { return nil }
    return Asker.command.warning(
      at: remote.root, judging: options.first("provider")?.text,
      ofOneClient: options.isGiven("only-client")) + "\n"
  }

  private func order() throws(CtlFailure) -> JSONObject {
    var order: JSONObject = ["asker": "command"]
    for (option, member) in [
      ("provider", "provider"), ("start-url", "start_url"), ("profile-url", "profile_url"),
      ("only-client", "client"), ("second", "second"),
      ("level", "level"), ("case-timeout", "case_timeout"),
    ] { order[member] = options.first(option).map { .string($0.text) } }
    for (option, member) in [
      ("in", "in"), ("out", "out"), ("host", "hosts"), ("only", "only"), ("skip", "skip"),
    ] {
      let values = options.all(option)
      if !values.isEmpty { order[member] = .array(values.map { .string($0.text) }) }
    }
    if options.isGiven("command") { order["way"] = "command" }
    if options.isOn("wait") { order["way"] = "wait" }
    if let file = options.first("resume")?.text {
      let bytes: [UInt8]
      do throws(FileError) { bytes = try File.read(file) } catch { throw .usage("--resume \(error)") }
      guard let json = try? JSON(parsing: bytes), json.object != nil else {
        throw .usage("--resume \(file) is not a JSON report of a campaign")
      }
      order["resume"] = json
    }
    return order
  }

  private func variables(of name: String, _ person: String?) -> [String: String] {
    ["EIDOLON_URL": remote.root, "EIDOLON_CASE": name, "EIDOLON_PERSON": person ?? ""]
  }

  private func signal(_ name: String, _ outcome: JudgedCommand.Outcome) throws(CtlFailure) -> JSON? {
    try remote.campaign(
      .post, "judge/signal",
      body: ["case": .string(name), "exit": .integer(outcome.exit), "words": .string(outcome.output)])
  }

  /// Of a campaign that is gone, only the JSON is left.
  private func writeReports(_ campaign: JSON) throws(CtlFailure) {
    let isGone = Self.isUnderWay(campaign)
    for report in reports {
      let bytes =
        switch report.form {
        case .json where isGone: Array((campaign.text(pretty: true) + "\n").utf8)
        case _ where isGone: [UInt8]()
        case let form: try remote.call(.get, "judge", ["format": form.rawValue]).body
        }
      guard !bytes.isEmpty else {
        Output.printError("--report \(report.path) was not written: the campaign is gone\n")
        continue
      }
      do throws(FileError) { try report.write(bytes) } catch { throw .file("--report \(error)") }
    }
  }

  /// - Parameter campaign: as it was last seen.
  static func status(_ campaign: JSON) -> ExitStatus {
    let count = { (word: String) in campaign["counts"]?[word]?.integer ?? 0 }
    if count("fail") > 0 { return .findings }
    let isWhole = campaign["state"] == "done" && campaign["taken_back"] == nil
    return isWhole && count("pass") + count("warn") > 0 ? .success : .unreachable
  }
}

extension RemoteControl {
  /// The campaign that a call answers; `nil` if it is gone.
  fileprivate func campaign(
    _ method: HTTP.Method, _ path: String, _ query: Form = Form(), body: JSON? = nil
  ) throws(CtlFailure) -> JSON? {
    let answer = try ask(method, path, query, body: body?.bytes())
    switch answer.status {
    case 204, 404: return nil
    // It waits for this case no longer.
    case 409 where method == .post: return try campaign(.get, "judge")
    case 200..<300: return answer.json
    default: throw .refused(answer)
    }
  }
}
