package import Crypto
package import JSON

/// An encrypted token (RFC 7516), parsed but not decrypted.
package struct JWE: Sendable {
  package let header: JSONObject
  /// Empty with `dir`.
  package let encryptedKey: [UInt8]
  package let initializationVector: [UInt8]
  package let sealed: ContentEncryption.Sealed
  /// The encoded header, which the tag also covers (RFC 7516 §5.1 step 14).
  package let additionalData: [UInt8]

  package let algorithm: String
  package let encryption: String
  package var kid: String? { header["kid"]?.string }
  /// The header's `cty`; `JWT` for a nested token (RFC 7519 §5.2).
  package var contentType: String? { header["cty"]?.string }

  package init(parsing text: String) throws(TokenError) {
    try self.init(CompactParts(text, expected: 5))
  }

  init(_ parts: CompactParts) throws(TokenError) {
    header = try parts.header(requiring: ["alg", "enc"])
    encryptedKey = try parts.bytes(1, .encryptedKey)
    initializationVector = try parts.bytes(2, .initializationVector)
    let ciphertext = try parts.bytes(3, .ciphertext)
    sealed = ContentEncryption.Sealed(ciphertext: ciphertext, tag: try parts.bytes(4, .tag))
    additionalData = Array(parts.texts[0])
    algorithm = header["alg"]?.string ?? ""
    encryption = header["enc"]?.string ?? ""
  }

  /// Decrypts with a key whose `use` and `alg`, if any, allow it.
  ///
  /// - Parameter allowed: the key management algorithms that the caller accepts; by default all but RSA1_5.
  package func decrypt(
    with jwk: JWK, allowing allowed: [JWEAlgorithm] = JWEAlgorithm.modern
  ) throws(JWEError) -> [UInt8] {
    let (algorithm, _) = try knownAlgorithms(allowed)
    if let mismatch = jwk.mismatch(use: "enc", alg: algorithm.rawValue) { throw .key(mismatch) }
    return try decrypt(with: jwk.key, allowing: allowed)
  }

  /// Decrypts with a private key or a shared secret; `allowed` as above.
  package func decrypt(
    with key: Key, allowing allowed: [JWEAlgorithm] = JWEAlgorithm.modern
  ) throws(JWEError) -> [UInt8] {
    let (algorithm, encryption) = try knownAlgorithms(allowed)
    if let mismatch = algorithm.mismatch(key) { throw .key(mismatch) }
    let contentKey = try contentKey(algorithm, encryption, key)
    do {
      return try encryption.open(
        sealed, key: contentKey, initializationVector: initializationVector, additionalData: additionalData)
    } catch { throw .content(error) }
  }

  private func knownAlgorithms(
    _ allowed: [JWEAlgorithm]
  ) throws(JWEError) -> (JWEAlgorithm, ContentEncryption) {
    guard let known = JWEAlgorithm(rawValue: algorithm) else { throw .unsupportedAlgorithm(algorithm) }
    guard allowed.contains(known) else { throw .algorithmNotAllowed(known, allowed: allowed) }
    guard let encryption = ContentEncryption(rawValue: encryption) else {
      throw .unsupportedEncryption(encryption)
    }
    return (known, encryption)
  }

  private func contentKey(
    _ algorithm: JWEAlgorithm, _ encryption: ContentEncryption, _ key: Key
  ) throws(JWEError) -> [UInt8] {
    let contentKey: [UInt8]
    switch (key, algorithm.rsa, algorithm.keyWrap) {
    case (.privateKey(let key), let rsa?, _):
      do { contentKey = try key.decrypt(encryptedKey, using: rsa) } catch { throw .contentKey(error) }
    case (.secret(let secret), _, let wrap?):
      do { contentKey = try wrap.unwrap(encryptedKey, with: secret) } catch { throw .contentKey(error) }
    case (.secret(let secret), nil, nil):
      // RFC 7518 §4.5: the encrypted key of a direct encryption is empty.
      guard encryptedKey.isEmpty else { throw .encryptedKeyNotEmpty }
      guard secret.count == encryption.keyLength else {
        throw .key(
          .secretLength(algorithm: encryption.rawValue, expected: encryption.keyLength, actual: secret.count))
      }
      contentKey = secret
    default: throw .key(.notPrivate(algorithm: algorithm.rawValue))
    }
    guard contentKey.count == encryption.keyLength else {
      throw .contentKeyLength(encryption, actual: contentKey.count)
    }
    return contentKey
  }
}

package enum JWEError: Error, Sendable, Hashable, CustomStringConvertible {
  case unsupportedAlgorithm(String)
  /// Supported, but not accepted by the caller.
  case algorithmNotAllowed(JWEAlgorithm, allowed: [JWEAlgorithm])
  case unsupportedEncryption(String)
  /// The header lacks a parameter, or it is not a string.
  case missing(String)
  case key(KeyMismatch)
  /// The content key does not decrypt, most often because it was encrypted to another key.
  case contentKey(CryptoError)
  /// The content key decrypts, but has a wrong length for `enc`; `actual` is in bytes.
  case contentKeyLength(ContentEncryption, actual: Int)
  /// RFC 7518 §4.5.
  case encryptedKeyNotEmpty
  case content(CryptoError)

  package var description: String {
    switch self {
    case .unsupportedAlgorithm(let name): "the key management algorithm \"\(name)\" is not supported"
    case .algorithmNotAllowed(let algorithm, let allowed):
      "the key management algorithm \(algorithm.rawValue) is not accepted here; use "
        + allowed.map(\.rawValue).joined(separator: ", ")
    case .unsupportedEncryption(let name): "the content encryption \"\(name)\" is not supported"
    case .missing(let name): "the header has no \"\(name)\""
    case .key(let mismatch): mismatch.description
    case .contentKey(let error):
      "the content encryption key does not decrypt (was it encrypted to another key?): \(error)"
    case .contentKeyLength(let encryption, let actual):
      "\(encryption.rawValue) needs a content key of \(encryption.keyLength) bytes, this one has \(actual)"
    case .encryptedKeyNotEmpty: "a direct encryption must have an empty encrypted key"
    case .content(let error): "the content does not decrypt: \(error)"
    }
  }
}
