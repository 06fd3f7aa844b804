/// A cookie as a server sets it (RFC 6265 §4.1).
package struct Cookie: Sendable, Hashable {
  /// When a browser sends the cookie along with requests that come from other sites.
  package enum SameSite: String, Sendable, Hashable {
    /// Never.
    case strict = "Strict"
    /// With links, not with forms that post.
    case lax = "Lax"
    /// Always; browsers then want `Secure`.
    case none = "None"
  }

  /// The name, a token.
  package var name: String
  /// The value; what no cookie may hold is percent-encoded when it is sent.
  package var value: String
  /// The path below which the browser sends it.
  package var path: String?
  /// Seconds to keep it; 0 removes it, nil keeps it until the browser closes.
  package var maxAge: Int?
  /// True if scripts cannot read it.
  package var isHTTPOnly: Bool
  /// True if it goes over TLS only.
  package var isSecure: Bool
  /// Whether it goes along with requests from other sites.
  package var sameSite: SameSite?

  /// A cookie; hidden from scripts and `Lax` unless told otherwise.
  package init(
    _ name: String, _ value: String, path: String? = "/", maxAge: Int? = nil, httpOnly: Bool = true,
    secure: Bool = false, sameSite: SameSite? = .lax
  ) {
    self.name = name
    self.value = value
    self.path = path
    self.maxAge = maxAge
    self.isHTTPOnly = httpOnly
    self.isSecure = secure
    self.sameSite = sameSite
  }

  /// The value of a `Set-Cookie` field.
  package var fieldValue: String {
    var text = "\(name)=\(Self.encode(value))"
    if let path { text += "; Path=\(String(path.map { $0 == ";" ? "_" : $0 }))" }
    if let maxAge { text += "; Max-Age=\(maxAge)" }
    if isSecure { text += "; Secure" }
    if isHTTPOnly { text += "; HttpOnly" }
    if let sameSite { text += "; SameSite=\(sameSite.rawValue)" }
    return text
  }

  /// Keeps `cookie-octet` of RFC 6265 §4.1.1 and encodes the rest, `%` too so that it can be undone.
  private static func encode(_ value: String) -> String {
    var encoded: [UInt8] = []
    for byte in value.utf8 {
      let isKept = byte.isVisible && !"\",;\\%".utf8.contains(byte)
      if isKept { encoded.append(byte) } else { PercentCoding.append(escape: byte, to: &encoded) }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension Request {
  /// The cookies that came along, in order: names and values as sent (RFC 6265 §5.4); what is no pair is skipped.
  package var cookies: [(name: String, value: String)] {
    headers.values("Cookie").flatMap { field in
      field.split(separator: ";").compactMap { pair in
        guard let equals = pair.firstIndex(of: "=") else { return nil }
        let name = pair[..<equals].trimmingBlanks
        let value = pair[pair.index(after: equals)...].trimmingBlanks
        return name.isEmpty ? nil : (String(name), String(value))
      }
    }
  }

  /// The value of the first cookie with this name, its percent-encoding undone where it is one.
  package func cookie(_ name: String) -> String? {
    cookies.first { $0.name == name }.map { (try? PercentCoding.decode($0.value.utf8)) ?? $0.value }
  }
}

extension Response {
  /// Adds a `Set-Cookie` field.
  package mutating func set(_ cookie: Cookie) { headers.append("Set-Cookie", cookie.fieldValue) }
}

extension Substring {
  /// Without spaces and tabs at both ends.
  var trimmingBlanks: Substring {
    let start = utf8.firstIndex { !$0.isBlank } ?? endIndex
    let end = utf8[start...].lastIndex { !$0.isBlank }.map { utf8.index(after: $0) } ?? start
    return self[start..<end]
  }
}
