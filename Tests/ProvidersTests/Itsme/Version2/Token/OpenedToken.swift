import JOSE
import JSON

/// A token of itsme's second version taken apart; whether its signature is right is only noted.
struct OpenedToken {
  /// Of the encryption; `nil` for a token that is signed alone.
  var encryption: JSONObject?
  /// Of the signature; `nil` for a token that is not signed.
  var header: JSONObject?
  var claims: JSONObject
  var isVerified = false
  var signatureLength = 0

  /// - Parameters:
  ///   - decryption: the client's key, or the one that is derived from its secret.
  ///   - verification: the provider's key, or the secret.
  init(
    _ text: String, decryption: JWK = TestKeys.clientEncryption.jwk,
    verification: JWK = TestKeys.opSignature.publicJWK
  ) throws {
    var inner = text
    if case .encrypted(let jwe) = try CompactToken(parsing: text) {
      encryption = jwe.header
      inner = String(
        decoding: try jwe.decrypt(with: decryption, allowing: [.rsaOAEP, .rsaOAEP256, .direct]),
        as: UTF8.self)
    }
    guard !inner.hasPrefix("{") else {
      claims = try JSONParser.parse(Array(inner.utf8)).json.object ?? [:]
      return
    }
    let jws = try JWS(parsing: inner)
    header = jws.header
    claims = try JSONParser.parse(jws.payload).json.object ?? [:]
    isVerified = (try? jws.verify(with: verification, allowing: [.rs256, .hs256])) != nil
    signatureLength = jws.signature.count
  }
}
