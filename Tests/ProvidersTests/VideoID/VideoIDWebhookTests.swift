import Crypto
import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import VideoID

@Suite struct `The webhooks of VideoID (contract 1_6 and 5)` {
  /// An emulator whose receiver answers with a status.
  private func emulator(
    answering status: Int = 200, client: String = "", webhook: String = "", stories: [String: String] = [:]
  ) throws -> TestEmulator {
    let emulator = try VideoIDTestWorld.emulator(client: client, webhook: webhook, stories: stories)
    answer(emulator, status)
    return emulator
  }

  private func answer(_ emulator: TestEmulator, _ status: Int) {
    emulator.serve(
      VideoIDTestWorld.receiver, .success(FetchedDocument(status: Status(status), headers: [:], body: [])))
  }

  private func run(_ emulator: TestEmulator, _ body: String = "{}", scenario: String? = nil) -> AskedRun {
    let run = emulator.ask(body, token: VideoIDTestWorld.hooked, scenario: scenario)
    _ = emulator.start(run)
    return run
  }

  private func bodies(_ emulator: TestEmulator) -> [JSON] {
    emulator.delivered.map { (try? JSONParser.parse($0.body))?.json ?? .null }
  }

  private func events(_ emulator: TestEmulator) -> [String] {
    bodies(emulator).compactMap { $0["event"]?.string }
  }

  @Test func `are off unless the client has a receiver`() throws {
    let emulator = try emulator()
    _ = emulator.completed()
    emulator.advance(by: .seconds(60))
    #expect(emulator.delivered.isEmpty)
  }

