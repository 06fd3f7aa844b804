import EidolonTesting
@testable import TestWorlds
import FictionalBank
import Foundation
import HTTP
import JSON
import Testing

@Suite struct `A provider that is added in a day` {
  @Test func `has at most two hundred lines with its vocabulary`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "FictionalBank")
    let lines = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map {
        try String(contentsOf: $0, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      }
      .reduce(0) { $0 + $1.count - 1 }
    #expect(lines > 100 && lines <= 200)
  }

  private static let walk = FaultWalk.plain(fictionalBank)

  @Test func `lets a careful client in without a finding`() throws {
    let emulator = try Self.walk.emulator(["plain": ""])
    let call = try #require(Self.walk.owned["userinfo"])
    let userinfo = try call(emulator, "plain")
    #expect(userinfo.status == 200 && userinfo.json["sub"]?.string?.isEmpty == false)
    #expect(!emulator.log.events.contains { $0.level != .info })
  }

  @Test func `has its two deviations, and the engine's rules under its own prefix`() throws {
    let emulator = try Self.walk.emulator([:])
    let token = emulator.post(
      "/bank/token",
      ["grant_type": "authorization_code", "code": "x", "redirect_uri": "http://localhost:9000/cb"],
      headers: ["Authorization": "Basic c2hvcDpzaG9wLXNlY3JldA=="])
    #expect(token.json["error_description"] == "BANK-17" && token.findings == ["bank.code-unknown"])
    let query = "client_id=shop&response_type=token&state=some+state&nonce=some+nonce"
    let sent = emulator.get("/bank/authorize?\(query)&redirect_uri=http://localhost:9000/cb")
    #expect(sent.locationQuery["error"] == "invalid_request")
    #expect(sent.findings == ["bank.response-type-unsupported"])
  }
}
