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
  /// True if each option can also be given as an environment variable.
  var readsEnvironment = false
  /// The only options for which that is so; `nil` for all.
  var variables: Set<String>?
  /// More for the help, each a paragraph.
  var notes: [String] = []
  /// What the first operands may be, each with one line: what it does.
  var actions: [(name: String, summary: String)] = []
}

extension CommandForm {
  /// True if an option can also be given as an environment variable.
  func reads(_ option: Option) -> Bool { readsEnvironment && variables?.contains(option.name) ?? true }
}

extension Option {
  /// Leaves the built-in layer out; the same for all commands that read scenarios.
  static let noDefaults = Option("no-defaults", "Leaves out the built-in people, clients and scenarios.")
}
