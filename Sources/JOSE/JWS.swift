package import Crypto
package import JSON

/// A signed token (RFC 7515), taken apart but not yet believed: call `verify`.
package struct JWS: Sendable {
  /// The header as it was signed, in its own order.
  package let header: JSONObject
  /// The payload as it was signed.
  package let payload: [UInt8]
  /// The signature; empty in an unsecured token.
  package let signature: [UInt8]
  /// What the signature is over: header and payload as they stand in the token, with the dot.
  package let signingInput: [UInt8]

  /// The header's `alg`.
  package let algorithm: String
  /// The header's `kid`.
  package var kid: String? { header["kid"]?.string }
  /// The header's `typ`.
  package var type: String? { header["typ"]?.string }

  /// Takes a compact serialization apart.
  ///
  /// Nothing is believed yet.
  package init(parsing text: String) throws(TokenError) {
    try self.init(CompactParts(text, expected: 3))
  }

  /// Takes the three parts of a token.
  init(_ parts: CompactParts) throws(TokenError) {
    header = try parts.header(requiring: ["alg"])
    payload = try parts.bytes(1, .payload)
    signature = try parts.bytes(2, .signature)
    algorithm = header["alg"]?.string ?? ""
    signingInput = parts.prefix(through: 1)
  }

  /// Checks the signature with a key of a set; its `use`, `alg` and `key_ops`, if any, have to allow it.
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

  /// Checks the signature with a key.
  ///
  /// - Parameter allowed: the algorithms that the caller accepts; by default every one that fits the key.
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

/// Why a token is not signed as it should be, or could not be signed.
package enum JWSError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The token is not signed at all: `alg` is `none`.
  case unsecured
  /// The `alg` is none that this program knows.
  case unsupportedAlgorithm(String)
  /// The `alg` is known, but the caller does not accept it.
  case algorithmNotAllowed(JWSAlgorithm, allowed: [JWSAlgorithm])
  /// The header to sign has no `alg` that is a string.
  case noAlgorithm
  /// The key does not fit the algorithm or is not meant for it.
  case key(KeyMismatch)
  /// The signature belongs to another key or another text.
  case signatureMismatch(JWSAlgorithm)
  /// The cryptography failed.
  case crypto(CryptoError)

  /// A sentence for the developer who has to find the mistake.
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
