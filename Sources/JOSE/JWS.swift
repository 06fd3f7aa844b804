package import Crypto
package import JSON

/// A signed token (RFC 7515), parsed but not verified.
package struct JWS: Sendable {
  package let header: JSONObject
  package let payload: [UInt8]
  /// Empty in an unsecured token.
  package let signature: [UInt8]
  /// The encoded header and payload with the dot between them.
  package let signingInput: [UInt8]

  package let algorithm: String
  package var kid: String? { header["kid"]?.string }
  package var type: String? { header["typ"]?.string }

  package init(parsing text: String) throws(TokenError) {
    try self.init(CompactParts(text, expected: 3))
  }

  init(_ parts: CompactParts) throws(TokenError) {
    header = try parts.header(requiring: ["alg"])
    payload = try parts.bytes(1, .payload)
    signature = try parts.bytes(2, .signature)
    algorithm = header["alg"]?.string ?? ""
    signingInput = parts.prefix(through: 1)
  }

  /// Checks the signature with a key whose `use`, `alg` and `key_ops`, if any, allow it.
  ///
  /// - Parameter allowed: the algorithms that the caller accepts; by default every one that fits the key.
  package func verify(
    with jwk: JWK, allowing allowed: [JWSAlgorithm] = JWSAlgorithm.allCases
  ) throws(JWSError) {
    let algorithm = try knownAlgorithm(allowed)
    if let mismatch = jwk.mismatch(use: "sig", alg: algorithm.rawValue) { throw .key(mismatch) }
    if let operations = jwk.keyOperations, !operations.contains("verify"), !operations.contains("sign") {
      throw .key(.operation(expected: "verify", actual: operations))
    }
    try verify(with: jwk.key, allowing: allowed)
  }

  /// Checks the signature; `allowed` as above.
  package func verify(
    with key: Key, allowing allowed: [JWSAlgorithm] = JWSAlgorithm.allCases
  ) throws(JWSError) {
    let algorithm = try knownAlgorithm(allowed)
    if let mismatch = algorithm.mismatch(key) { throw .key(mismatch) }
    let isValid: Bool
    switch (key, algorithm.hmac, algorithm.signature) {
    case (.secret(let secret), let hash?, _):
      isValid = constantTimeEqual(HMAC.code(for: signingInput, key: secret, hash: hash), signature)
    case (_, _, let signing?):
      do {
        isValid = try key.publicKey?.verify(signature, over: signingInput, using: signing) ?? false
      } catch { throw .crypto(error) }
    default: isValid = false
    }
    guard isValid else { throw .signatureMismatch(algorithm) }
  }

  private func knownAlgorithm(_ allowed: [JWSAlgorithm]) throws(JWSError) -> JWSAlgorithm {
    guard algorithm != "none" else { throw .unsecured }
    guard let known = JWSAlgorithm(rawValue: algorithm) else { throw .unsupportedAlgorithm(algorithm) }
    guard allowed.contains(known) else { throw .algorithmNotAllowed(known, allowed: allowed) }
    return known
  }
}

/// Why a token could not be verified or signed.
package enum JWSError: Error, Sendable, Hashable, CustomStringConvertible {
  /// `alg` is `none`.
  case unsecured
  case unsupportedAlgorithm(String)
  /// Supported, but not accepted by the caller.
  case algorithmNotAllowed(JWSAlgorithm, allowed: [JWSAlgorithm])
  /// The header has no `alg`, or it is not a string.
  case noAlgorithm
  case key(KeyMismatch)
  /// Another key made the signature, or the token was changed.
  case signatureMismatch(JWSAlgorithm)
  case crypto(CryptoError)

  package var description: String {
    switch self {
    case .unsecured: "the token is not signed (alg none)"
    case .unsupportedAlgorithm(let name): "the signature algorithm \"\(name)\" is not supported"
    case .algorithmNotAllowed(let algorithm, let allowed):
      "the signature algorithm \(algorithm.rawValue) is not accepted here; use "
        + allowed.map(\.rawValue).joined(separator: ", ")
    case .noAlgorithm: "the header has no \"alg\""
    case .key(let mismatch): mismatch.description
    case .signatureMismatch(let algorithm):
      "the \(algorithm.rawValue) signature does not match: another key signed, or the token was changed"
    case .crypto(let error): error.description
    }
  }
}
