package import JSON

/// Files that cannot be used: everything that is wrong with them, found in one run.
package struct LoadFailure: Error, Sendable, Hashable {
  /// Layer by layer, the world before the stories, each file in the order of its text.
  package let problems: [FileProblem]

  package init(problems: [FileProblem]) {
    self.problems = problems
  }

  /// One problem a line.
  package var text: String { problems.map(\.text).joined(separator: "\n") }
}

/// One thing that is wrong with a file.
package struct FileProblem: Error, Sendable, Hashable {
  /// The file or folder, beginning with the name of its layer.
  package let file: String
  /// `nil` if the problem is the file as a whole.
  package let position: JSONPosition?
  /// The member it is about, such as `phone[1].do`; empty for the file.
  package let path: String
  /// What is wrong and, if known, what to do.
  package let message: String

  package init(file: String, message: String) {
    (self.file, self.message) = (file, message)
    (position, path) = (nil, "")
  }

  package init(file: String, _ problem: JSONProblem) {
    self.file = file
    (position, path, message) = (problem.position, problem.path, problem.message)
  }

  /// The problem as one clickable line, `file:line:column: path: message`.
  package var text: String {
    guard let position else { return "\(file): \(message)" }
    return JSONProblem(position: position, path: path, message: message).line(file: file)
  }
}
