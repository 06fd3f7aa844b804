import EidolonTesting
import Flow
import Foundation
import HTTP
import JSON
@testable import TestWorlds
import Testing

@testable import Itsme

/// What shows only over several logins, or at the end of one.
@Suite struct `The habits of a client of itsme's second version (contract 7)` {
  func found(_ rule: String, in world: ItsmeV2TestWorld) -> [FindingLog.Occurrence] {
    world.emulator.sandbox.findings.occurrences().filter { $0.finding.rule.identifier == "itsme-v2.\(rule)" }
  }

  @Test func `show in a nonce that began an earlier login`() throws {
    let world = try ItsmeV2TestWorld()
    let (first, again) = (world.code(), world.code())
    #expect(try world.exchange(first).findings == [])
    let answer = try world.exchange(again)
    #expect(answer.status == 200 && answer.findings == ["itsme-v2.nonce-reused"])
  }

  @Test func `show in a key set that is fetched for each login`() throws {
    let world = try ItsmeV2TestWorld()
    let findings = try (1...5).map { number in
      defer { _ = world.emulator.get(world.url(.jwkSet)) }
      return try world.exchange(world.code("EIDOLON_TEST", ["nonce": "nonce \(number)"])).findings
    }
    #expect(findings == [[], [], [], ["itsme-v2.jwks-each-login"], ["itsme-v2.jwks-each-login"]])
  }

  @Test func `show in another address for the backend than for the browser`() throws {
    let world = try ItsmeV2TestWorld()
    _ = world.emulator.get(world.url(.discovery))
    let code = world.code()
    let host: Headers = ["Host": "eidolon:8080"]
    _ = world.emulator.get("/itsme-v2/v2/.well-known/openid-configuration", headers: host)
    let answer = try world.exchange(code, "EIDOLON_TEST", [:], headers: host)
    #expect(answer.status == 200 && answer.findings == ["itsme-v2.address-clash"])
    let token = answer.json["access_token"]?.string ?? ""
    let userinfo = world.emulator.get(
      "/itsme-v2/v2/userinfo", headers: ["Host": "eidolon:8080", "Authorization": "Bearer \(token)"])
    #expect(userinfo.status == 200 && userinfo.findings == ["itsme-v2.address-clash"])
    #expect(try world.claims(userinfo.text)["iss"] == "http://eidolon:8080/itsme-v2/v2")
  }

  @Test func `show in a login that begins at one base and goes on at the other (E10, G30)`() throws {
    let legacy = try ItsmeV2TestWorld(secretClient: #""base": "legacy""#, base: .legacy)
    let code = legacy.code("EIDOLON_SECRET")
    var current = legacy
    current.base = .current
    let answer = try current.exchange(code, "EIDOLON_SECRET")
    #expect(answer.status == 200 && answer.findings == ["itsme-v2.address-clash"])
    let again = legacy.code("EIDOLON_SECRET", ["nonce": "another nonce"])
    #expect(try legacy.exchange(again, "EIDOLON_SECRET").findings == [])
  }

  /// The rules that the end of a login reports whose client stops after the token answer, or after one resource.
  func stops(
    _ changes: [String: String?], after resource: ItsmeBase.Resource? = nil
  ) throws -> Int {
    let world = try ItsmeV2TestWorld()
    let token = try world.tokens("EIDOLON_TEST", changes).accessToken
    if let resource { #expect(world.get(resource, token).status == 200) }
    world.emulator.advance(by: .seconds(100_000))
    return found("userinfo-never-called", in: world).count
  }

  @Test func `show in claims that were asked for and never fetched from userinfo`() throws {
    let scope: [String: String?] = ["scope": "openid service:EIDOLON_LOGIN profile"]
    #expect(try stops(scope) == 1)
    #expect(try stops(["claims": #"{"userinfo":{"email":null}}"#]) == 1)
    #expect(try stops(scope, after: .userinfo) == 0)
    // The picture is not a userinfo.
    #expect(try stops(scope, after: .picture) == 1)
    #expect(try stops([:]) == 0)
    #expect(try stops(["claims": #"{"id_token":{"email":null}}"#]) == 0)
  }

  @Test func `show in a lower level than was asked for, at which it does not stop (A11, G18)`() throws {
    let advanced = "\(ItsmeV2TestWorld.claim)acr_advanced"
    let world = try ItsmeV2TestWorld(stories: [
      "basic":
        "\"tokens\": { \"id_token\": { \"claims\": { \"acr\": \"\(ItsmeV2TestWorld.claim)acr_basic\" } } }",
      "missing": #""tokens": { "id_token": { "claims": { "acr": null } } }"#,
      "never": #""quirks": { "acr_claim": "never" }"#, "plain": #""phone": [{ "do": "approve" }]"#,
    ])
    for (scenario, level, expected) in [
      ("basic", advanced, true), ("missing", advanced, true), ("never", advanced, true),
      ("plain", advanced, false), ("basic", nil, false),
    ] as [(String, String?, Bool)] {
      let changes = ["acr_values": level, "nonce": RelyingParty().unique()]
      let token = try world.tokens("EIDOLON_TEST", changes, scenario: scenario).accessToken
      let answer = world.get(.userinfo, token)
      #expect(answer.status == 200)
      #expect(answer.findings == (expected ? ["itsme-v2.acr-not-checked"] : []), "\(scenario)")
    }
  }

  @Test func `and every rule of tokens, keys and userinfo are expected by a test of this folder`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let tests = try (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let endpoints = ["token", "userinfo", "picture", "revoke"]
    for rule in ItsmeV2.rules where rule.checkedAt.contains(where: endpoints.contains) {
      let name = rule.identifier.dropFirst("itsme-v2.".count)
      #expect(tests.contains("\"\(rule.identifier)\"") || tests.contains("\"\(name)\""), "\(rule.identifier)")
    }
  }
}
