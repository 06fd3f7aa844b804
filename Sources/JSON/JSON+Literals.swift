extension JSON: ExpressibleByBooleanLiteral {
  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// Makes an `integer`.
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSON: ExpressibleByFloatLiteral {
  /// Makes a `decimal`.
  public init(floatLiteral value: Double) { self = .decimal(value) }
}

extension JSON: ExpressibleByStringInterpolation {
  /// Makes a `string`; interpolated values become part of it.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral {
  /// Makes an `array`.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Makes an `object` with the members in the order written; of two with the same name the later value wins.
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(JSONObject(members.map { (name: $0.0, value: $0.1) }))
  }
}
