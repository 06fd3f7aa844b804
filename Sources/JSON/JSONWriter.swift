extension JSON {
  /// The value as text.
  ///
  /// - Parameters:
  ///   - pretty: one member or element a line, indented by two spaces.
  ///   - escapingSlashes: `\/` for `/`, as some providers send it, and safe inside an HTML `script` element.
  public func text(pretty: Bool = false, escapingSlashes: Bool = false) -> String {
    String(decoding: bytes(pretty: pretty, escapingSlashes: escapingSlashes), as: UTF8.self)
  }

  /// The value as UTF-8 text; see `text(pretty:escapingSlashes:)`.
  public func bytes(pretty: Bool = false, escapingSlashes: Bool = false) -> [UInt8] {
    var writer = JSONWriter(pretty: pretty, escapingSlashes: escapingSlashes)
    writer.write(self)
    return writer.bytes
  }
}

/// Turns values into the text of RFC 8259, with no escapes but the needed ones.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let pretty: Bool
  private let escapingSlashes: Bool
  private var depth = 0

  init(pretty: Bool, escapingSlashes: Bool) {
    self.pretty = pretty
    self.escapingSlashes = escapingSlashes
    bytes.reserveCapacity(512)
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: write(ascii: "null")
    case .bool(let value): write(ascii: value ? "true" : "false")
    case .integer(let value): write(integer: value)
    // Swift's description is the shortest text that reads back as the same double, and is JSON for all but these:
    // JSON has no infinities and no NaN (section 6); null is what JavaScript writes for them.
    case .decimal(let value): write(ascii: value.isFinite ? value.description : "null")
    case .string(let value): write(string: value)
    case .array(let elements):
      list(UInt8(ascii: "["), elements, UInt8(ascii: "]")) { writer, element in writer.write(element) }
    case .object(let members):
      list(UInt8(ascii: "{"), members, UInt8(ascii: "}")) { writer, member in
        writer.write(string: member.name)
        writer.bytes.append(UInt8(ascii: ":"))
        if writer.pretty { writer.bytes.append(UInt8(ascii: " ")) }
        writer.write(member.value)
      }
    }
  }

  private mutating func list<Items: Sequence>(
    _ opening: UInt8, _ items: Items, _ closing: UInt8, _ write: (inout JSONWriter, Items.Element) -> Void
  ) {
    bytes.append(opening)
    depth += 1
    var isFirst = true
    for item in items {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      newLine()
      write(&self, item)
    }
    depth -= 1
    if !isFirst { newLine() }
    bytes.append(closing)
  }

  private mutating func newLine() {
    guard pretty else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func write(ascii text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Writes the name of a member that needs no escapes, and its colon.
  mutating func write(name: StaticString) {
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes a whole number in decimal digits, from the last to the first.
  mutating func write(integer value: Int) {
    if 0...9 ~= value { return bytes.append(UInt8(ascii: "0") + UInt8(value)) }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    var digits = 1
    var limit: UInt = 10
    // No number has more than 20 digits; of 19 digits the next limit still fits.
    while digits < 20, rest >= limit {
      digits += 1
      limit = limit &* 10
    }
    let first = bytes.count
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digits))
    var target = bytes.mutableSpan
    var place = first + digits
    while place > first {
      place -= 1
      target[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  mutating func write(string text: String) {
    bytes.append(UInt8(ascii: "\""))
    write(piece: text)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a text, or a piece of one, without quotation marks around it.
  mutating func write(piece text: String) {
    // The bytes of nearly all texts lie together, and are looked at where they are; the pointer stays within.
    let isWritten = unsafe text.utf8.withContiguousStorageIfAvailable { text in
      guard unsafe isPlain(UnsafeRawBufferPointer(text)) else { return false }
      unsafe bytes.append(contentsOf: text)
      return true
    }
    if isWritten == true { return }
    for byte in text.utf8 {
      if needsEscape(byte) { escape(byte) } else { bytes.append(byte) }
    }
  }

  /// Whether nothing needs an escape, which nearly no text does; looked at eight bytes at a time.
  private func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place &+ 8 <= text.count {
      let word = unsafe text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      var found = word.bytesBelow(0x20) | word.bytes(UInt8(ascii: "\"")) | word.bytes(UInt8(ascii: "\\"))
      if escapingSlashes { found |= word.bytes(UInt8(ascii: "/")) }
      guard found == 0 else { return false }
      place &+= 8
    }
    while place < text.count {
      guard unsafe !needsEscape(text[place]) else { return false }
      place &+= 1
    }
    return true
  }

  /// Quotation mark, backslash and the control characters must be escaped (section 7), nothing else.
  private func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || escapingSlashes && byte == UInt8(ascii: "/")
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0..<0x20: write(ascii: "u" + hexadecimal(UInt32(byte), digits: 4).lowercased())
    default: bytes.append(byte)
    }
  }
}

// Eight bytes at a time; together, without a branch for each question.
extension UInt64 {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var tops: UInt64 { 0x8080_8080_8080_8080 }

  /// Not zero if one of the eight bytes is this one.
  @inline(__always) fileprivate func bytes(_ byte: UInt8) -> UInt64 {
    let zeros = self ^ (Self.ones &* UInt64(byte))
    return (zeros &- Self.ones) & ~zeros & Self.tops
  }

  /// Not zero if one of the eight bytes is below this one, which is at most 128.
  @inline(__always) fileprivate func bytesBelow(_ byte: UInt8) -> UInt64 {
    (self &- Self.ones &* UInt64(byte)) & ~self & Self.tops
  }
}
