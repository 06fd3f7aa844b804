import Testing

/// A file that is wrong, and what the loader says about it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let name: String
  let path: String
  let text: String
  let lines: [String]

  /// A mistake in a file that stands over the toy world, and the lines that it gives.
  init(_ name: String, at path: String, _ text: String, gives lines: String) {
    (self.name, self.path, self.text) = (name, path, text)
    self.lines = lines.split(separator: "\n").map(String.init)
  }

  var testDescription: String { name }
}
