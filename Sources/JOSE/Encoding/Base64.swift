package enum Base64Error: Error, Sendable, Hashable, CustomStringConvertible {
  /// A byte that is not in the alphabet.
  case invalidCharacter(UInt8, offset: Int)
  /// Padding in base64url, which has none.
  case padding(offset: Int)
  /// Padding is missing or has a wrong length.
  case wrongPadding
  /// No encoder writes this many characters.
  case impossibleLength(Int)
  /// The last character has bits set that belong to no byte.
  case strayBits

  /// What is wrong, to follow "is not base64url: ".
  package var description: String {
    switch self {
    case .invalidCharacter(let byte, let offset):
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        "white space at offset \(offset)"
      case UInt8(ascii: "+"), UInt8(ascii: "/"):
        "the character \"\(Unicode.Scalar(byte))\" at offset \(offset) belongs to the other base64 alphabet"
      case 0x21...0x7e: "the character \"\(Unicode.Scalar(byte))\" at offset \(offset)"
      default: "the byte \(byte) at offset \(offset)"
      }
    case .padding(let offset): "padding \"=\" at offset \(offset)"
    case .wrongPadding: "the padding is missing or has a wrong length"
    case .impossibleLength(let count): "\(count) characters are not a possible length"
    case .strayBits: "the last character has bits set that belong to no byte"
    }
  }
}

/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5, RFC 7515 §2).
package enum Base64URL {
  package static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: encodedBytes(bytes), as: UTF8.self)
  }

  /// ASCII.
  package static func encodedBytes(_ bytes: [UInt8]) -> [UInt8] {
    var characters: [UInt8] = []
    append(bytes, to: &characters)
    return characters
  }

  package static func append(_ bytes: [UInt8], to characters: inout [UInt8]) {
    Alphabet.url.append(bytes, to: &characters)
  }

  /// Accepts only what `encode` writes.
  package static func decode(_ text: String) throws(Base64Error) -> [UInt8] {
    try decode(Array(text.utf8)[...])
  }

  package static func decode(_ characters: ArraySlice<UInt8>) throws(Base64Error) -> [UInt8] {
    try Alphabet.url.decode(characters)
  }
}

/// Base64 with the usual alphabet and padding (RFC 4648 §4).
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> String {
    var characters: [UInt8] = []
    Alphabet.standard.append(bytes, to: &characters)
    while characters.count % 4 != 0 { characters.append(UInt8(ascii: "=")) }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Accepts only what `encode` writes: padding is required and white space is refused.
  package static func decode(_ text: String) throws(Base64Error) -> [UInt8] { try decode(Array(text.utf8)) }

  package static func decode(_ characters: [UInt8]) throws(Base64Error) -> [UInt8] {
    let content = characters.prefix { $0 != UInt8(ascii: "=") }
    let padding = characters[content.count...]
    if let stray = padding.firstIndex(where: { $0 != UInt8(ascii: "=") }) {
      throw .invalidCharacter(characters[stray], offset: stray)
    }
    guard content.count % 4 != 1 else { throw .impossibleLength(content.count) }
    guard padding.count == (4 - content.count % 4) % 4 else { throw .wrongPadding }
    return try Alphabet.standard.decode(content)
  }
}

private struct Alphabet {
  static let url = Alphabet("-", "_")
  static let standard = Alphabet("+", "/")

  private let characters: [UInt8]
  /// The value of each byte, 255 if it is not in the alphabet.
  private let values: [UInt8]

  private init(_ character62: Character, _ character63: Character) {
    let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(character62)\(character63)"
    characters = Array(text.utf8)
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
    self.values = values
  }

  /// Without padding.
  func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    // For no bytes the standard library (6.3) would write into the empty array that all share.
    guard !bytes.isEmpty else { return }
    text.append(addingCapacity: (bytes.count * 4 + 2) / 3) { text in
      let (bytes, characters) = (bytes.span, characters.span)
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let rest = min(bytes.count - start, 3)
        var bits = UInt32(bytes[start]) << 16
        if rest > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
        if rest > 2 { bits |= UInt32(bytes[start + 2]) }
        text.append(characters[Int(bits >> 18)])
        text.append(characters[Int(bits >> 12 & 63)])
        if rest > 1 { text.append(characters[Int(bits >> 6 & 63)]) }
        if rest > 2 { text.append(characters[Int(bits & 63)]) }
      }
    }
  }

  func decode(_ text: ArraySlice<UInt8>) throws(Base64Error) -> [UInt8] {
    // As in `append`: not for no bytes.
    guard !text.isEmpty else { return [] }
    let (characters, values) = (text.span, values.span)
    for offset in characters.indices where values[Int(characters[offset])] > 63 {
      let isPadding = characters[offset] == UInt8(ascii: "=")
      throw isPadding ? .padding(offset: offset) : .invalidCharacter(characters[offset], offset: offset)
    }
    guard characters.count % 4 != 1 else { throw .impossibleLength(characters.count) }
    var bytes: [UInt8] = []
    var strayBits: UInt32 = 0
    bytes.append(addingCapacity: characters.count * 3 / 4) { bytes in
      for start in stride(from: 0, to: characters.count, by: 4) {
        let rest = min(characters.count - start, 4)
        var bits = UInt32(values[Int(characters[start])]) << 18
        bits |= UInt32(values[Int(characters[start + 1])]) << 12
        if rest > 2 { bits |= UInt32(values[Int(characters[start + 2])]) << 6 }
        if rest > 3 { bits |= UInt32(values[Int(characters[start + 3])]) }
        bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
        if rest > 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> 8)) }
        if rest > 3 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
        strayBits = bits & (0xFFFF >> UInt32(8 * (rest - 2)))
      }
    }
    // RFC 4648 §3.5: a decoder MAY refuse pad bits that are not zero; a signature must not have two encodings.
    guard strayBits == 0 else { throw .strayBits }
    return bytes
  }
}
