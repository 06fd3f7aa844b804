import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@testable import ReuseID

extension ReuseIDStage {
  static let hint = "userId:\(user) deviceId:\(device)"

  /// The parameters of an authentication request; `nil` removes one.
  static func request(_ changes: [String: String?] = [:]) -> Form {
    TestEmulator.form(
      [
        "client_id": "backend", "response_type": "code", "scope": "openid mobileid mobileid-extra",
        "acr_values": "idp:mobileid", "redirect_uri": callback, "state": "a state", "nonce": "a nonce",
        "login_hint": hint,
      ], changes)
  }

  func authorize(
    _ changes: [String: String?] = [:], scenario: String? = nil, headers: Headers = [:]
  ) -> TestAnswer {
    var headers = headers
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    return emulator.get(
      "/reuseid/auth/open/connect/authorize?\(Self.request(changes).encoded)", headers: headers)
  }

  /// The older authentication request of an app, with its repeated login hints.
  func older(
    _ hints: [String] = ["externalRef-customer-1", "deviceId-\(device)"], _ changes: [String: String?] = [:],
    scenario: String? = nil, headers: Headers = ["Accept": "application/json"]
  ) -> TestAnswer {
    var form = Self.request(
      [
        "scope": "openid profile mobileid", "acr_values": "urn:signicat:oidc:method:scid-mobileid",
        "login_hint": nil,
      ].merging(changes) { $1 })
    for hint in hints { form.append("login_hint", hint) }
    var headers = headers
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    return emulator.get("/reuseid/oidc/authorize?\(form.encoded)", headers: headers)
  }

  /// A call of the token endpoint with the customer's secret.
  func exchange(
    _ form: Form, realm: String = "auth/open/connect", client: String = "backend", secret: String = "a secret"
  )
    -> TestAnswer
  {
    emulator.post("/reuseid/\(realm)/token", form, headers: ["Authorization": Self.basic(client, secret)])
  }

  static func grant(_ code: String, _ changes: [String: String?] = [:]) -> Form {
    TestEmulator.form(
      ["grant_type": "authorization_code", "code": code, "redirect_uri": callback], changes)
  }

  func backchannel(_ changes: [String: String?] = [:], scenario: String? = nil) -> TestAnswer {
    var headers: Headers = ["Authorization": Self.basic("backend", "a secret")]
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    let form = TestEmulator.form(
      ["scope": "openid mobileid", "acr_values": "idp:mobileid", "login_hint": Self.hint], changes)
    return emulator.post("/reuseid/auth/open/connect/ciba", form, headers: headers)
  }

  func poll(_ request: String) -> TestAnswer {
    exchange(["grant_type": BackchannelGrant.type, "auth_req_id": request])
  }

  /// The claims of an id_token whose signature holds.
  func claims(_ token: String) throws -> JSON {
    let jws = try JWS(parsing: token)
    try jws.verify(with: TestKeys.opSignature.publicJWK, allowing: [.rs256])
    return try JSON(parsing: jws.payload)
  }
}

