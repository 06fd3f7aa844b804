import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `Encrypted tokens of itsme (section 5, 16)` {
  func emulator(_ quirks: String, _ client: String = "") throws -> TestEmulator {
    try ItsmeTestWorld.emulator(
      client: "\"quirks\": {\(quirks)}\(client.isEmpty ? "" : ", \(client)")")
  }

  func encrypted(_ text: String) throws -> JWE {
    guard case .encrypted(let jwe) = try CompactToken(parsing: text) else {
      throw TokenError.parts(found: text.split(separator: ".").count, expected: [5])
    }
    return jwe
  }

  @Test(arguments: ["RSA-OAEP", "RSA-OAEP-256"])
  func `the id_token is a signed token inside an encrypted one for the client's key`(algorithm: String) throws
  {
    let emulator = try emulator("\"id_token_encryption\": \"\(algorithm)\"")
    let tokens = try emulator.tokens()
    let jwe = try encrypted(tokens.idToken)
    #expect(
      jwe.header == [
        "typ": "JWT", "enc": "A128CBC-HS256", "alg": .string(algorithm), "cty": "JWT", "kid": "e1",
      ])
    let inner = try jwe.decryptNested(with: TestKeys.clientEncryption.jwk)
    #expect(inner.header == ["alg": "RS256", "kid": "s1"])
    #expect(try emulator.claims(tokens.idToken)["nonce"] == "a nonce")
    #expect(try CompactToken(parsing: emulator.userinfo(tokens.accessToken).text).isSigned)
  }

  @Test(arguments: ["RSA-OAEP", "RSA-OAEP-256"])
  func `userinfo is a signed token inside an encrypted one for the client's key`(algorithm: String) throws {
    let emulator = try emulator(
      "\"userinfo_protection\": \"nested\", \"userinfo_encryption\": \"\(algorithm)\"")
    let tokens = try emulator.tokens()
    let answer = emulator.userinfo(tokens.accessToken)
    #expect(answer.header("Content-Type") == "application/jwt")
    let jwe = try encrypted(answer.text)
    #expect(jwe.algorithm == algorithm)
    #expect(jwe.encryption == "A128CBC-HS256")
    #expect(jwe.contentType == "JWT")
    #expect(try emulator.claims(answer.text).names == ["sub", "iss", "aud"])
    #expect(try CompactToken(parsing: tokens.idToken).isSigned)
  }

  @Test func `name no key where the quirk says so, as the real ones did (contract 1_9)`() throws {
    let emulator = try emulator(#""id_token_encryption": "RSA-OAEP", "jwe_kid": false"#)
    let jwe = try encrypted(emulator.tokens().idToken)
    #expect(jwe.header == ["typ": "JWT", "enc": "A128CBC-HS256", "alg": "RSA-OAEP", "cty": "JWT"])
  }

  @Test func `may be encrypted without a signature (guide 3_8, signed or encrypted)`() throws {
    let emulator = try emulator(#""userinfo_protection": "encrypted""#)
    let jwe = try encrypted(emulator.userinfo(try emulator.tokens().accessToken).text)
    #expect(jwe.contentType == nil)
    let payload = try jwe.decrypt(with: TestKeys.clientEncryption.jwk)
    #expect(try JSONParser.parse(payload).json["aud"] == "EIDOLON_TEST")
  }

  @Test func `go to one of the client's encryption keys at random (contract 1_2)`() throws {
    let keys = [
      TestKeys.clientSignature.publicJWK, TestKeys.spares[0].renamed(kid: "e1", use: "enc", alg: "RSA-OAEP"),
      TestKeys.spares[1].renamed(kid: "e2", use: "enc", alg: "RSA-OAEP"),
    ]
    let emulator = try emulator(
      #""id_token_encryption": "RSA-OAEP""#, "\"jwks\": \(JWKSet(keys).publicJSON.text())")
    let kids = try (0..<24).map { _ in try encrypted(emulator.tokens().idToken).kid }
    #expect(Set(kids) == ["e1", "e2"])
  }

  @Test func `cannot be made for a client without an encryption key, which is told so`() throws {
    let set = JWKSet([TestKeys.clientSignature.publicJWK, TestKeys.spares[1].publicJWK]).publicJSON.text()
    let token = try emulator(#""id_token_encryption": "RSA-OAEP""#, "\"jwks\": \(set)")
    let code = token.code()
    let answer = try token.exchange(code)
    #expect(answer.error == "invalid_client")
    #expect(answer.findings == ["itsme.client-encryption-key-missing"])
    let userinfo = try emulator(#""userinfo_protection": "nested""#, "\"jwks\": \(set)")
    let failed = userinfo.userinfo(try userinfo.tokens().accessToken)
    #expect(failed.status == 500)
    #expect(failed.findings == ["itsme.client-encryption-key-missing"])
  }

  @Test func `fetch the client's keys first, and spend the code only then`() throws {
    let url = "https://client.test/jwks"
    let emulator = try emulator(#""id_token_encryption": "RSA-OAEP""#, "\"jwks_uri\": \"\(url)\"")
    let set = JWKSet([TestKeys.clientSignature.publicJWK, TestKeys.clientEncryption.publicJWK]).publicJSON
    emulator.serve(url, .success(FetchedDocument(status: 200, headers: [:], body: set.bytes())))
    #expect(try emulator.login().idToken["nonce"] == "a nonce")
    #expect(emulator.fetched == [url])
  }
}

extension CompactToken {
  var isSigned: Bool { if case .signed = self { true } else { false } }
}
