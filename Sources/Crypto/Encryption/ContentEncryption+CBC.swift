extension ContentEncryption {
  /// RFC 7518 §5.2.2.1: encrypt, then authenticate.
  func seal(
    _ plaintext: [UInt8], _ key: [UInt8], _ initializationVector: [UInt8], _ additionalData: [UInt8],
    _ cipher: BlockCipher, _ hash: HashFunction
  ) throws(CryptoError) -> Sealed {
    let (macKey, encryptionKey) = halves(of: key)
    guard
      let ciphertext = cipher.run(
        encrypting: true, plaintext, key: encryptionKey, initializationVector: initializationVector)
    else { throw .library(operation: "encrypt with \(rawValue)", reason: Library.takeError()) }
    let tag = authenticationTag(ciphertext, macKey, initializationVector, additionalData, hash)
    return Sealed(ciphertext: ciphertext, tag: tag)
  }

  /// RFC 7518 §5.2.2.2: the tag is compared before anything is decrypted, in constant time.
  func open(
    _ sealed: Sealed, _ key: [UInt8], _ initializationVector: [UInt8], _ additionalData: [UInt8],
    _ cipher: BlockCipher, _ hash: HashFunction
  ) throws(CryptoError) -> [UInt8] {
    let (macKey, encryptionKey) = halves(of: key)
    let tag = authenticationTag(sealed.ciphertext, macKey, initializationVector, additionalData, hash)
    guard constantTimeEqual(tag, sealed.tag) else { throw .authenticationFailed }
    guard
      let plaintext = cipher.run(
        encrypting: false, sealed.ciphertext, key: encryptionKey, initializationVector: initializationVector)
    else { throw .decryptionFailed }
    return plaintext
  }

  /// RFC 7518 §5.2.2.1 step 1: the MAC key comes before the encryption key.
  private func halves(of key: [UInt8]) -> (macKey: [UInt8], encryptionKey: [UInt8]) {
    (Array(key.prefix(keyLength / 2)), Array(key.suffix(keyLength / 2)))
  }

  /// RFC 7518 §5.2.2.1 steps 4 to 6: the first half of the HMAC over A, IV, E and the length of A in bits.
  private func authenticationTag(
    _ ciphertext: [UInt8], _ macKey: [UInt8], _ initializationVector: [UInt8], _ additionalData: [UInt8],
    _ hash: HashFunction
  ) -> [UInt8] {
    let bits = UInt64(additionalData.count) * 8
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    let code = HMAC.code(
      for: [additionalData, initializationVector, ciphertext, length], key: macKey, hash: hash)
    return Array(code.prefix(tagLength))
  }
}
