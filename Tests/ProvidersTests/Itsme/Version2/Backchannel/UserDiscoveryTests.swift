import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import QR
import Testing

@testable import Itsme

@Suite struct `A user discovery of itsme's second version (contract 1_10)` {
  private let stage: BackchannelStage

  init() throws {
    stage = try BackchannelStage(stories: [
      "at-once": #""person": "bob""#, "later": #""phone": [{ "after": "20s", "do": "scan" }]"#,
      "implied": #""phone": [{ "after": "3s", "do": "approve" }]"#, "never": #""phone": []"#,
      "fast-codes": #""lifetimes": { "qr": "5s" }, "phone": []"#,
      "told":
        #""quirks": { "discovery_interval": "send" }, "lifetimes": { "discovery_interval": "8s" }, "phone": []"#,
    ])
  }

  private func status(_ session: String) throws -> JSON? { try stage.poll(session: session).json["status"] }

  @Test func `shows a QR code and waits (V1, V2)`() throws {
    let answer = try stage.discover()
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.json["status"] == "PENDING_USER_DISCOVERY")
    #expect(answer.json["user_discovery_token"]?["expires_at"] == "2026-11-21T12:00:30Z")
    #expect(
      answer.json.object?.names == ["user_discovery_session_id", "status", "user_discovery_token"])
    let session = answer.json["user_discovery_session_id"]?.string ?? ""
    let link = try #require(stage.login(session).detail.discovery?.code.link)
    #expect(link.wholeMatch(of: /http:\/\/localhost:8080\/phone\?scan=[a-z0-9]{20}-1/) != nil)
    let picture = try Base64.decode(answer.json["user_discovery_token"]?["qr_code"]?.string ?? "")
    #expect(picture == (try Symbol(link).png(scale: 6)))
  }

  @Test func `knows nobody before the code is scanned`() throws {
    let answer = try stage.discover(scenario: "later")
    let session = answer.json["user_discovery_session_id"]?.string ?? ""
    #expect(try !stage.login(session).isFound(at: stage.emulator.clock.now))
    stage.wait(20)
    #expect(try stage.login(session).isFound(at: stage.emulator.clock.now))
  }

  @Test func `notes that the client is not named (V1)`() throws {
    #expect(
      try stage.discover("EIDOLON_TEST", ["client_id": nil]).findings == ["itsme-v2.ciba-client-id-missing"])
  }

  @Test func `has a new code when the time of the old one is over (V3)`() throws {
    let first = try stage.discover(scenario: "fast-codes")
    let session = first.json["user_discovery_session_id"]?.string ?? ""
    let code = first.json["user_discovery_token"]?["qr_code"]
    stage.wait(5)
    let second = try stage.poll(session: session).json["user_discovery_token"]
    #expect(second?["qr_code"] != code)
    #expect(second?["expires_at"] == "2026-11-21T12:00:10Z")
    let slow = try stage.discover(scenario: "never")
    stage.wait(6)
    let same = try stage.poll(session: slow.json["user_discovery_session_id"]?.string ?? "")
    #expect(same.json["user_discovery_token"] == slow.json["user_discovery_token"])
  }

  @Test func `is polled no faster than its interval (V4)`() throws {
    let session = try stage.session(scenario: "never")
    stage.wait(4)
    let fast = try stage.poll(session: session)
    expectRefusal(fast, 429, "slow_down", "itsme-v2.discovery-polled-too-fast")
    #expect(fast.json["error_description"] == "Too many requests")
    #expect(stage.emulator.sandbox.outcomes.counts(of: "itsme-v2")["polled_too_fast"] == 1)
    stage.wait(1)
    #expect(try stage.poll(session: session).status == 200)
    stage.wait(4)
    #expect(try stage.poll(session: session).status == 429)
  }

  @Test func `may say its interval (Z28)`() throws {
    let answer = try stage.discover(scenario: "told")
    #expect(answer.json["interval"] == 8)
    stage.wait(7)
    #expect(try stage.poll(session: answer.json["user_discovery_session_id"]?.string ?? "").status == 429)
  }

  @Test func `ends after fifteen minutes, and warns after ten (V5)`() throws {
    let session = try stage.session(scenario: "never")
    stage.wait(599)
    #expect(try stage.poll(session: session).findings.isEmpty)
    stage.wait(6)
    #expect(
      try stage.poll(session: session).findings == ["itsme-v2.discovery-polled-after-ten-minutes"])
    stage.wait(6)
    #expect(try stage.poll(session: session).findings.isEmpty)
    stage.wait(289)
    expectRefusal(
      try stage.poll(session: session), 400, "invalid_request", "itsme-v2.discovery-polled-after-ten-minutes")
    #expect(stage.provider?.transaction(session, at: stage.emulator.clock.now)?.state == "discovery_ended")
  }

  @Test func `wants a client with keys that may use CIBA (V5, K13)`() throws {
    expectRefusal(
      try stage.discover("EIDOLON_TEST", ["client_assertion": nil]), 401, "invalid_client",
      "itsme-v2.client-authentication-missing")
    expectRefusal(
      try stage.discover("EIDOLON_TEST", ["client_assertion": "x.y.z"]), 401, "invalid_client",
      "itsme-v2.assertion-malformed")
    expectRefusal(try stage.discover("BROWSERS"), 401, "invalid_client", "itsme-v2.ciba-not-registered")
    let session = try stage.session()
    expectRefusal(
      try stage.poll(session: session, "EIDOLON_TEST", ["client_assertion": nil]), 401, "invalid_client",
      "itsme-v2.client-authentication-missing")
    let secret = try stage.discover(
      "SECRET",
      [
        "client_assertion": nil, "client_assertion_type": nil, "client_secret": "a secret of this client",
      ])
    expectRefusal(secret, 401, "invalid_client", "itsme-v2.ciba-not-registered")
  }

  @Test func `finds the person once the code is scanned (V6)`() throws {
    let session = try stage.session()
    stage.wait(5)
    #expect(try status(session) == "PENDING_USER_DISCOVERY")
    let scanned = try stage.scan(session)
    #expect(scanned.json["result"] == "shown")
    let found = try stage.poll(session: session)
    #expect(found.json["status"] == "USER_DISCOVERED")
    #expect(found.json["user_identifier_token"]?.string?.count == 43)
    #expect(found.json.object?.names == ["user_discovery_session_id", "status", "user_identifier_token"])
    #expect(found.findings.isEmpty)
    #expect(stage.provider?.transaction(session, at: stage.emulator.clock.now)?.state == "discovered")
    #expect(try stage.login(session).person.key == "anna")
    let again = try stage.poll(session: session)
    #expect(again.json == found.json)
    #expect(again.findings == ["itsme-v2.discovery-polled-after-found"])
  }

  @Test func `finds whoever scans, unless a story says who`() throws {
    let (session, _) = try stage.found(person: "bob")
    #expect(try stage.login(session).person.key == "bob")
    let first = try stage.discover(scenario: "at-once")
    #expect(first.json["status"] == "PENDING_USER_DISCOVERY")
    let told = first.json["user_discovery_session_id"]?.string ?? ""
    #expect(try status(told) == "USER_DISCOVERED")
    #expect(try stage.login(told).person.key == "bob")
  }

  @Test func `is scanned when a story says, at once where it only says what comes after`() throws {
    let later = try stage.session(scenario: "later")
    stage.wait(19)
    #expect(try status(later) == "PENDING_USER_DISCOVERY")
    stage.wait(5)
    #expect(try status(later) == "USER_DISCOVERED")
    #expect(try status(try stage.session(scenario: "implied")) == "USER_DISCOVERED")
  }

  @Test func `refuses an old code, and tells of it`() throws {
    let session = try stage.session()
    let old = try #require(stage.login(session).detail.discovery?.code.link)
    stage.wait(34)
    #expect(try stage.poll(session: session).status == 200)
    let stale = try stage.scan(session, old)
    #expect(stale.json["result"] == "refused")
    #expect(try stage.login(session).findings == ["itsme-v2.qr-stale"])
    #expect(stage.emulator.sandbox.findings.counts["itsme-v2.qr-stale"] == 1)
    #expect(try stage.scan(session).json["result"] == "shown")
    #expect(try status(session) == "USER_DISCOVERED")
    #expect(
      try stage.scan(session, "\(TestEmulator.address)/phone?scan=nothing-1").json["result"] == "refused")
  }

  @Test func `is unknown to others, and without an id of its own (V7)`() throws {
    let session = try stage.session()
    expectRefusal(
      try stage.poll(session: session, "OTHER"), 400, "invalid_request", "itsme-v2.discovery-unknown")
    expectRefusal(try stage.poll(session: "none"), 400, "invalid_request", "itsme-v2.discovery-unknown")
  }

  @Test func `lets the two audiences in that look swapped, and the others, and notes them (V1, Z19)`() throws
  {
    for audience in ["", "/token", "/user_discovery_sessions"] {
      let answer = try stage.discover(audience: BackchannelStage.base + audience)
      #expect(answer.status == 200)
      #expect(answer.findings == ["itsme-v2.assertion-audience-unusual"])
    }
    expectRefusal(
      try stage.discover(audience: "https://elsewhere.example"), 401, "invalid_client",
      "itsme-v2.assertion-audience")
    let noted = BackchannelStage.base + "/token"
    let before = stage.emulator.sandbox.findings.last
    _ = try stage.poll(session: try stage.session(), audience: noted)
    _ = try stage.poll(session: "none", audience: noted)
    let found = stage.emulator.sandbox.findings.occurrences(after: before).map(\.finding.rule.identifier)
    #expect(found.count { $0 == "itsme-v2.assertion-audience-unusual" } == 2, "once for each call")
    let strict = try BackchannelStage(client: #""quirks": { "ciba_audience": "documented" }"#)
    #expect(try strict.discover().status == 200)
    expectRefusal(
      try strict.discover(audience: "\(BackchannelStage.base)/token"), 401, "invalid_client",
      "itsme-v2.assertion-audience")
  }

  @Test func `is done with once a request has named the person, or 120 seconds are over (V7)`() throws {
    let (session, token) = try stage.found()
    #expect(try stage.begin(token).status == 200)
    expectRefusal(
      try stage.poll(session: session), 400, "invalid_request", "itsme-v2.discovery-polled-after-found")
    let (late, _) = try stage.found()
    stage.wait(120)
    expectRefusal(
      try stage.poll(session: late), 400, "invalid_request", "itsme-v2.discovery-polled-after-found")
    #expect(stage.provider?.transaction(late, at: stage.emulator.clock.now)?.state == "hint_expired")
  }

  @Test func `waits for a scan on the phone, and for the client before anything can be decided`() throws {
    let session = try stage.session()
    let phone = stage.provider?.phoneRequest(session, at: stage.emulator.clock.now)
    #expect(phone?.choices.map(\.verb) == ["scan"])
    #expect(phone?.launch == (try stage.login(session).detail.discovery?.code.link))
    #expect(stage.act("approve", session).status == 409)
    #expect(stage.act("scan", session).status == 200)
    #expect(stage.act("approve", session).status == 409)
    #expect(stage.provider?.phoneRequest(session, at: stage.emulator.clock.now)?.choices.isEmpty == true)
  }
}
