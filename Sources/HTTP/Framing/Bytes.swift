/// A set of ASCII bytes as 128 bits: no table in memory, no initialization to check for.
struct ByteSet {
  /// Bit n stands for byte n.
  let low: UInt64
  /// Bit n stands for byte 64 + n.
  let high: UInt64

  @inline(__always) func contains(_ byte: UInt8) -> Bool {
    byte < 128 && ((byte < 64 ? low : high) &>> UInt64(byte & 63)) & 1 == 1
  }

  /// `tchar` of RFC 9110 §5.6.2: letters, digits and ``!#$%&'*+-.^_`|~``.
  static var token: ByteSet { ByteSet(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }
  /// `unreserved` of RFC 3986 §2.3: letters, digits and `-._~`.
  static var unreserved: ByteSet { ByteSet(low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }
  /// `reg-name` of RFC 3986 §3.2.2 without escapes: the unreserved and `!$&'()*+,;=`.
  static var host: ByteSet { ByteSet(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }
  /// What means something in a request target: space and `#%/?`.
  static var targetMarks: ByteSet { ByteSet(low: 0x8000_8029_0000_0000, high: 0) }
}

extension UInt8 {
  /// A character of a token.
  @inline(__always) var isTokenCharacter: Bool { ByteSet.token.contains(self) }

  /// A character that no URL ever needs to encode.
  @inline(__always) var isUnreserved: Bool { ByteSet.unreserved.contains(self) }

  /// What a field value may hold (RFC 9110 §5.5): visible bytes, those above 127, space and tab.
  @inline(__always) var isFieldCharacter: Bool { (self >= 0x20 && self != 0x7F) || self == 0x09 }

  /// A visible ASCII character.
  @inline(__always) var isVisible: Bool { self > 0x20 && self < 0x7F }

  /// A decimal digit.
  @inline(__always) var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// A letter that few words have.
  @inline(__always) var isSeldom: Bool {
    switch self {
    case UInt8(ascii: "j"), UInt8(ascii: "k"), UInt8(ascii: "q"), UInt8(ascii: "x"), UInt8(ascii: "z"): true
    default: false
    }
  }

  /// Optional white space of the grammar: space or tab.
  @inline(__always) var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// The value of a hexadecimal digit.
  @inline(__always) var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The byte with an ASCII capital made small.
  @inline(__always) var lowercased: UInt8 {
    self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
  }

  static var carriageReturn: UInt8 { 0x0D }
  static var lineFeed: UInt8 { 0x0A }
}

extension ArraySlice<UInt8> {
  /// Whether both hold the same bytes; compared eight at a time, which `==` does not do.
  public func isSame(as other: ArraySlice<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in
        var place = 0
        while place + 8 <= left.count {
          let one = unsafe left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          guard unsafe one == right.loadUnaligned(fromByteOffset: place, as: UInt64.self) else {
            return false
          }
          place += 8
        }
        while place < left.count {
          guard unsafe left[place] == right[place] else { return false }
          place += 1
        }
        return true
      }
    }
  }

  /// Whether the bytes of `text` stand somewhere in these, one after the other.
  func contains(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      unsafe withUnsafeBytes { bytes in
        guard !text.isEmpty, bytes.count >= text.count else { return text.isEmpty }
        // Looked for by a letter that texts seldom have, where it has one.
        let anchor = unsafe text.firstIndex(where: \.isSeldom) ?? 0
        let letter = unsafe text[anchor]
        let end = bytes.count - text.count + anchor + 1
        var place = anchor
        while place < end {
          if place &+ 8 <= end,
            unsafe !bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).hasByte(letter)
          {
            place &+= 8
            continue
          }
          if unsafe bytes[place] == letter {
            var index = 0
            while unsafe index < text.count && bytes[place - anchor + index] == text[index] { index += 1 }
            if index == text.count { return true }
          }
          place &+= 1
        }
        return false
      }
    }
  }

  /// Whether these are the bytes of `text`.
  func spells(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && contains(text)
  }
}

extension Collection where Element == UInt8 {
  /// The text of bytes that lie together, are ASCII and hold nothing that percent-decoding would change; looked at eight
  /// at a time.
  func plainText(plusIsSpace: Bool) -> String? {
    let text = withContiguousStorageIfAvailable { bytes -> String? in
      let bytes = UnsafeRawBufferPointer(bytes)
      var place = 0
      while place + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        guard word.isASCII, !word.hasByte(UInt8(ascii: "%")),
          !(plusIsSpace && word.hasByte(UInt8(ascii: "+")))
        else { return nil }
        place += 8
      }
      while place < bytes.count {
        let byte = unsafe bytes[place]
        guard byte < 0x80, byte != UInt8(ascii: "%"), !(plusIsSpace && byte == UInt8(ascii: "+")) else {
          return nil
        }
        place += 1
      }
      return unsafe String(decoding: bytes, as: UTF8.self)
    }
    return text ?? nil
  }
}

extension Array<UInt8> {
  /// Adds the bytes of a literal.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  /// Adds a number in decimal digits.
  mutating func append(decimal number: Int) {
    guard number >= 0 else { return append(contentsOf: String(number).utf8) }
    var divisor = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}
