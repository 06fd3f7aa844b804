import HTTP

/// The URI that a browser is redirected to, with parameters in its query or fragment.
package enum RedirectLocation {
  /// Adds parameters to the query; one that is already there is kept (RFC 6749 §3.1.2).
  package static func with(_ uri: String, _ parameters: [(name: String, value: String?)]) -> String {
    // Precedes the next pair; empty if the URI already ends with a separator.
    var separator = uri.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    if uri.utf8.last == UInt8(ascii: "?") || separator == "&" && uri.utf8.last == UInt8(ascii: "&") {
      separator = ""
    }
    return appending(parameters, to: uri, after: separator)
  }

  /// OAuth 2.0 Multiple Response Types §2.1.
  package static func with(_ uri: String, fragment parameters: [(name: String, value: String?)]) -> String {
    appending(parameters, to: uri, after: "#")
  }

  private static func appending(
    _ parameters: [(name: String, value: String?)], to uri: String, after first: String
  ) -> String {
    var (location, separator) = (uri, first)
    for case (let name, let value?) in parameters {
      location += separator
      location += PercentCoding.encode(name)
      location += "="
      location += PercentCoding.encode(value)
      separator = "&"
    }
    return location
  }

  /// True for an absolute URI without a fragment whose scheme does not run code in the browser.
  package static func isSafe(_ uri: String) -> Bool {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")), !uri.utf8.contains(UInt8(ascii: "#")),
      uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return false }
    let scheme = uri[..<colon].lowercased()
    guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
      scheme.utf8.allSatisfy({ isSchemeCharacter($0) })
    else { return false }
    return !runningSchemes.contains(scheme)
  }

  /// True for a registered redirect URI that is a path of this emulator, as the demonstration's is.
  package static func isOwnPath(_ uri: String) -> Bool {
    uri.utf8.first == UInt8(ascii: "/") && !uri.hasPrefix("//") && !uri.contains("#")
      && uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// Makes paths of this emulator absolute, both as the caller and as browsers address it.
  package static func atHome(_ uris: [String], of call: Call) -> [String] {
    guard uris.contains(where: isOwnPath) else { return uris }
    let homes = call.home == call.publicHome ? [call.home] : [call.home, call.publicHome]
    return uris.flatMap { uri in isOwnPath(uri) ? homes.map { $0 + uri } : [uri] }
  }

  /// True for a registered URI with further query parameters, which a comparison of whole strings refuses.
  package static func addsQuery(_ uri: String, to registered: some Sequence<String>) -> Bool {
    registered.contains { uri.hasPrefix($0 + ($0.contains("?") ? "&" : "?")) }
  }

  private static let runningSchemes: Set<String> = [
    "javascript", "data", "vbscript", "blob", "file", "about",
  ]

  /// RFC 3986 §3.1.
  private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }
}
