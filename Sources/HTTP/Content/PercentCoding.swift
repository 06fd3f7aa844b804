/// Percent-encoding of RFC 3986 §2.1.
public enum PercentCoding {
  /// What is wrong with an encoded text.
  public enum Problem: Error, Sendable, Hashable {
    /// A `%` without two hexadecimal digits behind it.
    case malformedEscape
    /// `%00`, which no name or value here may hold.
    case encodedNull
    /// The bytes behind the escapes are not UTF-8.
    case invalidUTF8
  }

  /// The text behind the escapes; with `plusIsSpace` also `+` for a space, as forms do.
  public static func decode(
    _ bytes: some Collection<UInt8>, plusIsSpace: Bool = false
  ) throws(Problem) -> String {
    // Most names and values have nothing to decode and are ASCII.
    if let text = bytes.plainText(plusIsSpace: plusIsSpace) { return text }
    let bytes = Array(bytes)
    return try unescape(bytes.span, plusIsSpace: plusIsSpace)
  }

  /// The text behind the escapes of bytes that have some.
  static func unescape(_ bytes: Span<UInt8>, plusIsSpace: Bool) throws(Problem) -> String {
    var problem: Problem?
    let text = String(atMost: bytes.count) { decoded in
      switch unescape(bytes, plusIsSpace: plusIsSpace, { decoded.append($0) }) {
      case .success(let seen): return seen < 0x80
      case .failure(let found):
        problem = found
        return false
      }
    }
    if let problem { throw problem }
    guard let text else { throw .invalidUTF8 }
    return text
  }

  /// Hands out the bytes behind the escapes, and tells the bits that are set in any of them.
  @inline(__always) private static func unescape(
    _ bytes: Span<UInt8>, plusIsSpace: Bool, _ take: (UInt8) -> Void
  ) -> Result<UInt8, Problem> {
    var seen: UInt8 = 0
    var place = 0
    while place < bytes.count {
      var byte = bytes[place]
      place &+= 1
      if byte == UInt8(ascii: "%") {
        guard place &+ 1 < bytes.count, let high = bytes[place].hexadecimalValue,
          let low = bytes[place &+ 1].hexadecimalValue
        else { return .failure(.malformedEscape) }
        byte = high << 4 | low
        guard byte != 0 else { return .failure(.encodedNull) }
        place &+= 2
      } else if byte == UInt8(ascii: "+"), plusIsSpace {
        byte = 0x20
      }
      seen |= byte
      take(byte)
    }
    return .success(seen)
  }

  /// Encodes all but the unreserved characters of RFC 3986 §2.3: safe in any part of a URL.
  public static func encode(_ text: String) -> String {
    text.utf8.allSatisfy { $0.isUnreserved } ? text : encode(text.utf8) { $0.isUnreserved }
  }

  /// Encodes only what a URL cannot hold at all: what is a URL already stays as it is.
  static func encodeInvalid(_ text: String) -> String {
    text.utf8.span.isVisible ? text : encode(text.utf8) { $0.isVisible }
  }

  private static func encode(_ bytes: String.UTF8View, keeping isKept: (UInt8) -> Bool) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    for byte in bytes {
      if isKept(byte) { encoded.append(byte) } else { append(escape: byte, to: &encoded) }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Adds `%` and the two digits of `byte`.
  static func append(escape byte: UInt8, to bytes: inout [UInt8]) {
    func digit(_ value: UInt8) -> UInt8 {
      value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
    bytes.append(UInt8(ascii: "%"))
    bytes.append(digit(byte >> 4))
    bytes.append(digit(byte & 15))
  }
}
