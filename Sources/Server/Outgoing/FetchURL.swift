import HTTP

/// The parts of an absolute http or https URL (RFC 3986) that a request needs.
struct FetchURL: Sendable, Hashable {
  let isSecure: Bool
  /// A name in lower case or a numeric address; an IPv6 address without its brackets.
  let host: String
  let port: Int
  /// Path and query, at least `/`.
  let target: String

  /// The value of `Host`: the port only if it is not the scheme's default.
  let authority: String

  init(_ text: String) throws(FetchError) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .invalidURL("\(text): a space or another character that a URL must escape")
    }
    let (authority, rest) = try Self.split(text)
    (isSecure, host, port) = (authority.isSecure, authority.bareHost, authority.port)
    self.authority = authority.text
    let path = rest.prefix { $0 != "#" }
    target = path.hasPrefix("/") ? String(path) : "/" + path
  }

  private static func split(_ text: String) throws(FetchError) -> (WebAuthority, Substring) {
    do {
      return try WebAuthority.split(text)
    } catch {
      switch error {
      case .notAbsolute: throw .invalidURL("\(text): not an absolute URL")
      case .otherScheme: throw .invalidURL("\(text): neither http nor https")
      case .userName: throw .invalidURL("\(text): a user name in a URL is not sent")
      case .noHost: throw .invalidURL("\(text): no host, or no port between 1 and 65535")
      }
    }
  }

  /// True if the host can only be this machine, or the container that the program runs in.
  var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") { return true }
    return SocketAddress(numeric: host, port: port)?.isLoopback ?? false
  }

  /// True if the host can only be on this machine or a private network: its own addresses, names without a dot, and
  /// names that are not public (RFC 1918, RFC 4193, RFC 6761, RFC 6762, RFC 8375).
  var isNeighbour: Bool {
    if isLoopback { return true }
    if let address = SocketAddress(numeric: host, port: port) { return address.isPrivate }
    return !host.contains(".")
      || [".test", ".local", ".internal", ".home.arpa"].contains { host.hasSuffix($0) }
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
