/// The AES Key Wrap of RFC 3394 with its default initial value (RFC 7518 §4.4), by the JWA names.
package enum AESKeyWrap: String, Sendable, Hashable, CaseIterable {
  case a128kw = "A128KW"
  case a256kw = "A256KW"

  /// In bytes.
  package var keyLength: Int {
    switch self {
    case .a128kw: 16
    case .a256kw: 32
    }
  }

  /// Wraps a key; the result is eight bytes longer.
  ///
  /// Throws `CryptoError.wrongLength` for the wrapping key, or for a content key that is shorter than sixteen bytes or
  /// no multiple of eight.
  package func wrap(_ contentKey: [UInt8], with key: [UInt8]) throws(CryptoError) -> [UInt8] {
    try check(key)
    guard contentKey.count >= 16, contentKey.count % 8 == 0 else {
      throw .wrongLength(
        .contentKey, expected: max(16, (contentKey.count + 7) / 8 * 8), actual: contentKey.count)
    }
    guard let wrapped = cipher.run(encrypting: true, contentKey, key: key) else {
      throw .library(operation: "wrap a key", reason: Library.takeError())
    }
    return wrapped
  }

  /// Throws `CryptoError.wrongLength`, and `.authenticationFailed` if the integrity check fails.
  package func unwrap(_ wrapped: [UInt8], with key: [UInt8]) throws(CryptoError) -> [UInt8] {
    try check(key)
    guard wrapped.count >= 24, wrapped.count % 8 == 0 else {
      throw .wrongLength(.encryptedKey, expected: max(24, (wrapped.count + 7) / 8 * 8), actual: wrapped.count)
    }
    guard let contentKey = cipher.run(encrypting: false, wrapped, key: key) else {
      throw .authenticationFailed
    }
    return contentKey
  }

  private var cipher: BlockCipher {
    switch self {
    case .a128kw: .wrap128
    case .a256kw: .wrap256
    }
  }

  private func check(_ key: [UInt8]) throws(CryptoError) {
    guard key.count == keyLength else { throw .wrongLength(.key, expected: keyLength, actual: key.count) }
  }
}
