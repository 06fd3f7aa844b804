// JSON: text to values with positions, and back. Imports nothing.
//
//   JSON, JSONObject                 a value; the members of an object keep their order
//   JSONParser, JSONNode             strict RFC 8259 text to nodes that know their line and column
//   JSONProblem, JSONProblems        what is wrong, where, under which path
//   ObjectReader, ValueReader        from nodes to our own types, collecting every problem
//   JSON.text, JSON.bytes            the way back
//   JSON.merging                     RFC 7396
//   nearest                          "did you mean"

/// A JSON value (RFC 8259).
///
/// A number without fraction and exponent that fits 64 bits is an `integer`, any other a `decimal`, so `1`
/// and `1.0` differ. There is no literal for `null`: `nil` means "no such member" everywhere in this module,
/// `.null` means null.
public enum JSON: Sendable, Hashable {
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
  /// An ordered list of values.
  case array([JSON])
  /// Named members, in the order of the text.
  case object(JSONObject)
}

extension JSON {
  /// The member with that name, or nil if there is none or this is not an object.
  public subscript(name: String) -> JSON? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }

  /// The element at that index, or nil if there is none or this is not an array.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The string, or nil if this is not one.
  public var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The whole number, or nil if this is not one or does not fit an `Int`; `5.0` counts as 5.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .decimal(let value): wholeNumber(value)
    default: nil
    }
  }

  /// The number, rounded to the nearest double if necessary, or nil if this is not one.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    default: nil
    }
  }

  /// The Boolean, or nil if this is not one.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements, or nil if this is not an array.
  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members, or nil if this is not an object.
  public var object: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// True if this is the literal `null`.
  public var isNull: Bool { self == .null }
}

/// The double as an `Int` if it is a whole number that fits.
///
/// `Int(exactly:)` would do the same, but needs libm's rounding functions, and this module imports nothing.
func wholeNumber(_ value: Double) -> Int? {
  guard value >= -0x1p63, value < 0x1p63, Double(Int(value)) == value else { return nil }
  return Int(value)
}

extension JSON: CustomStringConvertible {
  /// The compact text of the value.
  public var description: String { text() }
}
