package import Crypto
package import JSON

extension JWE {
  /// Encrypts with the header's `alg` and `enc` and writes the compact serialization.
  ///
  /// The header is written as given, its members in their order; nothing is added.
  ///
  /// - Parameter randomBytes: gives the content key and the initialization vector, in this order; with `dir` only the
  ///   latter. The randomness of RSA padding is OpenSSL's own.
  package static func encrypt(
    header: JSONObject, plaintext: [UInt8], key: Key, randomBytes: (Int) -> [UInt8]
  ) throws(JWEError) -> String {
    let algorithm = try known(header, "alg", JWEAlgorithm.init, JWEError.unsupportedAlgorithm)
    let encryption = try known(header, "enc", ContentEncryption.init, JWEError.unsupportedEncryption)
    if let mismatch = algorithm.mismatch(key) { throw .key(mismatch) }
    let (contentKey, encryptedKey) = try keys(algorithm, encryption, key, randomBytes)
    let initializationVector = randomBytes(encryption.initializationVectorLength)
    let additionalData = Base64URL.encodedBytes(JSON.object(header).bytes())
    let sealed: ContentEncryption.Sealed
    do {
      sealed = try encryption.seal(
        plaintext, key: contentKey, initializationVector: initializationVector, additionalData: additionalData
      )
    } catch { throw .content(error) }
    return serialize(
      header: header, encryptedKey: encryptedKey, initializationVector: initializationVector, sealed: sealed)
  }

  /// The parts need not fit together.
  package static func serialize(
    header: JSONObject, encryptedKey: [UInt8], initializationVector: [UInt8], sealed: ContentEncryption.Sealed
  ) -> String {
    let parts = [
      JSON.object(header).bytes(), encryptedKey, initializationVector, sealed.ciphertext, sealed.tag,
    ]
    var token: [UInt8] = []
    for part in parts {
      if !token.isEmpty { token.append(UInt8(ascii: ".")) }
      token.append(contentsOf: Base64URL.encodedBytes(part))
    }
    return String(decoding: token, as: UTF8.self)
  }

  private static func known<Value>(
    _ header: JSONObject, _ name: String, _ value: (String) -> Value?, _ unsupported: (String) -> JWEError
  ) throws(JWEError) -> Value {
    guard let text = header[name]?.string else { throw .missing(name) }
    guard let value = value(text) else { throw unsupported(text) }
    return value
  }

  private static func keys(
    _ algorithm: JWEAlgorithm, _ encryption: ContentEncryption, _ key: Key, _ randomBytes: (Int) -> [UInt8]
  ) throws(JWEError) -> (contentKey: [UInt8], encryptedKey: [UInt8]) {
    if case .secret(let secret) = key, algorithm == .direct {
      guard secret.count == encryption.keyLength else {
        throw .key(
          .secretLength(algorithm: encryption.rawValue, expected: encryption.keyLength, actual: secret.count))
      }
      return (secret, [])
    }
    let contentKey = randomBytes(encryption.keyLength)
    do {
      switch (key, algorithm.rsa, algorithm.keyWrap) {
      case (.secret(let secret), _, let wrap?):
        return (contentKey, try wrap.wrap(contentKey, with: secret))
      case (_, let rsa?, _):
        guard let publicKey = key.publicKey else { break }
        return (contentKey, try publicKey.encrypt(contentKey, using: rsa))
      default: break
      }
    } catch { throw .contentKey(error) }
    throw .key(.type(algorithm: algorithm.rawValue, key: key.kind))
  }
}
