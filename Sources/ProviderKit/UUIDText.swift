/// A UUID of sixteen bytes, written as RFC 9562 §4 wants it: version 4, the usual variant.
public struct UUIDText: Sendable, Hashable {
  /// Lower case with hyphens, 36 characters.
  public let text: String

  /// The UUID that sixteen bytes make; further ones are ignored, missing ones are 0.
  public init(_ bytes: [UInt8]) {
    var bytes = Array((bytes + [UInt8](repeating: 0, count: 16)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var digits: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { digits.append(UInt8(ascii: "-")) }
      for half in [byte >> 4, byte & 15] {
        digits.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") + half - 10)
      }
    }
    text = String(decoding: digits, as: UTF8.self)
  }

  /// The 32 digits alone.
  public var digits: String { text.filter { $0 != "-" } }
}
