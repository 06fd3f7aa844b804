/// Bounds on a text to parse.
public struct JSONLimits: Sendable, Hashable {
  /// The most bytes a text may have.
  ///
  /// The default, 4 MiB, is four times what an HTTP body may carry and room for
  /// several thousand people in a `world.json`.
  public var bytes: Int
  /// How deeply arrays and objects may be nested.
  ///
  /// The default, 64, is far more than any file or token needs, and too little to exhaust the stack.
  public var depth: Int
  /// True if an object may name a member twice; the last one counts (RFC 8259 §4).
  public var acceptsRepeatedNames = false

  /// Custom limits.
  public init(bytes: Int = 4 << 20, depth: Int = 64) {
    self.bytes = bytes
    self.depth = depth
  }

  /// 4 MiB, 64 levels.
  public static let `default` = JSONLimits()
}

/// Reads JSON text, strictly by RFC 8259.
///
/// Where the RFC leaves the choice to the receiver, text that hides mistakes is refused too: duplicate names
/// (section 4), lone surrogates (8.2), a byte order mark (8.1), whole numbers that would lose digits (6).
public enum JSONParser {
  /// Parses one value, with the positions of everything in it.
  ///
  /// - Throws: the first problem, with its position and the path of the value it is in.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .default
  ) throws(JSONProblem) -> JSONNode {
    var scanner = Scanner<JSONNode>(bytes, limits: limits)
    return try scanner.document()
  }

  /// Parses one value, with the positions of everything in it.
  ///
  /// - Throws: the first problem, with its position and the path of the value it is in.
  public static func parse(_ text: String, limits: JSONLimits = .default) throws(JSONProblem) -> JSONNode {
    try parse([UInt8](text.utf8), limits: limits)
  }
}

extension JSON {
  /// Parses one value without positions, as strictly as `JSONParser.parse` but without its tree of nodes.
  ///
  /// - Throws: the first problem, the same that `JSONParser.parse` would throw.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONProblem) {
    var scanner = Scanner<JSON>(bytes, limits: limits)
    self = try scanner.document()
  }

  /// Parses one value without positions.
  ///
  /// - Throws: the first problem, the same that `JSONParser.parse` would throw.
  public init(parsing text: String, limits: JSONLimits = .default) throws(JSONProblem) {
    try self.init(parsing: [UInt8](text.utf8), limits: limits)
  }
}

/// What the scanner builds: nodes with positions, or bare values.
protocol ParsedTree {
  associatedtype Member
  /// A value that is neither array nor object.
  static func scalar(_ value: JSON, at position: JSONPosition) -> Self
  static func array(_ elements: [Self], at position: JSONPosition) -> Self
  static func object(_ members: [Member], at position: JSONPosition) -> Self
  static func member(_ name: String, at position: JSONPosition, _ value: Self) -> Member
  static func name(of member: Member) -> String
}

extension ParsedTree {
  /// Of members with the same name the last one, at the place of the first.
  static func withoutRepetitions(_ members: [Member]) -> [Member] {
    var kept: [Member] = []
    var indexByName: [ExactName: Int] = [:]
    for member in members {
      if let index = indexByName[ExactName(name(of: member))] {
        kept[index] = member
      } else {
        indexByName[ExactName(name(of: member))] = kept.count
        kept.append(member)
      }
    }
    return kept
  }
}

extension JSON: ParsedTree {
  static func scalar(_ value: JSON, at position: JSONPosition) -> JSON { value }
  static func array(_ elements: [JSON], at position: JSONPosition) -> JSON { .array(elements) }
  static func object(_ members: [(name: String, value: JSON)], at position: JSONPosition) -> JSON {
    .object(JSONObject(distinct: members))
  }
  static func member(
    _ name: String, at position: JSONPosition, _ value: JSON
  ) -> (name: String, value: JSON) { (name, value) }
  static func name(of member: (name: String, value: JSON)) -> String { member.name }
}

extension JSONNode: ParsedTree {
  static func scalar(_ value: JSON, at position: JSONPosition) -> JSONNode {
    let content: Content =
      switch value {
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .decimal(let value): .decimal(value)
      case .string(let value): .string(value)
      case .null, .array, .object: .null
      }
    return JSONNode(position: position, content: content)
  }
  static func array(_ elements: [JSONNode], at position: JSONPosition) -> JSONNode {
    JSONNode(position: position, content: .array(elements))
  }
  static func object(_ members: [Member], at position: JSONPosition) -> JSONNode {
    JSONNode(position: position, content: .object(members))
  }
  static func member(_ name: String, at position: JSONPosition, _ value: JSONNode) -> Member {
    Member(name: name, namePosition: position, value: value)
  }
  static func name(of member: Member) -> String { member.name }
}
