import Reference

/// The texts of `eidolon help`.
enum HelpText {
  /// Columns of the narrowest usual terminal.
  private static let width = 80

  static var overview: String {
    let names = Command.allCases.map(\.rawValue)
    let column = (names.map(\.count).max() ?? 0) + 4
    let commands = Command.allCases.map { command in
      entry(command.rawValue, command.form.summary, column: column)
    }
    let topicColumn = (Reference.topics.map(\.name.count).max() ?? 0) + 4
    let topics = Reference.topics.map { entry($0.name, $0.summary, column: topicColumn) }
    return """
      Eidolon stands in for the electronic-identity services that a relying party
      logs people in with. It is an emulator: no real identity is behind it.

      Usage: eidolon COMMAND [OPTION]…

      \(commands.joined())
      "eidolon help COMMAND" explains a command. To begin: eidolon serve

      The reference, printed by "eidolon help TOPIC" and shown at /docs:

      \(topics.joined())
      """
  }

  static func text(of command: Command) -> String {
    text(of: command.form, named: command.rawValue)
  }

  static func text(of action: CtlAction) -> String { text(of: action.form, named: "ctl \(action.name)") }

  private static func text(of form: CommandForm, named name: String) -> String {
    let options = form.options.isEmpty ? "" : "[OPTION]…"
    // Options of an action follow it.
    let arguments = form.actions.isEmpty ? [options, form.operands] : [form.operands, options]
    let usage = (["eidolon", name] + arguments).filter { !$0.isEmpty }
    var parts = [
      wrapped("eidolon \(name): \(form.summary).", indent: 0),
      "Usage: \(usage.joined(separator: " "))\n",
    ]
    if !form.actions.isEmpty {
      let column = (form.actions.map(\.name.count).max() ?? 0) + 4
      parts.append(form.actions.map { entry($0.name, $0.summary, column: column) }.joined())
    }
    if !form.options.isEmpty {
      parts.append(form.options.map(entry).joined())
    }
    if !form.borrowed.isEmpty { parts.append(wrapped(borrowed(form), indent: 0)) }
    parts += form.notes.map { wrapped($0, indent: 0) }
    if form.readsEnvironment { parts.append(wrapped(environment(form), indent: 0)) }
    return parts.joined(separator: "\n")
  }

  private static func entry(_ option: Option) -> String {
    let head =
      "  \(option.flag)" + (option.value.map { " \($0)" } ?? "")
      + (option.isRepeatable ? "  (repeatable)" : "")
    return head + "\n" + wrapped(option.help, indent: 6)
  }

  private static func entry(_ name: String, _ text: String, column: Int) -> String {
    let lines = wrapped(text, indent: column)
    return "  \(name)" + lines.dropFirst(name.count + 2)
  }

  private static func borrowed(_ form: CommandForm) -> String {
    let flags = form.borrowed.map(\.flag).joined(separator: ", ")
    return
      "An emulator that is started here takes these options of \"eidolon serve\" too, also from their environment "
      + "variables: \(flags)."
  }

  private static func environment(_ form: CommandForm) -> String {
    if let variables = form.variables {
      let names = form.options.filter { variables.contains($0.name) }.map(\.variable)
      return "Environment: \(names.joined(separator: ", ")). The command line wins."
    }
    let others = form.options.filter { $0.isRepeatable && $0.separator != "," }
    let exception = others.map { "\($0.variable) by \"\($0.separator)\"" }.joined(separator: ", ")
    return "Each option is also an environment variable, such as EIDOLON_PUBLIC_URL for --public-url and "
      + "EIDOLON_STRICT=true for --strict. Repeated values are separated by commas"
      + (exception.isEmpty ? "" : " (\(exception), since its values hold commas)")
      + ". The command line wins."
  }

  /// Breaks the text into lines of at most `width` columns, all with the same indent.
  static func wrapped(_ text: String, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    lines.append(line)
    return lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
  }
}
