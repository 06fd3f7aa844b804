import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `The userinfo endpoint of Criipto (§1.7)` {
  func login(_ strategy: String, _ members: String = "") throws -> VerifyLogin {
    VerifyLogin(emulator: try CriiptoTestWorld.emulator("\"userinfo\": \"\(strategy)\"\(members)"))
  }

  func token(_ login: VerifyLogin, scenario: String? = nil) -> String {
    login.tokens(scenario: scenario)["access_token"]?.string ?? ""
  }

  @Test func `answers with JSON, or a signed, or a signed and encrypted token`() throws {
    let plain = try login("plainJson")
    let claims = plain.userinfo(token(plain))
    #expect(claims.json["name"] == "Anna Peeters" && claims.json["cprNumberIdentifier"] == "1407909996")
    let signed = try login("signedJwt")
    let answer = signed.userinfo(token(signed))
    #expect(answer.header("Content-Type") == "application/jwt")
    #expect(try signed.verified(answer.text)["name"] == "Anna Peeters")
    let keys = JWKSet([TestKeys.clientEncryption.publicJWK]).publicJSON.text()
    let sealed = try login("signedAndEncryptedJwt", ", \"jwks\": \(keys)")
    let jwe = try JWE(parsing: sealed.userinfo(token(sealed)).text)
    let inner = try jwe.decryptNested(with: TestKeys.clientEncryption.jwk, allowing: [.rsaOAEP])
    #expect(try Claims(parsing: inner.payload)["name"] == "Anna Peeters")
  }

  @Test(arguments: [(nil, "RSA-OAEP-256"), ("RSA-OAEP-256", "RSA-OAEP-256"), ("RSA-OAEP", "RSA-OAEP")])
  func `is encrypted as the client's key says, else with RSA-OAEP-256:`(
    named: String?, used: String
  ) throws {
    let key = TestKeys.clientEncryption.renamed(kid: "enc", use: "enc", alg: named)
    let sealed = try login("signedAndEncryptedJwt", ", \"jwks\": \(JWKSet([key]).publicJSON.text())")
    let text = sealed.userinfo(token(sealed)).text
    let header = try JSON(parsing: Base64URL.decode(String(text.prefix { $0 != "." })))
    #expect(header["alg"] == .string(used))
  }

  @Test func `is not there for fromTokenEndpoint: Unknown Access Code`() throws {
    let login = try login("fromTokenEndpoint")
    let answer = login.userinfo(token(login))
    #expect(answer.status == 401 && answer.json["error_description"] == "Unknown Access Code")
    #expect(answer.findings == ["criipto.userinfo-strategy"])
  }

  @Test func `may be the only one that says who the person is`() throws {
    let login = try login("plainJson", #", "quirks": { "id_token_claims": "subject" }"#)
    let tokens = login.tokens()
    #expect(try login.verified(tokens["id_token"]?.string ?? "")["name"] == nil)
    #expect(login.userinfo(tokens["access_token"]?.string ?? "").json["name"] == "Anna Peeters")
  }

  @Test func `takes the token as bearer for two minutes`() throws {
    let login = try login("plainJson")
    let access = token(login)
    #expect(login.userinfo("unknown").findings == ["criipto.userinfo-token-unknown"])
    let get = { (headers: Headers, query: String) in
      login.emulator.get("/criipto/oauth2/userinfo\(query)", headers: headers).findings
    }
    #expect(get([:], "") == ["criipto.userinfo-token-missing"])
    #expect(get(["Authorization": "Basic x"], "") == ["criipto.userinfo-token-malformed"])
    #expect(get(["Authorization": "Bearer   \(access)"], "") == [])
    #expect(get([:], "?access_token=\(access)") == ["criipto.userinfo-token-in-query"])
    login.emulator.advance(by: .seconds(120))
    #expect(login.userinfo(access).findings == ["criipto.userinfo-token-expired"])
  }

  @Test(arguments: ["Basic x", "DPoP x"])
  func `challenges another scheme as it does nobody (RFC 6750 3_1)`(header: String) throws {
    let login = try login("plainJson")
    let answer = login.emulator.get("/criipto/oauth2/userinfo", headers: ["Authorization": header])
    #expect(answer.status == 401 && answer.header("WWW-Authenticate") == "Bearer")
  }

  @Test func `cannot encrypt without a key`() throws {
    let keys = JWKSet([TestKeys.clientSignature.publicJWK]).publicJSON.text()
    let login = try login("signedAndEncryptedJwt", ", \"jwks\": \(keys)")
    #expect(login.userinfo(token(login)).findings == ["criipto.userinfo-key-missing"])
  }
}
