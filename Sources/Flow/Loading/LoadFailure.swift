public import JSON

/// Files that cannot be used: everything that is wrong with them, found in one run.
public struct LoadFailure: Error, Sendable, Hashable {
  /// The problems: layer by layer, the world before the stories, each file in the order of its text.
  public let problems: [FileProblem]

  /// A failure for at least one reason.
  public init(problems: [FileProblem]) {
    self.problems = problems
  }

  /// One problem a line.
  public var text: String { problems.map(\.text).joined(separator: "\n") }
}

/// One thing that is wrong with a file.
public struct FileProblem: Error, Sendable, Hashable {
  /// The file or folder, beginning with the name of its layer.
  public let file: String
  /// Where in the file; `nil` when the file itself is out of place.
  public let position: JSONPosition?
  /// The member it is about, such as `phone[1].do`; empty for the file.
  public let path: String
  /// What is wrong and, where we know, what to do.
  public let message: String

  /// A problem with a file as a whole.
  public init(file: String, message: String) {
    (self.file, self.message) = (file, message)
    (position, path) = (nil, "")
  }

  /// A problem at a place of a file.
  public init(file: String, _ problem: JSONProblem) {
    self.file = file
    (position, path, message) = (problem.position, problem.path, problem.message)
  }

  /// The problem as one clickable line, `file:line:column: path: message`.
  public var text: String {
    guard let position else { return "\(file): \(message)" }
    return JSONProblem(position: position, path: path, message: message).line(file: file)
  }
}
