import Crypto
package import HTTP
import JOSE

/// The credentials of `Authorization: Basic` (RFC 7617 §2).
package enum BasicCredentials: Sendable, Hashable {
  case credentials(name: String, secret: String)
  case missing
  /// The scheme's name.
  case otherScheme(String)
  /// The reason.
  case malformed(String)

  package init(_ request: Request) {
    if let usual = Self.usual(request.headers) {
      self = usual
      return
    }
    let headers = request.headers.values("Authorization")
    guard let header = headers.first else {
      self = .missing
      return
    }
    guard headers.count == 1 else {
      self = .malformed("Authorization is sent more than once")
      return
    }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.first?.lowercased() == "basic" else {
      self = .otherScheme(String(parts.first ?? ""))
      return
    }
    guard parts.count == 2, let bytes = try? Base64.decode(String(parts[1])) else {
      self = .malformed("what follows Basic is not base64")
      return
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      self = .malformed("there is no colon between name and secret")
      return
    }
    self = .credentials(
      name: Self.text(bytes[..<colon]), secret: Self.text(bytes[bytes.index(after: colon)...]))
  }

  /// A fast path for what nearly all clients send: one field, the scheme, one blank, and base64 with a colon in it.
  private static func usual(_ headers: Headers) -> BasicCredentials? {
    guard let field = headers.onlyBytes("Authorization"), field.count > 6 else { return nil }
    let start = field.startIndex
    // Setting this bit makes upper-case letters lower case, and makes no other character a letter.
    guard field[start] | 0x20 == UInt8(ascii: "b"), field[start + 1] | 0x20 == UInt8(ascii: "a"),
      field[start + 2] | 0x20 == UInt8(ascii: "s"), field[start + 3] | 0x20 == UInt8(ascii: "i"),
      field[start + 4] | 0x20 == UInt8(ascii: "c"), field[start + 5] == UInt8(ascii: " ")
    else { return nil }
    guard let bytes = try? Base64.decode(Array(field[(start + 6)...])),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return .credentials(name: text(bytes[..<colon]), secret: text(bytes[(colon + 1)...]))
  }

  /// Percent-decoded, because OAuth clients encode name and secret (RFC 6749 §2.3.1).
  package var formDecoded: BasicCredentials {
    guard case .credentials(let name, let secret) = self,
      let decodedName = try? PercentCoding.decode(name.utf8, plusIsSpace: true),
      let decodedSecret = try? PercentCoding.decode(secret.utf8, plusIsSpace: true)
    else { return self }
    return .credentials(name: decodedName, secret: decodedSecret)
  }

  /// Compares secrets in constant time.
  package static func isSame(_ sent: String, _ wanted: String) -> Bool {
    constantTimeEqual(Array(sent.utf8), Array(wanted.utf8))
  }

  /// UTF-8, or else ISO-8859-1, which older clients send (RFC 7617 §2.1).
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
