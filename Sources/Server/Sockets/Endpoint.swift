/// Where to listen.
package struct Endpoint: Sendable, Hashable {
  /// A numeric IP address, `localhost` (both loopback addresses), `*` (all interfaces), or a name to resolve.
  package var host: String
  /// 0 lets the system choose one.
  package var port: Int

  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Loopback, on a port that the system chooses: for tests.
  package static let anyLoopback = Endpoint(host: "127.0.0.1", port: 0)

  /// Reads `HOST:PORT`, `[IPV6]:PORT` or a port alone (then `localhost`); nil if it is not one of these.
  package init?(_ text: String) {
    let host: Substring
    let port: Substring
    if let colon = text.lastIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
    } else {
      host = "localhost"
      port = text[...]
    }
    guard !port.isEmpty, port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(port), number < 65_536
    else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") {
      self.init(host: String(host.dropFirst().dropLast()), port: number)
    } else {
      guard !host.isEmpty, !host.contains(":") else { return nil }
      self.init(host: String(host), port: number)
    }
  }
}

extension Endpoint: CustomStringConvertible {
  /// `HOST:PORT`, an IPv6 address in brackets.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
