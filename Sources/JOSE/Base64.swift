/// Why a text is not base64.
public enum Base64Error: Error, Sendable, Hashable, CustomStringConvertible {
  /// A byte that is not in the alphabet, and its offset.
  case invalidCharacter(UInt8, offset: Int)
  /// Padding where the form has none.
  case padding(offset: Int)
  /// Padding is missing or too long where the form needs it.
  case wrongPadding
  /// This many characters never come out of an encoder.
  case impossibleLength(Int)
  /// The last character carries bits that belong to no byte.
  case strayBits

  /// What is wrong, to stand after "is not base64url: ".
  public var description: String {
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
public enum Base64URL {
  /// The text of these bytes.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: Alphabet.url.encode(Array(bytes), padding: false), as: UTF8.self)
  }

  /// The characters of these bytes as ASCII.
  public static func encodedBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
    Alphabet.url.encode(Array(bytes), padding: false)
  }

  /// Adds the characters of these bytes to others.
  public static func append(_ bytes: [UInt8], to characters: inout [UInt8]) {
    Alphabet.url.append(bytes, padding: false, to: &characters)
  }

  /// The bytes of a text; only what `encode` writes is taken.
  public static func decode(_ text: String) throws(Base64Error) -> [UInt8] { try decode(Array(text.utf8)) }

  /// The bytes of ASCII characters; only what `encode` writes is taken.
  public static func decode(_ characters: some Collection<UInt8>) throws(Base64Error) -> [UInt8] {
    try Alphabet.url.decode(characters)
  }
}

/// Base64 with the usual alphabet and padding (RFC 4648 §4).
public enum Base64 {
  /// The text of these bytes, padded.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: Alphabet.standard.encode(Array(bytes), padding: true), as: UTF8.self)
  }

  /// The bytes of a text; only what `encode` writes is taken, so padding is needed and white space is
  /// refused.
  public static func decode(_ text: String) throws(Base64Error) -> [UInt8] { try decode(Array(text.utf8)) }

  /// The bytes of ASCII characters; only what `encode` writes is taken.
  public static func decode(_ characters: [UInt8]) throws(Base64Error) -> [UInt8] {
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

/// The 64 characters of one form, and the way back.
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

  func encode(_ bytes: [UInt8], padding: Bool) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    append(bytes, padding: padding, to: &text)
    return text
  }

  /// Adds the characters of bytes to a text.
  func append(_ bytes: [UInt8], padding: Bool, to text: inout [UInt8]) {
    let rest = bytes.count % 3
    let start = text.count
    let end = start + bytes.count / 3 * 4
    text.append(
      contentsOf: repeatElement(
        UInt8(ascii: "="), count: end - start + (rest == 0 ? 0 : padding ? 4 : rest + 1)))
    encodeGroups(bytes, into: &text, from: start, upTo: end)
    guard rest > 0 else { return }
    let from = bytes.count - rest
    let bits = Int(bytes[from]) << 16 | (rest == 2 ? Int(bytes[from + 1]) << 8 : 0)
    text[end] = characters[bits >> 18]
    text[end + 1] = characters[bits >> 12 & 63]
    if rest == 2 { text[end + 2] = characters[bits >> 6 & 63] }
  }

  /// Writes the whole groups of three bytes.
  private func encodeGroups(_ bytes: [UInt8], into text: inout [UInt8], from start: Int, upTo end: Int) {
    // The caller made room for four characters for each group, so no place needs to be compared with a bound again.
    unsafe text.withUnsafeMutableBufferPointer { target in
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe characters.withUnsafeBufferPointer { letters in
          var from = 0
          var to = start
          while to < end {
            let bits = unsafe Int(source[from]) << 16 | Int(source[from &+ 1]) << 8 | Int(source[from &+ 2])
            unsafe target[to] = letters[bits >> 18]
            unsafe target[to &+ 1] = letters[bits >> 12 & 63]
            unsafe target[to &+ 2] = letters[bits >> 6 & 63]
            unsafe target[to &+ 3] = letters[bits & 63]
            from &+= 3
            to &+= 4
          }
        }
      }
    }
  }

  func decode(_ characters: some Collection<UInt8>) throws(Base64Error) -> [UInt8] {
    let text = Array(characters)
    var bytes = [UInt8](repeating: 0, count: text.count * 3 / 4)
    let whole = decodeGroups(text, into: &bytes)
    var bits: UInt32 = 0
    var count = 0
    var to = whole / 4 * 3
    for offset in whole..<text.count {
      let character = text[offset]
      let value = values[Int(character)]
      guard value < 64 else {
        guard character != UInt8(ascii: "=") else { throw .padding(offset: offset) }
        throw .invalidCharacter(character, offset: offset)
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes[to] = UInt8(truncatingIfNeeded: bits >> UInt32(count))
        to += 1
      }
    }
    guard text.count % 4 != 1 else { throw .impossibleLength(text.count) }
    // RFC 4648 §3.5: a decoder MAY refuse pad bits that are not zero; RFC 7515 signatures must not have two
    // texts.
    guard bits & (1 << UInt32(count) - 1) == 0 else { throw .strayBits }
    return bytes
  }

  /// Reads the groups of four characters up to the last, or to the first with a character that is not in the alphabet, and
  /// says how many characters these are.
  private func decodeGroups(_ text: [UInt8], into bytes: inout [UInt8]) -> Int {
    var target = bytes.mutableSpan
    let source = text.span
    let values = values.span
    var from = 0
    var to = 0
    while from &+ 4 <= source.count {
      let one = values[Int(source[from])]
      let two = values[Int(source[from &+ 1])]
      let three = values[Int(source[from &+ 2])]
      let four = values[Int(source[from &+ 3])]
      guard one | two | three | four < 64 else { break }
      let bits = UInt32(one) << 18 | UInt32(two) << 12 | UInt32(three) << 6 | UInt32(four)
      target[to] = UInt8(truncatingIfNeeded: bits >> 16)
      target[to &+ 1] = UInt8(truncatingIfNeeded: bits >> 8)
      target[to &+ 2] = UInt8(truncatingIfNeeded: bits)
      from &+= 4
      to &+= 3
    }
    return from
  }
}
