/// The host of an http or https URL.
package struct Authority {
  /// True for this machine.
  package let isLocal: Bool
  /// True if the port is written out.
  package let hasPort: Bool

  package init?(of url: String) {
    guard let scheme = ["https://", "http://"].first(where: url.lowercased().hasPrefix) else { return nil }
    let authority = url.dropFirst(scheme.count).prefix { !"/?".contains($0) }.lowercased()
    let isAddress = authority.hasPrefix("[")
    let host = isAddress ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    guard !host.isEmpty else { return nil }
    isLocal =
      host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "[::1]"
    hasPort = authority.dropFirst(host.count).hasPrefix(":")
  }
}
