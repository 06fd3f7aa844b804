import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `A login without a browser (§1.7, headless grant)` {
  let login: VerifyLogin

  init() throws {
    login = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(stories: [
        "slow": #""phone": [{ "after": "10s", "do": "scan" }, { "after": "20s", "do": "approve" }]"#,
        "never": #""phone": [{ "do": "scan" }]"#, "approves": #""phone": [{ "do": "approve" }]"#,
        "declines": #""phone": [{ "do": "scan" }, { "after": "1s", "do": "cancel" }]"#,
      ]))
  }

  private func start(_ changes: [String: String?] = [:], scenario: String = "slow") -> TestAnswer {
    var headers = login.basic
    headers.append("Eidolon-Scenario", scenario)
    return login.emulator.post(
      "/criipto/headless/authorize",
      Form(
        ["acr_values": "urn:grn:authn:se:bankid:another-device:qr", "scope": "openid"], changing: changes),
      headers: headers)
  }

  private func poll(
    _ identifier: String, grant: String = "urn:grn:params:grant-type:headless", headers: Headers? = nil
  ) -> TestAnswer {
    login.emulator.post(
      "/criipto/oauth2/token", ["grant_type": grant, "headless_req_id": identifier],
      headers: headers ?? login.basic)
  }

  @Test func `begins with what the client shows to the person`() {
    let answer = start()
    #expect(answer.status == 200 && answer.json["expires_in"] == 120)
    #expect(answer.json["headless_req_id"]?.string?.count == 36)
    #expect(answer.json["acr_data"]?["qrData"] != nil && answer.json["acr_data"]?["autoStartToken"] != nil)
  }

  @Test func `is pending until the person has identified, and gives its tokens once`() throws {
    let identifier = start().json["headless_req_id"]?.string ?? ""
    let pending = poll(identifier)
    #expect(pending.status == 400 && pending.json["error"] == "authorization_pending")
    #expect(pending.json["error_description"] == "awaiting first user interaction")
    #expect(pending.json["acr_data"]?["hintCode"] == "outstandingTransaction")
    #expect(pending.json["acr_data"]?["qrData"]?.string?.hasPrefix("bankid.") == true)
    login.emulator.advance(by: .seconds(10))
    #expect(poll(identifier).json["error"] == "authorization_pending")
    login.emulator.advance(by: .seconds(10))
    let done = poll(identifier)
    #expect(done.status == 200 && done.findings.isEmpty)
    #expect(try login.verified(done.json["id_token"]?.string ?? "")["name"] == "Anna Peeters")
    let again = poll(identifier)
    #expect(
      again.json["error_description"] == "Unknown Access Code" && again.findings == ["criipto.code-reused"])
  }

  @Test(arguments: ["urn:urn:params:grant-type:headless", "urn:urn:grn:params:grant-type:headless"])
  func `takes the grant with urn twice, as one page prints it, with a note:`(grant: String) {
    let identifier = start().json["headless_req_id"]?.string ?? ""
    let pending = poll(identifier, grant: grant)
    #expect(pending.json["error"] == "authorization_pending")
    #expect(pending.findings == ["criipto.headless-grant-misprint"])
    login.emulator.advance(by: .seconds(20))
    let done = poll(identifier, grant: grant)
    #expect(done.status == 200 && done.json["id_token"] != nil)
    #expect(
      poll("nothing", grant: grant).findings == [
        "criipto.headless-grant-misprint", "criipto.headless-unknown",
      ])
    #expect(
      poll(identifier, grant: "urn:params:grant-type:headless").json["error"] == "unsupported_grant_type")
  }

  @Test func `is access_denied when the person declines`() {
    let identifier = start(scenario: "declines").json["headless_req_id"]?.string ?? ""
    login.emulator.advance(by: .seconds(1))
    let answer = poll(identifier)
    #expect(answer.status == 400 && answer.json["error"] == "access_denied")
    #expect(answer.json["error_description"] == "user declined")
  }

  @Test(arguments: ["never", "approves"])
  func `waits no longer than expires_in:`(scenario: String) {
    let identifier = start(scenario: scenario).json["headless_req_id"]?.string ?? ""
    login.emulator.advance(by: .seconds(119))
    if scenario == "never" { #expect(poll(identifier).json["error"] == "authorization_pending") }
    login.emulator.advance(by: .seconds(1))
    let late = poll(identifier)
    #expect(late.status == 400 && late.json["error"] == "expired_token")
    #expect(late.findings == ["criipto.headless-expired"])
  }

  @Test func `reports what is wrong with its login_hint`() {
    for (hint, rule) in [
      ("appswitch:ios appswitch:android", "criipto.appswitch-contradicts"),
      ("message:%", "criipto.message-malformed"), ("action:fly", "criipto.action-unknown"),
      ("sub:abc", "criipto.bankid-personal-number-malformed"),
    ] {
      let answer = start(["login_hint": hint])
      #expect(answer.status == 200 && answer.findings == [rule])
    }
    let long = String(repeating: "a", count: 1501)
    #expect(start(["login_hint": "message:\(long)"]).findings.last == "criipto.bankid-message-too-long")
  }

  @Test func `is for confidential applications and Swedish BankID`() {
    #expect(start(["acr_values": "urn:grn:authn:dk:mitid:low"]).findings == ["criipto.headless-acr"])
    let app = login.emulator.post(
      "/criipto/headless/authorize",
      ["client_id": "urn:public", "acr_values": "urn:grn:authn:se:bankid", "scope": "openid"])
    #expect(app.findings == ["criipto.headless-public"])
    #expect(poll("nothing").findings == ["criipto.headless-unknown"])
  }

  @Test func `gives no tokens for the code of another login, which is bound to more`() {
    let code =
      login.authorize([
        "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256",
      ]).locationQuery["code"] ?? ""
    let answer = poll(code)
    #expect(answer.status == 400 && answer.json["error"] == "invalid_grant")
    #expect(answer.json["error_description"] == "Unknown Access Code")
    #expect(answer.findings == ["criipto.headless-unknown"])
    #expect(
      login.exchange(code, ["code_verifier": CriiptoTestWorld.verifier]).status == 200)
  }

  @Test func `names its headless_req_id`() {
    let answer = login.emulator.post(
      "/criipto/oauth2/token", ["grant_type": Criipto.headlessGrant], headers: login.basic)
    #expect(answer.status == 400 && answer.json["error"] == "invalid_request")
    #expect(answer.findings == ["criipto.token-parameter-missing"])
  }
}
