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
    let headers = request.headers.values("Authorization")
    guard let header = headers.first else {
      self = .missing
      return
    }
    guard headers.count == 1 else {
      self = .malformed("Authorization is sent more than once")
      return
    }
    let field = AuthorizationField(header)
    guard field.isOf("Basic") else {
      self = .otherScheme(field.shownScheme)
      return
    }
    guard let credentials = field.credentials, let bytes = try? Base64.decode(credentials) else {
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

  /// `nil` without credentials.
  var name: String? {
    guard case .credentials(let name, _) = self else { return nil }
    return name
  }

  /// Percent-decoded, because OAuth clients encode name and secret (RFC 6749 §2.3.1).
  package var formDecoded: BasicCredentials {
    guard case .credentials(let name, let secret) = self,
      let decodedName = try? PercentCoding.decode(name.utf8.span, plusIsSpace: true),
      let decodedSecret = try? PercentCoding.decode(secret.utf8.span, plusIsSpace: true)
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
