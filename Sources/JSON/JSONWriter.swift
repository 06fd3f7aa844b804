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

/// Turns values into the text of RFC 8259, escaping only what must be.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let pretty: Bool
  private let escapingSlashes: Bool
  private var depth = 0

  init(pretty: Bool, escapingSlashes: Bool) {
    self.pretty = pretty
    self.escapingSlashes = escapingSlashes
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: write(ascii: "null")
    case .bool(let value): write(ascii: value ? "true" : "false")
    case .integer(let value): write(ascii: String(value))
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

  private mutating func write(string text: String) {
    bytes.append(UInt8(ascii: "\""))
    if needsEscape(text) {
      for byte in text.utf8 {
        if needsEscape(byte) { escape(byte) } else { bytes.append(byte) }
      }
    } else {
      // Nearly every text; appended at once it takes a tenth of the time.
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func needsEscape(_ text: String) -> Bool {
    let bytes = text.utf8.span
    for index in bytes.indices where needsEscape(bytes[index]) { return true }
    return false
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
