import COpenSSL

/// The RSA key encryptions of RFC 7518 §4.1, by their JWA names.
package enum RSAEncryption: String, Sendable, Hashable, CaseIterable {
  /// RSAES-PKCS1-v1_5 (RFC 7518 §4.2): obsolete, here to emulate clients that still send it.
  case rsa15 = "RSA1_5"
  /// RSAES-OAEP with SHA-1 and MGF1 with SHA-1 (RFC 7518 §4.3).
  case oaep = "RSA-OAEP"
  /// RSAES-OAEP with SHA-256 and MGF1 with SHA-256 (RFC 7518 §4.3).
  case oaep256 = "RSA-OAEP-256"

  /// How many bytes of the modulus the padding takes.
  var overhead: Int {
    switch self {
    case .rsa15: 11
    case .oaep: 2 * HashFunction.sha1.length + 2
    case .oaep256: 2 * HashFunction.sha256.length + 2
    }
  }

  /// Sets the padding of a context for encryption or decryption; false if OpenSSL refuses.
  func configure(_ context: OpaquePointer) -> Bool {
    switch self {
    case .rsa15: unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
    case .oaep: unsafe configureOAEP(context, .sha1)
    case .oaep256: unsafe configureOAEP(context, .sha256)
    }
  }

  private func configureOAEP(_ context: OpaquePointer, _ hash: HashFunction) -> Bool {
    let digest = unsafe hash.implementation.pointer
    return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1
      && EVP_PKEY_CTX_set_rsa_oaep_md(context, digest) == 1
      && EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest) == 1
  }
}

extension PublicKey {
  /// Encrypts a short message, such as a content encryption key, with padding from OpenSSL's own randomness.
  ///
  /// Throws `CryptoError.keyMismatch` for a key that is not RSA and `.messageTooLong`.
  package func encrypt(_ message: [UInt8], using algorithm: RSAEncryption) throws(CryptoError) -> [UInt8] {
    guard case .rsa(let bits) = type else { throw .keyMismatch(algorithm: algorithm.rawValue, key: type) }
    let size = (bits + 7) / 8
    guard message.count <= size - algorithm.overhead else {
      throw .messageTooLong(limit: max(0, size - algorithm.overhead), actual: message.count)
    }
    return try unsafe contexts.withContext(for: .encrypt(algorithm)) { context throws(CryptoError) in
      var length = size
      var encrypted = [UInt8](repeating: 0, count: size)
      guard unsafe EVP_PKEY_encrypt(context, &encrypted, &length, message, message.count) == 1, length == size
      else {
        throw .library(operation: "encrypt", reason: Library.takeError())
      }
      return encrypted
    }
  }
}

extension PrivateKey {
  /// Throws `CryptoError.keyMismatch` for a key that is not RSA, `.wrongLength` for a ciphertext that is not as long as
  /// the modulus, and `.decryptionFailed`.
  package func decrypt(_ encrypted: [UInt8], using algorithm: RSAEncryption) throws(CryptoError) -> [UInt8] {
    guard case .rsa(let bits) = type else { throw .keyMismatch(algorithm: algorithm.rawValue, key: type) }
    let size = (bits + 7) / 8
    guard encrypted.count == size else {
      throw .wrongLength(.encryptedKey, expected: size, actual: encrypted.count)
    }
    return try unsafe contexts.withContext(for: .decrypt(algorithm)) { context throws(CryptoError) in
      var length = size
      var message = [UInt8](repeating: 0, count: size)
      guard unsafe EVP_PKEY_decrypt(context, &message, &length, encrypted, encrypted.count) == 1 else {
        Library.clearErrors()
        throw .decryptionFailed
      }
      message.removeLast(message.count - length)
      return message
    }
  }
}
