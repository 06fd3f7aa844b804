/// Header fields in order, names in the case they came in, compared without case (RFC 9110 §5.1).
///
/// All bytes lie in one array and a field is four numbers: reading a request makes no `String`
/// until somebody asks for one.
public struct Headers: Sendable {
  /// Where a field's name and value lie in `bytes`.
  struct Field: Sendable {
    var nameStart: UInt32
    var nameCount: UInt32
    var valueStart: UInt32
    var valueCount: UInt32

    var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameCount) }
    var valueRange: Range<Int> { Int(valueStart)..<Int(valueStart) + Int(valueCount) }
  }

  /// The head of the message that the fields came from, and whatever was added since, line by line.
  private(set) var bytes: [UInt8]
  private(set) var fields: [Field]
  /// Whether `bytes` are the lines of these fields and nothing else, none of them about framing, so that they can be sent as
  /// they are.
  private(set) var areLines: Bool

  /// No fields.
  public init() {
    bytes = []
    fields = []
    areLines = true
  }

  /// Fields that lie in `bytes`, checked by the scanner that found them.
  init(bytes: [UInt8], fields: [Field]) {
    self.bytes = bytes
    self.fields = fields
    areLines = false
  }

  /// How many field lines there are.
  public var count: Int { fields.count }

  /// Whether there are none.
  public var isEmpty: Bool { fields.isEmpty }

  /// The value of the first field with this name.
  public subscript(name: String) -> String? {
    index(of: name).map { text(fields[$0].valueRange) }
  }

  /// The values of all fields with this name, in order.
  public func values(_ name: String) -> [String] {
    fields.compactMap { matches($0, name) ? text($0.valueRange) : nil }
  }

  /// The bytes of the first value with this name; nothing is copied.
  public func bytes(_ name: String) -> ArraySlice<UInt8>? {
    index(of: name).map { bytes[fields[$0].valueRange] }
  }

  /// Whether the first value with this name contains `text`, with case; no text is made of it.
  public func value(_ name: String, contains text: StaticString) -> Bool {
    bytes(name)?.contains(text) ?? false
  }

  /// The bytes of the value with this name where exactly one field has it; nothing is copied.
  public func onlyBytes(_ name: String) -> ArraySlice<UInt8>? {
    guard let only = index(of: name), index(of: name, from: only + 1) == nil else { return nil }
    return bytes[fields[only].valueRange]
  }

  /// How many fields with this name there are.
  public func count(of name: String) -> Int {
    var count = 0
    var next = index(of: name)
    while let found = next {
      count += 1
      next = index(of: name, from: found + 1)
    }
    return count
  }

  /// Whether a field with this name is there.
  public func contains(_ name: String) -> Bool { index(of: name) != nil }

  /// Adds a field at the end.
  ///
  /// A control byte in `value` becomes a space, as RFC 9110 §5.5 asks, and a byte that no name may have
  /// becomes `_`: whatever is passed in, it stays one field. Whoever takes names from users checks them
  /// with `isName` first.
  public mutating func append(_ name: String, _ value: String) {
    let (nameBytes, valueBytes) = (name.utf8.span, value.utf8.span)
    let nameStart = bytes.count
    bytes.append(copying: nameBytes)
    bytes.append(": ")
    let valueStart = bytes.count
    bytes.append(copying: valueBytes)
    let valueEnd = bytes.count
    bytes.append("\r\n")
    if nameBytes.firstNoToken < nameBytes.count {
      for place in nameStart..<valueStart - 2 where !bytes[place].isTokenCharacter {
        bytes[place] = UInt8(ascii: "_")
      }
    }
    if valueBytes.firstNoFieldText < valueBytes.count {
      for place in valueStart..<valueEnd where !bytes[place].isFieldCharacter {
        bytes[place] = UInt8(ascii: " ")
      }
    }
    if nameBytes.isFramingName { areLines = false }
    fields.append(
      Field(
        nameStart: UInt32(nameStart), nameCount: UInt32(valueStart - 2 - nameStart),
        valueStart: UInt32(valueStart), valueCount: UInt32(valueEnd - valueStart)))
  }

  /// Replaces all fields with this name by one at the end.
  public mutating func set(_ name: String, _ value: String) {
    remove(name)
    append(name, value)
  }

  /// Removes all fields with this name.
  public mutating func remove(_ name: String) {
    guard contains(name) else { return }
    var kept: [Field] = []
    for field in fields where !matches(field, name) { kept.append(field) }
    fields = kept
    areLines = false
  }

  /// Whether `name` is a token, the only thing that a field name may be (RFC 9110 §5.1).
  public static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
  }

  /// Whether `value` can be sent as it is: no control bytes (RFC 9110 §5.5).
  public static func isValue(_ value: String) -> Bool {
    value.utf8.allSatisfy(\.isFieldCharacter)
  }

  /// The first field with this name from a place on.
  private func index(of name: String, from first: Int = 0) -> Int? {
    let name = name.utf8.span
    let bytes = bytes.span
    let fields = fields.span
    var index = first
    while index < fields.count {
      if Int(fields[index].nameCount) == name.count,
        bytes.extracting(fields[index].nameRange).isSameName(as: name)
      {
        return index
      }
      index += 1
    }
    return nil
  }

  private func matches(_ field: Field, _ name: String) -> Bool {
    var position = Int(field.nameStart)
    guard Int(field.nameCount) == name.utf8.count else { return false }
    for byte in name.utf8 {
      guard bytes[position].lowercased == byte.lowercased else { return false }
      position += 1
    }
    return true
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension Headers: Sequence {
  /// Walks the fields in order as text.
  public func makeIterator() -> AnyIterator<(name: String, value: String)> {
    var remaining = fields[...]
    return AnyIterator {
      remaining.popFirst().map { (self.text($0.nameRange), self.text($0.valueRange)) }
    }
  }
}

extension Headers: Hashable {
  /// Whether both have the same names (without case) and values in the same order.
  public static func == (left: Headers, right: Headers) -> Bool {
    left.count == right.count
      && zip(left.fields, right.fields).allSatisfy { one, other in
        left.bytes[one.valueRange] == right.bytes[other.valueRange]
          && left.bytes[one.nameRange].elementsEqual(right.bytes[other.nameRange]) {
            $0.lowercased == $1.lowercased
          }
      }
  }

  /// Feeds names without case, and values.
  public func hash(into hasher: inout Hasher) {
    for field in fields {
      for byte in bytes[field.nameRange] { hasher.combine(byte.lowercased) }
      hasher.combine(bytes[field.valueRange])
    }
  }
}

extension Headers: ExpressibleByDictionaryLiteral {
  /// Fields in the order written; a name may be repeated.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init()
    // Room for some more fields, which answers nearly always get.
    bytes.reserveCapacity(256)
    fields.reserveCapacity(elements.count + 4)
    for (name, value) in elements { append(name, value) }
  }
}

extension Headers: CustomStringConvertible {
  /// One `name: value` a line.
  public var description: String { map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
}
