import DefaultScenarios
import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Itsme

@Suite struct `The ping of itsme's second version (contract 1_11, B8)` {
  private let stage: BackchannelStage

  init() throws {
    stage = try BackchannelStage(stories: [
      "slow": #""phone": [{ "after": "30s", "do": "approve" }]"#, "reject": #""phone": [{ "do": "reject" }]"#,
      "twice": #""quirks": { "ping": "twice" }"#, "lost": #""quirks": { "ping": "lost" }"#,
      "forged": #""tokens": { "ping": { "defect": "wrong_token" } }, "expect": { "right": "must_refuse" }"#,
      "early": #""faults": [{ "at": "backchannel", "do": "delay", "by": "2s" }]"#,
    ])
  }

  private var pings: [Post] { stage.emulator.delivered }

  private func begin(_ scenario: String? = nil, _ changes: JSONObject = [:]) throws -> String {
    try stage.accepted("EIDOLON_PING", changes, scenario: scenario)
  }

  @Test func `has the client's token and the request, once the person has decided`() throws {
    let request = try begin("slow")
    stage.wait(29)
    #expect(pings.isEmpty)
    stage.wait(1)
    let ping = try #require(pings.first)
    #expect(ping.url == BackchannelStage.receiver)
    #expect(ping.headers["Authorization"] == "Bearer \(BackchannelStage.notificationToken)")
    #expect(ping.headers["Content-Type"] == "application/json")
    #expect(try JSON(parsing: ping.body) == ["auth_req_id": .string(request)])
    #expect(try stage.ask(request, "EIDOLON_PING").status == 200)
    #expect(stage.emulator.sandbox.outcomes.counts(of: "itsme-v2")["pinged"] == 1)
    _ = try begin("reject")
    #expect(pings.count == 2)
  }

  @Test func `follows what a human does`() throws {
    let stage = try BackchannelStage { $0.isInteractive = true }
    let (session, token) = try stage.found("EIDOLON_PING")
    _ = try stage.begin(token, "EIDOLON_PING")
    #expect(stage.emulator.delivered.isEmpty)
    _ = stage.act("approve", session)
    #expect(stage.emulator.delivered.count == 1)
  }

  @Test func `comes twice, not at all, from somebody else, or before the answer, as a story says`() throws {
    _ = try begin("twice")
    #expect(pings.count == 2)
    _ = try begin("lost")
    stage.wait(10)
    #expect(pings.count == 2)
    #expect(stage.emulator.sandbox.outcomes.counts(of: "itsme-v2")["ping_lost"] == 1)
    _ = try begin("forged")
    #expect(pings.last?.headers["Authorization"] != "Bearer \(BackchannelStage.notificationToken)")
    let (_, token) = try stage.found("EIDOLON_PING", scenario: "early")
    let answer = try stage.begin(token, "EIDOLON_PING")
    #expect(answer.transmission.after == .seconds(2))
    #expect(pings.count == 4)
  }

  @Test func `shows what the client made of one that is not itsme's`() throws {
    stage.answerPings(401)
    _ = try begin("forged")
    stage.wait(86_400)
    #expect(
      stage.emulator.log.messages.contains { $0.hasPrefix("itsme-v2/forged: as expected: refused") })
  }

  @Test func `wants an answer from 200 to 299, and a call of the token endpoint`() throws {
    stage.answerPings(500)
    _ = try begin()
    stage.wait(1)
    #expect(pings.count == 2)
    #expect(stage.emulator.sandbox.findings.counts["itsme-v2.ping-answer-not-2xx"] == 2)
    stage.answerPings(200)
    _ = try begin()
    stage.wait(3600)
    #expect(stage.emulator.sandbox.findings.counts["itsme-v2.ping-no-token-call"] == 1)
  }

  @Test func `need not be waited for, which is noted`() throws {
    #expect(
      try stage.ask(try begin("slow"), "EIDOLON_PING").findings == ["itsme-v2.ciba-polled-before-ping"])
  }

  /// Neither is wrong: to ask before it, and not to ask where none came (CIBA Core §7.3, §10.1).
  @Test(arguments: [("ciba-ping", true), ("ciba-ping-twice", true), ("ciba-expired", false)])
  func `obliges nobody to wait for it, nor to call without it, in the stories that are shipped`(
    name: String, isAsked: Bool
  ) throws {
    let file = try #require(DefaultScenarios.files.first { $0.path == "itsme-v2/\(name).json" })
    var story = try #require(try JSON(parsing: file.bytes).object)
    for member in ["$schema", "title", "provider"] { story[member] = nil }
    let stage = try BackchannelStage(stories: [name: String(JSON.object(story).text().dropFirst().dropLast())]
    )
    let request = try stage.accepted("EIDOLON_PING", scenario: name)
    if isAsked { _ = try stage.ask(request, "EIDOLON_PING") }
    stage.wait(21)
    #expect(stage.emulator.delivered.isEmpty != isAsked)
    if isAsked { _ = try stage.ask(request, "EIDOLON_PING") }
    let logins = try #require(stage.provider?.logins)
    let now = stage.emulator.clock.now
    let login = try #require(logins.summaries(at: now).last?.identifier)
    #expect(logins.saw(Sighting(isAsked ? .accepted : .refused, .said, at: now), of: login, at: now))
    #expect(logins.settle(login, at: now).map(\.verdict.result) == [.met])
  }

  @Test func `wants a token that nobody can guess`() throws {
    func findings(_ token: JSON, _ client: String = "EIDOLON_PING") throws -> [String] {
      try stage.begin(
        try stage.found(client).token, client, ["client_notification_token": token]
      ).findings
    }
    #expect(try findings(.null) == ["itsme-v2.notification-token-missing"])
    #expect(
      try findings(.string(String(repeating: "a", count: 1025))) == ["itsme-v2.notification-token-long"])
    #expect(try findings("white space in it") == ["itsme-v2.notification-token-malformed"])
    #expect(try findings("short") == ["itsme-v2.notification-token-short"])
    #expect(
      try findings(.string(BackchannelStage.notificationToken), "EIDOLON_TEST") == [
        "itsme-v2.notification-token-in-poll"
      ])
  }

  @Test(
    arguments: [
      (#""ciba": { "mode": "push" }"#, "mode"), (#""ciba": {}"#, "mode"),
      (#""ciba": { "mode": "ping" }"#, "notification_endpoint"),
      (#""ciba": { "mode": "poll", "notification_endpoint": "https://rp.example" }"#, "polls"),
      (#""secret": "a secret", "ciba": { "mode": "poll" }"#, "CIBA needs keys"),
    ])
  func `goes where the client is registered for it (K13)`(members: String, problem: String) {
    let files = [
      "world.json": """
      { "people": { "anna": {} }, "clients": { "itsme-v2": { "A": {
        "services": { "S": { "type": "authentication", "redirect_uris": ["https://rp.example/cb"] } }, \(members)
      } } } }
      """
    ]
    #expect {
      _ = try TestEmulator([ItsmeV2.self], files: files)
    } throws: { "\($0)".contains(problem) }
  }
}
