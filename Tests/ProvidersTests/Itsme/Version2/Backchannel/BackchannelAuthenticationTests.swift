import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@testable import Itsme

@Suite struct `CIBA of itsme's second version (contract 1_11)` {
  private let stage: BackchannelStage

  init() throws {
    stage = try BackchannelStage(stories: [
      "slow": #""phone": [{ "do": "scan" }, { "after": "30s", "do": "approve" }]"#,
      "reject": #""phone": [{ "do": "reject" }]"#, "ignore": #""phone": [{ "do": "scan" }]"#,
      "quick": #""lifetimes": { "auth_req": "40s", "ciba_interval": "0s" }, "phone": [{ "do": "scan" }]"#,
      "down": #""faults": [{ "at": "backchannel", "do": "respond", "status": 503 }]"#,
    ])
  }

  @Test func `goes from the QR code over a signed request to the tokens, as one transaction`() throws {
    let (session, token) = try stage.found()
    let answer = try stage.begin(token, "EIDOLON_TEST", ["nonce": "n-1"])
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.json["expires_in"] == 120)
    #expect(answer.json["interval"] == 2)
    let tokens = try stage.ask(answer.json["auth_req_id"]?.string ?? "")
    #expect(tokens.status == 200)
    #expect(tokens.findings.isEmpty)
    #expect(tokens.json["expires_in"] == 120)
    #expect(tokens.json["refresh_token"] == nil)
    let claims = try stage.claims(tokens.json["id_token"]?.string ?? "")
    #expect(claims["name"] == "Anna Peeters")
    #expect(claims["nonce"] == "n-1")
    #expect(claims["iss"] == .string(BackchannelStage.base))
    #expect(stage.provider?.transactions(at: stage.emulator.clock.now).map(\.identifier) == [session])
    #expect(
      try stage.login(session).calls.map(\.endpoint) == [
        "user_discovery", "user_discovery_poll", "backchannel", "token",
      ])
  }

  @Test func `stands in discovery, which the legacy base has none of (2_2)`() {
    let document = stage.emulator.get("/itsme-v2/v2/.well-known/openid-configuration").json
    #expect(
      document["backchannel_authentication_endpoint"]
        == .string("\(BackchannelStage.base)/backchannel/authentication"))
    #expect(document["backchannel_token_delivery_modes_supported"] == ["poll", "ping"])
    #expect(document["grant_types_supported"] == ["authorization_code", .string(BackchannelGrant.type)])
    let legacy = stage.emulator.get(
      "/itsme-v2/clientsecret-oidc/csapi/v0.1/.well-known/openid-configuration"
    ).json
    #expect(legacy["backchannel_authentication_endpoint"] == nil)
    #expect(legacy["grant_types_supported"] == ["authorization_code"])
  }

  @Test func `takes signed requests alone (B1)`() throws {
    let token = try stage.found().token
    expectRefusal(
      try stage.begin(token, "EIDOLON_TEST", [:], ["scope": "openid"]), 400, "invalid_request",
      "itsme-v2.ciba-plain-parameters")
    expectRefusal(
      try stage.begin(token, "EIDOLON_TEST", [:], ["request": nil, "login_hint_token": "x"]), 400,
      "invalid_request", "itsme-v2.ciba-plain-parameters")
    #expect(try stage.begin(token).status == 200)
  }

  @Test func `takes a request that is encrypted around its signature too (B1)`() throws {
    let token = try stage.found().token
    let now = Int(stage.emulator.clock.now.seconds)
    let signed = try RelyingParty().requestObject([
      "iss": "EIDOLON_TEST", "aud": .string(BackchannelStage.base), "client_id": "EIDOLON_TEST",
      "scope": "openid service:EIDOLON_LOGIN", "exp": .integer(now + 60),
      "login_hint_token": .string(try BackchannelStage.hint(token)),
    ])
    let nested = try JWE.encrypt(
      header: ["alg": "RSA-OAEP-256", "enc": "A128CBC-HS256", "cty": "JWT", "kid": "e1"],
      plaintext: Array(signed.utf8), key: TestKeys.opEncryption.publicJWK.key
    ) { Array(repeating: 7, count: $0) }
    let answer = try stage.begin("", "EIDOLON_TEST", [:], ["request": nested])
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test func `notes a request without client_id, and refuses one without scope or service (B2)`() throws {
    let (_, token) = try stage.found()
    expectRefusal(
      try stage.begin(token, "EIDOLON_TEST", ["scope": "openid"]), 400, "invalid_scope",
      "itsme-v2.scope-service-missing")
    expectRefusal(
      try stage.begin(token, "EIDOLON_TEST", ["scope": "service:EIDOLON_LOGIN"]), 400, "invalid_scope",
      "itsme-v2.scope-openid-missing")
    #expect(
      try stage.begin(token, "EIDOLON_TEST", ["client_id": .null]).findings == [
        "itsme-v2.ciba-client-id-missing"
      ])
  }

  @Test func `heeds requested_expiry between 10 and 300 seconds (B2)`() throws {
    for (wanted, given) in [(60, 60), (1, 10), (100_000, 300)] as [(Int, JSON)] {
      let answer = try stage.begin(
        try stage.found().token, "EIDOLON_TEST", ["requested_expiry": .integer(wanted)])
      #expect(answer.json["expires_in"] == given)
    }
    for malformed: JSON in ["soon", 0] {
      expectRefusal(
        try stage.begin(try stage.found().token, "EIDOLON_TEST", ["requested_expiry": malformed]), 400,
        "invalid_request", "itsme-v2.requested-expiry-malformed")
    }
    let half = try JSON(parsing: Array("60.5".utf8))
    for mistyped: JSON in [half, [60], ["a": 1]] {
      expectRefusal(
        try stage.begin(try stage.found().token, "EIDOLON_TEST", ["requested_expiry": mistyped]), 400,
        "invalid_request", "itsme-v2.request-object-member-type")
    }
    // It may be a string too (CIBA Core §7.1.1).
    let text = try stage.begin(try stage.found().token, "EIDOLON_TEST", ["requested_expiry": "60"])
    #expect(text.json["expires_in"] == 60 && text.findings.isEmpty)
  }

  @Test func `takes no other hint than login_hint_token (B3)`() throws {
    let token = try stage.found().token
    for hint in ["login_hint", "id_token_hint"] {
      expectRefusal(
        try stage.begin(token, "EIDOLON_TEST", [hint: "x"]), 400, "invalid_request",
        "itsme-v2.ciba-login-hint")
    }
    expectRefusal(
      try stage.begin(token, "EIDOLON_TEST", ["login_hint_token": .null]), 400, "invalid_request",
      "itsme-v2.ciba-login-hint")
  }

  @Test func `takes the hint as a JWT, signed or not, and as an object (B4, Z21)`() throws {
    for algorithm: JSON in ["RS256", "none"] {
      let hint = try BackchannelStage.hint(try stage.found().token, algorithm: algorithm)
      #expect(
        try stage.begin("", "EIDOLON_TEST", ["login_hint_token": .string(hint)]).findings.isEmpty)
    }
    let object: JSON = ["type": "user_identifier_token", "value": .string(try stage.found().token)]
    #expect(
      try stage.begin("", "EIDOLON_TEST", ["login_hint_token": object]).findings == [
        "itsme-v2.ciba-hint-object"
      ])
    let other = try BackchannelStage.hint("x", type: "phone_number")
    expectRefusal(
      try stage.begin("", "EIDOLON_TEST", ["login_hint_token": .string(other)]), 400, "invalid_request",
      "itsme-v2.ciba-login-hint")
    let strict = try BackchannelStage(client: #""quirks": { "login_hint_token": "jwt" }"#)
    expectRefusal(
      try strict.begin("", "EIDOLON_TEST", ["login_hint_token": object]), 400, "invalid_request",
      "itsme-v2.ciba-login-hint")
  }

  @Test func `takes the sub of an account as subject_code, and says so (B4, Z21)`() throws {
    let bob = try #require(stage.emulator.sandbox.library.world.people["bob"])
    let hint = try BackchannelStage.hint(Subject.of(bob, at: "EIDOLON_TEST"), type: "subject_code")
    let answer = try stage.begin("", "EIDOLON_TEST", ["login_hint_token": .string(hint)])
    #expect(answer.findings == ["itsme-v2.ciba-hint-subject-code"])
    let object: JSON = ["type": "subject_code", "value": .string(Subject.of(bob, at: "EIDOLON_TEST"))]
    #expect(
      try stage.begin("", "EIDOLON_TEST", ["login_hint_token": object]).findings == [
        "itsme-v2.ciba-hint-object", "itsme-v2.ciba-hint-subject-code",
      ])
    let tokens = try stage.ask(answer.json["auth_req_id"]?.string ?? "")
    #expect(try stage.claims(tokens.json["id_token"]?.string ?? "")["name"] == "Bob Maes")
    let nobody = try BackchannelStage.hint("nobody", type: "subject_code")
    expectRefusal(
      try stage.begin("", "EIDOLON_TEST", ["login_hint_token": .string(nobody)]), 400, "unknown_user_id",
      "itsme-v2.subject-code-unknown")
  }

  @Test func `takes times and claims as texts unless told otherwise (Z24)`() throws {
    let now = stage.emulator.clock.now.seconds
    let texts: JSONObject = [
      "exp": .string("\(now + 60)"), "iat": .string("\(now)"), "claims": #"{"id_token":{"name":null}}"#,
    ]
    #expect(
      try stage.begin(try stage.found().token, "EIDOLON_TEST", texts).findings == [
        "itsme-v2.ciba-times-as-text"
      ])
    expectRefusal(
      try stage.begin(try stage.found().token, "EIDOLON_TEST", ["nbf": "2026-11-21T12:00:00Z"]), 400,
      "invalid_request", "itsme-v2.request-object-member-type")
    expectRefusal(
      try stage.begin(try stage.found().token, "EIDOLON_TEST", ["claims": "{id_token:{name:null}}"]), 400,
      "invalid_request", "itsme-v2.request-object-member-type")
    let strict = try BackchannelStage(client: #""quirks": { "request_times": "strict" }"#)
    #expect(try strict.begin(try strict.found().token, "EIDOLON_TEST", texts).status == 400)
  }

  @Test func `answers what may go wrong (B6, B7)`() throws {
    let (session, token) = try stage.found()
    expectRefusal(
      try stage.begin(token, "EIDOLON_TEST", [:], ["client_assertion": nil]), 401, "invalid_client",
      "itsme-v2.client-authentication-missing")
    expectRefusal(
      try stage.begin(token, "BROWSERS"), 400, "unauthorized_client", "itsme-v2.ciba-not-registered")
    let secret = try stage.begin(
      token, "SECRET", [:],
      ["client_assertion": nil, "client_assertion_type": nil, "client_secret": "a secret of this client"])
    expectRefusal(secret, 400, "unauthorized_client", "itsme-v2.ciba-not-registered")
    expectRefusal(
      try stage.begin(token, "NOBODY"), 401, "invalid_client", "itsme-v2.token-client-unknown")
    expectRefusal(
      try stage.begin(token, "OTHER"), 400, "unknown_user_id", "itsme-v2.user-identifier-token-unknown")
    expectRefusal(try stage.begin("none"), 400, "unknown_user_id", "itsme-v2.user-identifier-token-unknown")
    #expect(try stage.begin(token).status == 200)
    let again = try stage.begin(token)
    expectRefusal(again, 400, "unknown_user_id", "itsme-v2.user-identifier-token-reused")
    #expect(again.json["error_description"] != nil)
    #expect(again.json["error_uri"]?.string?.hasPrefix("https://belgianmobileid.github.io/doc/") == true)
    #expect(try stage.login(session).findings.contains("itsme-v2.user-identifier-token-reused"))
    let late = try stage.found().token
    stage.wait(120)
    expectRefusal(
      try stage.begin(late), 400, "expired_login_hint_token", "itsme-v2.user-identifier-token-expired")
    let counts = stage.emulator.sandbox.outcomes.counts(of: "itsme-v2")
    #expect(counts["user_unknown"] == 3)
  }

  @Test func `tells of a refused request as of its session, whose story may expect that (3)`() throws {
    let rules = ["user-identifier-token-reused", "user-identifier-token-expired"].map { "itsme-v2.\($0)" }
    let stage = try BackchannelStage(stories: [
      "twice": """
      "phone": [{ "do": "scan" }], "expect": { "findings": ["\(rules[0])", "\(rules[1])"] }
      """
    ])
    let (reused, token) = try stage.found(scenario: "twice")
    #expect(try stage.begin(token).status == 200)
    expectRefusal(try stage.begin(token), 400, "unknown_user_id", rules[0])
    let (late, forgotten) = try stage.found(scenario: "twice")
    stage.wait(120)
    expectRefusal(try stage.begin(forgotten), 400, "expired_login_hint_token", rules[1])
    let findings = stage.emulator.sandbox.findings.occurrences().map(\.finding)
    #expect(findings.map(\.rule.identifier) == rules)
    #expect(findings.map(\.transaction) == [reused, late])
    #expect(findings.map(\.isExpected) == [true, true])
  }

  @Test func `leaves the token unused where a fault answers instead`() throws {
    let (_, token) = try stage.found(scenario: "down")
    #expect(try stage.begin(token).status == 503)
    #expect(try stage.begin(token).status == 200)
  }

  @Test func `is approved on the phone in a second step`() throws {
    let stage = try BackchannelStage { $0.isInteractive = true }
    let (session, token) = try stage.found()
    let request = try stage.begin(token).json["auth_req_id"]?.string ?? ""
    let phone = stage.provider?.phoneRequest(session, at: stage.emulator.clock.now)
    #expect(phone?.choices.first?.verb == "approve")
    #expect(try stage.ask(request).json["error"] == "authorization_pending")
    #expect(stage.act("approve", session).status == 200)
    stage.wait(2)
    #expect(try stage.ask(request).status == 200)
  }

  @Test func `may have another scenario from its request on (3)`() throws {
    let (session, token) = try stage.found()
    let request = try stage.begin(token, scenario: "reject").json["auth_req_id"]?.string ?? ""
    #expect(try stage.ask(request).json["error"] == "access_denied")
    #expect(try stage.login(session).decision.scenario?.name == "itsme-v2/reject")
  }

  @Test func `has the scenario that its request names, which must exist (3)`() throws {
    let (session, token) = try stage.found(scenario: "slow")
    let unknown = try stage.begin(token, scenario: "nonsense")
    expectRefusal(unknown, 400, "invalid_request", "itsme-v2.scenario-unknown")
    #expect(try stage.login(session).decision.scenario?.name == "itsme-v2/slow")
    let request = try stage.begin(token, scenario: "reject").json["auth_req_id"]?.string ?? ""
    #expect(try stage.ask(request).json["error"] == "access_denied")
    let again = try stage.found(scenario: "slow")
    stage.wait(20)
    let same = try stage.begin(again.token, scenario: "slow").json["auth_req_id"]?.string ?? ""
    stage.wait(10)
    #expect(try stage.ask(same).status == 200)
  }

  @Test func `may have the scenario that fits its flow, its mode, or its request object (3)`() throws {
    let stage = try BackchannelStage(stories: [
      "of-object": #""when": { "nonce": "n-77" }, "phone": [{ "do": "reject" }]"#,
      "of-ping": #""when": { "is.flow": "ciba", "is.mode": "ping" }, "person": "bob""#,
      "of-browsers": #""when": { "is.flow": "redirect" }, "person": "bob""#,
    ])
    let request = try stage.accepted("EIDOLON_TEST", ["nonce": "n-77"])
    #expect(try stage.ask(request).json["error"] == "access_denied")
    let session = try stage.session("EIDOLON_PING")
    #expect(try stage.login(session).decision.scenario?.name == "itsme-v2/of-ping")
    #expect(try stage.login(session).person.key == "bob")
    #expect(try stage.login(try stage.session()).decision.scenario == nil)
  }

  // MARK: The token endpoint

  @Test func `says while pending and after what the table has (B11, B12)`() throws {
    let request = try stage.accepted(scenario: "slow")
    let pending = try stage.ask(request)
    #expect(pending.status == 400)
    #expect(
      pending.json["error"] == "authorization_pending"
        && pending.json["detail"] == "User has not completed authentication yet.")
    #expect(pending.json["detail"] != nil)
    stage.wait(1)
    expectRefusal(try stage.ask(request), 400, "slow_down", "itsme-v2.ciba-polled-too-fast")
    stage.wait(3)
    expectRefusal(try stage.ask(request), 400, "slow_down", "itsme-v2.ciba-slow-down-ignored")
    stage.wait(12)
    #expect(try stage.ask(request).json["error"] == "authorization_pending")
    stage.wait(20)
    #expect(try stage.ask(request).status == 200)
    expectRefusal(try stage.ask(request), 400, "invalid_grant", "itsme-v2.auth-req-id-reused")
    let unknown = try stage.ask("none")
    expectRefusal(unknown, 400, "invalid_grant", "itsme-v2.auth-req-id-unknown")
    expectRefusal(try stage.ask(""), 400, "invalid_request", "itsme-v2.auth-req-id-missing")
    #expect(unknown.json["uid"]?.string?.hasPrefix("https://belgianmobileid.github.io/doc/") == true)
    // Who only has to wait has nothing to read up on.
    #expect(pending.json["uid"] == nil)
    let rejected = try stage.accepted(scenario: "reject")
    #expect(try stage.ask(rejected).json["error"] == "access_denied")
    expectRefusal(
      try stage.ask(try stage.accepted(), "OTHER"), 400, "invalid_grant",
      "itsme-v2.auth-req-id-of-other-client")
  }

  @Test func `expires, and says so for ten minutes (B12)`() throws {
    let (session, token) = try stage.found(scenario: "quick")
    let answer = try stage.begin(token)
    #expect(answer.json["expires_in"] == 40)
    #expect(answer.json["interval"] == nil)
    let request = answer.json["auth_req_id"]?.string ?? ""
    stage.wait(40)
    #expect(try stage.ask(request).json["error"] == "expired_token")
    #expect(stage.provider?.transaction(session, at: stage.emulator.clock.now)?.state == "auth_req_expired")
    stage.wait(599)
    #expect(try stage.ask(request).json["error"] == "expired_token")
    stage.wait(2)
    #expect(try stage.ask(request).json["error"] == "invalid_grant")
  }

  @Test func `is 401 for a client that does not authenticate, 400 with a code (Z18)`() throws {
    let request = try stage.accepted()
    expectRefusal(
      try stage.ask(request, "EIDOLON_TEST", ["client_assertion": nil]), 401, "invalid_client",
      "itsme-v2.client-authentication-missing")
    let code = try stage.ask(
      "", "EIDOLON_TEST",
      [
        "grant_type": "authorization_code", "code": "c", "redirect_uri": "https://rp.example/cb",
        "client_assertion": nil,
      ])
    #expect(code.status == 400)
    #expect(code.json["error"] == "invalid_client")
    for status in ["400", "401"] {
      let stage = try BackchannelStage(
        client: #""quirks": { "invalid_client_status": "\#(status)" }"#)
      let request = try stage.accepted()
      let answer = try stage.ask(request, "EIDOLON_TEST", ["client_assertion": nil])
      #expect("\(answer.status)" == status)
    }
  }

  @Test func `has no refresh token unless a switch says so, and no grant for one (Z23)`() throws {
    let stage = try BackchannelStage(client: #""quirks": { "refresh_token": true }"#)
    let tokens = try stage.ask(try stage.accepted())
    let refresh = try #require(tokens.json["refresh_token"]?.string)
    let answer = try stage.ask("", "EIDOLON_TEST", ["grant_type": "refresh_token", "refresh_token": refresh])
    #expect(answer.json["error"] == "unsupported_grant_type")
  }

  // MARK: Confirmation and confidentiality

  @Test func `confirms what its template says (S5)`() throws {
    let stage = try BackchannelStage { $0.isInteractive = true }
    let (session, token) = try stage.found()
    let template: JSON = [
      "userinfo": [
        "http://itsme.services/v2/claim/claim_approval_template_name": [
          "essential": true, "value": "adv_payment",
        ],
        "http://itsme.services/v2/claim/claim_approval_amount_key": ["essential": true, "value": "100"],
        "http://itsme.services/v2/claim/claim_approval_currency_key": ["essential": true, "value": "EUR"],
        "http://itsme.services/v2/claim/claim_approval_iban_key": [
          "essential": true, "value": "BE68539007547034",
        ],
      ]
    ]
    let answer = try stage.begin(
      token, "EIDOLON_TEST", ["scope": "openid service:EIDOLON_CONFIRM", "claims": template])
    #expect(answer.status == 200, "\(answer.text)")
    let phone = stage.provider?.phoneRequest(session, at: stage.emulator.clock.now)
    #expect(phone?.particulars.first?.value == "100 EUR")
    let (_, other) = try stage.found()
    expectRefusal(
      try stage.begin(other, "EIDOLON_TEST", ["claims": ["userinfo": ["sub": ["value": "nobody"]]]]), 400,
      "invalid_request", "itsme-v2.subject-unknown")
    expectRefusal(
      try stage.begin(other, "EIDOLON_TEST", ["scope": "openid service:EIDOLON_CONFIRM"]), 400,
      "invalid_request", "itsme-v2.template-missing")
  }

  @Test func `keeps its tokens out of URLs and browsers (B13)`() throws {
    let request = try stage.accepted()
    let browser = try stage.ask(request, "EIDOLON_TEST", [:], headers: ["Origin": "https://rp.example"])
    #expect(browser.findings.contains("itsme-v2.token-exposed"))
    let access = browser.json["access_token"]?.string ?? ""
    let url = stage.emulator.get(
      "/itsme-v2/v2/userinfo?access_token=\(access)")
    #expect(url.findings.contains("itsme-v2.token-exposed"))
    let script = stage.emulator.get(
      "/itsme-v2/v2/userinfo",
      headers: ["Authorization": "Bearer \(access)", "Sec-Fetch-Site": "same-origin"])
    #expect(script.findings == ["itsme-v2.token-exposed"])
    let server = stage.emulator.get(
      "/itsme-v2/v2/userinfo", headers: ["Authorization": "Bearer \(access)", "Sec-Fetch-Mode": "cors"])
    #expect(server.findings.isEmpty)
  }
}
