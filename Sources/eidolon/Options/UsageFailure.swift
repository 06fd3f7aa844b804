import JSON

/// Everything that is wrong with how the program was called.
struct UsageFailure: Error, Equatable {
  let problems: [String]

  init(_ problems: [String]) { self.problems = problems }

  init(_ problem: String) { problems = [problem] }

  /// The lines to print, ending with a hint at the help.
  func text(for command: Command?) -> String {
    let name = command.map { "eidolon \($0.rawValue)" } ?? "eidolon"
    let help = command.map { "eidolon help \($0.rawValue)" } ?? "eidolon help"
    return problems.map { "\(name): \($0)\n" }.joined() + "\"\(help)\" explains.\n"
  }

  /// The allowed word that begins with this one, such as `warning` for `warn`.
  private static func beginning(with word: String, in allowed: [String]) -> String? {
    word.utf8.count >= 3 ? allowed.first { $0.hasPrefix(word) } : nil
  }

  /// A message about a word that is not allowed, with the closest one that is.
  static func unknown(_ what: String, _ word: String, in allowed: [String]) -> String {
    let hint =
      (nearest(word, in: allowed) ?? beginning(with: word, in: allowed)).map { "did you mean \"\($0)\"?" }
      ?? "known are \(allowed.joined(separator: ", "))"
    return "unknown \(what) \(JSONProblem.quoted(word)); \(hint)"
  }
}
