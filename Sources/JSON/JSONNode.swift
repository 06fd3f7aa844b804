/// A position in a text, as editors count it: lines and columns from 1.
///
/// A column counts Unicode scalars: `é` written as one scalar is one column, a combining accent is a column of its own.
/// Lines end with LF; the CR of CR LF belongs to the line that it ends.
public struct JSONPosition: Sendable, Hashable {
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// The position at that line and column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension JSONPosition: Comparable {
  /// True if the left position comes first in the text.
  public static func < (left: JSONPosition, right: JSONPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension JSONPosition: CustomStringConvertible {
  /// The position as `line:column`.
  public var description: String { "\(line):\(column)" }
}

/// A JSON value with its position, so that a problem found later can point at it.
public struct JSONNode: Sendable, Hashable {
  /// The position of the value's first character.
  public var position: JSONPosition
  /// The value itself.
  public var content: Content

  /// A value whose elements and members have positions too.
  public enum Content: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int)
    /// Any other number.
    case decimal(Double)
    /// A string with its escapes decoded.
    case string(String)
    /// The elements, in order.
    case array([JSONNode])
    /// The members, in order; no name occurs twice.
    case object([Member])
  }

  /// A member of an object.
  public struct Member: Sendable, Hashable {
    /// The name with its escapes decoded.
    public var name: String
    /// The position of the name's opening quote.
    public var namePosition: JSONPosition
    /// The value.
    public var value: JSONNode

    /// A member of that name.
    public init(name: String, namePosition: JSONPosition, value: JSONNode) {
      self.name = name
      self.namePosition = namePosition
      self.value = value
    }
  }

  /// A value at a position.
  public init(position: JSONPosition, content: Content) {
    self.position = position
    self.content = content
  }

  /// The value without positions.
  public var json: JSON {
    switch content {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .decimal(let value): .decimal(value)
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members):
      .object(JSONObject(distinct: members.map { (name: $0.name, value: $0.value.json) }))
    }
  }

  /// The kind of value as messages call it: "a string", "an object", "null".
  public var kind: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .decimal: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
