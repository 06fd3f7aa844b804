import Control
import ProviderKit
import Flow
import Glibc
import HTTP
import JSON

/// `eidolon judge`: starts a campaign, shows it, runs the test that it waits for, and writes reports.
struct JudgeCommand {
  private let options: ParsedOptions
  private let remote: JudgeRemote
  private let reports: [ReportFile]
  private let limit: Duration

  static func run(
    _ options: ParsedOptions, environment: [String: String]
  ) throws(UsageFailure) -> ExitStatus {
    if options.isOn("list") {
      let report = try JudgeList.report(options)
      Output.print(report.output)
      Output.printError(report.errors)
      return report.status
    }
    let problems = problems(options)
    guard problems.isEmpty else { throw UsageFailure(problems) }
    var server: JudgeServer?
    defer { server?.stop() }
    let url: String
    if let given = options.first("url")?.text {
      url = given
    } else {
      do throws(RunFailure) {
        let own = try JudgeServer(options)
        (server, url) = (own, own.url)
      } catch { return end(error.reason, .usage) }
    }
    var authorities: String?
    if let file = options.first("ca") {
      do throws(FileError) { authorities = try File.readText(file.text) } catch {
        throw UsageFailure("--ca \(error)")
      }
    }
    let token =
      options.first("token")?.text ?? environment["EIDOLON_CONTROL_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
    let command = JudgeCommand(
      options: options, remote: JudgeRemote(url, token: token, authorities: authorities),
      reports: options.all("report").compactMap { ReportFile($0.text) },
      limit: options.first("case-timeout").flatMap { DurationText.parse($0.text) } ?? .seconds(10))
    do throws(JudgeFailure) { return try command.run() } catch {
      return end(error.text, { if case .refused = error { .usage } else { .unreachable } }())
    }
  }

  private static func end(_ text: String, _ status: ExitStatus) -> ExitStatus {
    Output.printError("eidolon judge: \(text)\n")
    return status
  }

  private static func problems(_ options: ParsedOptions) -> [String] {
    var problems: [String] = []
    if !options.isGiven("provider") {
      problems.append("--provider NAME is missing: the provider that the relying party uses")
    }
    let ways = ["start-url", "command", "wait"].filter(options.isGiven)
    if ways.count != 1 {
      problems.append("one of --start-url URL, --command CMD and --wait is wanted: it says who logs in")
    }
    if options.first("level").map({ !["must", "should"].contains($0.text) }) ?? false {
      problems.append("--level is must or should")
    }
    if options.isGiven("second"), !options.isGiven("start-url") {
      problems.append("--second goes with --start-url: the judge begins the logins at both providers itself")
    }
    for value in options.all("case-timeout") where (DurationText.parse(value.text) ?? .zero) <= .zero {
      problems.append(
        "--case-timeout \(JSONProblem.quoted(value.text)) is no duration such as 500ms, 3s or 2m")
    }
    for value in options.all("report") where ReportFile(value.text) == nil {
      let forms = ReportForm.allCases.map(\.fileExtension).joined(separator: ", ")
      problems.append(
        "--report \(JSONProblem.quoted(value.text)) has a name whose end says no form: \(forms)")
    }
    return problems
  }

  // MARK: Running

  private func run() throws(JudgeFailure) -> ExitStatus {
    var campaign = try remote.call(.post, "judge", .object(try order()))
    var progress = JudgeProgress(isTerminal: isatty(STDOUT_FILENO) == 1)
    while true {
      Output.print(progress.text(of: campaign))
      guard campaign["state"] == "learning" || campaign["state"] == "judging" else { break }
      if let listening = campaign["listening"], let name = listening["case"]?.string {
        if let command = options.first("command")?.text {
          campaign = try signal(name, command, listening["person"]?.string)
          continue
        }
        Output.printError("waiting for a login: \(name), \(listening["title"]?.string ?? "")\n")
      }
      campaign = try remote.call(.get, "judge?after=\(campaign["version"]?.integer ?? 0)&timeout=60s")
    }
    Output.print(JudgeProgress.summary(of: campaign))
    try writeReports()
    return Self.status(campaign)
  }

  private func order() throws(JudgeFailure) -> JSONObject {
    var order: JSONObject = [:]
    for (option, member) in [
      ("provider", "provider"), ("start-url", "start_url"), ("profile-url", "profile_url"),
      ("client", "client"), ("second", "second"),
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
      do throws(FileError) { bytes = try File.read(file) } catch { throw .file("--resume \(error)") }
      guard let json = (try? JSONParser.parse(bytes))?.json, json.object != nil else {
        throw .file("--resume \(file) is no JSON report of a campaign")
      }
      order["resume"] = json
    }
    return order
  }

  private func signal(_ name: String, _ command: String, _ person: String?) throws(JudgeFailure) -> JSON {
    let outcome = JudgedCommand.run(
      command, ["EIDOLON_URL": remote.url, "EIDOLON_CASE": name, "EIDOLON_PERSON": person ?? ""],
      atMost: max(limit, .seconds(60)))
    return try remote.call(
      .post, "judge/signal",
      ["case": .string(name), "exit": .integer(outcome.exit), "words": .string(outcome.output)])
  }

  private func writeReports() throws(JudgeFailure) {
    for report in reports {
      let bytes = try remote.bytes(.get, "judge?format=\(report.form.rawValue)")
      do throws(FileError) { try report.write(bytes) } catch { throw .file("--report \(error)") }
    }
  }

  static func status(_ campaign: JSON) -> ExitStatus {
    let count = { (word: String) in campaign["counts"]?[word]?.integer ?? 0 }
    if count("fail") > 0 { return .findings }
    guard campaign["state"] != "stuck", count("pass") + count("warn") > 0 else { return .unreachable }
    return .success
  }
}
