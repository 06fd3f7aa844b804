import HTTP

/// An absolute http or https URL (RFC 3986), without its fragment.
package struct WebAddress: Sendable, Hashable {
  private let authority: WebAuthority
  /// Begins with a slash.
  package let path: String
  /// Without its question mark.
  package let query: String?

  /// `nil` for anything but http and https, and for a URL with a user name.
  package init?(_ text: String) {
    guard let (authority, rest) = try? WebAuthority.split(text) else { return nil }
    self.authority = authority
    let (path, query) = Self.pathAndQuery(rest)
    (self.path, self.query) = (Self.withoutDots(path.isEmpty ? "/" : path), query)
  }

  private init(beside other: WebAddress, path: String, query: String?) {
    (authority, self.path, self.query) = (other.authority, path, query)
  }

  package var isSecure: Bool { authority.isSecure }
  /// In lower case; an IPv6 address in brackets.
  package var host: String { authority.host }
  package var port: Int { authority.port }
  /// Scheme, host and port, this only where it is not the scheme's own.
  package var origin: String { authority.origin }
  /// True if the host can only be this machine, which browsers trust as they trust https.
  var isLoopback: Bool { authority.isLoopback }

  /// Resolves a reference on a page at this address (RFC 3986 §5.2); `nil` if the result is not a web page.
  package func resolving(_ reference: String) -> WebAddress? {
    let reference = Self.escaped(reference)
    let scheme = reference.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
    if reference.dropFirst(scheme.count).hasPrefix(":") { return WebAddress(reference) }
    if reference.hasPrefix("//") { return WebAddress((isSecure ? "https:" : "http:") + reference) }
    let (path, query) = Self.pathAndQuery(reference[...])
    if path.isEmpty { return WebAddress(beside: self, path: self.path, query: query ?? self.query) }
    if path.hasPrefix("/") { return WebAddress(beside: self, path: Self.withoutDots(path), query: query) }
    let folder = self.path[...(self.path.lastIndex(of: "/") ?? self.path.startIndex)]
    return WebAddress(beside: self, path: Self.withoutDots(folder + path), query: query)
  }

  /// The same page with another query, as when a form is sent by GET.
  func with(query: String) -> WebAddress { WebAddress(beside: self, path: path, query: query) }

  /// The same page without a query.
  var bare: WebAddress { WebAddress(beside: self, path: path, query: nil) }

  package var text: String { origin + path + (query.map { "?\($0)" } ?? "") }

  // MARK: Parts

  private static func pathAndQuery(_ text: Substring) -> (String, String?) {
    let text = escaped(String(text.prefix { $0 != "#" }))
    guard let mark = text.firstIndex(of: "?") else { return (text, nil) }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  /// RFC 3986 §5.2.4.
  private static func withoutDots(_ path: String) -> String {
    guard path.contains("/.") else { return path }
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// Escapes what browsers escape for careless pages: blanks and non-ASCII characters.
  private static func escaped(_ text: String) -> String {
    let utf8 = text.utf8.drop { $0 <= 0x20 }
    guard !utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return String(decoding: utf8, as: UTF8.self) }
    var bytes: [UInt8] = []
    for byte in utf8 where ![0x09, 0x0A, 0x0D].contains(byte) {
      if byte > 0x20 && byte < 0x7F {
        bytes.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += Array("%\(digits.count == 1 ? "0" : "")\(digits)".utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