  @Test func `tell of the completion, then of the consolidation`() throws {
    let emulator = try emulator()
    let run = run(emulator)
    #expect(
      bodies(emulator) == [["event": "Video.Completed", "id": .string(run.id), "date": 1_795_262_400_000]])
    emulator.advance(by: .seconds(1))
    #expect(events(emulator) == ["Video.Completed", "Video.Consolidated"])
    emulator.advance(by: .seconds(3600))
    #expect(emulator.delivered.count == 2)
    let post = try #require(emulator.delivered.first)
    #expect(post.url == VideoIDTestWorld.receiver)
    #expect(post.headers["Content-Type"] == "application/json")
  }

  @Test func `are signed over the time and the body`() throws {
    let emulator = try emulator()
    _ = run(emulator)
    let post = try #require(emulator.delivered.first)
    let signature = try #require(post.headers["Eidolon-Signature"])
    let parts = try #require(signature.wholeMatch(of: /t=([0-9]+),v1=([0-9a-f]{64})/))
    #expect(parts.1 == "1795262400")
    let code = HMAC.sha256(key: Array(VideoIDTestWorld.secret.utf8), Array("\(parts.1).".utf8) + post.body)
    #expect(String(parts.2) == code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }

  @Test(arguments: [(401, "as expected: refused"), (500, "warning: "), (200, "unseen: ")])
  func `with a wrong signature show by the receiver's answer what it made of them`(
    status: Int, verdict: String
  ) throws {
    let emulator = try emulator(
      answering: status,
      stories: [
        "forged":
          #""tokens": { "webhook": { "defect": "bad_signature" } }, "expect": { "right": "must_refuse" }"#
      ])
    _ = run(emulator, scenario: "forged")
    emulator.advance(by: .seconds(86_400))
    let said = emulator.log.messages.filter { $0.hasPrefix("videoid/forged: ") }
    #expect(said.count == 1 && said[0].hasPrefix("videoid/forged: \(verdict)"), "\(said)")
  }

  @Test func `tell of failures and of cancellations`() throws {
    let emulator = try emulator(stories: [
      "cancel": #""phone": [{ "do": "cancel" }]"#, "camera": #""phone": [{ "do": "refuse_camera" }]"#,
    ])
    _ = run(emulator, scenario: "cancel")
    _ = run(emulator, scenario: "camera")
    #expect(events(emulator) == ["Verification.Canceled", "Video.Failed"])
  }

  @Test func `tell of each attempt`() throws {
    let emulator = try emulator(stories: ["cancel": #""phone": [{ "do": "cancel" }]"#])
    let run = run(emulator, scenario: "cancel")
    _ = emulator.start(run)
    #expect(events(emulator) == ["Verification.Canceled", "Verification.Canceled"])
  }

  @Test func `tell what time alone has brought`() throws {
    let emulator = try emulator(stories: ["slow": #""phone": [{ "after": "5s", "do": "complete" }]"#])
    _ = run(emulator, scenario: "slow")
    #expect(emulator.delivered.isEmpty)
    emulator.advance(by: .seconds(20))
    #expect(events(emulator) == ["Video.Completed", "Video.Consolidated"])
    #expect(bodies(emulator).first?["date"] == 1_795_262_405_000)
  }

  @Test func `tell what a human did`() throws {
    let emulator = try emulator(stories: ["hand": #""phone": "manual""#])
    let run = run(emulator, scenario: "hand")
    try emulator.act(run, "complete")
    emulator.advance(by: .milliseconds(1))
    #expect(events(emulator) == ["Video.Completed"])
  }

  @Test(arguments: [("accepted", "Accepted"), ("rejected", "Rejected")])
  func `tell what a review says`(quirk: String, word: String) throws {
    let emulator = try emulator(client: "\"quirks\": { \"review\": \"\(quirk)\" }")
    _ = run(emulator)
    emulator.advance(by: .seconds(2))
    #expect(events(emulator) == ["Video.Completed", "Video.Consolidated", "Video.Verified"])
    #expect(bodies(emulator).last?["status"]?.string == word)
  }

  @Test func `tell of the conversation where an agent takes part`() throws {
    let emulator = try emulator()
    _ = run(emulator, #"{"process":"Attended"}"#)
    #expect(events(emulator) == ["Conversation.Updated", "Video.Completed", "Conversation.Completed"])
  }

  @Test func `are those that the client wants`() throws {
    let emulator = try emulator(webhook: #""events": ["Video.Consolidated"]"#)
    _ = run(emulator)
    emulator.advance(by: .seconds(2))
    #expect(events(emulator) == ["Video.Consolidated"])
  }

  @Test func `are sent again until the receiver answers 200`() throws {
    let emulator = try emulator(answering: 204)
    _ = run(emulator)
    #expect(emulator.delivered.count == 1)
    emulator.advance(by: .seconds(10))
    // The consolidation of meanwhile, and the second attempt.
    #expect(events(emulator).sorted() == ["Video.Completed", "Video.Completed", "Video.Consolidated"])
    answer(emulator, 200)
    emulator.advance(by: .seconds(60))
    #expect(emulator.delivered.count == 5)
    emulator.advance(by: .seconds(3600))
    #expect(emulator.delivered.count == 5)
    #expect(emulator.sandbox.deliveries.records.map(\.state) == [.delivered, .delivered])
  }

  @Test func `are given up after the third retry`() throws {
    let emulator = try emulator(answering: 500)
    _ = run(emulator)
    for _ in 0..<20 { emulator.advance(by: .seconds(60)) }
    #expect(emulator.sandbox.deliveries.records.map(\.state) == [.failed, .failed])
    #expect(emulator.delivered.count == 8)
  }

  @Test func `are reported where the receiver does not answer 200`() throws {
    let emulator = try emulator(answering: 204)
    let run = run(emulator)
    #expect(emulator.findings(on: run) == ["videoid.webhook-answer-not-200"])
    let details = emulator.sandbox.findings.occurrences().map(\.finding.detail)
    #expect(details == ["Video.Completed: \(VideoIDTestWorld.receiver) answered 204"])
  }

  @Test func `that a story changed may be refused`() throws {
    let emulator = try emulator(
      answering: 401, stories: ["s": #""tokens": { "webhook": { "defect": "bad_signature" } }"#])
    #expect(emulator.findings(on: run(emulator, scenario: "s")).isEmpty)
  }

  @Test func `are signed at the moment of each attempt, over the same bytes`() throws {
    let emulator = try emulator(answering: 500, webhook: #""events": ["Video.Completed"]"#)
    _ = run(emulator)
    for by in [10, 60, 360] { emulator.advance(by: .seconds(by)) }
    let first: Int64 = 1_795_262_400
    for (post, late) in zip(emulator.delivered, [0, 10, 70, 430]) {
      let right = WebhookMessage.signature(
        of: post.body, at: Instant(seconds: first + Int64(late)), secret: VideoIDTestWorld.secret)
      #expect(post.headers["Eidolon-Signature"] == right)
    }
    #expect(emulator.delivered.count == 4)
    #expect(Set(bodies(emulator).map { $0["date"] }) == [1_795_262_400_000])
  }

  @Test func `that are sent again by hand are signed anew`() throws {
    let emulator = try emulator()
    _ = run(emulator)
    emulator.advance(by: .seconds(600))
    _ = emulator.sandbox.deliveries.resend(1)
    emulator.advance(by: .zero)
    let post = try #require(emulator.delivered.last)
    #expect(post.headers["Eidolon-Delivery"] == "1; attempt=2")
    #expect(post.headers["Eidolon-Signature"]?.hasPrefix("t=1795263000,") == true)
  }

  @Test func `come late, twice, or before the SDK's callback, as a scenario says`() throws {
    let emulator = try emulator(stories: [
      "late": #""lifetimes": { "webhook": "5s" }"#, "twice": #""quirks": { "webhook_repeat": true }"#,
    ])
    _ = run(emulator, scenario: "late")
    #expect(emulator.delivered.isEmpty)
    emulator.advance(by: .seconds(5))
    #expect(events(emulator) == ["Video.Completed"])
    emulator.advance(by: .seconds(60))
    _ = run(emulator, scenario: "twice")
    emulator.advance(by: .seconds(60))
    #expect(events(emulator).filter { $0 == "Video.Completed" }.count == 3)
  }

  @Test(arguments: WebhookDefect.allCases)
  func `have the one thing wrong that a scenario says`(defect: WebhookDefect) throws {
    let emulator = try emulator(stories: [
      "s": "\"tokens\": { \"webhook\": { \"defect\": \"\(defect.rawValue)\" } }"
    ])
    let run = run(emulator, scenario: "s")
    let post = try #require(emulator.delivered.first)
    let body = bodies(emulator)[0]
    let date = Instant(milliseconds: Int64(body["date"]?.integer ?? 0))
    let right = WebhookMessage.signature(of: post.body, at: date, secret: VideoIDTestWorld.secret)
    #expect(
      (post.headers["Eidolon-Signature"] == right) == ![.badSignature, .missingSignature].contains(defect))
    #expect((post.headers["Eidolon-Signature"] == nil) == (defect == .missingSignature))
    #expect((body["id"]?.string == run.id) == (defect != .unknownIdentifier))
    #expect((body["event"] == "Video.Completed") == (defect != .unknownEvent))
    #expect((date == emulator.clock.now) == (defect != .staleDate))
  }

  @Test func `are merged with what a scenario says`() throws {
    let emulator = try emulator(stories: [
      "s": #""tokens": { "webhook": { "claims": { "id": null, "more": 1 } } }"#
    ])
    _ = run(emulator, scenario: "s")
    #expect(bodies(emulator)[0].object?.names == ["event", "date", "more"])
  }

  @Test func `are reported where the receiver is not on https`() throws {
    let secure = try emulator()
    #expect(!secure.findings(on: run(secure)).contains("videoid.webhook-not-https"))
    let files = [
      "world.json":
        #"{"people":{"anna":{"given_name":"Anna"}},"clients":{"videoid":{"t":{"token":"\#(VideoIDTestWorld.hooked)","webhook":{"url":"http://localhost:9000/","secret":"s"}}}}}"#
    ]
    let open = try TestEmulator([VideoID.self], files: files)
    open.serve("http://localhost:9000/", .success(FetchedDocument(status: .ok, headers: [:], body: [])))
    #expect(open.findings(on: run(open)) == ["videoid.webhook-not-https"])
  }
}
