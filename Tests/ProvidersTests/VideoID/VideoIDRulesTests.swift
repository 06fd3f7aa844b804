import EidolonTesting
@testable import TestWorlds
import Foundation
import HTTP
import JSON
import Testing

@testable import VideoID

@Suite struct `Every rule of VideoID` {
  /// The tests of this folder without this file, as text.
  static func tests() throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "VideoIDRulesTests.swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  @Test func `is expected by a test of this folder`() throws {
    let tests = try Self.tests()
    for rule in VideoID.rules { #expect(tests.contains("\"\(rule.identifier)\""), "\(rule.identifier)") }
  }

  @Test func `is kept by a careful client from the request to the result`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    emulator.serve(
      VideoIDTestWorld.receiver, .success(FetchedDocument(status: 200, headers: [:], body: [])))
    let types = emulator.get("/videoid/v2/videoid.idtypes").json.array ?? []
    let card = types.first { $0["kind"] == "DNI" }?["id"]?.integer ?? 0
    let run = emulator.ask(token: VideoIDTestWorld.hooked)
    let event = emulator.start(run, "\"docType\":\(card),\"docTypes\":[\(card)],\"defaultId\":\(card)")
    let result = emulator.result(run, token: VideoIDTestWorld.hooked)
    for answer in [run.answer, event, result] {
      #expect(answer.status == 200)
      #expect(answer.header("Eidolon-Finding") == nil)
    }
    emulator.advance(by: .seconds(7200))
    #expect(emulator.delivered.count == 2)
    #expect(!emulator.log.events.contains { $0.level != .info })
  }
}
