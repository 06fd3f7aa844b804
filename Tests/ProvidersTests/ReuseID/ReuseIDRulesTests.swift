import EidolonTesting
@testable import TestWorlds
import Foundation
import HTTP
import JSON
import Testing

@testable import ReuseID

@Suite struct `Every rule of ReuseID` {
  @Test func `is expected by a test of this folder`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let tests = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "ReuseIDRulesTests.swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    for rule in ReuseID.rules { #expect(tests.contains("\"\(rule.identifier)\""), "\(rule.identifier)") }
  }

  @Test func `is kept by a careful backend and a careful app`() throws {
    let stage = try ReuseIDStage()
    let token = stage.token()
    let started = stage.api(
      .post, "/step-up",
      [
        "userId": .string(ReuseIDStage.user), "deviceId": .string(ReuseIDStage.device),
        "eidProviderOptions": ["docTypes": [62, 63], "defaultId": 62],
      ], token: token)
    let answers = [
      started, stage.app("loadConfig", ["registration_id": .null]), stage.start(), stage.finish(),
    ]
    stage.verifier.end()
    let transaction = stage.transaction(started)
    let later = [
      stage.api(.get, "/step-up/\(transaction)", token: token),
      stage.api(.get, "/core/transactions/\(transaction)", token: token),
      stage.api(.get, "/core/users/\(ReuseIDStage.user)", token: token),
    ]
    for answer in answers + later {
      #expect(answer.header("Eidolon-Finding") == nil)
      #expect(answer.status == 200)
    }
    #expect(later[0].json["data"]?["status"] == "Completed")
    #expect(!stage.emulator.log.events.contains { $0.level != .info })
  }
}
