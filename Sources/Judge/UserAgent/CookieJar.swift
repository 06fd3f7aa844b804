package import Flow

/// The cookies of one browser (RFC 6265 §5).
package struct CookieJar: Sendable, Hashable {
  fileprivate struct Kept: Sendable, Hashable {
    let name: String
    var value: String
    let domain: String
    let isHostOnly: Bool
    let path: String
    let isSecure: Bool
    /// `nil` for a session cookie.
    let expires: Instant?
    /// In the order in which they were first set.
    let number: Int
  }

  /// RFC 6265 §6.1.
  package static let limitOfHost = 50
  package static let limitOfAll = 3000
  private static let limitOfCookie = 4096

  private var cookies: [Kept] = []
  private var last = 0

  package init() {}

  /// The names of the cookies for a host, whatever the path.
  package func names(at address: WebAddress) -> [String] {
    var names: [String] = []
    for cookie in cookies where cookie.fits(host: address.host) && !names.contains(cookie.name) {
      names.append(cookie.name)
    }
    return names.sorted()
  }

  /// Takes the values of `Set-Cookie` fields of an answer from this address.
  package mutating func take(_ fields: [String], from address: WebAddress, at now: Instant) {
    for field in fields { take(field, from: address, at: now) }
    cookies.removeAll { $0.expires.map { $0 <= now } ?? false }
    forgetSurplus(of: address.host)
  }

  /// The value of `Cookie` for a request to this address; `nil` for none.
  package func field(for address: WebAddress, at now: Instant) -> String? {
    let sent = cookies.filter { cookie in
      cookie.fits(host: address.host) && cookie.fits(path: address.path)
        // Browsers trust their own machine as they trust https.
        && (!cookie.isSecure || address.isSecure || address.isLoopback)
        && cookie.expires.map { $0 > now } ?? true
    }
    guard !sent.isEmpty else { return nil }
    // Longer paths go first, then older cookies (§5.4).
    return sent.sorted { ($1.path.utf8.count, $0.number) < ($0.path.utf8.count, $1.number) }
      .map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  // MARK: Storing a cookie

  private mutating func take(_ field: String, from address: WebAddress, at now: Instant) {
    var parts = field.split(separator: ";", omittingEmptySubsequences: false)[...]
    guard let pair = parts.popFirst(), field.utf8.count <= Self.limitOfCookie,
      let sign = pair.firstIndex(of: "=")
    else { return }
    let name = trimmed(pair[..<sign])
    guard !name.isEmpty else { return }
    var (domain, path): (String?, String?)
    var (isSecure, maxAge, expires): (Bool, Int?, Instant?) = (false, nil, nil)
    for part in parts {
      let sign = part.firstIndex(of: "=") ?? part.endIndex
      let value = trimmed(part[sign...].dropFirst())
      switch trimmed(part[..<sign]).lowercased() {
      case "domain" where !value.isEmpty:
        domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
      case "path": path = value.hasPrefix("/") ? value : nil
      case "secure": isSecure = true
      case "max-age": maxAge = Self.seconds(value) ?? maxAge
      case "expires": expires = CookieDate.instant(value) ?? expires
      default: break
      }
    }
    if let domain, !isInside(address.host, domain) { return }
    if isSecure, !address.isSecure, !address.isLoopback { return }
    // Max-Age takes precedence over Expires (§5.3, step 3).
    if let maxAge { expires = now + .seconds(maxAge) }
    keep(
      Kept(
        name: name, value: trimmed(pair[sign...].dropFirst()), domain: domain ?? address.host,
        isHostOnly: domain == nil, path: path ?? Self.standardPath(of: address), isSecure: isSecure,
        expires: expires, number: last + 1))
  }

  private mutating func keep(_ cookie: Kept) {
    let old = cookies.firstIndex {
      ($0.name, $0.domain, $0.path) == (cookie.name, cookie.domain, cookie.path)
    }
    last += 1
    guard let old else { return cookies.append(cookie) }
    // One that is set again keeps its age (§5.3, step 11.3).
    cookies[old] = Kept(
      name: cookie.name, value: cookie.value, domain: cookie.domain, isHostOnly: cookie.isHostOnly,
      path: cookie.path, isSecure: cookie.isSecure, expires: cookie.expires, number: cookies[old].number)
  }

  /// The oldest go first.
  private mutating func forgetSurplus(of host: String) {
    var surplus = cookies.count { $0.fits(host: host) } - Self.limitOfHost
    if surplus > 0 {
      cookies.removeAll { cookie in
        guard surplus > 0, cookie.fits(host: host) else { return false }
        surplus -= 1
        return true
      }
    }
    if cookies.count > Self.limitOfAll { cookies.removeFirst(cookies.count - Self.limitOfAll) }
  }

  private static func seconds(_ text: String) -> Int? {
    guard let number = Int(text) else { return nil }
    return min(max(number, 0), 400 * 86_400)
  }

  /// §5.1.4.
  private static func standardPath(of address: WebAddress) -> String {
    guard let slash = address.path.lastIndex(of: "/"), slash > address.path.startIndex else { return "/" }
    return String(address.path[..<slash])
  }
}

extension CookieJar.Kept {
  /// §5.1.3.
  fileprivate func fits(host: String) -> Bool {
    isHostOnly ? host == domain : isInside(host, domain)
  }

  /// §5.1.4.
  fileprivate func fits(path asked: String) -> Bool {
    asked == path
      || asked.hasPrefix(path) && (path.hasSuffix("/") || asked.dropFirst(path.count).hasPrefix("/"))
  }
}

/// True if the host is the domain or below it; nothing is below an address of numbers.
private func isInside(_ host: String, _ domain: String) -> Bool {
  if host == domain { return true }
  let isNumeric = host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
  return host.hasSuffix(".\(domain)") && domain.contains(".") && !isNumeric && !host.hasPrefix("[")
}

private func trimmed(_ text: Substring) -> String {
  let isBlank = { (character: Character) in character == " " || character == "\t" }
  var text = text.drop(while: isBlank)
  while let last = text.last, isBlank(last) { text.removeLast() }
  return String(text)
}
