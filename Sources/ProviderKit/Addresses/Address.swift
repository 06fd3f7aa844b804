import HTTP

/// How a client addressed a sandbox: scheme, authority and path prefix, as the client sees them.
///
/// `X-Forwarded-Proto`, `-Host` and `-Prefix` count only from peers that `--trust-proxy` names.
struct Address: Hashable, Sendable {
  let scheme: String
  let authority: String
  let prefix: String
  /// The authority of the request itself, whatever a proxy says; `nil` if it has none.
  let requested: String?
  /// The name of the sandbox, which need not exist yet; empty for the root.
  let sandbox: String

  init(
    _ request: borrowing Request, from peer: borrowing Peer, trusting proxies: borrowing TrustedProxies,
    in sandbox: String = ""
  ) {
    self.sandbox = sandbox
    let forwarded = proxies.contains(peer.address) ? Forwarded(request.headers) : Forwarded()
    requested = request.authority
    scheme = forwarded.scheme ?? (peer.isSecure ? "https" : "http")
    authority =
      (forwarded.host ?? requested).flatMap { Address.isAuthority($0) ? $0 : nil }
      ?? "localhost:\(peer.localPort)"
    prefix = forwarded.prefix ?? ""
  }

  /// What a trusted proxy says.
  private struct Forwarded {
    var scheme: String?
    var host: String?
    var prefix: String?

    init() {}

    init(_ headers: Headers) {
      scheme = Self.value("X-Forwarded-Proto", headers).flatMap { $0 == "https" || $0 == "http" ? $0 : nil }
      host = Self.value("X-Forwarded-Host", headers)
      prefix = Self.value("X-Forwarded-Prefix", headers).flatMap { path in
        path.hasPrefix("/") && path != "/" ? Address.withoutTrailingSlash(path) : nil
      }
    }

    private static func value(_ name: String, _ headers: Headers) -> String? {
      guard let value = headers[name] else { return nil }
      let words = value.prefix { $0 != "," }.split(separator: " ")
      // A value may have blanks around it, but none inside.
      return words.count == 1 ? String(words[0]) : nil
    }
  }

  /// The URL of the emulator's root, without a slash at the end.
  var root: String { scheme + "://" + authority + prefix }

  /// The URL of the sandbox, without a slash at the end: a virtual host names it by itself.
  var home: String {
    sandbox.isEmpty || firstLabel.lowercased().hasPrefix("\(sandbox)--") ? root : "\(root)/~\(sandbox)"
  }

  /// The name of a provider on a virtual host.
  var firstLabel: Substring {
    authority.prefix(before: ".:")
  }

  /// Without the port; IPv6 literals keep their brackets.
  var host: Substring { Address.host(of: authority) }

  /// True if the URL's host is the provider's virtual host.
  static func names(_ provider: String, in url: String) -> Bool {
    url.contains("://") && firstLabel(of: url).lowercased() == provider
  }

  /// The first label of a URL's host, where a virtual host names its provider.
  static func firstLabel(of url: String) -> Substring {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return url[start...].prefix(before: ".:/")
  }

  static func host(of authority: String) -> Substring {
    let bytes = authority.utf8
    if bytes.first == UInt8(ascii: "["), let end = bytes.firstIndex(of: UInt8(ascii: "]")) {
      return authority[...end]
    }
    return authority.prefix(before: ":")
  }

  static func withoutTrailingSlash(_ path: String) -> String {
    path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// A name, an IPv4 or IPv6 literal, maybe with a port.
  private static func isAuthority(_ text: String) -> Bool {
    let bytes = text.utf8.span
    guard (1...255).contains(bytes.count) else { return false }
    for index in bytes.indices {
      switch bytes[index] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
        continue
      default: return false
      }
    }
    return true
  }
}
