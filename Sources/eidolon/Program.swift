import Control
import Glibc
import Reference

enum Program {
  static let version = Control.version

  static func run() -> ExitStatus {
    let environment = ProcessEnvironment.read()
    do throws(InvocationFailure) {
      let invocation = try Invocation.parse(
        Array(CommandLine.arguments.dropFirst()), environment: environment)
      switch invocation {
      case .help(nil): Output.print(HelpText.overview)
      case .topic(let topic): Output.print(topic.text)
      case .help(let command?): Output.print(HelpText.text(of: command))
      case .helpControl(let action): Output.print(HelpText.text(of: action))
      case .control(let action, let options):
        let report = action.report(options, environment: environment)
        Output.print(report.output)
        Output.printError(report.errors)
        return report.status
      case .run(let command, let options):
        do {
          return try run(command, options, environment)
        } catch {
          throw InvocationFailure(command, error)
        }
      }
      return .success
    } catch {
      Output.printError(error.text)
      return .usage
    }
  }

  private static func run(
    _ command: Command, _ options: ParsedOptions, _ environment: [String: String]
  ) throws(UsageFailure) -> ExitStatus {
    let report: Report
    switch command {
    case .serve: return try ServeCommand.run(options)
    case .judge: return try JudgeCommand.run(options, environment: environment)
    case .mcp: return try MCPCommand.run(options, environment: environment)
    case .check: report = CheckCommand.run(options)
    case .catalog: report = try CatalogCommand.run(options)
    case .assertion: report = try AssertionCommand.run(options)
    case .requestObject: report = try RequestObjectCommand.run(options)
    case .decode: report = DecodeCommand.run(options)
    case .health: report = try HealthCommand.run(options, environment: environment)
    case .version: report = Report(output: "eidolon \(version)\n")
    // `Invocation` has cases of its own for these.
    case .ctl, .help: report = Report(output: HelpText.overview)
    }
    Output.print(report.output)
    Output.printError(report.errors)
    return report.status
  }
}
