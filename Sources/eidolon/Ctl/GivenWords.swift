import JSON

/// What the user wrote for the members of a body that an action made: nobody has seen its lines and columns.
struct GivenWords {
  private var options = ParsedOptions()
  private var operand: String?

  init() {}

  /// - Parameter operands: those of the action's help, such as `ID VERB`; the last one is a member of the body.
  init(_ options: ParsedOptions, operands: String) {
    self.options = options
    operand = operands.split(separator: " ").last.map { String($0.filter { $0 != "[" && $0 != "]" }) }
  }

  /// What is wrong with each; `nil` for a problem document about something else.
  func explain(_ document: JSON) -> String? {
    if let parameter = document["parameter"]?.string, let detail = document["detail"]?.string,
      detail.hasPrefix("\(parameter):")
    {
      return name(of: parameter) + detail.dropFirst(parameter.count)
    }
    if document["type"] == "urn:eidolon:problem:unknown-sandbox", let detail = document["detail"]?.string,
      let sandbox = options.first("sandbox")?.text
    {
      let server = options.first("server").map { " --server \($0.text)" } ?? ""
      return "\(detail)\nto make it: eidolon ctl sandbox new \(sandbox)\(server)"
    }
    guard let problems = document["problems"]?.array else { return nil }
    let world = options.first("world")?.text
    switch document["type"]?.string {
    case "urn:eidolon:problem:malformed-body":
      return problems.map { text($0, in: nil) }.joined(separator: "\n")
    // The server lays the file over its own, and counts the lines of both together.
    case "urn:eidolon:problem:invalid-scenarios" where world != nil:
      return problems.map { text($0, in: world) }.joined(separator: "\n")
    default: return nil
    }
  }

  private func text(_ problem: JSON, in file: String?) -> String {
    let path = problem["path"]?.string.map { file == nil ? name(of: $0) : $0 }
    return [file, path, problem["message"]?.string].compactMap { $0 }.joined(separator: ": ")
  }

  /// `--at` for `clock.at`, `--param: state` for `request.params.state`, `DURATION` for `by`.
  private func name(of path: String) -> String {
    var rest = path.split(separator: ".")[...]
    while let step = rest.popFirst() {
      guard let origin = origin(step) else { continue }
      return rest.isEmpty ? origin : "\(origin): \(rest.joined(separator: "."))"
    }
    return Self.ofOperands.contains(path) ? operand ?? path : path
  }

  private func origin(_ member: Substring) -> String? {
    let name = String(member.map { $0 == "_" ? "-" : $0 })
    // A repeatable option is one of several: --param of params.
    return options.first(name)?.origin
      ?? (name.last == "s" ? options.first(String(name.dropLast()))?.origin : nil)
  }

  /// The members that operands become.
  private static let ofOperands = ["name", "at", "by", "do", "saw", "id", "scenario"]
}
