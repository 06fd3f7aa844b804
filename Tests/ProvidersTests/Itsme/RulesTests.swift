import EidolonTesting
@testable import TestWorlds
import Foundation
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `Every rule of itsme` {
  /// The tests of this folder without this file, as text.
  static func tests() throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "RulesTests.swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  @Test func `is expected by a test of this folder`() throws {
    let tests = try Self.tests()
    for rule in Itsme.rules { #expect(tests.contains("\"\(rule.identifier)\""), "\(rule.identifier)") }
  }

  @Test func `is kept by a careful client from discovery to userinfo`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let document = emulator.get("/itsme/oidc/.well-known/openid-configuration")
    let endpoint = { (name: String) in document.json[name]?.string ?? "" }
    let party = RelyingParty()
    let object = try party.requestObject([
      "iss": "EIDOLON_TEST", "aud": .string(endpoint("issuer")), "client_id": "EIDOLON_TEST",
      "response_type": "code", "scope": "openid service:EIDOLON_LOGIN profile email",
      "redirect_uri": "http://localhost:9000/cb", "state": "some state", "nonce": "some nonce",
      "code_challenge": .string(`The proof key of a code is honoured when it is sent (RFC 7636)`.challenge),
      "code_challenge_method": "S256",
    ])
    let login = emulator.get(
      "\(endpoint("authorization_endpoint"))?\(emulator.request(party, ["request": object]).encoded)")
    let assertion = try party.assertion(
      audience: .string(endpoint("token_endpoint")), at: emulator.clock.now)
    let tokens = emulator.post(
      endpoint("token_endpoint"),
      emulator.tokenRequest(
        login.locationQuery["code"] ?? "", party, assertion: assertion,
        ["code_verifier": `The proof key of a code is honoured when it is sent (RFC 7636)`.verifier]))
    let userinfo = emulator.get(
      endpoint("userinfo_endpoint"),
      headers: ["Authorization": "Bearer \(tokens.json["access_token"]?.string ?? "")"])
    #expect(try emulator.claims(userinfo.text)["email"] == "anna@example.test")
    for answer in [document, login, tokens, userinfo, emulator.get(endpoint("jwks_uri"))] {
      #expect(answer.header("Eidolon-Finding") == nil)
      #expect(answer.status < 400)
    }
    #expect(!emulator.log.events.contains { $0.level != .info })
  }

  @Test func `that is broken is named once in the header, in order, with the detail in the log`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(
      RelyingParty(),
      ["claims": #"{"userinfo":{"picture":null,"website":null}}"#, "prompt": "login", "state": nil])
    #expect(
      answer.header("Eidolon-Finding") == "itsme.prompt-login, itsme.claim-unknown, itsme.state-missing")
    #expect(emulator.log.events.filter { $0.level != .info || !$0.fields.isEmpty }.count >= 4)
  }
}
