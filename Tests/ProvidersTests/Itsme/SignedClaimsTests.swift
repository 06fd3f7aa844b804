import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `Claims in a signed request object (guide 3_2)` {
  static let both: JSON = ["userinfo": ["email": .null], "id_token": ["given_name": .null]]

  static func object(_ claims: JSON? = both, header: JSONObject = [:]) throws -> String {
    var members: JSONObject = [
      "iss": "EIDOLON_TEST", "aud": .string(TestEmulator.issuer), "client_id": "EIDOLON_TEST",
      "response_type": "code", "scope": "openid service:EIDOLON_LOGIN",
    ]
    members["claims"] = claims
    return try RelyingParty().requestObject(members, header: header)
  }

  func isNested(_ text: String) throws -> Bool {
    guard case .encrypted(let jwe) = try CompactToken(parsing: text) else { return false }
    _ = try jwe.decryptNested(with: TestKeys.clientEncryption.jwk)
    return jwe.algorithm == "RSA-OAEP" && jwe.encryption == "A128CBC-HS256" && jwe.contentType == "JWT"
  }

  @Test(arguments: ["guide", "lenient", "realistic-v1"])
  func `encrypt what they ask for, in every preset`(preset: String) throws {
    let emulator = try ItsmeTestWorld.emulator(client: "\"preset\": \"\(preset)\"")
    let tokens = try emulator.tokens(RelyingParty(), ["request": Self.object()])
    let userinfo = emulator.userinfo(tokens.accessToken)
    #expect(try isNested(tokens.idToken))
    #expect(try isNested(userinfo.text))
    #expect(userinfo.header("Content-Type") == "application/jwt")
    #expect(try emulator.claims(tokens.idToken)["given_name"] == "Anna")
    #expect(try emulator.claims(userinfo.text)["email"] == "anna@example.test")
  }

  @Test(arguments: [#"{"userinfo":{"email":null}}"#, ["userinfo": ["email": .null]]] as [JSON])
  func `leave the id_token signed where they ask nothing of it`(claims: JSON) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let tokens = try emulator.tokens(RelyingParty(), ["request": Self.object(claims)])
    #expect(try CompactToken(parsing: tokens.idToken).isSigned)
    #expect(try isNested(emulator.userinfo(tokens.accessToken).text))
  }

  @Test func `that are sent beside it, or in one that is not signed, encrypt nothing`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    for changes in [
      ["claims": Self.both.text()], ["request": try Self.object(nil), "claims": Self.both.text()],
      ["request": try Self.object(header: ["alg": "none", "kid": .null])],
    ] as [[String: String?]] {
      let tokens = try emulator.tokens(RelyingParty(), changes)
      #expect(try CompactToken(parsing: tokens.idToken).isSigned)
      #expect(try CompactToken(parsing: emulator.userinfo(tokens.accessToken).text).isSigned)
    }
  }

  @Test(arguments: [["userinfo": ["email": .null]], Self.both] as [JSON])
  func `of a client without a key to encrypt to are refused at the token endpoint`(claims: JSON) throws {
    let set = JWKSet([TestKeys.clientSignature.publicJWK]).publicJSON.text()
    // A second key, so that the only one is not taken for everything.
    let keys = JWKSet([
      TestKeys.clientSignature.publicJWK, TestKeys.spares[1].renamed(kid: "s2", use: "sig", alg: nil),
    ])
    .publicJSON.text()
    for set in [set, keys] {
      let emulator = try ItsmeTestWorld.emulator(client: "\"jwks\": \(set)")
      let answer = try emulator.exchange(
        emulator.code(RelyingParty(), ["request": Self.object(claims)]))
      #expect(answer.status == 400)
      #expect(answer.error == "invalid_client")
      #expect(answer.findings == ["itsme.client-encryption-key-missing"])
    }
  }
}
