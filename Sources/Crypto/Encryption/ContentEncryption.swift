/// The authenticated encryptions of RFC 7518 §5.1, by their JWA names.
package enum ContentEncryption: String, Sendable, Hashable, CaseIterable {
  /// AES-128 in CBC mode with HMAC-SHA-256 (RFC 7518 §5.2.3).
  case a128cbcHS256 = "A128CBC-HS256"
  /// AES-192 in CBC mode with HMAC-SHA-384 (RFC 7518 §5.2.4).
  case a192cbcHS384 = "A192CBC-HS384"
  /// AES-256 in CBC mode with HMAC-SHA-512 (RFC 7518 §5.2.5).
  case a256cbcHS512 = "A256CBC-HS512"
  /// AES-128 in Galois/Counter mode (RFC 7518 §5.3).
  case a128gcm = "A128GCM"
  /// AES-256 in Galois/Counter mode (RFC 7518 §5.3).
  case a256gcm = "A256GCM"

  package struct Sealed: Sendable, Hashable {
    package var ciphertext: [UInt8]
    package var tag: [UInt8]

    package init(ciphertext: [UInt8], tag: [UInt8]) {
      self.ciphertext = ciphertext
      self.tag = tag
    }
  }

  /// In bytes; with CBC the key holds the MAC key and the AES key.
  package var keyLength: Int {
    switch self {
    case .a128gcm: 16
    case .a128cbcHS256, .a256gcm: 32
    case .a192cbcHS384: 48
    case .a256cbcHS512: 64
    }
  }

  /// In bytes.
  package var initializationVectorLength: Int {
    switch self {
    case .a128gcm, .a256gcm: 12
    case .a128cbcHS256, .a192cbcHS384, .a256cbcHS512: 16
    }
  }

  /// In bytes.
  package var tagLength: Int {
    switch self {
    case .a128cbcHS256, .a128gcm, .a256gcm: 16
    case .a192cbcHS384: 24
    case .a256cbcHS512: 32
    }
  }

  /// Throws `CryptoError.wrongLength` for the key or the initialization vector.
  package func seal(
    _ plaintext: [UInt8], key: [UInt8], initializationVector: [UInt8], additionalData: [UInt8]
  ) throws(CryptoError) -> Sealed {
    try check(key, initializationVector)
    switch mode {
    case .cbc(let cipher, let hash):
      return try seal(plaintext, key, initializationVector, additionalData, cipher, hash)
    case .gcm(let cipher):
      var tag = [UInt8](repeating: 0, count: tagLength)
      guard
        let ciphertext = cipher.run(
          encrypting: true, plaintext, key: key, initializationVector: initializationVector,
          additionalData: additionalData, tag: &tag)
      else { throw .library(operation: "encrypt with \(rawValue)", reason: Library.takeError()) }
      return Sealed(ciphertext: ciphertext, tag: tag)
    }
  }

  /// Throws `CryptoError.wrongLength`, `.authenticationFailed`, and `.decryptionFailed` if the tag is right but the
  /// padding is not.
  package func open(
    _ sealed: Sealed, key: [UInt8], initializationVector: [UInt8], additionalData: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    try check(key, initializationVector)
    // A shorter tag would be easier to forge: RFC 7518 §5.2.2.2 and §5.3 fix its length.
    guard sealed.tag.count == tagLength else {
      throw .wrongLength(.tag, expected: tagLength, actual: sealed.tag.count)
    }
    switch mode {
    case .cbc(let cipher, let hash):
      return try open(sealed, key, initializationVector, additionalData, cipher, hash)
    case .gcm(let cipher):
      var tag = sealed.tag
      guard
        let plaintext = cipher.run(
          encrypting: false, sealed.ciphertext, key: key, initializationVector: initializationVector,
          additionalData: additionalData, tag: &tag)
      else { throw .authenticationFailed }
      return plaintext
    }
  }

  private enum Mode {
    case cbc(BlockCipher, HashFunction)
    case gcm(BlockCipher)
  }

  private var mode: Mode {
    switch self {
    case .a128cbcHS256: .cbc(.cbc128, .sha256)
    case .a192cbcHS384: .cbc(.cbc192, .sha384)
    case .a256cbcHS512: .cbc(.cbc256, .sha512)
    case .a128gcm: .gcm(.gcm128)
    case .a256gcm: .gcm(.gcm256)
    }
  }

  private func check(_ key: [UInt8], _ initializationVector: [UInt8]) throws(CryptoError) {
    guard key.count == keyLength else { throw .wrongLength(.key, expected: keyLength, actual: key.count) }
    guard initializationVector.count == initializationVectorLength else {
      throw .wrongLength(
        .initializationVector, expected: initializationVectorLength, actual: initializationVector.count)
    }
  }
}
