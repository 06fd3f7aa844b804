/// Percent-encoding of RFC 3986 §2.1.
package enum PercentCoding {
  package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// A `%` without two hexadecimal digits after it.
    case malformedEscape
    /// `%00`, or a NUL as it is, which no name or value here may hold.
    case encodedNull
    case invalidUTF8

    package var description: String {
      switch self {
      case .malformedEscape: "a % without two hexadecimal digits behind it"
      case .encodedNull: "a NUL"
      case .invalidUTF8: "bytes that are not UTF-8"
      }
    }
  }

  /// With `plusIsSpace`, `+` also decodes to a space, as in forms.
  package static func decode(_ bytes: Span<UInt8>, plusIsSpace: Bool = false) throws(Problem) -> String {
    // Most names and values hold nothing to decode.
    guard needsDecoding(bytes) else { return try text(bytes) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue,
          let low = bytes[index + 2].hexadecimalValue
        else { throw .malformedEscape }
        decoded.append(high << 4 | low)
        index += 2
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(0x20)
      case let byte: decoded.append(byte)
      }
      guard decoded.last != 0 else { throw .encodedNull }
      index += 1
    }
    return try text(decoded.span)
  }

  private static func needsDecoding(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "%"), UInt8(ascii: "+"), 0: return true
      default: continue
      }
    }
    return false
  }

  private static func text(_ bytes: Span<UInt8>) throws(Problem) -> String {
    do { return String(copying: try UTF8Span(validating: bytes)) } catch { throw .invalidUTF8 }
  }

  /// Encodes all but the unreserved characters of RFC 3986 §2.3: safe in any part of a URL.
  package static func encode(_ text: String) -> String { encode(text.utf8, keeping: \.isUnreserved) }

  /// Encodes only what no URL may hold; a URL stays as it is.
  static func encodeInvalid(_ text: String) -> String { encode(text.utf8, keeping: \.isVisible) }

  private static func encode(_ bytes: String.UTF8View, keeping isKept: (UInt8) -> Bool) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    for byte in bytes {
      if isKept(byte) { encoded.append(byte) } else { append(escape: byte, to: &encoded) }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  static func append(escape byte: UInt8, to bytes: inout [UInt8]) {
    func digit(_ value: UInt8) -> UInt8 {
      value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
    bytes.append(UInt8(ascii: "%"))
    bytes.append(digit(byte >> 4))
    bytes.append(digit(byte & 15))
  }
}
