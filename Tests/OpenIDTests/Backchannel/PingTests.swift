import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@Suite struct `A client that is pinged (CIBA Core 10_2)` {
  private let stage: BackchannelStage

  init() throws {
    stage = try BackchannelStage(stories: [
      "slow": #""phone": [{ "after": "30s", "do": "approve" }]"#,
      "reject": #""phone": [{ "after": "3s", "do": "reject" }]"#, "never": #""phone": []"#,
      "hand": #""phone": "manual""#, "twice": #""quirks": { "ping": "twice" }"#,
      "lost": #""quirks": { "ping": "lost" }"#,
      "forged": #""tokens": { "ping": { "defect": "wrong_token" } }"#,
      "altered": #""tokens": { "ping": { "claims": { "auth_req_id": null, "more": 1 } } }"#,
    ])
  }

  private var pings: [Post] { stage.emulator.delivered }
  private func wait(_ seconds: Int64) { stage.emulator.advance(by: .seconds(seconds)) }

  private func begin(_ scenario: String? = nil, _ changes: JSONObject = [:]) throws -> String {
    try stage.accepted("pinged", changes, scenario: scenario)
  }

  @Test func `is told once the person has approved, and then gets its tokens`() throws {
    let request = try begin("slow")
    wait(29)
    #expect(pings.isEmpty)
    wait(10)
    let ping = try #require(pings.first)
    #expect(pings.count == 1)
    #expect(ping.url == BackchannelStage.receiver)
    #expect(ping.headers["Authorization"] == "Bearer \(BackchannelStage.token)")
    #expect(ping.headers["Content-Type"] == "application/json")
    #expect(try JSON(parsing: ping.body) == ["auth_req_id": .string(request)])
    #expect(stage.emulator.sandbox.deliveries.records.first?.attempts.first?.at.seconds == 1_795_262_430)
    let tokens = try stage.poll(request, "pinged")
    #expect(tokens.status == 200)
    #expect(tokens.findings.isEmpty)
    wait(3600)
    #expect(pings.count == 1)
    #expect(stage.emulator.sandbox.findings.occurrences().isEmpty)
  }

  @Test func `is told at once of what is decided at once`() throws {
    _ = try begin()
    #expect(pings.count == 1)
  }

  @Test func `is told of a refusal too, and not of an expiry`() throws {
    let rejected = try begin("reject")
    _ = try begin("never")
    wait(3)
    #expect(try pings.map { try JSON(parsing: $0.body)["auth_req_id"] } == [.string(rejected)])
    #expect(try stage.poll(rejected, "pinged").json["error"] == "access_denied")
    wait(300)
    #expect(pings.count == 1)
  }

  @Test func `is told of what a human did`() throws {
    _ = try begin("hand")
    let login = try #require(
      stage.emulator.application.providers.first?.transactions(at: stage.emulator.clock.now).first)
    try stage.emulator.application.providers.first?.act(
      "approve", reason: nil, on: login.identifier, at: stage.emulator.clock.now)
    stage.emulator.advance(by: .milliseconds(1))
    #expect(pings.count == 1)
  }

  @Test func `is told once more after a second where it did not take the ping`() throws {
    stage.answerPings(302)
    _ = try begin()
    #expect(pings.count == 1)
    stage.answerPings(204)
    wait(1)
    #expect(pings.count == 2)
    #expect(stage.emulator.sandbox.deliveries.records.map(\.state) == [.delivered])
    #expect(try stage.noted() == ["backbank.ping-answer-not-2xx"])
    stage.answerPings(500)
    _ = try begin()
    wait(60)
    #expect(pings.count == 4)
    #expect(stage.emulator.sandbox.deliveries.records.map(\.state) == [.delivered, .failed])
    #expect(stage.emulator.sandbox.outcomes.counts(of: "backbank")["ping_lost"] == 1)
    #expect(stage.emulator.sandbox.outcomes.counts(of: "backbank")["pinged"] == 1)
  }

  @Test func `is asked why it took the ping and did not call`() throws {
    _ = try begin()
    wait(3600)
    #expect(
      stage.emulator.sandbox.findings.occurrences().map(\.finding.rule.identifier) == [
        "backbank.ping-no-token-call"
      ])
  }

  @Test func `may ask before, which is noted once`() throws {
    let request = try begin("slow")
    #expect(try stage.poll(request, "pinged").findings == ["backbank.ciba-polled-before-ping"])
    wait(5)
    #expect(try stage.poll(request, "pinged").findings.isEmpty)
  }

  @Test func `gives the token by which it knows the provider`() throws {
    func refusal(_ token: JSON) throws -> [String] {
      let answer = try stage.begin("pinged", ["client_notification_token": token])
      #expect(answer.status == 400)
      #expect(answer.json["error"] == "invalid_request")
      return answer.findings
    }
    #expect(try refusal(.null) == ["backbank.notification-token-missing"])
    let long = String(repeating: "a", count: 1025)
    #expect(try refusal(.string(long)) == ["backbank.notification-token-long"])
    #expect(try refusal("a token\r\nX: y") == ["backbank.notification-token-malformed"])
    let short = try stage.begin("pinged", ["client_notification_token": "0123456789abcde"])
    #expect(short.status == 200)
    #expect(short.findings == ["backbank.notification-token-short"])
    let poll = try stage.begin("shop", ["client_notification_token": .string(BackchannelStage.token)])
    #expect(poll.status == 200)
    #expect(poll.findings == ["backbank.notification-token-in-poll"])
  }

  @Test func `is told twice, not at all, or by somebody else, as a scenario says`() throws {
    _ = try begin("twice")
    #expect(pings.count == 2)
    _ = try begin("lost")
    wait(10)
    #expect(pings.count == 2)
    #expect(stage.emulator.sandbox.outcomes.counts(of: "backbank")["ping_lost"] == 1)
    let request = try begin("forged")
    let forged = try #require(pings.last)
    #expect(forged.headers["Authorization"] != "Bearer \(BackchannelStage.token)")
    #expect(forged.headers["Authorization"]?.count == "Bearer ".count + 43)
    #expect(try JSON(parsing: forged.body) == ["auth_req_id": .string(request)])
    _ = try begin("altered")
    #expect(try JSON(parsing: try #require(pings.last).body) == ["more": 1])
  }

  @Test func `is told of its login after a snapshot was restored too`() throws {
    _ = try begin("slow")
    let providers = stage.emulator.application.providers
    let snapshot = stage.emulator.sandbox.snapshot(
      of: providers, at: stage.emulator.sandbox.environment.clock.read())
    wait(30)
    #expect(pings.count == 1)
    stage.emulator.sandbox.restore(snapshot)
    wait(1)
    #expect(pings.count == 2)
  }
}
