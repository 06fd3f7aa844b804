/// Why signing, encryption or decryption failed.
package enum CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
  /// `algorithm` is a JWA name.
  case keyMismatch(algorithm: String, key: KeyType)
  /// Lengths in bytes.
  case wrongLength(Input, expected: Int, actual: Int)
  /// The plaintext does not fit the RSA key; lengths in bytes.
  case messageTooLong(limit: Int, actual: Int)
  /// The tag does not match: the key is wrong, or the ciphertext, tag, IV or header was changed.
  case authenticationFailed
  case decryptionFailed
  /// OpenSSL failed; `reason` is in its words.
  case library(operation: String, reason: String)

  package enum Input: String, Sendable, Hashable {
    case key = "key"
    case initializationVector = "initialization vector"
    case tag = "authentication tag"
    case contentKey = "content encryption key"
    case encryptedKey = "encrypted key"
  }

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
