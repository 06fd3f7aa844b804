import Crypto
import JSON
import Testing

@testable import JOSE

@Suite struct `Keys that are made of a client's secret (OpenID Connect Core §10)` {
  let secret = "eidolon-demo-secret-v2-0123456789"

  @Test func `§10_2 encrypt directly with the secret's SHA-256`() throws {
    let key = Key.encrypting(with: secret, for: .a256gcm)
    guard case .secret(let bytes) = key else {
      Issue.record("the key is no secret")
      return
    }
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hex == "9da9c685ac9cb4e064fca8f0f3b40ff358ccc2dc41bf50eee0462e69cbafe3ad")
    let token = try JWE.encrypt(
      header: ["alg": "dir", "enc": "A256GCM", "cty": "JWT"], plaintext: utf8("a.b.c"), key: key
    ) { count in (0..<count).map { UInt8($0) } }
    #expect(
      token
        == "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwiY3R5IjoiSldUIn0..AAECAwQFBgcICQoL.s68mWgA.HpWdhDBpHoW0MlEYkmk4Cw"
    )
    #expect(try JWE(parsing: token).decrypt(with: key) == utf8("a.b.c"))
  }

  @Test(arguments: [
    (ContentEncryption.a128gcm, HashFunction.sha256), (.a128cbcHS256, .sha256), (.a192cbcHS384, .sha384),
    (.a256cbcHS512, .sha512),
  ])
  func `§10_2 are the left part of a hash that is long enough`(
    encryption: ContentEncryption, hash: HashFunction
  ) {
    guard case .secret(let bytes) = Key.encrypting(with: secret, for: encryption) else {
      Issue.record("the key is no secret")
      return
    }
    #expect(bytes == Array(hash.hash(utf8(secret)).prefix(encryption.keyLength)))
    #expect(bytes.count == encryption.keyLength)
  }

  @Test func `§10_1 sign with the secret's own bytes`() throws {
    let token = try JWS.sign(header: ["alg": "HS256"], payload: utf8("{}"), key: .signing(with: secret))
    try JWS(parsing: token).verify(with: .secret(utf8(secret)), allowing: [.hs256])
    #expect(throws: JWSError.self) {
      try JWS(parsing: token).verify(with: Key.encrypting(with: secret, for: .a256gcm), allowing: [.hs256])
    }
  }
}
