import HTTP

/// The parts of an absolute http or https URL (RFC 3986) that a request needs.
struct FetchURL: Sendable, Hashable {
  let isSecure: Bool
  /// A name or a numeric address; an IPv6 address without its brackets.
  let host: String
  let port: Int
  /// Path and query, at least `/`.
  let target: String

  /// The value of `Host`: the port only if it is not the scheme's default.
  var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  init(_ text: String) throws(FetchError) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .invalidURL("\(text): a space or another character that a URL must escape")
    }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      throw .invalidURL("\(text): not an absolute URL")
    }
    switch text[..<colon].lowercased() {
    case "http": isSecure = false
    case "https": isSecure = true
    default: throw .invalidURL("\(text): neither http nor https")
    }
    let rest = text[text.index(colon, offsetBy: 3)...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    let authority = rest[..<end]
    guard !authority.contains("@") else { throw .invalidURL("\(text): a user name in a URL is not sent") }
    guard let (host, port) = Self.split(authority, standardPort: isSecure ? 443 : 80) else {
      throw .invalidURL("\(text): no host, or no port between 1 and 65535")
    }
    self.host = host
    self.port = port
    let path = rest[end...].prefix { $0 != "#" }
    target = path.hasPrefix("/") ? String(path) : "/" + path
  }

  private static func split(_ authority: Substring, standardPort: Int) -> (host: String, port: Int)? {
    var host = authority
    var port = Substring()
    if authority.hasPrefix("[") {
      guard let bracket = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<bracket]
      let rest = authority[authority.index(after: bracket)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      port = rest.dropFirst()
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
    }
    guard !host.isEmpty else { return nil }
    if port.isEmpty { return (String(host), standardPort) }
    guard port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(port), (1...65_535).contains(number)
    else { return nil }
    return (String(host), number)
  }

  /// True if the host can only be this machine, or the container that the program runs in.
  var isLoopback: Bool {
    let name = host.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    return SocketAddress(numeric: host, port: port)?.isLoopback ?? false
  }

  /// True if the host can only be on this machine or a private network: its own addresses, names without a dot, and
  /// names that are not public (RFC 1918, RFC 4193, RFC 6761, RFC 6762, RFC 8375).
  var isNeighbour: Bool {
    if isLoopback { return true }
    if let address = SocketAddress(numeric: host, port: port) { return address.isPrivate }
    let name = host.lowercased()
    return !name.contains(".")
      || [".test", ".local", ".internal", ".home.arpa"].contains { name.hasSuffix($0) }
  }
}

extension SocketAddress {
  /// 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 or fc00::/7.
  var isPrivate: Bool {
    let bytes = addressBytes
    guard bytes.count == 4 else { return bytes.count == 16 && bytes[0] & 0xFE == 0xFC }
    return bytes[0] == 10 || bytes[0] == 172 && bytes[1] & 0xF0 == 16 || bytes[0] == 192 && bytes[1] == 168
  }

  /// 127.0.0.0/8 or ::1.
  var isLoopback: Bool {
    let bytes = addressBytes
    if bytes.count == 4 { return bytes[0] == 127 }
    return bytes.count == 16 && bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// 169.254.0.0/16 (RFC 3927) or fe80::/10 (RFC 4291): where clouds keep their metadata services.
  var isLinkLocal: Bool {
    let bytes = addressBytes
    if bytes.count == 4 { return bytes[0] == 169 && bytes[1] == 254 }
    return bytes.count == 16 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
  }
}
