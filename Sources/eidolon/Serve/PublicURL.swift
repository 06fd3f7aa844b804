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
    let lower = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    // A user name would make the host look like another one.
    guard !authority.isEmpty, !authority.contains("@"), let host = Self.host(authority) else { return nil }
    // A trailing dot names the same host.
    self.host = host.lowercased().hasSuffix(".") ? String(host.lowercased().dropLast()) : host.lowercased()
    var path = rest.dropFirst(authority.count)
    while path.hasSuffix("/") { path = path.dropLast() }
    self.text = scheme + authority + path
  }

  private static func host(_ authority: Substring) -> Substring? {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let after = authority[authority.index(after: end)...]
      return after.isEmpty || after.hasPrefix(":") && isPort(after.dropFirst()) ? authority[...end] : nil
    }
    let host = authority.prefix { $0 != ":" }
    let after = authority.dropFirst(host.count)
    return !host.isEmpty && (after.isEmpty || isPort(after.dropFirst())) ? host : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } && UInt16(text) != nil
  }
}
