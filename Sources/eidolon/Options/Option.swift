/// An option of a command, declared once: the parser, the help and the environment read the same declaration.
struct Option: Sendable {
  /// The name without its dashes.
  let name: String
  /// What stands for the value in texts, such as `HOST:PORT`; `nil` for a switch.
  let value: String?
  /// True if it may be given again.
  let isRepeatable: Bool
  /// What separates the values in the environment variable of a repeatable option.
  let separator: Character
  /// What it does, for the help.
  let help: String

  /// An option with a value.
  init(
    _ name: String, _ value: String, isRepeatable: Bool = false, separator: Character = ",", _ help: String
  ) {
    (self.name, self.value, self.isRepeatable, self.separator) = (name, value, isRepeatable, separator)
    self.help = help
  }

  /// A switch: on when it is given.
  init(_ name: String, _ help: String) {
    (self.name, value, isRepeatable, separator, self.help) = (name, nil, false, ",", help)
  }

  /// How it stands on the command line.
  var flag: String { "--\(name)" }

  /// The environment variable of the same meaning.
  var variable: String { "EIDOLON_" + String(name.map { $0 == "-" ? "_" : $0 }).uppercased() }
}

/// The value of an option with where it came from, so that an error can point at it.
struct OptionValue: Sendable, Hashable {
  /// The value as written.
  let text: String
  /// `--listen` or `EIDOLON_LISTEN`.
  let origin: String
}

/// What a command line and the environment say.
struct ParsedOptions: Sendable {
  /// The values of the options that were given, by name.
  var values: [String: [OptionValue]] = [:]
  /// The switches that are on.
  var switches: Set<String> = []
  /// What is no option.
  var operands: [String] = []

  /// All values of an option, in order.
  func all(_ name: String) -> [OptionValue] { values[name] ?? [] }

  /// The value of an option that is given once.
  func first(_ name: String) -> OptionValue? { values[name]?.first }

  /// True if a switch is on.
  func isOn(_ name: String) -> Bool { switches.contains(name) }

  /// Where an option came from, for texts about options that do not go together.
  func isGiven(_ name: String) -> Bool { switches.contains(name) || values[name] != nil }
}
