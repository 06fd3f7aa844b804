import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@testable import ReuseID

@Suite struct `MobileID from the back channel (1c)` {
  @Test func `goes from the request over polling to the tokens`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.backchannel(["binding_message": "Order 17"])
    #expect(answer.json["expires_in"] == 300)
    #expect(answer.json["interval"] == 5)
    #expect(answer.findings.isEmpty)
    let tokens = stage.poll(answer.json["auth_req_id"]?.string ?? "")
    #expect(tokens.status == 200)
    #expect(try stage.claims(tokens.json["id_token"]?.string ?? "")["sub"] == .string(ReuseIDStage.user))
    let again = stage.poll(answer.json["auth_req_id"]?.string ?? "")
    #expect(again.json["error"] == "invalid_grant")
    #expect(again.findings == ["reuseid.code-reused"])
  }

  @Test func `says authorization_pending, slow_down, access_denied and expired_token`() throws {
    let stage = try ReuseIDStage(stories: [
      "slow": #""phone": [{"after": "60s", "do": "approve"}]"#, "reject": #""phone": [{"do": "reject"}]"#,
      "ignore": #""phone": []"#,
    ])
    func error(_ request: String) -> String { stage.poll(request).json["error"]?.string ?? "none" }
    let slow = stage.backchannel(scenario: "slow").json["auth_req_id"]?.string ?? ""
    let pending = stage.poll(slow)
    #expect(pending.status == 400)
    #expect(pending.json["error"] == "authorization_pending")
    #expect(pending.findings.isEmpty)
    stage.emulator.advance(by: .seconds(4))
    let fast = stage.poll(slow)
    #expect(fast.json["error"] == "slow_down")
    #expect(fast.findings == ["reuseid.polled-too-fast"])
    // Five seconds more each time (CIBA Core 11).
    stage.emulator.advance(by: .seconds(9))
    #expect(error(slow) == "slow_down")
    stage.emulator.advance(by: .seconds(15))
    #expect(error(slow) == "authorization_pending")
    stage.emulator.advance(by: .seconds(60))
    #expect(error(slow) == "none")
    #expect(error(stage.backchannel(scenario: "reject").json["auth_req_id"]?.string ?? "") == "access_denied")
    let ignored = stage.backchannel(["requested_expiry": "30"], scenario: "ignore")
    #expect(ignored.json["expires_in"] == 30)
    stage.emulator.advance(by: .seconds(30))
    #expect(error(ignored.json["auth_req_id"]?.string ?? "") == "expired_token")
    let unknown = stage.poll("made-up")
    #expect(unknown.json["error"] == "invalid_grant")
    #expect(unknown.findings == ["reuseid.auth-req-id-unknown"])
  }

  @Test func `shows the binding message in the app, whose answer counts`() throws {
    let stage = try ReuseIDStage(stories: ["manual": #""phone": "manual""#])
    let request = stage.backchannel(["binding_message": "Order 17"], scenario: "manual").json["auth_req_id"]?
      .string
    #expect(stage.start().context("pre_operation_context") == "Order 17")
    #expect(stage.finish().status == 200)
    #expect(stage.poll(request ?? "").status == 200)
  }

  @Test func `says in the tokens what the request asked for`() throws {
    let stage = try ReuseIDStage()
    let request = stage.backchannel([
      "scope": "openid mobileid-extra", "binding_message": "Order 17", "requested_expiry": "30",
    ])
    let tokens = stage.poll(request.json["auth_req_id"]?.string ?? "")
    let claims = try stage.claims(tokens.json["id_token"]?.string ?? "")
    #expect(claims["mobileid_binding_message"] == "Order 17")
    #expect(claims["mobileid_requested_expiry"] == 30)
    #expect(claims["mobileid_pre_operation_context_content"] == "Order 17")
  }

  @Test func `takes both spellings of the expiry, and parameters in the URL, and says so`() throws {
    let stage = try ReuseIDStage()
    let spelled = stage.backchannel(["request_expiry": "30"])
    #expect(spelled.json["expires_in"] == 30)
    #expect(spelled.findings.contains("reuseid.expiry-spelling"))
    let form: Form = ["scope": "openid", "acr_values": "idp:mobileid", "login_hint": ReuseIDStage.hint]
    let inURL = stage.emulator.send(
      Request(
        .post, "/reuseid/auth/open/connect/ciba?\(form.encoded)",
        headers: ["Authorization": ReuseIDStage.basic("backend", "a secret")]))
    #expect(inURL.status == 200)
    #expect(inURL.findings.contains("reuseid.parameters-in-query"))
  }

  @Test(
    arguments: [
      (["requested_expiry": "soon"], "invalid_request", "reuseid.expiry-malformed"),
      (["requested_expiry": "0"], "invalid_request", "reuseid.expiry-malformed"),
      (["scope": "mobileid"], "invalid_scope", "reuseid.scope-without-openid"),
      (["acr_values": "idp:sbid"], "invalid_request", "reuseid.acr-values"),
      (["login_hint": nil], "invalid_request", "reuseid.login-hint-malformed"),
      (["login_hint": "userId:a deviceId:b"], "unknown_user_id", "reuseid.login-hint-unknown"),
      (["binding_message": "a\nb"], "invalid_binding_message", "reuseid.request-malformed"),
    ] as [([String: String?], String, String)])
  func `refuses what is not in order`(changes: [String: String?], error: String, rule: String) throws {
    let stage = try ReuseIDStage()
    let answer = stage.backchannel(changes)
    #expect(answer.status == 400)
    #expect(answer.json["error"] == .string(error))
    #expect(answer.findings == [rule])
  }
}
