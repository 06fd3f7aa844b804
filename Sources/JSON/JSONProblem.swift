/// One thing wrong with a JSON text: its position, the value it concerns, and a message.
public struct JSONProblem: Error, Sendable, Hashable {
  /// Where to look.
  public var position: JSONPosition
  /// The value it is about, as in `phone[1].do`; empty for the outermost value.
  public var path: String
  /// What is wrong, in one line without a full stop.
  public var message: String

  /// A problem at that position.
  public init(position: JSONPosition, path: String = "", message: String) {
    self.position = position
    self.path = path
    self.message = message
  }

  /// The problem as one clickable line, `file:line:column: path: message`; without a path that part is left out.
  public func line(file: String) -> String {
    "\(file):\(self)"
  }

  /// The same problem, seen from the object or array that holds the value.
  func inside(_ step: String) -> JSONProblem {
    var outer = self
    outer.path = JSONPath.join(step, path)
    return outer
  }
}

extension JSONProblem: CustomStringConvertible {
  /// The problem without its file, `line:column: path: message`.
  public var description: String {
    path.isEmpty ? "\(position): \(message)" : "\(position): \(path): \(message)"
  }
}

/// The problems found in one text, collected so that all of them can be shown in one run.
public final class JSONProblems {
  private var found: [JSONProblem] = []

  /// An empty collection.
  public init() {}

  /// True if nothing is wrong so far.
  public var isEmpty: Bool { found.isEmpty }

  /// Adds a problem.
  public func add(_ problem: JSONProblem) { found.append(problem) }

  /// The problems in the order of the text, each once; those at the same position in the order found.
  public var sorted: [JSONProblem] {
    var seen: Set<JSONProblem> = []
    return found.filter { seen.insert($0).inserted }
      .enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }
}

extension JSONProblem {
  /// The text in double quotes for use in a message: escaped, and cut with an ellipsis after 80 characters, so that
  /// a hostile file can neither break the line nor flood the log.
  public static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > 80 else { return JSON.string(text).text() }
    return JSON.string(String(String.UnicodeScalarView(scalars.prefix(80))) + "…").text()
  }
}
