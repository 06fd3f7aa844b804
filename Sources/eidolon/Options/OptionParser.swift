import JSON
import ProviderKit
import Registry

/// Reads a command line and the environment by a command's declaration, and collects every problem.
struct OptionParser {
  private let form: CommandForm
  private var parsed = ParsedOptions()
  private var problems: [String] = []

  /// - Parameter arguments: those after the command's name.
  ///
  /// An option on the command line replaces all values of its environment variable. An empty variable counts as absent,
  /// because that is how containers unset one.
  static func parse(
    _ arguments: some Sequence<String>, as form: CommandForm, environment: [String: String] = [:]
  ) throws(UsageFailure) -> ParsedOptions {
    var parser = OptionParser(form: form)
    parser.readCommandLine(Array(arguments))
    if form.readsEnvironment { parser.readEnvironment(environment) }
    parser.checkOperands()
    guard parser.problems.isEmpty else { throw UsageFailure(parser.problems) }
    return parser.parsed
  }

  private init(form: CommandForm) { self.form = form }

  // MARK: The command line

  private mutating func readCommandLine(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        parsed.operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        parsed.operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard let option = form.allOptions.first(where: { $0.flag == parts[0] }) else {
        problems.append(unknown(parts[0]))
        // Its value, if it has one, must not be taken for an operand as well.
        if parts.count == 1, form.operandCount == 0...0, let next = rest.first, !next.hasPrefix("-") {
          rest.removeFirst()
        }
        continue
      }
      read(option, inline: parts.count == 2 ? parts[1] : nil, &rest)
    }
  }

  private mutating func read(_ option: Option, inline: String?, _ rest: inout ArraySlice<String>) {
    guard let placeholder = option.value else {
      if inline != nil { problems.append("\(option.flag) does not accept a value") }
      parsed.switches[option.name] = option.flag
      return
    }
    // Two dashes begin the next option; a value that begins with them can be given as --name=--value.
    let value = inline ?? (rest.first.map { !$0.hasPrefix("--") } == true ? rest.removeFirst() : "")
    guard !value.isEmpty else {
      problems.append("\(option.flag) needs a value: \(option.flag) \(placeholder)")
      return
    }
    if !option.isRepeatable, parsed.values[option.name] != nil {
      problems.append("\(option.flag) is given twice")
      return
    }
    parsed.values[option.name, default: []].append(OptionValue(text: value, origin: option.flag))
  }

  private func unknown(_ flag: String) -> String {
    let known = form.allOptions.map(\.flag) + ["--help"]
    if !flag.hasPrefix("--"), known.contains("-\(flag)") {
      return "unknown option \(JSONProblem.quoted(flag)); options have two dashes: -\(flag)"
    }
    let hint = nearest(flag, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
    return "unknown option \(JSONProblem.quoted(flag))\(hint)"
  }

  private mutating func checkOperands() {
    let count = parsed.operands.count
    guard !form.operandCount.contains(count) else { return }
    if count < form.operandCount.lowerBound {
      problems.append("\(form.operands.filter { $0 != "…" }) is missing")
    } else {
      for extra in parsed.operands.dropFirst(form.operandCount.upperBound) {
        let isProvider =
          form.options.contains { $0.name == "provider" } && registry.contains { $0.slug == extra }
        problems.append(
          "\(JSONProblem.quoted(extra)) is not expected here"
            + (isProvider ? "; say --provider \(extra)" : ""))
      }
    }
  }

  // MARK: The environment

  private mutating func readEnvironment(_ environment: [String: String]) {
    for option in form.allOptions where form.reads(option) {
      guard !parsed.isGiven(option.name), let text = environment[option.variable], !text.isEmpty else {
        continue
      }
      if option.value == nil {
        readSwitch(option, text)
      } else if option.isRepeatable {
        let values = text.listed(by: option.separator)
        guard !values.isEmpty else { continue }
        parsed.values[option.name] = values.map { OptionValue(text: $0, origin: option.variable) }
      } else {
        parsed.values[option.name] = [OptionValue(text: text, origin: option.variable)]
      }
    }
  }

  private mutating func readSwitch(_ option: Option, _ text: String) {
    switch text.lowercased() {
    case "1", "true", "yes", "on": parsed.switches[option.name] = option.variable
    case "0", "false", "no", "off": break
    default: problems.append("\(option.variable) is \(JSONProblem.quoted(text)); expected true or false")
    }
  }
}

extension StringProtocol {
  /// The values of a variable that may hold several.
  func listed(by separator: Character = ",") -> [String] {
    split(separator: separator).map { String($0.trimmed) }.filter { !$0.isEmpty }
  }

  /// Without leading and trailing blanks and line breaks.
  var trimmed: SubSequence {
    let rest = drop { $0 == " " || $0 == "\t" || $0.isNewline }
    guard let last = rest.lastIndex(where: { $0 != " " && $0 != "\t" && !$0.isNewline }) else { return rest }
    return rest[...last]
  }
}
