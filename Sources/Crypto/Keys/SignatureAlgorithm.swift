import COpenSSL

/// The public-key signatures of RFC 7518 §3.1, by their JWA names.
package enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 §3.3).
  case rs256 = "RS256"
  /// RSASSA-PKCS1-v1_5 with SHA-384 (RFC 7518 §3.3).
  case rs384 = "RS384"
  /// RSASSA-PKCS1-v1_5 with SHA-512 (RFC 7518 §3.3).
  case rs512 = "RS512"
  /// RSASSA-PSS with SHA-256 and a salt of the same length (RFC 7518 §3.5).
  case ps256 = "PS256"
  /// RSASSA-PSS with SHA-384 and a salt of the same length (RFC 7518 §3.5).
  case ps384 = "PS384"
  /// RSASSA-PSS with SHA-512 and a salt of the same length (RFC 7518 §3.5).
  case ps512 = "PS512"
  /// ECDSA on P-256 with SHA-256 (RFC 7518 §3.4).
  case es256 = "ES256"
  /// ECDSA on P-384 with SHA-384 (RFC 7518 §3.4).
  case es384 = "ES384"
  /// ECDSA on P-521 with SHA-512 (RFC 7518 §3.4).
  case es512 = "ES512"

  package var hash: HashFunction {
    switch self {
    case .rs256, .ps256, .es256: .sha256
    case .rs384, .ps384, .es384: .sha384
    case .rs512, .ps512, .es512: .sha512
    }
  }

  /// Nil for RSA.
  package var curve: Curve? {
    switch self {
    case .es256: .p256
    case .es384: .p384
    case .es512: .p521
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: nil
    }
  }

  package func fits(_ type: KeyType) -> Bool {
    switch type {
    case .rsa: curve == nil
    case .ec(let curve): self.curve == curve
    }
  }

  /// Sets padding and digests of a context for signing or verifying; false if OpenSSL refuses.
  func configure(_ context: OpaquePointer) -> Bool {
    let digest = unsafe hash.implementation.pointer
    switch self {
    case .rs256, .rs384, .rs512:
      return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        && EVP_PKEY_CTX_set_signature_md(context, digest) == 1
    case .ps256, .ps384, .ps512:
      // RFC 7518 §3.5: the salt is as long as the hash, MGF1 uses the same hash.
      return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
        && EVP_PKEY_CTX_set_signature_md(context, digest) == 1
        && EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest) == 1
        && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
    case .es256, .es384, .es512:
      return unsafe EVP_PKEY_CTX_set_signature_md(context, digest) == 1
    }
  }
}
