import Glibc

/// The environment variables that the program reads.
enum ProcessEnvironment {
  /// The values of all options of all commands, by variable.
  static func read() -> [String: String] {
    var values: [String: String] = [:]
    for command in Command.allCases where command.form.readsEnvironment {
      for variable in command.form.options.map(\.variable) {
        if let value = unsafe getenv(variable) { values[variable] = unsafe String(cString: value) }
      }
    }
    return values
  }
}
