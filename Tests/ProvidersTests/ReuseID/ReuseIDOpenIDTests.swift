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

@Suite struct `MobileID over OpenID Connect (1c)` {
  // The pair of RFC 7636, appendix B.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  @Test func `goes from authorize over token to userinfo`() throws {
    let stage = try ReuseIDStage()
    let login = stage.authorize()
    #expect(login.status == 302)
    #expect(login.locationQuery["state"] == "a state")
    #expect(login.findings.isEmpty)
    let tokens = stage.exchange(ReuseIDStage.grant(login.locationQuery["code"] ?? ""))
    #expect(tokens.json["token_type"] == "Bearer")
    #expect(tokens.json["expires_in"] == 600)
    let claims = try stage.claims(tokens.json["id_token"]?.string ?? "")
    #expect((claims["exp"]?.integer ?? 0) - (claims["iat"]?.integer ?? 0) == 600)
    #expect(claims["iss"] == "http://localhost:8080/reuseid/auth/open")
    #expect(claims["aud"] == "backend")
    #expect(claims["sub"] == .string(ReuseIDStage.user))
    #expect(claims["nonce"] == "a nonce")
    #expect(claims["mobileid_user_external_reference"] == "customer-1")
    #expect(claims["mobileid_device_id"] == .string(ReuseIDStage.device))
    let userinfo = stage.emulator.get(
      "/reuseid/auth/open/connect/userinfo",
      headers: ["Authorization": "Bearer \(tokens.json["access_token"]?.string ?? "")"])
    #expect(userinfo.json["sub"] == claims["sub"])
    #expect(userinfo.json["mobileid_user_external_reference"] == "customer-1")
  }

  @Test func `is described by discovery, and verified by its keys`() throws {
    let stage = try ReuseIDStage()
    for issuer in ["/reuseid/auth/open", "/reuseid/oidc"] {
      let document = stage.emulator.get("\(issuer)/.well-known/openid-configuration").json
      #expect(document["issuer"] == .string(TestEmulator.address + issuer))
      let keys = stage.emulator.get(document["jwks_uri"]?.string ?? "").json["keys"]
      #expect(keys?[0]?["kty"] == "RSA")
      #expect(keys?[0]?["d"] == nil)
    }
  }

  @Test func `describes itself with the hub's members in the hub's order`() throws {
    let stage = try ReuseIDStage()
    let document = stage.emulator.get("/reuseid/auth/open/.well-known/openid-configuration").json
    #expect(
      document.object?.names == [
        "issuer", "jwks_uri", "authorization_endpoint", "token_endpoint", "userinfo_endpoint",
        "backchannel_authentication_endpoint", "scopes_supported", "claims_supported",
        "grant_types_supported",
        "response_types_supported", "response_modes_supported", "token_endpoint_auth_methods_supported",
        "id_token_signing_alg_values_supported", "request_object_signing_alg_values_supported",
        "request_parameter_supported", "request_uri_parameter_supported", "subject_types_supported",
        "code_challenge_methods_supported",
        "backchannel_token_delivery_modes_supported", "backchannel_user_code_parameter_supported",
      ])
    #expect(document["code_challenge_methods_supported"] == ["S256"])
    #expect(document["response_modes_supported"] == ["form_post", "query", "fragment"])
  }

  @Test func `answers in the response mode that is asked for, and says when there is no such mode`() throws {
    let stage = try ReuseIDStage()
    #expect(stage.authorize(["response_mode": "query"]).locationQuery["code"] != nil)
    #expect(stage.authorize(["response_mode": "fragment"]).fragment["code"] != nil)
    let page = stage.authorize(["response_mode": "form_post"])
    #expect(page.text.contains(#"name="code""#) && page.text.contains(#"name="state" value="a state""#))
    for changes in [["acr_values": nil], ["eidolon_scenario": "reject"]] as [[String: String?]] {
      let refused = stage.authorize(changes.merging(["response_mode": "fragment"]) { $1 })
      #expect(refused.fragment["error"] != nil && refused.fragment["state"] == "a state")
    }
    let other = stage.authorize(["response_mode": "json"])
    #expect(other.locationQuery["code"] != nil)
    #expect(other.findings == ["reuseid.response-mode-unsupported"])
  }

  @Test func `gives the claims of its scopes alone`() throws {
    let stage = try ReuseIDStage()
    let code = stage.authorize(["scope": "openid"]).locationQuery["code"] ?? ""
    let claims = try stage.claims(stage.exchange(ReuseIDStage.grant(code)).json["id_token"]?.string ?? "")
    #expect(claims.object?.names.contains { $0.hasPrefix("mobileid_") } == false)
  }

  @Test
  func `says who and how for mobileid, the circumstances for mobileid-extra, and nothing that is not there`()
    throws
  {
    let stage = try ReuseIDStage()
    func claims(_ scope: String) throws -> [String] {
      let code = stage.authorize(["scope": scope]).locationQuery["code"] ?? ""
      let token = stage.exchange(ReuseIDStage.grant(code)).json["id_token"]?.string ?? ""
      return try stage.claims(token).object?.names.filter { $0.hasPrefix("mobileid_") } ?? []
    }
    #expect(
      try claims("openid mobileid") == [
        "mobileid_transaction_id", "mobileid_state", "mobileid_created", "mobileid_user_id",
        "mobileid_user_external_reference", "mobileid_device_id", "mobileid_auth_level",
        "mobileid_auth_method",
      ])
    #expect(try claims("openid mobileid-extra") == ["mobileid_device_state", "mobileid_push_sent"])
  }

  @Test func `says the claims of before where a switch wants them`() throws {
    let stage = try ReuseIDStage(client: #""quirks": {"mobileid_claims": "legacy"}"#)
    let code = stage.authorize().locationQuery["code"] ?? ""
    let claims = try stage.claims(stage.exchange(ReuseIDStage.grant(code)).json["id_token"]?.string ?? "")
    #expect(claims["externalRef"] == "customer-1")
    #expect(claims["deviceId"] == .string(ReuseIDStage.device))
    #expect(claims["mobileid_device_id"] == nil)
  }

  @Test(
    arguments: [
      (["client_id": "nobody"], "reuseid.client-unknown", 400),
      (["redirect_uri": nil], "reuseid.redirect-missing", 400),
      (["redirect_uri": "https://elsewhere.test/cb"], "reuseid.redirect-unregistered", 400),
      (["response_type": "token"], "reuseid.response-type", 302),
      (["scope": "profile"], "reuseid.scope-without-openid", 302),
      (["acr_values": nil], "reuseid.acr-values", 302),
      (["login_hint": "userId:x"], "reuseid.login-hint-malformed", 302),
      (["login_hint": "nonsense"], "reuseid.login-hint-malformed", 302),
      (["login_hint": "user:x deviceId:y"], "reuseid.login-hint-malformed", 302),
      (["login_hint": "userId:x deviceId:y"], "reuseid.login-hint-unknown", 302),
      (
        ["code_challenge": "short", "code_challenge_method": "S256"], "reuseid.proof-key-malformed", 302
      ),
      (["code_challenge": challenge], "reuseid.code-challenge-method", 400),
      (
        ["code_challenge": challenge, "code_challenge_method": "plain"], "reuseid.code-challenge-method", 400
      ),
      (["eidolon_scenario": "missing"], "reuseid.scenario-unknown", 302),
    ] as [([String: String?], String, Int)])
  func `refuses a request that is not in order`(changes: [String: String?], rule: String, status: Int) throws
  {
    let stage = try ReuseIDStage()
    let answer = stage.authorize(changes)
    #expect(answer.status == status)
    #expect(answer.findings == [rule])
    #expect((status == 302 ? answer.locationQuery["error"] : answer.json["error"]?.string) != nil)
    if status == 302 { #expect(answer.locationQuery["state"] == "a state") }
    let page = stage.authorize(changes, headers: ["Accept": "text/html"])
    if status == 400 { #expect(page.text.contains("data-testid=\"error\"")) }
  }

  @Test func `tells of a missing state, an unknown scope, a repeated parameter and a broken query`() throws {
    let stage = try ReuseIDStage()
    #expect(stage.authorize(["state": nil]).findings == ["reuseid.state-missing"])
    #expect(stage.authorize(["state": "scenario:reject"]).findings == ["reuseid.scenario-unfinished"])
    #expect(stage.authorize(["scope": "openid nonsense"]).findings == ["reuseid.scope-unknown"])
    let query = ReuseIDStage.request().encoded
    let twice = stage.emulator.get("/reuseid/auth/open/connect/authorize?\(query)&state=again")
    #expect(twice.findings == ["reuseid.parameter-twice"])
    let broken = stage.emulator.get("/reuseid/auth/open/connect/authorize?\(query)&x=%zz")
    #expect(broken.findings == ["reuseid.request-malformed"])
  }

  @Test func `lets anything in for the customer that stands for any, and says so`() throws {
    let stage = try ReuseIDStage(clients: ReuseIDStage.any)
    let login = stage.authorize([
      "client_id": "somebody", "redirect_uri": "https://elsewhere.test/cb",
      "login_hint": "userId:u deviceId:d",
    ])
    #expect(login.findings == ["reuseid.redirect-unregistered", "reuseid.login-hint-unknown"])
    let tokens = stage.exchange(
      ReuseIDStage.grant(login.locationQuery["code"] ?? "", ["redirect_uri": "https://elsewhere.test/cb"]),
      client: "somebody", secret: "anything")
    #expect(tokens.findings == ["reuseid.client-unknown"])
    #expect(try stage.claims(tokens.json["id_token"]?.string ?? "")["sub"] == "u")
  }

  @Test func `takes a code once, from its client, in time, with its redirect URI and verifier`() throws {
    let stage = try ReuseIDStage()
    func code(_ changes: [String: String?] = [:]) -> String {
      stage.authorize(changes).locationQuery["code"] ?? ""
    }
    func refused(_ answer: TestAnswer, _ rule: String) {
      #expect(answer.status == 400)
      #expect(answer.json["error"] == "invalid_grant")
      #expect(answer.findings == [rule])
    }
    refused(stage.exchange(ReuseIDStage.grant("made-up")), "reuseid.code-unknown")
    let used = code()
    #expect(stage.exchange(ReuseIDStage.grant(used)).status == 200)
    refused(stage.exchange(ReuseIDStage.grant(used)), "reuseid.code-reused")
    refused(
      stage.exchange(ReuseIDStage.grant(code()), client: "other", secret: "other secret"),
      "reuseid.code-of-other-client")
    refused(
      stage.exchange(ReuseIDStage.grant(code(), ["redirect_uri": "http://localhost:9000/other"])),
      "reuseid.redirect-changed")
    let challenge = ["code_challenge": Self.challenge, "code_challenge_method": "S256"]
    refused(stage.exchange(ReuseIDStage.grant(code(challenge))), "reuseid.verifier-wrong")
    let verified = ReuseIDStage.grant(code(challenge), ["code_verifier": Self.verifier])
    #expect(stage.exchange(verified).status == 200)
  }

  @Test func `exchanges a code for fifteen seconds`() throws {
    let stage = try ReuseIDStage()
    let codes = (0..<2).map { _ in stage.authorize().locationQuery["code"] ?? "" }
    stage.emulator.advance(by: .milliseconds(14_999))
    #expect(stage.exchange(ReuseIDStage.grant(codes[0])).status == 200)
    stage.emulator.advance(by: .milliseconds(1))
    let late = stage.exchange(ReuseIDStage.grant(codes[1]))
    #expect(late.json["error"] == "invalid_grant")
    #expect(late.findings == ["reuseid.code-expired"])
  }

  @Test func `guards userinfo with its access token`() throws {
    let stage = try ReuseIDStage()
    let path = "/reuseid/auth/open/connect/userinfo"
    let missing = stage.emulator.get(path)
    #expect(missing.status == 401)
    #expect(missing.header("WWW-Authenticate") == "Bearer")
    #expect(missing.findings == ["reuseid.access-token-missing"])
    #expect(
      stage.emulator.get(path, headers: ["Authorization": "Bearer x"]).findings == [
        "reuseid.access-token-unknown"
      ])
    let other = stage.emulator.get(path, headers: ["Authorization": "DPoP x"])
    #expect(other.status == 401 && other.header("WWW-Authenticate") == "Bearer")
    let code = stage.authorize().locationQuery["code"] ?? ""
    let token = stage.exchange(ReuseIDStage.grant(code)).json["access_token"]?.string ?? ""
    #expect(stage.emulator.get(path, headers: ["Authorization": "Bearer  \(token)"]).status == 200)
    stage.emulator.advance(by: .seconds(600))
    let expired = stage.emulator.get(path, headers: ["Authorization": "Bearer \(token)"])
    #expect(expired.status == 401)
    #expect(expired.findings == ["reuseid.access-token-expired"])
  }

  @Test func `waits for the person: a page for browsers, a held answer for others`() throws {
    let stage = try ReuseIDStage(stories: [
      "slow": #""phone": [{"after": "3s", "do": "approve"}]"#, "reject": #""phone": [{"do": "reject"}]"#,
      "manual": #""phone": "manual""#, "ignore": #""phone": []"#,
    ])
    let held = stage.authorize(scenario: "slow")
    #expect(held.isHeld)
    stage.emulator.advance(by: .seconds(3))
    #expect(held.resume?().locationQuery["code"] != nil)
    let page = stage.authorize(scenario: "manual", headers: ["Accept": "text/html"])
    #expect(page.text.contains("Anna Peeters</bdi>, confirm the login to <bdi>"))
    #expect(page.text.contains(">Enter the right PIN<") && page.text.contains(">Enter a wrong PIN<"))
    let form: Form = ["transaction": page.transaction, "do": "approve"]
    let posted = stage.emulator.post("/reuseid/auth/open/connect/wait", form)
    #expect(posted.status == 303)
    let back = stage.emulator.get(posted.header("Location") ?? "", headers: ["Accept": "text/html"])
    #expect(back.locationQuery["code"] != nil)
    let rejected = stage.authorize(scenario: "reject").locationQuery
    #expect(rejected["error"] == "access_denied")
    #expect(
      rejected["error_description"]
        == "The Resource Owner did not complete the login. urn:signicat:error; Unspecified error")
    let ignored = stage.authorize(scenario: "ignore")
    stage.emulator.advance(by: .seconds(300))
    #expect(ignored.resume?().locationQuery["error"] == "access_denied")
  }

  @Test func `has no page for what does not exist, and none that disturbs a scripted person`() throws {
    let stage = try ReuseIDStage(stories: ["slow": #""phone": [{"after": "3s", "do": "approve"}]"#])
    let wait = "/reuseid/auth/open/connect/wait"
    // A page that stayed open over a reset asks for it again and again: that blames nobody.
    for headers: Headers in [[:], ["Accept": "text/html"]] {
      let unknown = stage.emulator.get("\(wait)?transaction=x", headers: headers)
      #expect(unknown.status == 400)
      #expect(unknown.findings == ["reuseid.login-expired"])
      #expect(!unknown.text.contains("http-equiv=\"refresh\""))
    }
    let page = stage.authorize(scenario: "slow", headers: ["Accept": "text/html"])
    let refused = stage.emulator.post(wait, ["transaction": page.transaction, "do": "approve"])
    #expect(refused.status == 400)
    let cancelled = stage.emulator.post(wait, ["transaction": page.transaction, "do": "cancel"])
    #expect(cancelled.status == 303)
    #expect(stage.state(page.transaction) == "cancelled")
  }

  @Test func `signs tokens with one defect where a scenario wants it`() throws {
    let stage = try ReuseIDStage(stories: [
      "nonce": #""tokens": {"id_token": {"defect": "wrong_nonce"}}"#,
      "signature": #""tokens": {"id_token": {"defect": "bad_signature"}}"#,
      "old": #""tokens": {"id_token": {"lifetime": "1s", "issued_at": "-10m", "claims": {"acr": "x"}}}"#,
    ])
    func token(_ scenario: String) -> String {
      let code = stage.authorize(scenario: scenario).locationQuery["code"] ?? ""
      return stage.exchange(ReuseIDStage.grant(code)).json["id_token"]?.string ?? ""
    }
    #expect(try stage.claims(token("nonce"))["nonce"] != "a nonce")
    #expect(throws: JWSError.self) { try stage.claims(token("signature")) }
    let old = try stage.claims(token("old"))
    #expect((old["exp"]?.integer ?? 0) - (old["iat"]?.integer ?? 0) == 1)
    #expect(old["acr"] == "x")
  }
}
