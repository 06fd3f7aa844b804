/// A UUID of version 4 in the form of RFC 9562 §4.
package struct UUIDText: Sendable, Hashable {
  /// Lower case with hyphens, 36 characters.
  package let text: String

  /// Uses sixteen bytes; missing ones are 0.
  package init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  package init(_ bytes: ArraySlice<UInt8>) {
    let bytes = bytes.prefix(16)
    var digits: [UInt8] = []
    for number in 0..<16 {
      var byte = number < bytes.count ? bytes[bytes.startIndex + number] : 0
      if number == 6 { byte = byte & 0x0F | 0x40 }
      if number == 8 { byte = byte & 0x3F | 0x80 }
      if [4, 6, 8, 10].contains(number) { digits.append(UInt8(ascii: "-")) }
      digits.append(Self.digit(byte >> 4))
      digits.append(Self.digit(byte & 15))
    }
    text = String(decoding: digits, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// 32 characters, without hyphens.
  package var digits: String { text.filter { $0 != "-" } }
}
