import Crypto
import JOSE
import JSON

/// Signs, and optionally encrypts, what a client sends.
struct TokenSigner {
  private let key: JWK
  private let kid: String
  private let recipient: JWK?
  private let keyEncryption: String

  /// Reads the options `key`, `kid`, `encrypt`, `encrypt-to` and `encrypt-with`.
  init(_ options: ParsedOptions) throws(FileError) {
    key =
      if let file = options.first("key") { try KeyFile(file.text).signingKey() } else {
        TestKeys.clientSignature.jwk
      }
    kid = options.first("kid")?.text ?? key.kid ?? key.thumbprint
    recipient =
      if let file = options.first("encrypt-to") {
        try KeyFile(file.text).encryptionKey()
      } else if options.isOn("encrypt") {
        TestKeys.opEncryption.publicJWK
      } else { nil }
    keyEncryption = options.first("encrypt-with")?.text ?? "RSA-OAEP"
  }

  /// In compact serialization.
  func token(_ claims: JSONObject) throws(RunFailure) -> String {
    let signed: String
    do {
      signed = try JWS.sign(
        header: ["alg": .string(algorithm), "typ": "JWT", "kid": .string(kid)],
        payload: JSON.object(claims).bytes(), key: key.key)
    } catch { throw RunFailure("\(error)") }
    guard let recipient else { return signed }
    // The header that itsme's clients send (contract itsme §1.4).
    var header: JSONObject = [
      "alg": .string(keyEncryption), "enc": "A128CBC-HS256", "typ": "JWT", "cty": "JWT",
    ]
    header["kid"] = recipient.kid.map { .string($0) }
    do {
      return try JWE.encrypt(
        header: header, plaintext: Array(signed.utf8), key: recipient.key, randomBytes: randomBytes)
    } catch { throw RunFailure("\(error)") }
  }

  /// The key's own `alg`, otherwise the usual algorithm for its type.
  private var algorithm: String {
    if let own = key.alg { return own }
    return switch key.key.publicKey?.type {
    case .ec(.p256): "ES256"
    case .ec(.p384): "ES384"
    case .ec(.p521): "ES512"
    case .rsa: "RS256"
    case nil: "HS256"
    }
  }
}
