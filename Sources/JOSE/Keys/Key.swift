package import Crypto

/// What signs, verifies, encrypts or decrypts a token.
package enum Key: Sendable {
  /// A secret that both sides know.
  case secret([UInt8])
  /// The public half of a key pair.
  case publicKey(PublicKey)
  /// A key pair; where a public key is enough, its public half is used.
  case privateKey(PrivateKey)

  /// The public half, or nil for a secret.
  package var publicKey: PublicKey? {
    switch self {
    case .secret: nil
    case .publicKey(let key): key
    case .privateKey(let key): key.publicKey
    }
  }

  /// What the key is, in words.
  package var kind: String {
    switch self {
    case .secret(let bytes): "a secret of \(bytes.count) bytes"
    case .publicKey(let key): "the public half of \(key.type)"
    case .privateKey(let key): "\(key.type)"
    }
  }
}

/// Why a key cannot serve a token.
package enum KeyMismatch: Error, Sendable, Hashable, CustomStringConvertible {
  /// The algorithm needs another type of key: its name, and the key in words.
  case type(algorithm: String, key: String)
  /// An RSA key has fewer than 2048 bits (RFC 7518 §3.3, §4.2, §4.3).
  case tooSmall(bits: Int)
  /// The private half is needed and is not there.
  case notPrivate(algorithm: String)
  /// A shared secret is empty.
  case emptySecret
  /// A shared secret has a wrong length for a cipher; lengths in bytes.
  case secretLength(algorithm: String, expected: Int, actual: Int)
  /// The key's `use` says something else (RFC 7517 §4.2).
  case use(expected: String, actual: String)
  /// The key's `alg` says something else (RFC 7517 §4.4).
  case algorithm(expected: String, actual: String)
  /// The key's `key_ops` do not name the operation (RFC 7517 §4.3).
  case operation(expected: String, actual: [String])

  /// A sentence for the developer who has to find the mistake.
  package var description: String {
    switch self {
    case .type(let algorithm, let key): "\(algorithm) does not work with \(key)"
    case .tooSmall(let bits): "the RSA key has \(bits) bits; RFC 7518 requires 2048 or more"
    case .notPrivate(let algorithm):
      "\(algorithm) needs the private key here, and only the public half is known"
    case .emptySecret: "the shared secret is empty"
    case .secretLength(let algorithm, let expected, let actual):
      "\(algorithm) needs a secret of \(expected) bytes, this one has \(actual)"
    case .use(let expected, let actual): "the key is for \"use\":\"\(actual)\", not \"\(expected)\""
    case .algorithm(let expected, let actual):
      "the key is for \"alg\":\"\(actual)\", the token says \"\(expected)\""
    case .operation(let expected, let actual):
      "the key's \"key_ops\" are \(actual.joined(separator: ", ")), not \"\(expected)\""
    }
  }
}
