package import Crypto

package enum Key: Sendable {
  /// A shared secret.
  case secret([UInt8])
  case publicKey(PublicKey)
  /// Its public half is used where that is enough.
  case privateKey(PrivateKey)

  /// Nil for a secret.
  package var publicKey: PublicKey? {
    switch self {
    case .secret: nil
    case .publicKey(let key): key
    case .privateKey(let key): key.publicKey
    }
  }

  /// In words: "a secret of 32 bytes".
  package var kind: String {
    switch self {
    case .secret(let bytes): "a secret of \(bytes.count) bytes"
    case .publicKey(let key): "the public half of \(key.type)"
    case .privateKey(let key): "\(key.type)"
    }
  }
}

/// Why a key cannot be used for a token.
package enum KeyMismatch: Error, Sendable, Hashable, CustomStringConvertible {
  /// The algorithm needs another type of key; `key` is the `kind` of this one.
  case type(algorithm: String, key: String)
  /// An RSA key has fewer than 2048 bits (RFC 7518 §3.3, §4.2, §4.3).
  case tooSmall(bits: Int)
  /// The private half is needed.
  case notPrivate(algorithm: String)
  case emptySecret
  /// Lengths in bytes.
  case secretLength(algorithm: String, expected: Int, actual: Int)
  /// RFC 7517 §4.2.
  case use(expected: String, actual: String)
  /// RFC 7517 §4.4.
  case algorithm(expected: String, actual: String)
  /// `key_ops` does not list the operation (RFC 7517 §4.3).
  case operation(expected: String, actual: [String])

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
