import JSON
import Reference

/// A parsed command line.
enum Invocation {
  case run(Command, ParsedOptions)
  /// `eidolon ctl`: controls a running server.
  case control(CtlAction, ParsedOptions)
  /// Explains an action of `ctl`.
  case helpControl(CtlAction)
  /// Explains a command, or all of them for `nil`.
  case help(Command?)
  /// A page of the reference.
  case topic(Reference.Topic)

  /// - Parameter arguments: those after the program's name.
  static func parse(
    _ arguments: [String], environment: [String: String]
  ) throws(InvocationFailure) -> Invocation {
    guard let first = arguments.first else {
      throw InvocationFailure(nil, UsageFailure("a command is missing"))
    }
    switch first {
    case "-h", "--help": return .help(nil)
    case "--version": return .run(.version, ParsedOptions())
    default: break
    }
    guard let command = Command(rawValue: first) else {
      throw InvocationFailure(nil, UsageFailure(unknown(first)))
    }
    let rest = arguments.dropFirst()
    if command == .ctl, let (action, rest) = CtlAction.find(rest) {
      return try control(action, rest, environment)
    }
    if asksForHelp(rest) { return .help(command) }
    if command == .ctl { throw InvocationFailure(.ctl, UsageFailure(CtlAction.problem(rest))) }
    let parsed: ParsedOptions
    do {
      parsed = try OptionParser.parse(rest, as: command.form, environment: environment)
    } catch {
      throw InvocationFailure(command, error)
    }
    guard command == .help else { return .run(command, parsed) }
    guard let name = parsed.operands.first else { return .help(nil) }
    // "eidolon judge --help" has the options.
    if let topic = Reference.topic(name) { return .topic(topic) }
    if let command = Command(rawValue: name) { return .help(command) }
    let known = Command.allCases.map(\.rawValue) + Reference.topics.map(\.name)
    throw InvocationFailure(nil, UsageFailure(UsageFailure.unknown("command or topic", name, in: known)))
  }

  private static func control(
    _ action: CtlAction, _ arguments: [String], _ environment: [String: String]
  ) throws(InvocationFailure) -> Invocation {
    if asksForHelp(arguments) { return .helpControl(action) }
    do throws(UsageFailure) {
      return .control(
        action, try OptionParser.parse(arguments, as: action.form, environment: environment))
    } catch {
      throw InvocationFailure(.ctl, UsageFailure(error.problems.map { "\(action.name): \($0)" }))
    }
  }

  private static func asksForHelp(_ arguments: some Sequence<String>) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  private static func unknown(_ word: String) -> String {
    let commands = Command.allCases.map(\.rawValue)
    guard word.hasPrefix("-") else { return UsageFailure.unknown("command", word, in: commands) }
    let flag = word.prefix { $0 != "=" }
    if let owner = Command.allCases.first(where: { $0.form.options.contains { $0.flag == flag } }) {
      return "options come after their command: eidolon \(owner.rawValue) \(word)"
    }
    let hint = nearest(String(flag), in: ["--help", "--version"]).map { "; did you mean \"\($0)\"?" } ?? ""
    return "unknown option \(JSONProblem.quoted(word))\(hint)"
  }
}

/// A usage error with the command it is about.
struct InvocationFailure: Error, Equatable {
  let command: Command?
  let failure: UsageFailure

  init(_ command: Command?, _ failure: UsageFailure) {
    (self.command, self.failure) = (command, failure)
  }

  var text: String { failure.text(for: command) }
}
