/// An option of a command, declared once: the parser, the help and the environment read the same declaration.
struct Option: Sendable {
  /// The name without its dashes.
  let name: String
  /// The placeholder for the value in texts, such as `HOST:PORT`; `nil` for a switch.
  let value: String?
  /// True if it may be given several times.
  let isRepeatable: Bool
  /// What separates the values in the environment variable of a repeatable option.
  let separator: Character
  let help: String

  init(
    _ name: String, _ value: String, isRepeatable: Bool = false, separator: Character = ",", _ help: String
  ) {
    (self.name, self.value, self.isRepeatable, self.separator) = (name, value, isRepeatable, separator)
    self.help = help
  }

  init(_ name: String, _ help: String) {
    (self.name, value, isRepeatable, separator, self.help) = (name, nil, false, ",", help)
  }

  /// Such as `--public-url`.
  var flag: String { "--\(name)" }

  /// Such as `EIDOLON_PUBLIC_URL`.
  var variable: String { "EIDOLON_" + String(name.map { $0 == "-" ? "_" : $0 }).uppercased() }
}

/// The value of an option with its origin, so that an error can point at it.
struct OptionValue: Sendable, Hashable {
  /// As written.
  let text: String
  /// `--listen` or `EIDOLON_LISTEN`.
  let origin: String
}

struct ParsedOptions: Sendable {
  /// Values by the option's name.
  var values: [String: [OptionValue]] = [:]
  /// The origin of each switch that is on, by its name: `--strict` or `EIDOLON_STRICT`.
  var switches: [String: String] = [:]
  /// The arguments that are not options.
  var operands: [String] = []

  /// In the order given.
  func all(_ name: String) -> [OptionValue] { values[name] ?? [] }

  func first(_ name: String) -> OptionValue? { values[name]?.first }

  func isOn(_ name: String) -> Bool { switches[name] != nil }

  /// True also for an option with a value.
  func isGiven(_ name: String) -> Bool { origin(name) != nil }

  /// `--listen` or `EIDOLON_LISTEN`; `nil` if it is not given.
  func origin(_ name: String) -> String? { switches[name] ?? first(name)?.origin }
}
