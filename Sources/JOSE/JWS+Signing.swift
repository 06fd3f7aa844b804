import Crypto
package import JSON

extension JWS {
  /// Signs with the header's `alg` and writes the compact serialization.
  ///
  /// The header is written as given, its members in their order; nothing is added. Throws `JWSError.noAlgorithm`,
  /// `.unsupportedAlgorithm` (also for `none`: use `unsecured`), `.key` and `.crypto`.
  package static func sign(
    header: JSONObject, payload: [UInt8], key: Key
  ) throws(JWSError) -> String {
    guard let name = header["alg"]?.string else { throw .noAlgorithm }
    guard let algorithm = JWSAlgorithm(rawValue: name) else { throw .unsupportedAlgorithm(name) }
    var token = signingInput(header: header, payload: payload)
    let signature = try signature(over: token, algorithm: algorithm, key: key)
    token.append(UInt8(ascii: "."))
    Base64URL.append(signature, to: &token)
    return String(decoding: token, as: UTF8.self)
  }

  /// Writes an unsecured token (RFC 7515 §6), which has an empty signature; the header is written as given.
  package static func unsecured(header: JSONObject = ["alg": "none"], payload: [UInt8]) -> String {
    serialize(header: header, payload: payload, signature: [])
  }

  /// The parts need not fit together.
  package static func serialize(header: JSONObject, payload: [UInt8], signature: [UInt8]) -> String {
    String(decoding: signingInput(header: header, payload: payload), as: UTF8.self) + "."
      + Base64URL.encode(signature)
  }

  /// RFC 7515 §5.1 step 5.
  package static func signingInput(header: JSONObject, payload: [UInt8]) -> [UInt8] {
    signingInput(encodedHeader: Base64URL.encodedBytes(JSON.object(header).bytes()), payload: payload)
  }

  /// For a header that many tokens share, encoded once.
  package static func signingInput(encodedHeader header: [UInt8], payload: [UInt8]) -> [UInt8] {
    var input: [UInt8] = []
    // With room for the signature that usually follows.
    input.reserveCapacity(header.count + payload.count / 3 * 4 + 364)
    input.append(contentsOf: header)
    input.append(UInt8(ascii: "."))
    Base64URL.append(payload, to: &input)
    return input
  }

  /// The form is that of RFC 7518 §3.
  ///
  /// Signing other bytes than the token's gives a signature that is well-formed but does not verify.
  package static func signature(
    over input: [UInt8], algorithm: JWSAlgorithm, key: Key
  ) throws(JWSError) -> [UInt8] {
    if let mismatch = algorithm.mismatch(key) { throw .key(mismatch) }
    switch (key, algorithm.hmac, algorithm.signature) {
    case (.secret(let secret), let hash?, _): return HMAC.code(for: input, key: secret, hash: hash)
    case (.privateKey(let key), _, let signing?):
      do { return try key.signature(over: input, using: signing) } catch { throw .crypto(error) }
    default: throw .key(.notPrivate(algorithm: algorithm.rawValue))
    }
  }
}
