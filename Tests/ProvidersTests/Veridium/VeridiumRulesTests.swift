import EidolonTesting
@testable import TestWorlds
import Foundation
import HTTP
import JSON
import Testing

@testable import Veridium

/// The tests of this folder without this file, as text.
enum VeridiumTests {
  static func text() throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "VeridiumRulesTests.swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }
}

@Suite struct `Every rule of VeridiumID` {
  @Test func `is expected by a test of this folder`() throws {
    let tests = try VeridiumTests.text()
    for rule in Veridium.rules { #expect(tests.contains("\"\(rule.identifier)\""), "\(rule.identifier)") }
    #expect(Veridium.rules.count >= 10)
  }

  @Test func `is kept by a careful server and its app, in a push, on one phone and with a code`() throws {
    let emulator = try VeridiumTestWorld.emulator { $0.isStrict = true }
    let profile = emulator.send(FriendCall.profile("anna.peeters@example.test"))
    let devices = emulator.send(
      Request(
        .get, "\(TestEmulator.friendBase)/friend/Authenticators/\(profile.json["id"]?.string ?? "")",
        headers: ["X-Friend-Cert-Subject": "CN=demo-friend", "Accept": "application/json"]))
    let external = profile.json["profileExternalId"] ?? ""
    let begun = emulator.send(.begin(["profileExternalId": external, "transactionText": "Pay 10 euro"]))
    let session = begun.json["sessionId"]?.string ?? ""
    let app = emulator.authenticate(session)
    let status = emulator.send(FriendCall.status(session))
    let shown = emulator.send(.opportunity("ID"))
    let attached = emulator.app(
      "attach", ["profileId": "bob", "sessionAlias": shown.json["sessionAlias"] ?? ""])
    let scanned = emulator.authenticate(shown.json["sessionId"]?.string ?? "", profile: "bob")
    let polled = emulator.send(FriendCall.longPoll(shown.json["sessionId"]?.string ?? ""))
    #expect(status.json["status"] == "COMPLETED" && polled.json["status"] == "COMPLETED")
    for answer in [profile, devices, begun, app, status, shown, attached, scanned, polled] {
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.header("Eidolon-Finding") == nil)
    }
    #expect(!emulator.log.events.contains { $0.level != .info })
  }
}