@Suite struct `MobileID over OpenID Connect (1c)` {
  @Test func `goes from authorize over token to userinfo`() throws {
    let stage = try ReuseIDStage()
    let login = stage.authorize()
    #expect(login.status == 302)
    #expect(login.locationQuery["state"] == "a state")
    #expect(login.findings.isEmpty)
    let tokens = stage.exchange(ReuseIDStage.grant(login.locationQuery["code"] ?? ""))
    #expect(tokens.json["token_type"] == "Bearer")
    #expect(tokens.json["expires_in"] == 3600)
    let claims = try stage.claims(tokens.json["id_token"]?.string ?? "")
    #expect(claims["iss"] == "http://localhost:8080/reuseid/auth/open")
    #expect(claims["aud"] == "backend")
    #expect(claims["sub"] == .string(ReuseIDStage.user))
    #expect(claims["nonce"] == "a nonce")
    #expect(claims["externalRef"] == "customer-1")
    #expect(claims["deviceId"] == .string(ReuseIDStage.device))
    let userinfo = stage.emulator.get(
      "/reuseid/auth/open/connect/userinfo",
      headers: ["Authorization": "Bearer \(tokens.json["access_token"]?.string ?? "")"])
    #expect(userinfo.json["sub"] == claims["sub"])
    #expect(userinfo.json["externalRef"] == "customer-1")
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

  @Test func `gives the claims of its scopes alone`() throws {
    let stage = try ReuseIDStage()
    let code = stage.authorize(["scope": "openid"]).locationQuery["code"] ?? ""
    let claims = try stage.claims(stage.exchange(ReuseIDStage.grant(code)).json["id_token"]?.string ?? "")
    #expect(claims["externalRef"] == nil && claims["deviceId"] == nil)
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
      (["code_challenge": "short"], "reuseid.proof-key-malformed", 302),
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
    let challenge = ["code_challenge": String(repeating: "a", count: 43), "code_challenge_method": "plain"]
    refused(stage.exchange(ReuseIDStage.grant(code(challenge))), "reuseid.verifier-wrong")
    let verified = ReuseIDStage.grant(code(challenge), ["code_verifier": String(repeating: "a", count: 43)])
    #expect(stage.exchange(verified).status == 200)
    let late = code()
    stage.emulator.advance(by: .seconds(300))
    refused(stage.exchange(ReuseIDStage.grant(late)), "reuseid.code-expired")
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
    let code = stage.authorize().locationQuery["code"] ?? ""
    let token = stage.exchange(ReuseIDStage.grant(code)).json["access_token"]?.string ?? ""
    stage.emulator.advance(by: .seconds(3600))
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
    #expect(page.text.contains("Anna Peeters"))
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
    #expect(stage.emulator.get("\(wait)?transaction=x").findings == ["reuseid.operation-unknown"])
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

@Suite struct `MobileID over OpenID Connect in an app (1c)` {
  @Test func `answers with statusUrl and completeUrl, and completes with a redirect`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.older()
    #expect(answer.json.object?.names == ["status", "statusUrl", "completeUrl"])
    #expect(answer.json["status"] == "OK")
    #expect(answer.findings.isEmpty)
    let (status, complete) = (
      answer.json["statusUrl"]?.string ?? "", answer.json["completeUrl"]?.string ?? ""
    )
    #expect(stage.emulator.get(status).json == ["status": "PENDING"])
    #expect(stage.start().json["pre_operation_context"] == nil)
    #expect(stage.finish().status == 200)
    #expect(stage.emulator.get(status).json == ["status": "COMPLETED"])
    let done = stage.emulator.get(complete)
    #expect(done.status == 302)
    #expect(done.locationQuery["state"] == "a state")
    #expect(done.findings.isEmpty)
    let tokens = stage.exchange(ReuseIDStage.grant(done.locationQuery["code"] ?? ""), realm: "oidc")
    let claims = try stage.claims(tokens.json["id_token"]?.string ?? "")
    #expect(claims["iss"] == "http://localhost:8080/reuseid/oidc")
    #expect(claims["externalRef"] == "customer-1")
  }

  @Test func `carries contexts, push payload, method and level in its hints`() throws {
    let stage = try ReuseIDStage()
    _ = stage.older([
      "externalRef-customer-1", "deviceId-\(ReuseIDStage.device)", "preContextTitle-Payment",
      "preContextMessage-Pay 10 EUR?", "postContextTitle-Thanks", "postContextMessage-Paid", "pushPayload-p",
      "sendPush-true", "encapAuthMethod-DEVICE:PIN", "encapAuthLevel-TWO_FACTOR",
    ])
    let push = stage.emulator.get("/reuseid/mobileid/app/push?registration_id=\(ReuseIDStage.device)")
    #expect(push.json["pushes"]?[0]?["payload"] == "p")
    let started = stage.start()
    #expect(started.context("pre_operation_context") == "Pay 10 EUR?")
    #expect(started.json["pre_operation_context"]?["context_title"] == "Payment")
    #expect(stage.finish().context("post_operation_context") == "Paid")
    _ = stage.older([
      "externalRef-customer-1", "deviceId-\(ReuseIDStage.device)", "sendPush-false", "encapAuthMethod-DEVICE",
    ])
    let none = stage.emulator.get("/reuseid/mobileid/app/push?registration_id=\(ReuseIDStage.device)")
    #expect(none.json == ["pushes": []])
    _ = stage.start()
    #expect(stage.finish().code == 231)
  }

  @Test func `registers a device where no device is named`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.older(["externalRef-customer-2", "deviceName-Phone", "artifact-a"])
    let code = answer.json["activationCode"] ?? .null
    #expect(code.string?.isEmpty == false)
    let registration =
      stage.app("startActivation", ["activation_code": code]).json["registration_id"] ?? .null
    let finished = stage.app(
      "finishActivation", ["registration_id": registration, "auth_method": "DEVICE:PIN", "pin_code": "4711"])
    #expect(finished.json["response_type"] == -1)
    let done = stage.emulator.get(answer.json["completeUrl"]?.string ?? "")
    let tokens = stage.exchange(ReuseIDStage.grant(done.locationQuery["code"] ?? ""), realm: "oidc")
    // A registration says the client's name for the user as `name` (5).
    let claims = try stage.claims(tokens.json["id_token"]?.string ?? "")
    #expect(claims["name"] == "customer-2")
    #expect(claims["externalRef"] == nil)
  }

  @Test func `answers links, with one to cancel, where the client is of that kind`() throws {
    let stage = try ReuseIDStage(client: #""quirks": {"inapp_answer": "links"}"#)
    let links = stage.older().json["links"]
    #expect(links?.array?.compactMap { $0["rel"]?.string } == ["status", "complete", "cancel"])
    #expect(links?[0]?["type"] == "GET")
    #expect(stage.emulator.get(links?[2]?["href"]?.string ?? "").status == 200)
    #expect(stage.emulator.get(links?[0]?["href"]?.string ?? "").json == ["status": "CANCELLED"])
  }

  @Test func `is not complete before its time (4 9)`() throws {
    let stage = try ReuseIDStage()
    let complete = stage.older().json["completeUrl"]?.string ?? ""
    let early = stage.emulator.get(complete)
    #expect(early.locationQuery["error"] == "access_denied")
    #expect(
      early.locationQuery["error_description"]?.hasPrefix("The Resource Owner did not complete") == true)
    #expect(early.findings == ["reuseid.complete-too-early"])
  }

  @Test func `completes for whoever does not ask for JSON (4 10)`() throws {
    let stage = try ReuseIDStage()
    let complete = stage.older().json["completeUrl"]?.string ?? ""
    _ = stage.start()
    _ = stage.finish()
    let asked = stage.emulator.get(complete, headers: ["Accept": "application/json"])
    #expect(asked.status == 400)
    #expect(asked.json["error"]?["message"]?.string?.isEmpty == false)
    #expect(asked.findings == ["reuseid.complete-with-accept"])
    #expect(stage.emulator.get(complete, headers: ["Accept": "*/*"]).locationQuery["code"] != nil)
  }

  @Test func `tells whoever forgets Accept, and goes the browser's way (4 10)`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.older(headers: [:])
    #expect(answer.status == 302)
    #expect(answer.findings == ["reuseid.accept-missing"])
  }

