// The byte classes of the grammar, as bit sets: no table in memory, no initialization to check for.

extension UInt8 {
  /// `tchar` of RFC 9110 §5.6.2: letters, digits and ``!#$%&'*+-.^_`|~``.
  @inline(__always) var isTokenCharacter: Bool {
    // Bit n stands for byte n; the second set for byte 64 + n.
    let low: UInt64 = 0x03FF_6CFA_0000_0000
    let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
    guard self < 128 else { return false }
    return ((self < 64 ? low : high) >> UInt64(self & 63)) & 1 == 1
  }

  /// What a field value may hold (RFC 9110 §5.5): visible bytes, those above 127, space and tab.
  @inline(__always) var isFieldCharacter: Bool { (self >= 0x20 && self != 0x7F) || self == 0x09 }

  /// A visible ASCII character.
  @inline(__always) var isVisible: Bool { self > 0x20 && self < 0x7F }

  /// A decimal digit.
  @inline(__always) var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

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
