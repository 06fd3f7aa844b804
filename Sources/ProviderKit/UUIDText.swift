/// A UUID of sixteen bytes, written as RFC 9562 §4 wants it: version 4, the usual variant.
public struct UUIDText: Sendable, Hashable {
  /// Lower case with hyphens, 36 characters.
  public let text: String

  /// The UUID that sixteen bytes make; further ones are ignored, missing ones are 0.
  public init(_ bytes: [UInt8]) {
    var digits: [UInt8] = []
    digits.reserveCapacity(36)
    for place in 0..<16 {
      var byte = place < bytes.count ? bytes[place] : 0
      switch place {
      case 4, 10: digits.append(UInt8(ascii: "-"))
      case 6:
        digits.append(UInt8(ascii: "-"))
        byte = byte & 0x0F | 0x40
      case 8:
        digits.append(UInt8(ascii: "-"))
        byte = byte & 0x3F | 0x80
      default: break
      }
      digits.append(Self.digit(byte >> 4))
      digits.append(Self.digit(byte & 15))
    }
    text = String(decoding: digits, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The 32 digits alone.
  public var digits: String { text.filter { $0 != "-" } }
}
