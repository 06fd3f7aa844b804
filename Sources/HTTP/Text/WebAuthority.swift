/// What an absolute http or https URL begins with: scheme, host and port (RFC 3986 §3.2, RFC 9110 §4.2).
package struct WebAuthority: Sendable {
  package let isSecure: Bool
  /// In lower case; an IPv6 address in brackets.
  package let host: String
  /// `nil` if the URL leaves it to the scheme.
  package let writtenPort: Int?

  package enum Problem: Error {
    /// No scheme with `://` behind it.
    case notAbsolute
    /// Neither http nor https.
    case otherScheme
    /// It would make the host look like another one, and is not sent.
    case userName
    /// No host, or no port between 1 and 65535.
    case noHost
  }

  package var port: Int { writtenPort ?? standardPort }

  /// As `Host` has it: the port only if it is not the scheme's own.
  package var text: String { port == standardPort ? host : "\(host):\(port)" }

  /// Scheme, host and port, this only if it is not the scheme's own.
  package var origin: String { (isSecure ? "https://" : "http://") + text }

  /// Without the brackets of an IPv6 address.
  package var bareHost: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

  /// True if the host can only be this machine, which browsers trust as they trust https.
  package var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    return host.hasPrefix("127.") && host.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
  }

  private var standardPort: Int { isSecure ? 443 : 80 }

  /// - Returns: the rest is path, query and fragment, and may be empty.
  package static func split(_ url: String) throws(Problem) -> (authority: WebAuthority, rest: Substring) {
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { throw .notAbsolute }
    let scheme = url[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { throw .otherScheme }
    let behind = url[url.index(colon, offsetBy: 3)...]
    let text = behind.prefix { !"/?#".contains($0) }
    guard !text.contains("@") else { throw .userName }
    let host = text.hasPrefix("[") ? text.prefix { $0 != "]" } + "]" : text.prefix { $0 != ":" }
    let port = text.dropFirst(host.count)
    let digits = port.dropFirst()
    guard !host.isEmpty, text.hasPrefix(host), port.isEmpty || port.hasPrefix(":"),
      digits.utf8.allSatisfy(\.isDigit), digits.isEmpty || (1...65_535).contains(Int(digits) ?? 0)
    else { throw .noHost }
    let authority = WebAuthority(
      isSecure: scheme == "https", host: host.lowercased(), writtenPort: Int(digits))
    return (authority, behind[text.endIndex...])
  }
}

/// A port that is written out is the same as one that the scheme implies.
extension WebAuthority: Hashable {
  package static func == (left: WebAuthority, right: WebAuthority) -> Bool { left.origin == right.origin }

  package func hash(into hasher: inout Hasher) { hasher.combine(origin) }
}
