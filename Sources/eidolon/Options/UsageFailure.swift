import JSON

/// What is wrong with how the program was called, everything found in one run.
struct UsageFailure: Error, Equatable {
  let problems: [String]

  init(_ problems: [String]) { self.problems = problems }

  init(_ problem: String) { problems = [problem] }

  /// The lines to print, with where to read more.
  func text(for command: Command?) -> String {
    let name = command.map { "eidolon \($0.rawValue)" } ?? "eidolon"
    let help = command.map { "eidolon help \($0.rawValue)" } ?? "eidolon help"
    return problems.map { "\(name): \($0)\n" }.joined() + "\"\(help)\" explains.\n"
  }

  /// A word that is none of those allowed, with the closest of them.
  static func unknown(_ what: String, _ word: String, in allowed: [String]) -> String {
    let hint =
      nearest(word, in: allowed).map { "did you mean \"\($0)\"?" }
      ?? "known are \(allowed.joined(separator: ", "))"
    return "unknown \(what) \(JSONProblem.quoted(word)); \(hint)"
  }
}
