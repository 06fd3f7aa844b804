import COpenSSL

/// IP addresses as certificates and their readers write them.
package enum IPAddress {
  /// Four or sixteen bytes; `nil` for what is no address, such as one with a zone (`fe80::1%eth0`).
  package static func bytes(_ text: String) -> [UInt8]? {
    // OpenSSL also takes one colon for two, and signs and spaces before a number.
    guard text != ":", text.utf8.allSatisfy(isDigitOrSeparator), let address = unsafe a2i_IPADDRESS(text)
    else { return nil }
    defer { unsafe ASN1_OCTET_STRING_free(address) }
    return unsafe Array(
      UnsafeBufferPointer(start: ASN1_STRING_get0_data(address), count: Int(ASN1_STRING_length(address))))
  }

  private static func isDigitOrSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "."), UInt8(ascii: ":"): true
    default: false
    }
  }
}
