import HTTP

/// The hosts for which control calls are answered.
///
/// A web page can make a browser send requests to loopback under a name of its own (DNS rebinding), which is then in
/// `Host`. So only names that no stranger can own are accepted.
enum ControlHost {
  /// True if control calls are answered for this value of `Host`; a request without one is not from a browser.
  ///
  /// - Parameter hosts: further names that count as safe, in lower case.
  static func isSafe(_ authority: String?, beside hosts: Set<String> = []) -> Bool {
    guard let authority else { return true }
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return false }
      return isSafeIPv6(authority[authority.index(after: authority.startIndex)..<end].lowercased())
    }
    var host = authority.prefix(before: ":").lowercased()
    if host.hasSuffix(".") { host.removeLast() }
    guard !host.isEmpty else { return false }
    // Nearly every call names this one, which needs no parsing.
    if host == "127.0.0.1" { return true }
    if hosts.contains(host) { return true }
    // A single label has no public owner; `localhost` and its subdomains are loopback (RFC 6761 §6.3).
    guard host.utf8.contains(UInt8(ascii: ".")) else { return true }
    if let four = ipv4(host) { return isSafeIPv4(four) }
    return host.hasSuffix(".localhost") || host == "host.docker.internal"
  }

  /// Loopback (RFC 1122 §3.2.1.3), private (RFC 1918), link-local (RFC 3927) and unspecified addresses.
  private static func isSafeIPv4(_ address: [UInt8]) -> Bool {
    switch (address[0], address[1]) {
    case (127, _), (10, _), (192, 168), (172, 16...31), (169, 254): true
    default: address == [0, 0, 0, 0]
    }
  }

  /// Loopback, unspecified, unique local (RFC 4193) and link-local (RFC 4291 §2.5.6) addresses, as browsers write them.
  private static func isSafeIPv6(_ address: String) -> Bool {
    if address == "::1" || address == "::" { return true }
    if address.hasPrefix("::ffff:"), let four = ipv4(String(address.dropFirst(7))) { return isSafeIPv4(four) }
    guard let first = UInt16(address.prefix { $0 != ":" }, radix: 16) else { return false }
    return first & 0xFE00 == 0xFC00 || first & 0xFFC0 == 0xFE80
  }

  private static func ipv4(_ host: String) -> [UInt8]? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    let bytes = parts.compactMap { $0 }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }
}
