/// What a command takes, declared once for the parser and the help.
struct CommandForm: Sendable {
  /// What the command does, in one line.
  let summary: String
  /// As the usage line shows them; empty for none.
  var operands = ""
  var operandCount: ClosedRange<Int> = 0...0
  /// In the order of the help.
  var options: [Option] = []
  /// Options of `serve` that it takes too; the help only names them.
  var borrowed: [Option] = []
  /// True if each option can also be given as an environment variable.
  var readsEnvironment = false
  /// The only options that can be given as variables; `nil` for all.
  var variables: Set<String>?
  /// Further paragraphs of the help.
  var notes: [String] = []
  /// What the first operands may be, each with what it does in one line.
  var actions: [(name: String, summary: String)] = []
}

extension CommandForm {
  var allOptions: [Option] { options + borrowed }

  /// True if an option can also be given as an environment variable.
  func reads(_ option: Option) -> Bool { readsEnvironment && variables?.contains(option.name) ?? true }
}

extension Option {
  /// The same for all commands that read scenarios.
  static let noDefaults = Option("no-defaults", "Leaves out the built-in people, clients and scenarios.")

  // The same for all commands that call the control plane.
  static let token = Option(
    "token", "TOKEN", "The token of --control-token. Default: EIDOLON_CONTROL_TOKEN, its first.")
  static let authorities = Option(
    "ca", "FILE", "Trusts these authorities (PEM) too, such as what /_eidolon/ca.pem gives.")
}
