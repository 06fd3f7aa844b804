/// A JWS or JWE, told apart by the number of its parts (RFC 7516 §9).
package enum CompactToken: Sendable {
  /// Three parts.
  case signed(JWS)
  /// Five parts.
  case encrypted(JWE)

  package init(parsing text: String) throws(TokenError) {
    guard !text.isEmpty else { throw .empty }
    let parts = try CompactParts(Array(text.utf8), expected: [3, 5])
    self = parts.texts.count == 3 ? .signed(try JWS(parts)) : .encrypted(try JWE(parts))
  }
}

/// Why an encrypted token held no signed one.
package enum NestedTokenError: Error, Sendable, Hashable, CustomStringConvertible {
  case decryption(JWEError)
  /// The content is not UTF-8.
  case notText
  /// The content is not a signed token.
  case inner(TokenError)

  package var description: String {
    switch self {
    case .decryption(let error): error.description
    case .notText: "the decrypted content is not text; sign the token first, then encrypt it"
    case .inner(let error): "the decrypted content is not a signed token; sign first, then encrypt: \(error)"
    }
  }
}

extension JWE {
  /// Decrypts and parses the signed token inside (RFC 7519 §5.2), but does not verify its signature.
  ///
  /// A missing `"cty":"JWT"` is not refused here: check `contentType`.
  package func decryptNested(
    with jwk: JWK, allowing allowed: [JWEAlgorithm] = JWEAlgorithm.modern
  ) throws(NestedTokenError) -> JWS {
    let plaintext: [UInt8]
    do { plaintext = try decrypt(with: jwk, allowing: allowed) } catch { throw .decryption(error) }
    guard let text = String(validating: plaintext, as: UTF8.self) else { throw .notText }
    do { return try JWS(parsing: text) } catch { throw .inner(error) }
  }
}
