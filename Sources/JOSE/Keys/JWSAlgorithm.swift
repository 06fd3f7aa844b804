package import Crypto

/// The signature and MAC algorithms of RFC 7518 §3.1, without `none`.
package enum JWSAlgorithm: String, Sendable, Hashable, CaseIterable {
  case hs256 = "HS256"
  case hs384 = "HS384"
  case hs512 = "HS512"
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"

  /// Nil for HMAC.
  package var signature: SignatureAlgorithm? { SignatureAlgorithm(rawValue: rawValue) }

  /// The hash function of an HMAC; nil for signatures.
  package var hmac: HashFunction? {
    switch self {
    case .hs256: .sha256
    case .hs384: .sha384
    case .hs512: .sha512
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512: nil
    }
  }

  /// Nil if the key fits.
  ///
  /// Secrets shorter than RFC 7518 §3.2 requires pass: services hand out such secrets.
  func mismatch(_ key: Key) -> KeyMismatch? {
    switch (key, signature) {
    case (.secret(let secret), nil): return secret.isEmpty ? .emptySecret : nil
    case (.secret, .some), (.publicKey, nil), (.privateKey, nil):
      return .type(algorithm: rawValue, key: key.kind)
    case (.publicKey, let signature?), (.privateKey, let signature?):
      guard let type = key.publicKey?.type, signature.fits(type) else {
        return .type(algorithm: rawValue, key: key.kind)
      }
      // RFC 7518 §3.3 and §3.5: a key of size 2048 bits or larger MUST be used.
      if case .rsa(let bits) = type, bits < 2048 { return .tooSmall(bits: bits) }
      return nil
    }
  }
}
