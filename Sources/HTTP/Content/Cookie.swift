/// A cookie as a server sets it (RFC 6265 §4.1).
package struct Cookie: Sendable, Hashable {
  /// When a browser sends the cookie with requests from other sites.
  package enum SameSite: String, Sendable, Hashable {
    /// Never.
    case strict = "Strict"
    /// With links, not with forms that post.
    case lax = "Lax"
    /// Always; browsers then require `Secure`.
    case none = "None"
  }

  /// A token.
  package var name: String
  /// Bytes that no cookie may hold are percent-encoded when it is sent.
  package var value: String
  package var path: String?
  /// Seconds to keep it; 0 removes it, nil keeps it until the browser closes.
  package var maxAge: Int?
  package var isHTTPOnly: Bool
  package var isSecure: Bool
  package var sameSite: SameSite?

  package init(
    _ name: String, _ value: String, path: String?, maxAge: Int? = nil, httpOnly: Bool = true,
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

  /// As in a `Set-Cookie` field.
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
  /// In order, names and values as sent (RFC 6265 §5.4); what is not a pair is skipped.
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

  /// The value of the first cookie with this name, percent-decoded if it can be.
  package func cookie(_ name: String) -> String? {
    cookies.first { $0.name == name }.map { (try? PercentCoding.decode($0.value.utf8.span)) ?? $0.value }
  }
}

extension Response {
  package mutating func set(_ cookie: Cookie) { headers.append("Set-Cookie", cookie.fieldValue) }
}

extension Substring {
  var trimmingBlanks: Substring {
    let start = utf8.firstIndex { !$0.isBlank } ?? endIndex
    let end = utf8[start...].lastIndex { !$0.isBlank }.map { utf8.index(after: $0) } ?? start
    return self[start..<end]
  }
}
