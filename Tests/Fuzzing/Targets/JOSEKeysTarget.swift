import Crypto
import JOSE
import JSON

/// A token in its compact form, which all keys try; or a header, a line end and a payload, which are signed or
/// encrypted as the header says and then read back.
enum JOSEKeysTarget {
  static func run(_ bytes: [UInt8]) throws {
    if bytes.first == UInt8(ascii: "{") { return try makeAndRead(bytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    switch try? CompactToken(parsing: text) {
    case .signed(let token):
      for key in verifying { _ = Result { () throws(JWSError) in try token.verify(with: key) } }
    case .encrypted(let token): for key in decrypting { open(token, key) }
    case nil: break
    }
  }

  private static let secret = Key.secret(Array("an eidolon's secret of 32 bytes.".utf8))
  private static let verifying = [
    TestKeys.clientSignature.publicJWK, TestKeys.spareP256.publicJWK, JWK(secret),
  ]
  private static let decrypting = [TestKeys.opEncryption.jwk, JWK(secret), TestKeys.spareP256.jwk]

  private static func makeAndRead(_ bytes: [UInt8]) throws {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let header = (try? JSON(parsing: Array(lines[0])))?.object else { return }
    let payload = lines.count > 1 ? Array(lines[1]) : []
    for key in [TestKeys.clientSignature.jwk.key, TestKeys.spareP256.jwk.key, secret] {
      guard let text = try? JWS.sign(header: header, payload: payload, key: key) else { continue }
      guard let token = try? JWS(parsing: text) else { continue }
      try must(token.payload == payload, "a signed token holds its payload")
      try must((try? token.verify(with: key)) != nil, "a token verifies with the key that signed it")
    }
    for key in [TestKeys.opEncryption.jwk.key, secret] {
      let text = try? JWE.encrypt(header: header, plaintext: payload, key: key) { count in
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      }
      guard let text, let token = try? JWE(parsing: text) else { continue }
      let opened = try? token.decrypt(with: key, allowing: JWEAlgorithm.allCases)
      try must(opened == payload, "an encrypted token opens with its key")
      open(token, JWK(key))
    }
  }

  private static func open(_ token: JWE, _ key: JWK) {
    guard let inner = try? token.decryptNested(with: key, allowing: JWEAlgorithm.allCases) else { return }
    for key in verifying { _ = Result { () throws(JWSError) in try inner.verify(with: key) } }
  }
}
