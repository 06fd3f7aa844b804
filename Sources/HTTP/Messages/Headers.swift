/// Header fields in order, names in the case they came in, compared without case (RFC 9110 §5.1).
///
/// All bytes are in one array and a field is four numbers: reading a request makes no `String` until one is
/// asked for.
package struct Headers: Sendable {
  /// Where a field's name and value lie in `bytes`.
  struct Field: Sendable {
    var nameStart: UInt32
    var nameCount: UInt32
    var valueStart: UInt32
    var valueCount: UInt32

    var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameCount) }
    var valueRange: Range<Int> { Int(valueStart)..<Int(valueStart) + Int(valueCount) }
  }

  /// The head of the message that the fields came from, followed by lines added since.
  private(set) var bytes: [UInt8]
  private(set) var fields: [Field]

  package init() {
    bytes = []
    fields = []
  }

  /// Fields in `bytes`, already checked by the scanner that found them.
  init(bytes: [UInt8], fields: [Field]) {
    self.bytes = bytes
    self.fields = fields
  }

  package var count: Int { fields.count }

  /// The value of the first field with this name.
  package subscript(name: String) -> String? {
    index(of: name).map { text(fields[$0].valueRange) }
  }

  package func values(_ name: String) -> [String] {
    fields.compactMap { matches($0, name) ? text($0.valueRange) : nil }
  }

  /// The bytes of the first value with this name; nothing is copied.
  package func bytes(_ name: String) -> ArraySlice<UInt8>? {
    index(of: name).map { bytes[fields[$0].valueRange] }
  }

  /// True if the first value with this name contains `text`, case-sensitively; makes no `String`.
  package func value(_ name: String, contains text: String) -> Bool {
    bytes(name)?.firstRange(of: text) != nil
  }

  package func count(of name: String) -> Int { fields.count { matches($0, name) } }

  package func contains(_ name: String) -> Bool { index(of: name) != nil }

  /// Adds a field at the end.
  ///
  /// A control byte in `value` becomes a space, as RFC 9110 §5.5 asks, and a byte that no name may have
  /// becomes `_`: whatever is passed in, it stays one field. Names from users are to be checked with `isName`
  /// first.
  package mutating func append(_ name: String, _ value: String) {
    if fields.isEmpty {
      fields.reserveCapacity(8)
      bytes.reserveCapacity(256)
    }
    let (start, name, value) = (bytes.count, name.utf8.span, value.utf8.span)
    bytes.append(addingCapacity: name.count + value.count + 4) { line in
      for index in name.indices {
        line.append(name[index].isTokenCharacter ? name[index] : UInt8(ascii: "_"))
      }
      line.append(UInt8(ascii: ":"))
      line.append(UInt8(ascii: " "))
      for index in value.indices {
        line.append(value[index].isFieldCharacter ? value[index] : UInt8(ascii: " "))
      }
      line.append(UInt8(ascii: "\r"))
      line.append(UInt8(ascii: "\n"))
    }
    fields.append(
      Field(
        nameStart: UInt32(start), nameCount: UInt32(name.count),
        valueStart: UInt32(start + name.count + 2), valueCount: UInt32(value.count)))
  }

  /// Replaces all fields with this name by one at the end.
  package mutating func set(_ name: String, _ value: String) {
    remove(name)
    append(name, value)
  }

  package mutating func remove(_ name: String) {
    guard contains(name) else { return }
    fields = fields.filter { !matches($0, name) }
  }

  /// True if `name` is a token (RFC 9110 §5.1).
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
  }

  /// True if `value` can be sent as it is: no control bytes (RFC 9110 §5.5).
  package static func isValue(_ value: String) -> Bool {
    value.utf8.allSatisfy(\.isFieldCharacter)
  }

  private func index(of name: String) -> Int? { fields.firstIndex { matches($0, name) } }

  private func matches(_ field: Field, _ name: String) -> Bool {
    bytes.span.extracting(field.nameRange).spells(name)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension Headers: Sequence {
  package func makeIterator() -> AnyIterator<(name: String, value: String)> {
    var remaining = fields[...]
    return AnyIterator {
      remaining.popFirst().map { (self.text($0.nameRange), self.text($0.valueRange)) }
    }
  }
}

extension Headers: Hashable {
  /// True if both have the same names (case-insensitive) and values in the same order.
  package static func == (left: Headers, right: Headers) -> Bool {
    left.count == right.count
      && zip(left.fields, right.fields).allSatisfy { one, other in
        left.bytes[one.valueRange] == right.bytes[other.valueRange]
          && left.bytes[one.nameRange].elementsEqual(right.bytes[other.nameRange]) {
            $0.lowercased == $1.lowercased
          }
      }
  }

  package func hash(into hasher: inout Hasher) {
    for field in fields {
      for byte in bytes[field.nameRange] { hasher.combine(byte.lowercased) }
      hasher.combine(bytes[field.valueRange])
    }
  }
}

extension Headers: ExpressibleByDictionaryLiteral {
  /// Fields in the order written; a name may be repeated.
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }
}

extension Headers: CustomStringConvertible {
  /// One `name: value` a line.
  package var description: String { map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
}
