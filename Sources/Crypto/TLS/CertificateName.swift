/// A name in a server's certificate: a host name, a wildcard for one label below a host name, or an IP address.
package struct CertificateName: Sendable, Hashable {
  package let text: String
  private let isAddress: Bool

  /// Throws `TLSError.unusableName` if a certificate cannot contain the text.
  package init(_ text: String) throws(TLSError) {
    self.text = text
    isAddress = IPAddress.bytes(text) != nil
    guard isAddress || Self.isHostName(text) else { throw .unusableName(text) }
  }

  /// The subjectAltName entry in OpenSSL's configuration language (RFC 5280 section 4.2.1.6).
  var alternative: String { (isAddress ? "IP:" : "DNS:") + text }

  /// The host name of the smallest subtree that holds the name: that name and everything below it (RFC 5280 section
  /// 4.2.1.10); `nil` for an address.
  var subtree: String? {
    isAddress ? nil : (text.hasPrefix("*.") ? String(text.dropFirst(2)) : text).lowercased()
  }

  private static func isHostName(_ text: String) -> Bool {
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    guard !name.isEmpty, name.utf8.count <= 253 else { return false }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      // RFC 1123 allows no underscores in host names, but they are common in compose networks.
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
