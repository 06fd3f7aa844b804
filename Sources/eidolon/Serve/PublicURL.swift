import HTTP

/// The emulator's base URL as browsers see it.
struct PublicURL: Equatable {
  /// Without a trailing slash.
  let text: String
  /// In lower case, without port.
  let host: String

  /// Accepts an http or https URL of a host, with or without port and path; `nil` for anything else.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.contains("?"), !text.contains("#"),
      !text.contains("\\"), !text.contains("\"")
    else { return nil }
    // A user name would make the host look like another one.
    guard let (authority, rest) = try? WebAuthority.split(text) else { return nil }
    // A trailing dot names the same host.
    host = authority.host.hasSuffix(".") ? String(authority.host.dropLast()) : authority.host
    var path = rest
    while path.hasSuffix("/") { path = path.dropLast() }
    let scheme = authority.isSecure ? "https" : "http"
    self.text = scheme + text.dropLast(rest.count).dropFirst(scheme.count) + path
  }
}
