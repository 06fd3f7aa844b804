package import Crypto

/// The key management algorithms of RFC 7518 §4.1 that tokens are encrypted with.
package enum JWEAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// RSAES-PKCS1-v1_5: only to emulate clients that still send it.
  case rsa15 = "RSA1_5"
  case rsaOAEP = "RSA-OAEP"
  case rsaOAEP256 = "RSA-OAEP-256"
  case a128kw = "A128KW"
  case a256kw = "A256KW"
  /// The shared secret is the content key.
  case direct = "dir"

  /// Safe to accept: everything but RSA1_5 (RFC 8725 §3.2).
  package static let modern: [JWEAlgorithm] = [.rsaOAEP, .rsaOAEP256, .a128kw, .a256kw, .direct]

  /// Nil for algorithms with a shared secret.
  package var rsa: RSAEncryption? { RSAEncryption(rawValue: rawValue) }

  package var keyWrap: AESKeyWrap? { AESKeyWrap(rawValue: rawValue) }

  /// Nil if the key fits.
  func mismatch(_ key: Key) -> KeyMismatch? {
    switch (key, rsa) {
    case (.secret(let secret), nil):
      if secret.isEmpty { return .emptySecret }
      if let length = keyWrap?.keyLength, secret.count != length {
        return .secretLength(algorithm: rawValue, expected: length, actual: secret.count)
      }
      return nil
    case (.publicKey, .some), (.privateKey, .some):
      guard case .rsa(let bits)? = key.publicKey?.type else {
        return .type(algorithm: rawValue, key: key.kind)
      }
      // RFC 7518 §4.2 and §4.3: a key of size 2048 bits or larger MUST be used.
      return bits < 2048 ? .tooSmall(bits: bits) : nil
    case (.secret, .some), (.publicKey, nil), (.privateKey, nil):
      return .type(algorithm: rawValue, key: key.kind)
    }
  }
}
