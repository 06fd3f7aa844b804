import EidolonTesting
@testable import TestWorlds
import Flow
import Foundation
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `Every rule of Criipto` {
  /// The tests of this folder without this file, as text.
  static func tests() throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "CriiptoRulesTests.swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  @Test func `is expected by a test of this folder`() throws {
    let tests = try Self.tests()
    // Nothing that a client sends brings this one about: it is the emulator's own.
    let unreachable: Set = ["criipto.token-impossible"]
    for rule in Criipto.rules where !unreachable.contains(rule.identifier) {
      #expect(tests.contains("\"\(rule.identifier)\""), "\(rule.identifier)")
    }
  }

  @Test func `is kept by a careful client from discovery to logout`() throws {
    let emulator = try CriiptoTestWorld.emulator()
    let login = VerifyLogin(emulator: emulator)
    let document = emulator.get("/criipto/.well-known/openid-configuration")
    let pushed = login.push([
      "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256",
    ])
    let callback = login.authorize(pushed: pushed.json["request_uri"]?.string ?? "")
    let tokens = login.exchange(
      callback.locationQuery["code"] ?? "", ["code_verifier": CriiptoTestWorld.verifier])
    let userinfo = login.userinfo(tokens.json["access_token"]?.string ?? "")
    let token = tokens.json["id_token"]?.string ?? ""
    let logout = emulator.get(
      "/criipto/oauth2/logout?id_token_hint=\(token)&post_logout_redirect_uri=\(PercentCoding.encode(CriiptoTestWorld.callback))"
    )
    #expect(try login.verified(token)["uuid"] == userinfo.json["uuid"])
    for answer in [document, pushed, callback, tokens, userinfo, logout] {
      #expect(answer.header("Eidolon-Finding") == nil)
      #expect(answer.status < 400)
    }
    #expect(!emulator.log.events.contains { $0.level != .info })
  }
}

@Suite struct `Stories of Criipto` {
  @Test(
    // The others are about an encryption, which the id_token does not have, or have their test with the cases.
    arguments: TokenDefect.allCases.filter {
      ![
        .encryptedToWrongKey, .innerSignatureBroken, .unsignedInside, .missingContentType, .wrongDirectKey,
      ].contains($0) && !TokenDefect.ofIDTokens.contains($0)
    })
  func `can change exactly one thing in the id_token:`(defect: TokenDefect) throws {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "broken": #""tokens": { "id_token": { "defect": "\#(defect.rawValue)" } }"#
    ])
    let login = VerifyLogin(emulator: emulator)
    let token = login.tokens(scenario: "broken")["id_token"]?.string ?? ""
    #expect(token.split(separator: ".").count >= 2)
    #expect(throws: (any Error).self) {
      let claims = try login.verified(token)
      let good = try login.claims()
      for name in ["iss", "aud", "sub", "nonce", "exp", "iat", "uuid", "nbf", "name"] {
        guard claims[name] == good[name] else { throw Different() }
      }
    }
  }

  private struct Different: Error {}

  @Test func `can make the server misbehave at an endpoint, and rotate its keys`() throws {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "busy": #""faults": [{ "at": "token", "do": "respond", "status": 503 }]"#,
      "rotated": #""faults": [{ "at": "token", "do": "rotate_keys" }]"#,
      "lost": #""faults": [{ "at": "token", "do": "lose_answer" }]"#,
      "down":
        #""faults": [{ "at": "userinfo", "do": "respond", "status": 500 }, { "at": "mitid_page", "do": "respond", "status": 502 }]"#,
    ])
    let login = VerifyLogin(emulator: emulator)
    let code = login.code(scenario: "busy")
    #expect(login.exchange(code).status == 503)
    #expect(login.exchange(code).status == 200)
    let before = emulator.get("/criipto/.well-known/jwks").json["keys"]?.array?.count
    #expect(try login.claims(scenario: "rotated")["uuid"] != nil)
    #expect(emulator.get("/criipto/.well-known/jwks").json["keys"]?.array?.count == (before ?? 0) + 2)
    #expect(login.exchange(login.code(scenario: "lost")).transmission.shape == .empty)
    #expect(login.userinfo(login.tokens(scenario: "down")["access_token"]?.string ?? "").status == 500)
  }

  @Test func `with a forged id_token are not as expected because a client never calls userinfo`() throws {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "forged":
        #""tokens": { "id_token": { "defect": "wrong_nonce" } }, "expect": { "right": "must_refuse" }"#
    ])
    let login = VerifyLogin(emulator: emulator)
    _ = login.tokens(scenario: "forged")
    let token = login.tokens(scenario: "forged")["access_token"]?.string ?? ""
    _ = login.userinfo(token)
    emulator.advance(by: .seconds(86_400))
    let verdicts = emulator.log.messages.filter { $0.hasPrefix("criipto/forged:") }
    #expect(verdicts.count { $0.hasPrefix("criipto/forged: unseen: it must be refused") } == 2)
  }

  @Test func `are judged when all their credentials have ended`() throws {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "once":
        #""expect": { "order": ["authorize", "token"], "count": { "token": 1 }, "never": ["userinfo"] }"#
    ])
    let login = VerifyLogin(emulator: emulator)
    _ = login.tokens(scenario: "once")
    let code = login.code(scenario: "once")
    _ = (login.exchange(code), login.exchange(code))
    emulator.advance(by: .seconds(2000))
    let verdicts = emulator.log.messages.filter { $0.hasPrefix("criipto/once:") }
    #expect(verdicts.count == 2 && verdicts.count { $0.contains("not as expected") } == 1)
  }
}
