/// A name in a server's certificate: a host name, a wildcard for one label below a host name, or an IP address.
package struct CertificateName: Sendable, Hashable {
  package let text: String
  private let isAddress: Bool

  /// Throws `TLSError.unusableName` if a certificate cannot contain the text.
  package init(_ text: String) throws(TLSError) {
    self.text = text
    if Self.isIPv4(text) || Self.isIPv6(text) {
      isAddress = true
    } else if Self.isHostName(text) {
      isAddress = false
    } else {
      throw .unusableName(text)
    }
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

  private static func isIPv4(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.utf8.allSatisfy(isDigit) && (Int(part) ?? 256) < 256
      }
  }

  private static func isIPv6(_ text: String) -> Bool {
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard text.contains(":"), halves.count <= 2 else { return false }
    var groups = 0
    for half in halves where !half.isEmpty {
      for group in half.split(separator: ":", omittingEmptySubsequences: false) {
        guard (1...4).contains(group.utf8.count), UInt16(group, radix: 16) != nil, group.first != "+" else {
          return false
        }
        groups += 1
      }
    }
    return halves.count == 2 ? groups < 8 : groups == 8
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