  @Test func `says an end in our words, or PENDING for ever (4 9)`() throws {
    for (quirk, word) in [("words", "EXPIRED"), ("pending", "PENDING")] {
      let stage = try ReuseIDStage(client: #""quirks": {"inapp_end": "\#(quirk)"}"#)
      let status = stage.older().json["statusUrl"]?.string ?? ""
      stage.emulator.advance(by: .seconds(300))
      for _ in 0..<3 {
        let answer = stage.emulator.get(status)
        #expect(answer.json == ["status": .string(word)])
        #expect(answer.findings.isEmpty)
      }
      #expect(stage.emulator.get(status).findings == ["reuseid.polled-after-end"])
    }
  }

  @Test func `refuses in the form that apps read`() throws {
    let stage = try ReuseIDStage()
    for (answer, rule) in [
      (stage.older(["deviceId-\(ReuseIDStage.device)"]), "reuseid.login-hint-malformed"),
      (stage.older(["externalRef-x", "deviceId-unknown"]), "reuseid.login-hint-unknown"),
      (stage.older(["externalRef-x", "nonsense-y"]), "reuseid.login-hint-malformed"),
      (stage.older(["externalRef-x", "encapAuthMethod-y"]), "reuseid.login-hint-malformed"),
      (stage.older(["externalRef-x", "encapAuthLevel-y"]), "reuseid.login-hint-malformed"),
      (stage.older([], ["acr_values": "idp:mobileid"]), "reuseid.acr-values"),
    ] {
      #expect(answer.status == 400)
      #expect(answer.json["error"]?["code"]?.string?.isEmpty == false)
      #expect(answer.json["error"]?["message"]?.string?.isEmpty == false)
      #expect(answer.findings == [rule])
    }
    #expect(stage.emulator.get("/reuseid/oidc/status/unknown").findings == ["reuseid.operation-unknown"])
  }
}

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

@Suite struct `The REST API of a server on one's own premises (1c)` {
  static let path = "/reuseid/api/smart-device/v1"

