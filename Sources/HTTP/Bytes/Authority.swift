/// `uri-host [ ":" port ]`, the value of `Host` (RFC 9110 §7.2, RFC 3986 §3.2).
enum Authority {
  /// True if the bytes are a host name, an IPv4 address or an IPv6 address in brackets, with or without a port.
  ///
  /// An empty value is valid: the client's URL had no authority.
  static func isValid(_ bytes: Span<UInt8>) -> Bool {
    var position = 0
    if !bytes.isEmpty, bytes[0] == UInt8(ascii: "[") {
      position = 1
      while position < bytes.count, bytes[position] != UInt8(ascii: "]") {
        let byte = bytes[position]
        guard byte.hexadecimalValue != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") else {
          return false
        }
        position += 1
      }
      guard position > 2, position < bytes.count else { return false }
      position += 1
    } else {
      while position < bytes.count, bytes[position] != UInt8(ascii: ":") {
        if bytes[position].isHostCharacter {
          position += 1
        } else {
          guard isEscape(bytes, at: position) else { return false }
          position += 3
        }
      }
    }
    return position == bytes.count || isPort(bytes.extracting((position + 1)...), after: bytes[position])
  }

  private static func isEscape(_ bytes: Span<UInt8>, at position: Int) -> Bool {
    bytes[position] == UInt8(ascii: "%") && position + 2 < bytes.count
      && bytes[position + 1].hexadecimalValue != nil && bytes[position + 2].hexadecimalValue != nil
  }

  private static func isPort(_ digits: Span<UInt8>, after colon: UInt8) -> Bool {
    guard colon == UInt8(ascii: ":"), digits.count <= 5 else { return false }
    var port = 0
    for index in digits.indices {
      guard digits[index].isDigit else { return false }
      port = port * 10 + Int(digits[index] - UInt8(ascii: "0"))
    }
    return port <= 65_535
  }
}
