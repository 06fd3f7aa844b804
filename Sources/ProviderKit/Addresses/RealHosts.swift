/// The hosts of the real services: the emulator must never pass for one of them.
struct RealHosts: Sendable {
  private let hosts: [[UInt8]]

  /// Names in small letters; what lies below one of them is real too.
  init(_ hosts: [String]) { self.hosts = hosts.map { Array($0.utf8) } }

  /// True if a host is one of them, or lies below one; names of hosts have no case.
  func contain(_ host: Substring) -> Bool {
    let host = Array(host.utf8)
    guard host.contains(UInt8(ascii: ".")) else { return false }
    return hosts.contains { Self.isHost(host.span, at: $0.span) }
  }

  /// Compared from the end, where addresses of the emulator differ at once.
  private static func isHost(_ host: Span<UInt8>, at real: Span<UInt8>) -> Bool {
    let start = host.count - real.count
    guard start >= 0 else { return false }
    for place in real.indices.reversed() {
      let byte = host[start + place]
      guard byte == real[place] || byte | 0x20 == real[place] else { return false }
    }
    return start == 0 || host[start - 1] == UInt8(ascii: ".")
  }
}