  func call(
    _ stage: ReuseIDStage, _ method: Method, _ path: String, _ body: JSON? = nil,
    key: String? = ReuseIDStage.basic("backend", "a secret")
  ) -> TestAnswer {
    var headers: Headers = [:]
    if let key { headers.append("Authorization", key) }
    if body != nil { headers.append("Content-Type", "application/json") }
    return stage.emulator.send(
      Request(method, "\(Self.path)\(path)", headers: headers, body: body?.bytes() ?? []))
  }

  @Test func `answers a start with 201 and Location`() throws {
    let stage = try ReuseIDStage()
    let answer = call(
      stage, .post, "/authentications",
      [
        "device_id": .string(ReuseIDStage.device),
        "pre_operation_context": ["content": "Hello", "mime_type": "text/plain"],
      ])
    #expect(answer.status == 201)
    let location = answer.header("Location") ?? ""
    #expect(
      location == "\(TestEmulator.address)\(Self.path)/authentications/\(answer.json["id"]?.string ?? "")")
    #expect(answer.findings.isEmpty)
    #expect(stage.start().context("pre_operation_context") == "Hello")
    #expect(stage.finish().status == 200)
    let read = stage.emulator.get(
      location, headers: ["Authorization": ReuseIDStage.basic("backend", "a secret")])
    #expect(read.json["status"] == "COMPLETED")
  }

  @Test func `answers an enrollment with id, device_id and activation_code`() throws {
    let stage = try ReuseIDStage()
    let answer = call(stage, .post, "/enrollments", [:])
    #expect(answer.status == 201)
    let started = stage.app("startActivation", ["activation_code": answer.json["activation_code"] ?? .null])
    #expect(started.json["registration_id"] == answer.json["device_id"])
    let read = call(stage, .get, "/enrollments/\(answer.json["id"]?.string ?? "")")
    #expect(read.json["status"] == "PENDING")
    #expect(call(stage, .get, "/authentications/\(answer.json["id"]?.string ?? "")").status == 404)
  }

  @Test func `is 400 without a key and 401 with a wrong one`() throws {
    let stage = try ReuseIDStage()
    let missing = call(stage, .post, "/authentications", [:], key: nil)
    #expect(missing.status == 400)
    #expect(missing.findings == ["reuseid.api-key-missing"])
    let wrong = call(stage, .post, "/authentications", [:], key: ReuseIDStage.basic("backend", "x"))
    #expect(wrong.status == 401)
    #expect(wrong.findings == ["reuseid.api-key-wrong"])
    #expect(call(stage, .get, "/authentications/x", key: nil).status == 400)
  }

  @Test func `refuses a device that is missing or unknown, and content that is no object`() throws {
    let stage = try ReuseIDStage()
    #expect(call(stage, .post, "/authentications", [:]).findings == ["reuseid.member-missing"])
    #expect(call(stage, .post, "/authentications", ["device_id": "x"]).status == 404)
    #expect(call(stage, .post, "/authentications", [1]).findings == ["reuseid.body-malformed"])
  }
}
