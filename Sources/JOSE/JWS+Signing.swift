import Crypto
package import JSON

extension JWS {
  /// Signs a payload with the header's `alg` and writes the compact serialization.
  ///
  /// The header is written as given, its members in their order; nothing is added. Throws
  /// `JWSError.noAlgorithm`, `.unsupportedAlgorithm` (also for `none`: use `unsecured`), `.key` and
  /// `.crypto`.
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

  /// Writes an unsecured token (RFC 7515 §6): an empty signature.
  ///
  /// The header says `none` if the caller says so.
  package static func unsecured(header: JSONObject = ["alg": "none"], payload: [UInt8]) -> String {
    serialize(header: header, payload: payload, signature: [])
  }

  /// Writes a compact serialization of any three parts, belonging together or not.
  package static func serialize(header: JSONObject, payload: [UInt8], signature: [UInt8]) -> String {
    String(decoding: signingInput(header: header, payload: payload), as: UTF8.self) + "."
      + Base64URL.encode(signature)
  }

  /// The bytes that a signature is over (RFC 7515 §5.1 step 5).
  package static func signingInput(header: JSONObject, payload: [UInt8]) -> [UInt8] {
    signingInput(encodedHeader: Base64URL.encodedBytes(JSON.object(header).bytes()), payload: payload)
  }

  /// The same for a header that is encoded already, because it is that of very many tokens.
  package static func signingInput(encodedHeader header: [UInt8], payload: [UInt8]) -> [UInt8] {
    var input: [UInt8] = []
    // With room for a signature, which mostly follows.
    input.reserveCapacity(header.count + payload.count / 3 * 4 + 364)
    input.append(contentsOf: header)
    input.append(UInt8(ascii: "."))
    Base64URL.append(payload, to: &input)
    return input
  }

  /// The signature over any bytes, in the form of RFC 7518 §3.
  ///
  /// A signature over other bytes than the token's is what a token with a broken but well-formed signature
  /// carries.
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
