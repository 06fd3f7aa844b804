import HTTP
import JSON

/// An action of `eidolon ctl`, declared once for the parser, the help and the run.
struct CtlAction: Sendable {
  /// The words after `eidolon ctl`, such as `queue add`.
  let name: String
  let form: CommandForm
  /// Returns the text for standard output.
  let run: @Sendable (RemoteControl, ParsedOptions) throws(CtlFailure) -> String

  init(
    _ name: String, _ summary: String, operands: String, _ operandCount: ClosedRange<Int>,
    _ options: [Option] = [], notes: [String] = [],
    run: @escaping @Sendable (RemoteControl, ParsedOptions) throws(CtlFailure) -> String
  ) {
    self.name = name
    form = CommandForm(
      summary: summary, operands: operands, operandCount: operandCount, options: options + CtlAction.common,
      readsEnvironment: true, variables: Set(CtlAction.common.map(\.name)), notes: notes)
    self.run = run
  }

  init(
    _ name: String, _ summary: String, _ options: [Option] = [], notes: [String] = [],
    run: @escaping @Sendable (RemoteControl, ParsedOptions) throws(CtlFailure) -> String
  ) {
    self.init(name, summary, operands: "", 0...0, options, notes: notes, run: run)
  }

  static let common = [
    Option("server", "URL", "The server, http or https. Default: http://localhost:8080."),
    Option("sandbox", "NAME", "The sandbox. Default: the root one."),
    .token,
    Option("timeout", "DURATION", "How long to wait for an answer, such as 500ms or 30s. Default: 10s."),
    .authorities,
  ]

  static let json = Option("json", "Prints the server's answer whole, as JSON.")
  static let output = Option("output", "FILE", "Writes there instead of to standard output.")
  static let provider = Option("provider", "NAME", "Only of this provider.")
  static let client = Option("client", "ID", "Only of this client.")

  /// In the order of the help.
  static let all: [CtlAction] =
    sandboxes + queue + clock + transactions + verification + insight + snapshots

  /// The action that the arguments begin with, and the arguments after it.
  static func find(_ arguments: some Collection<String>) -> (action: CtlAction, rest: [String])? {
    let words = Array(arguments)
    for action in all {
      let name = action.name.split(separator: " ").map(String.init)
      if words.starts(with: name) { return (action, Array(words.dropFirst(name.count))) }
    }
    return nil
  }

  /// Says what is wrong with arguments that do not begin with an action.
  static func problem(_ arguments: some Collection<String>) -> String {
    let words = arguments.prefix { !$0.hasPrefix("-") }
    let names = all.map(\.name)
    guard let first = words.first else {
      guard !arguments.isEmpty else { return "an action is missing, such as \"clock show\"" }
      return "options come after the action: eidolon ctl \(reordered(Array(arguments)))"
    }
    let ofFirst = names.filter { $0.hasPrefix("\(first) ") }
    if ofFirst.isEmpty { return UsageFailure.unknown("action", first, in: names) }
    guard let second = words.dropFirst().first else {
      return "\(first): what? \(ofFirst.map { "\"\($0)\"" }.joined(separator: ", "))"
    }
    return UsageFailure.unknown("action", "\(first) \(second)", in: ofFirst)
  }

  /// The same words with the action, or one for example, before the options; logs shall keep no token.
  private static func reordered(_ given: [String]) -> String {
    let arguments = given.indices.map { index in
      if index > 0, given[index - 1] == "--token" { return "TOKEN" }
      return given[index].hasPrefix("--token=") ? "--token=TOKEN" : given[index]
    }
    for start in arguments.indices {
      guard let (action, rest) = find(arguments[start...]) else { continue }
      return ([action.name] + rest + arguments[..<start]).joined(separator: " ")
    }
    return (["clock show"] + arguments).joined(separator: " ")
  }

  func report(_ options: ParsedOptions, environment: [String: String]) -> Report {
    do throws(CtlFailure) {
      var server = try RemoteControl(options, environment: environment)
      server.given = GivenWords(options, operands: form.operands)
      return Report(output: try run(server, options))
    } catch .unhealthy(let text) {
      return Report(output: text, status: .failure)
    } catch {
      // One that is there and slow needs no start.
      let isAbsent = error.status == .unreachable && error.text.firstRange(of: "no connection to") != nil
      let lines = error.text.split(separator: "\n").map { "eidolon ctl \(name): \($0)\n" }
      return Report(
        errors: lines.joined()
          + (isAbsent ? "Start a server with \"eidolon serve\", or name another with --server URL.\n" : ""),
        status: error.status)
    }
  }

  // MARK: Parts that actions share

  /// A line of values separated by tabs, with `-` for a missing one.
  static func line(_ values: JSON?...) -> String {
    let texts = values.map { value in
      switch value {
      case nil, .null: "-"
      case .string(let text): text
      case let value?: value.text()
      }
    }
    return texts.joined(separator: "\t") + "\n"
  }

  /// A query of the options given, under the same names.
  static func query(_ names: [String], _ options: ParsedOptions) -> Form {
    var form = Form()
    for name in names { if let value = options.first(name) { form.append(name, value.text) } }
    return form
  }

  /// The text for standard output: the answer, or nothing if `--output` names a file.
  static func deliver(_ answer: RemoteControl.Answer, _ options: ParsedOptions) throws(CtlFailure) -> String {
    guard let file = options.first("output") else { return answer.text }
    do throws(FileError) {
      // Journals and snapshots have secrets.
      try File.writeSecret(answer.text, to: file.text)
    } catch { throw .file("--output \(error)") }
    return ""
  }

  /// A JSON document of a file, or of standard input for `-`.
  static func document(_ name: String) throws(CtlFailure) -> JSON { try read(name).document }

  /// The same as it was written.
  static func text(_ name: String) throws(CtlFailure) -> [UInt8] { try read(name).bytes }

  private static func read(_ name: String) throws(CtlFailure) -> (bytes: [UInt8], document: JSON) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try name == "-" ? File.readStandardInput() : File.read(name)
    } catch { throw .usage("\(error)") }
    do throws(JSONProblem) {
      return (bytes, try JSON(parsing: bytes))
    } catch { throw .usage("\(name): \(error)") }
  }
}
