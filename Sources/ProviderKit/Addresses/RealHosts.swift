/// The hosts of the real services, which the emulator must never impersonate.
struct RealHosts: Sendable {
  private let hosts: [[UInt8]]

  /// Names in lower case; their subdomains are real too.
  init(_ hosts: [String]) { self.hosts = hosts.map { Array($0.utf8) } }

  /// True for one of them or a subdomain, in any case, also with the dot of the root (RFC 1034 §3.1).
  func contain(_ host: Substring) -> Bool {
    let host = (host.utf8.last == UInt8(ascii: ".") ? host.dropLast() : host).utf8.span
    return hosts.contains { Self.isHost(host, at: $0.span) }
  }

  /// Compares from the end, where addresses of the emulator differ at once.
  private static func isHost(_ host: Span<UInt8>, at real: Span<UInt8>) -> Bool {
    let start = host.count - real.count
    guard start >= 0 else { return false }
    for index in real.indices.reversed() {
      let byte = host[start + index]
      guard byte == real[index] || byte | 0x20 == real[index] else { return false }
    }
    return start == 0 || host[start - 1] == UInt8(ascii: ".")
  }
}
