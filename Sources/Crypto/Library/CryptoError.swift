/// Why a signature, an encryption or a decryption could not be made.
package enum CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The algorithm needs another type of key: its JWA name, and the key that was given.
  case keyMismatch(algorithm: String, key: KeyType)
  /// An input has a length that the algorithm does not take; lengths in bytes.
  case wrongLength(Input, expected: Int, actual: Int)
  /// The plain text does not fit into the RSA key; lengths in bytes.
  case messageTooLong(limit: Int, actual: Int)
  /// The authentication tag does not match: the key is wrong, or the ciphertext, tag, IV or header was
  /// changed.
  case authenticationFailed
  /// The ciphertext does not decrypt under this key.
  case decryptionFailed
  /// OpenSSL refused for a reason of its own: the operation, and the reason in its words.
  case library(operation: String, reason: String)

  /// An input whose length an algorithm prescribes.
  package enum Input: String, Sendable, Hashable {
    /// The secret key.
    case key = "key"
    /// The initialization vector.
    case initializationVector = "initialization vector"
    /// The authentication tag.
    case tag = "authentication tag"
    /// The key that is to be wrapped.
    case contentKey = "content encryption key"
    /// The wrapped or encrypted key.
    case encryptedKey = "encrypted key"
  }

  /// A sentence for the developer who has to find the mistake.
  package var description: String {
    switch self {
    case .keyMismatch(let algorithm, let key): "\(algorithm) does not work with \(key)"
    case .wrongLength(let input, let expected, let actual):
      "the \(input.rawValue) has \(actual) bytes instead of \(expected)"
    case .messageTooLong(let limit, let actual): "\(actual) bytes do not fit: the key takes at most \(limit)"
    case .authenticationFailed: "the authentication tag does not match"
    case .decryptionFailed: "the ciphertext does not decrypt under this key"
    case .library(let operation, let reason): "OpenSSL could not \(operation): \(reason)"
    }
  }
}
