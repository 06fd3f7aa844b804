import EidolonTesting
@testable import TestWorlds
import Foundation
import HTTP
import JSON
import Testing

@testable import Criipto

@Suite struct `Every rule of BankID` {
  @Test func `is expected by a test of this folder`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let tests = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("BankID") && $0.lastPathComponent != "BankIDRulesTests.swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    for rule in BankIDRules.all { #expect(tests.contains("\"\(rule.identifier)\""), "\(rule.identifier)") }
  }

  @Test(arguments: ["ios", "android", "browser"])
  func `is kept by a careful client on`(_ platform: String) throws {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "slow": #""phone": [{ "after": "3s", "do": "open" }, { "after": "6s", "do": "approve" }]"#
    ])
    let client = BankIDClient(emulator: emulator)
    let agents = [
      "ios": "Example/1 CFNetwork/1494 Darwin/23.4.0", "android": "okhttp/4.12.0", "browser": "Mozilla/5.0",
    ]
    let start = client.start(
      platform, ["login_hint": "appswitch:\(platform) sub:\(BankIDClient.number)"], scenario: "slow",
      headers: ["User-Agent": agents[platform] ?? ""])
    let order = BankIDClient.Order(emulator: emulator, json: start.json)
    let link = start.json["launchLinks"]?["universalLink"]?.string ?? ""
    let app = client.app(String(link.split(separator: "?").last ?? ""))
    var answers = [start, app]
    emulator.advance(by: .seconds(4))
    // The person looks back at the client before the app is done.
    answers.append(platform == "browser" ? order.poll() : order.complete())
    emulator.advance(by: .seconds(2))
    answers.append(order.complete())
    #expect(answers.last?.status == 200)
    #expect(answers.allSatisfy { $0.findings.isEmpty })
    #expect(order.cancel().findings.isEmpty)
  }
}
