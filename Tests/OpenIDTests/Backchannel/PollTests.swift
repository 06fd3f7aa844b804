import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

@Suite struct `A client that polls` {
  private let stage: BackchannelStage

  init() throws {
    stage = try BackchannelStage(stories: [
      "slow": #""phone": [{ "after": "100s", "do": "approve" }]"#, "never": #""phone": []"#,
      "soon": #""phone": [{ "after": "1s", "do": "approve" }]"#, "reject": #""phone": [{ "do": "reject" }]"#,
    ])
  }

  private func error(_ request: String, _ client: String = "shop") throws -> JSON? {
    try stage.poll(request, client).json["error"]
  }

  private func wait(_ seconds: Int64) { stage.emulator.advance(by: .seconds(seconds)) }

  @Test func `waits as long as it was told`() throws {
    #expect(try stage.begin().json["interval"] == 2)
    let request = try stage.accepted(scenario: "slow")
    #expect(try error(request) == "authorization_pending")
    wait(2)
    #expect(try error(request) == "authorization_pending")
    wait(1)
    #expect(try error(request) == "slow_down")
  }

  @Test func `waits five seconds where it was told nothing (CIBA Core 7_3)`() throws {
    #expect(try stage.begin("silent").json["interval"] == nil)
    let request = try stage.accepted("silent", scenario: "slow")
    #expect(try error(request, "silent") == "authorization_pending")
    wait(5)
    #expect(try error(request, "silent") == "authorization_pending")
    wait(4)
    #expect(try error(request, "silent") == "slow_down")
  }

  @Test func `waits five seconds more after each slow_down, for all later calls (CIBA Core 11)`() throws {
    let request = try stage.accepted(scenario: "slow")
    #expect(try error(request) == "authorization_pending")
    wait(1)
    let first = try stage.poll(request)
    #expect(first.status == 400)
    #expect(first.json["error"] == "slow_down")
    #expect(first.findings == ["backbank.polled-too-fast"])
    wait(6)
    let again = try stage.poll(request)
    #expect(again.json["error"] == "slow_down")
    #expect(again.findings == ["backbank.ciba-slow-down-ignored"])
    wait(12)
    #expect(try error(request) == "authorization_pending")
    wait(11)
    #expect(try error(request) == "slow_down")
  }

  @Test func `gets the tokens once, for its own request`() throws {
    let request = try stage.accepted()
    let foreign = try stage.poll(request, "other")
    #expect(foreign.json["error"] == "invalid_grant")
    #expect(foreign.findings == ["backbank.auth-req-id-of-other-client"])
    #expect(try stage.poll(request).status == 200)
    let again = try stage.poll(request)
    #expect(again.json["error"] == "invalid_grant")
    #expect(again.findings == ["backbank.auth-req-id-reused"])
    let unknown = try stage.poll("made-up")
    #expect(unknown.json["error"] == "invalid_grant")
    #expect(unknown.findings == ["backbank.auth-req-id-unknown"])
  }

  @Test(arguments: ["never", "soon"])
  func `is told for ten minutes that its request has expired, approved or not`(story: String) throws {
    let request = try stage.accepted(scenario: story)
    wait(119)
    let late = try stage.accepted(scenario: story)
    wait(1)
    #expect(try error(request) == "expired_token")
    #expect(try error(late) != "expired_token")
    wait(598)
    #expect(try error(request) == "expired_token")
    wait(3)
    #expect(try error(request) == "invalid_grant")
  }

  @Test func `is told that the person refused, also later`() throws {
    let request = try stage.accepted(scenario: "reject")
    #expect(try error(request) == "access_denied")
    wait(200)
    let answer = try stage.poll(request)
    #expect(answer.json["error"] == "access_denied")
    #expect(answer.status == 400)
  }

  @Test func `has to authenticate, else it is 401 where the vendor says so`() throws {
    let request = try stage.accepted()
    let answer = try stage.poll(request, "shop", ["client_assertion": nil])
    #expect(answer.status == 401)
    #expect(answer.json["error"] == "invalid_client")
    let code = try stage.poll(
      "", "shop",
      ["grant_type": "authorization_code", "code": "c", "redirect_uri": "r", "client_assertion": nil])
    #expect(code.status == 400)
    #expect(code.json["error"] == "invalid_client")
    let wrong = try stage.poll(request, "shop", ["client_assertion": "not an assertion"])
    #expect(wrong.status == 400)
    #expect(wrong.json["error"] == "unauthorized_client")
    #expect(try error(request, "browser") == "unauthorized_client")
  }
}
