import Crypto
import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import Testing

@testable import Criipto

@Suite struct `The claims of BankID` {
  let emulator: TestEmulator
  init() throws { emulator = try CriiptoTestWorld.emulator() }

  func claims(_ client: String = CriiptoTestWorld.client, _ changes: [String: String?] = [:]) throws
    -> JSONObject
  {
    var login = VerifyLogin(emulator: emulator)
    if client != CriiptoTestWorld.client { (login.client, login.secret) = (client, "s") }
    return try login.claims(["acr_values": BankIDClient.sameDevice].merging(changes) { $1 })
  }

  @Test func `are those of the vendor's sample, and no others (contract 2_5)`() throws {
    let claims = try claims()
    #expect(
      Set(claims.map(\.name)) == [
        "iss", "aud", "nonce", "identityscheme", "authenticationtype", "authenticationmethod",
        "authenticationinstant",
        "nameidentifier", "sub", "sessionindex", "ssn", "name", "givenname", "given_name", "surname",
        "family_name",
        "ipaddress", "country", "iat", "nbf", "exp",
      ])
    #expect(claims["identityscheme"] == "sebankid" && claims["country"] == "SE")
    #expect(claims["authenticationtype"] == .string(BankIDClient.sameDevice))
    #expect(claims["authenticationmethod"] == "urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI")
    #expect(claims["ssn"] == "199007142384" && claims["name"] == "Anna Peeters")
    #expect(claims["given_name"] == "Anna" && claims["givenname"] == "Anna")
    #expect(claims["family_name"] == "Peeters" && claims["surname"] == "Peeters")
    #expect(claims["ipaddress"] == "127.0.0.1")
  }

  @Test func `last 1200 seconds from iat (contract 2_5)`() throws {
    let claims = try claims()
    #expect((claims["exp"]?.integer ?? 0) - (claims["iat"]?.integer ?? 0) == 1200)
  }

  @Test func `have long names where the application wants them`() throws {
    let claims = try claims("urn:long")
    #expect(claims["http://schemas.grean.id/claims/se/ssn"] == "199007142384")
    #expect(claims["ssn"] == nil && claims["identityscheme"] == "sebankid")
  }

  @Test func `carry evidence for its scope: a signature over the texts that holds (contract 2_5)`() throws {
    let changes: [String: String?] = [
      "scope": "openid evidence", "login_hint": "message:SGVq nonVisibleData:b3NlZGQ=",
    ]
    #expect(try claims("urn:dynamic")["evidence"] == nil)
    let claims = try claims("urn:dynamic", changes)
    let evidence = String(decoding: try Base64.decode(claims["evidence"]?.string ?? ""), as: UTF8.self)
    #expect(
      evidence.contains(">SGVq</usrVisibleData>")
        && evidence.contains("<usrNonVisibleData>b3NlZGQ=</usrNonVisibleData>"))
    let info = String(try #require(evidence.firstMatch(of: /<SignedInfo.*<\/SignedInfo>/)).0)
    let data = String(try #require(evidence.firstMatch(of: /<bankIdSignedData.*<\/bankIdSignedData>/)).0)
    let digest = String(try #require(info.firstMatch(of: /<DigestValue>(.*)<\/DigestValue>/)).1)
    #expect(digest == Base64.encode(Digest.sha256(Array(data.utf8))))
    let value = String(try #require(evidence.firstMatch(of: /<SignatureValue>(.*)<\/SignatureValue>/)).1)
    let key = try #require(emulator.sandbox.keys.signing.key.publicKey)
    #expect(try key.verify(Base64.decode(value), over: Array(info.utf8), using: .rs256))
    let status = try Base64.decode(claims["ocspResponse"]?.string ?? "")
    #expect(status.starts(with: [0x30, 0x82]) && status.count > 300)
  }

  @Test func `are not shared with an application of static scopes`() throws {
    #expect(try claims(changes(["scope": "openid evidence"]))["evidence"] == nil)
  }

  private func changes(_ changes: [String: String?]) -> (String, [String: String?]) {
    (CriiptoTestWorld.client, changes)
  }
  private func claims(_ pair: (String, [String: String?])) throws -> JSONObject { try claims(pair.0, pair.1) }

  @Test func `are reached by a client without a browser too (contract 1_7, headless)`() throws {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "slow": #""phone": [{ "after": "3s", "do": "scan" }, { "after": "6s", "do": "approve" }]"#
    ])
    let login = VerifyLogin(emulator: emulator)
    var headers = login.basic
    headers.append("Eidolon-Scenario", "slow")
    let started = emulator.post(
      "/criipto/headless/authorize", ["acr_values": BankIDClient.qr, "scope": "openid"], headers: headers)
    #expect(started.json["acr_data"]?["qrData"]?.string?.hasPrefix("bankid.") == true)
    let poll = {
      emulator.post(
        "/criipto/oauth2/token",
        [
          "grant_type": "urn:grn:params:grant-type:headless",
          "headless_req_id": started.json["headless_req_id"]?.string ?? "",
        ], headers: login.basic)
    }
    #expect(poll().json["acr_data"]?["hintCode"] == "outstandingTransaction")
    emulator.advance(by: .seconds(3))
    #expect(poll().json["acr_data"]?["hintCode"] == "started")
    emulator.advance(by: .seconds(3))
    #expect(try login.verified(poll().json["id_token"]?.string ?? "")["ssn"] == "199007142384")
  }
}
