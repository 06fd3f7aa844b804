import Crypto
import JOSE

/// The proof key of an authorization code (RFC 7636).
package struct ProofKey: Sendable, Hashable {
  /// How the challenge was made from the verifier.
  package enum Method: String, Sendable {
    /// The challenge is the verifier.
    case plain
    /// The challenge is the base64url of the verifier's SHA-256.
    case sha256 = "S256"
  }

  package let challenge: String
  package let method: Method

  /// A challenge with its method, `plain` if none was sent (§4.3); `nil` if either is not valid (§4.2).
  package init?(challenge: String, method: String?) {
    guard let method = method.map({ Method(rawValue: $0) }) ?? .plain, ProofKey.isValid(challenge) else {
      return nil
    }
    (self.challenge, self.method) = (challenge, method)
  }

  /// True if a verifier belongs to the challenge (§4.6).
  package func accepts(_ verifier: String) -> Bool {
    switch method {
    case .plain: verifier == challenge
    case .sha256: Base64URL.encode(Digest.sha256(Array(verifier.utf8))) == challenge
    }
  }

  /// 43 to 128 unreserved characters (§4.1, §4.2).
  static func isValid(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "~"):
          true
        default: false
        }
      }
  }
}
