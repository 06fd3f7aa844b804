import HTTP

/// The address that a browser is sent back to, with parameters added to its query component.
public enum RedirectLocation {
  /// A redirect URI with parameters; a query that it has already is kept (RFC 6749 §3.1.2).
  public static func with(_ uri: String, _ parameters: [(name: String, value: String?)]) -> String {
    let pairs = parameters.compactMap { parameter in
      parameter.value.map { "\(PercentCoding.encode(parameter.name))=\(PercentCoding.encode($0))" }
    }
    guard !pairs.isEmpty else { return uri }
    let separator = uri.contains("?") ? (uri.hasSuffix("?") || uri.hasSuffix("&") ? "" : "&") : "?"
    return uri + separator + pairs.joined(separator: "&")
  }

  /// Whether a browser may be sent to a URI: absolute, without fragment, and no scheme that runs in the browser.
  public static func isSafe(_ uri: String) -> Bool {
    guard let colon = uri.firstIndex(of: ":"), !uri.contains("#"),
      uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return false }
    let scheme = uri[..<colon].lowercased()
    guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
      scheme.utf8.allSatisfy({ isSchemeCharacter($0) })
    else { return false }
    return !runningSchemes.contains(scheme)
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
