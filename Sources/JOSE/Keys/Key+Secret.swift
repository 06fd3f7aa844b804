package import Crypto

// The keys that a client and its provider derive from the client's secret.

extension Key {
  /// The key of an HMAC: the secret's bytes as UTF-8 (OpenID Connect Core §10.1).
  package static func signing(with secret: String) -> Key { .secret(Array(secret.utf8)) }

  /// The key of a direct encryption: the leftmost bytes of the secret's hash (OpenID Connect Core §10.2).
  package static func encrypting(with secret: String, for encryption: ContentEncryption) -> Key {
    let hash: HashFunction =
      switch encryption.keyLength {
      case ...32: .sha256
      case ...48: .sha384
      default: .sha512
      }
    return .secret(Array(hash.hash(Array(secret.utf8)).prefix(encryption.keyLength)))
  }
}
