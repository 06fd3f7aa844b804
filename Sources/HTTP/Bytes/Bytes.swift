extension UInt8 {
  /// `tchar` of RFC 9110 §5.6.2.
  var isTokenCharacter: Bool {
    switch self {
    case _ where isLetter || isDigit: true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// `unreserved` of RFC 3986 §2.3: what no URL ever needs to encode.
  var isUnreserved: Bool {
    switch self {
    case _ where isLetter || isDigit: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  /// `reg-name` of RFC 3986 §3.2.2 without escapes.
  var isHostCharacter: Bool {
    switch self {
    case _ where isUnreserved: true
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }

  /// What a field value may hold (RFC 9110 §5.5): visible bytes, those above 127, space and tab.
  var isFieldCharacter: Bool { (self >= 0x20 && self != 0x7F) || self == 0x09 }

  /// `VCHAR` of RFC 5234, appendix B.1.
  var isVisible: Bool { self > 0x20 && self < 0x7F }

  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercased }

  /// `SP` or `HTAB`, as in the `OWS` of RFC 9110 §5.6.3.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  var lowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self + 0x20 : self }

  static var carriageReturn: UInt8 { 0x0D }
  static var lineFeed: UInt8 { 0x0A }
}

extension Array<UInt8> {
  mutating func append(_ text: String) { append(contentsOf: text.utf8) }
}
