/// A place in a text, as editors count it: lines and columns from 1.
///
/// A column counts Unicode scalars: `é` written as one scalar is one column, a combining accent is a column of its own.
/// Lines end with LF; the CR of CR LF belongs to the line that it ends.
public struct JSONPosition: Sendable, Hashable {
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// The place at that line and column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension JSONPosition: Comparable {
  /// True if the left place comes first in the text.
  public static func < (left: JSONPosition, right: JSONPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension JSONPosition: CustomStringConvertible {
  /// The place as `line:column`.
  public var description: String { "\(line):\(column)" }
}

/// A JSON value that knows where it stood, so that a problem found later can point at it.
public struct JSONNode: Sendable, Hashable {
  /// Where the value's first character stands.
  public var position: JSONPosition
  /// The value itself.
  public var content: Content

  /// A value, the elements and members of which know their places too.
  public enum Content: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int)
    /// Any other number.
    case decimal(Double)
    /// A string, its escapes resolved.
    case string(String)
    /// The elements, in order.
    case array([JSONNode])
    /// The members, in order; no name comes twice.
    case object([Member])
  }

  /// A member of an object.
  public struct Member: Sendable, Hashable {
    /// The name, its escapes resolved.
    public var name: String
    /// Where the opening quote of the name stands.
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

  /// A value at a place.
  public init(position: JSONPosition, content: Content) {
    self.position = position
    self.content = content
  }

  /// The value without its places.
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

  /// What kind of value this is, in the words of our messages: "a string", "an object", "null".
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
