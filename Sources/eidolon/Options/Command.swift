/// What the program can be told to do.
enum Command: String, CaseIterable, Sendable {
  case serve, check, catalog, assertion
  case requestObject = "request-object"
  case decode, ctl, health, version, help
}

/// What a command takes, declared once for the parser and the help.
struct CommandForm: Sendable {
  /// One line: what the command does.
  let summary: String
  /// The operands as the usage line shows them; empty for none.
  var operands = ""
  /// How many operands there may be.
  var operandCount: ClosedRange<Int> = 0...0
  /// The options, in the order of the help.
  var options: [Option] = []
  /// Whether each option can also be given as an environment variable.
  var readsEnvironment = false
  /// The only options for which that is so; `nil` for all.
  var variables: Set<String>?
  /// More for the help, each a paragraph.
  var notes: [String] = []
  /// What the first operands may be, each with one line: what it does.
  var actions: [(name: String, summary: String)] = []
}

extension Command {
  /// What the command takes.
  var form: CommandForm {
    switch self {
    case .serve: .serve
    case .check:
      CommandForm(
        summary: "checks folders of scenarios and prints everything that is wrong with them",
        operands: "DIR…", operandCount: 1 ... .max, options: [.noDefaults],
        notes: [
          "The folders are laid over the built-in scenarios and over one another, in the order given, as \"serve\" does. "
            + "Exit status: 0 when all is well, 2 with problems."
        ])
    case .catalog:
      CommandForm(
        summary: "lists the words that scenarios may use: verbs, faults, defects, quirks, lifetimes",
        operands: "[PROVIDER]", operandCount: 0...1,
        options: [
          Option("json", "Prints JSON instead of text."),
          Option("schema", "scenario|world", "Prints the JSON Schema of that file instead, for editors."),
        ])
    case .assertion: .assertion
    case .requestObject: .requestObject
    case .decode: .decode
    case .ctl: .ctl
    case .health:
      CommandForm(
        summary: "asks a running server whether it is well",
        options: [
          Option(
            "url", "URL",
            "The server. Default: the first address of EIDOLON_LISTEN, else http://127.0.0.1:8080."
          )
        ],
        notes: [
          "For HEALTHCHECK in containers. Plain http only. Exit status: 0 when the server answers that it is well, else 1."
        ])
    case .version: CommandForm(summary: "prints the version")
    case .help:
      CommandForm(summary: "explains a command", operands: "[COMMAND]", operandCount: 0...1)
    }
  }
}

extension CommandForm {
  /// Whether an option can also be given as an environment variable.
  func reads(_ option: Option) -> Bool { readsEnvironment && variables?.contains(option.name) ?? true }
}

extension Option {
  /// Leaves the built-in layer out; the same for all commands that read scenarios.
  static let noDefaults = Option("no-defaults", "Leaves out the built-in people, clients and scenarios.")
}
