extension Scanner {
  /// A string (RFC 8259, section 7), from its opening to its closing quote.
  mutating func string() throws(JSONProblem) -> String {
    let opening = position
    offset += 1
    let plain = plainRun()
    if next == UInt8(ascii: "\"") {
      offset += 1
      return String(decoding: bytes[plain], as: UTF8.self)
    }
    var text = Array(bytes[plain])
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try escape(into: &text)
      case 0x0A, 0x0D:
        throw problem("the string is not closed on its line", at: opening)
      case 0..<0x20:
        throw controlCharacter(byte)
      case 0x80...:
        try multibyte(into: &text)
      default:
        text.append(contentsOf: bytes[plainRun()])
      }
    }
    throw problem("the string is not closed", at: opening)
  }

  /// The ASCII characters at `offset` that stand for themselves; most strings have no others.
  private mutating func plainRun() -> Range<Int> {
    let start = offset
    while offset < bytes.count, Self.standsForItself(bytes[offset]) { offset += 1 }
    return start..<offset
  }

  private static func standsForItself(_ byte: UInt8) -> Bool {
    0x20..<0x80 ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// `\n`, `\u00e9`, or two `\u` that make one scalar.
  private mutating func escape(into text: inout [UInt8]) throws(JSONProblem) {
    let kind = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    let byte: UInt8
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = kind
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "u"):
      text.append(contentsOf: String(Character(try unicodeEscape())).utf8)
      return
    default: throw badEscape()
    }
    text.append(byte)
    offset += 2
  }

  private mutating func unicodeEscape() throws(JSONProblem) -> Unicode.Scalar {
    let start = position
    let first = try hexadecimalEscape()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A scalar beyond U+FFFF is written as a high surrogate and a low one; half of such a pair means nothing.
    if first < 0xDC00, next == UInt8(ascii: "\\"), offset + 1 < bytes.count,
      bytes[offset + 1] == UInt8(ascii: "u")
    {
      let second = try hexadecimalEscape()
      if 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw problem(
      "\\u\(hexadecimal(first, digits: 4)) is half of a surrogate pair; its other half is missing", at: start)
  }

  /// Reads `\uXXXX` at `offset`.
  private mutating func hexadecimalEscape() throws(JSONProblem) -> UInt32 {
    var number: UInt32 = 0
    for index in offset + 2..<offset + 6 {
      guard index < bytes.count, let digit = hexadecimalValue(bytes[index]) else {
        throw problem("\\u wants four hexadecimal digits")
      }
      number = number << 4 | digit
    }
    offset += 6
    return number
  }

  /// One scalar of two to four bytes, by the table of RFC 3629, section 4.
  private mutating func multibyte(into text: inout [UInt8]) throws(JSONProblem) {
    guard let length = multibyteLength(at: offset) else {
      throw problem("byte 0x\(hexadecimal(UInt32(bytes[offset]), digits: 2)) is not valid UTF-8")
    }
    text.append(contentsOf: bytes[offset..<offset + length])
    offset += length
    continuations += length - 1
  }

  /// The length in bytes of the scalar at that index, or nil if it is not valid UTF-8.
  func multibyteLength(at index: Int) -> Int? {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[index] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    return bytes[index + 2..<index + length].allSatisfy { 0x80...0xBF ~= $0 } ? length : nil
  }
}

private func hexadecimalValue(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
  default: nil
  }
}

/// The number in upper-case hexadecimal digits, padded with zeros.
func hexadecimal(_ number: UInt32, digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
