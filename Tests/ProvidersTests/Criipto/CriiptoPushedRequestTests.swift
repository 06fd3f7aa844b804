import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `A pushed authorization request of Criipto (§1.7)` {
  let login: VerifyLogin

  init() throws { login = VerifyLogin(emulator: try CriiptoTestWorld.emulator()) }

  private func uri(_ answer: TestAnswer) -> String { answer.json["request_uri"]?.string ?? "" }

  @Test func `is kept with 201 and a request_uri for 120 seconds`() {
    let answer = login.push()
    #expect(answer.status == 201 && answer.findings.isEmpty)
    #expect(answer.json["expires_in"] == 120)
    #expect(uri(answer).wholeMatch(of: /urn:ietf:params:oauth:request_uri:[0-9a-f-]{36}/) != nil)
    let code = login.authorize(pushed: uri(answer)).locationQuery["code"] ?? ""
    #expect(login.exchange(code).status == 200)
  }

  @Test func `counts once, for its application, in its time`() {
    let (used, late, other) = (uri(login.push()), uri(login.push()), uri(login.push()))
    #expect(login.authorize(pushed: used).findings.isEmpty)
    let again = login.authorize(pushed: used)
    #expect(again.status == 400 && again.findings == ["criipto.request-uri-reused"])
    var stranger = login
    stranger.client = "urn:public"
    #expect(stranger.authorize(pushed: other).findings == ["criipto.request-uri-unknown"])
    login.emulator.advance(by: .seconds(120))
    #expect(login.authorize(pushed: late).findings == ["criipto.request-uri-expired"])
    #expect(login.authorize(pushed: "urn:nothing").findings == ["criipto.request-uri-unknown"])
  }

  @Test func `leaves nothing else to be said at the authorization endpoint`() {
    let answer = login.emulator.get(
      "/criipto/oauth2/authorize?\(Form(["client_id": login.client, "request_uri": uri(login.push()), "state": "other"], changing: [:]).encoded)"
    )
    #expect(answer.findings == ["criipto.par-parameters-outside"])
    #expect(answer.locationQuery["state"] == "a state")
  }

  @Test func `is for the eID that the path names`() throws {
    let path = Base64.encode(Array("urn:grn:authn:se:bankid".utf8))
    let form = Form(["client_id": login.client, "request_uri": uri(login.push())], changing: [:])
    let answer = login.emulator.get("/criipto/\(path)/oauth2/authorize?\(form.encoded)")
    #expect(!answer.findings.contains("criipto.par-parameters-outside"))
    let tokens = login.exchange(answer.locationQuery["code"] ?? "").json
    #expect(try login.verified(tokens["id_token"]?.string ?? "")["identityscheme"] == "sebankid")
  }

  @Test func `is refused in JSON for what the authorization endpoint refuses`() {
    for (change, error, rule) in [
      (["redirect_uri": "https://evil.example"], "invalid_request", "criipto.redirect-uri-unregistered"),
      (["acr_values": "urn:nothing"], "invalid_request", "criipto.acr-unknown"),
      (["scope": "email"], "invalid_scope", "criipto.scope-openid-missing"),
      (["request_uri": "urn:x"], "invalid_request", "criipto.par-nested"),
    ] as [([String: String?], String, String)] {
      let answer = login.push(change)
      #expect(answer.status == 400 && answer.json["error"]?.string == error, "\(rule)")
      #expect(answer.json["error_description"]?.string?.isEmpty == false)
      #expect(answer.findings == [rule])
    }
    let anonymous = VerifyLogin(emulator: login.emulator, secret: nil).push()
    #expect(anonymous.status == 401 && anonymous.json["error"] == "invalid_client")
  }

  @Test func `may be the only way in`() {
    let only = VerifyLogin(emulator: login.emulator, client: "urn:par", secret: "s")
    let plain = only.authorize()
    #expect(plain.locationQuery["error"] == "invalid_request" && plain.findings == ["criipto.par-required"])
    #expect(only.authorize(pushed: uri(only.push())).locationQuery["code"] != nil)
  }

  @Test func `of a public application needs its id and a challenge`() {
    let app = VerifyLogin(emulator: login.emulator, client: "urn:public", secret: nil)
    #expect(app.push().findings == ["criipto.code-challenge-missing"])
    let answer = app.push([
      "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256",
    ])
    #expect(answer.status == 201)
  }

  @Test func `gives a trace id to who prefers one`() {
    #expect(login.push().header("Trace-Id") == nil)
    let trace = login.push(headers: ["Prefer": "return-trace-id"]).header("Trace-Id") ?? ""
    #expect(trace.wholeMatch(of: /[0-9a-f]{32}/) != nil)
  }

  @Test func `gives back the trace id of the caller's traceparent (Trace Context §3.2)`() {
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    func answered(_ parent: String) -> String? {
      login.push(headers: ["Prefer": "return-trace-id", "traceparent": parent]).header("Trace-Id")
    }
    #expect(answered("00-\(trace)-00f067aa0ba902b7-01") == trace)
    // A later version may have more parts.
    #expect(answered("01-\(trace)-00f067aa0ba902b7-01-more") == trace)
    let zeros = String(repeating: "0", count: 32)
    for invalid in [
      "ff-\(trace)-00f067aa0ba902b7-01", "00-\(trace)-00f067aa0ba902b7-01-more",
      "00-\(zeros)-00f067aa0ba902b7-01", "00-\(trace)-0000000000000000-01",
      "00-\(trace.uppercased())-00f067aa0ba902b7-01", trace,
    ] {
      let made = answered(invalid) ?? ""
      #expect(made.wholeMatch(of: /[0-9a-f]{32}/) != nil && made != trace && made != zeros, "\(invalid)")
    }
  }

  @Test func `may wrongly be answered with 200, which SDKs reject`() throws {
    let login = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(#""quirks": { "par_status": "200" }"#))
    #expect(login.push().status == 200)
  }

  @Test func `uses up a queued story that is about pushed requests`() throws {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "late": #""lifetimes": { "request_uri": "0s" }"#, "odd": #""quirks": { "par_status": "200" }"#,
      "only": #""quirks": { "require_par": true }"#,
    ])
    let login = VerifyLogin(emulator: emulator)
    func queue(_ story: String) {
      #expect(emulator.steer(.post, "queue", ["scenario": .string("criipto/\(story)")]).status < 300)
    }
    queue("late")
    let late = login.push()
    #expect(late.json["expires_in"] == 0)
    #expect(login.authorize(pushed: uri(late)).findings == ["criipto.request-uri-expired"])
    queue("odd")
    #expect(login.push().status == 200)
    queue("only")
    #expect(login.authorize().findings == ["criipto.par-required"])
    // The story did both, so neither is the client's mistake.
    #expect(emulator.sandbox.findings.counts.isEmpty)
    #expect(emulator.sandbox.queue.entries.isEmpty && login.push().status == 201)
    #expect(login.authorize().locationQuery["code"] != nil)
  }

  @Test func `leaves a story in the queue that is about the login`() throws {
    let emulator = try CriiptoTestWorld.emulator(stories: ["no": #""phone": [{ "do": "cancel" }]"#])
    let login = VerifyLogin(emulator: emulator)
    _ = emulator.steer(.post, "queue", ["scenario": "criipto/no"])
    _ = login.push()
    #expect(login.authorize(pushed: uri(login.push())).locationQuery["error"] == "access_denied")
  }

  @Test func `is refused where it asks for a scenario that does not exist`() {
    for answer in [
      login.push(headers: ["Eidolon-Scenario": "itsme/reject"]),
      login.push(["eidolon_scenario": "itsme/reject"]), login.push(["login_hint": "scenario:itsme/reject"]),
    ] {
      #expect(answer.status == 400 && answer.json["error"] == "invalid_request")
      #expect(answer.findings == ["criipto.scenario-unknown"])
    }
  }

  @Test func `carries the scenario that the backend asks for`() throws {
    let login = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(stories: ["no": #""phone": [{ "do": "cancel" }]"#]))
    let pushed = uri(login.push(headers: ["Eidolon-Scenario": "no"]))
    #expect(login.authorize(pushed: pushed).locationQuery["error"] == "access_denied")
  }
}

@Suite struct `A request object of Criipto (§1.2)` {
  let login: VerifyLogin
  private let party = RelyingParty("urn:key", redirectURI: CriiptoTestWorld.callback)

  init() throws {
    login = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(clients: CriiptoTestWorld.any), client: "urn:key", secret: nil)
  }

  private func authorize(
    _ members: JSONObject, key: JWK? = nil, header: JSONObject = [:]
  ) throws -> TestAnswer {
    let object = try party.requestObject(members, header: header, key: key)
    return login.authorize(["request": object])
  }

  @Test func `wins over what stands beside it`() throws {
    let answer = try authorize(["client_id": "urn:key", "state": "inside"])
    #expect(answer.locationQuery["state"] == "inside" && answer.findings.isEmpty)
  }

  @Test func `must be signed with a key of the application, in time, by it`() throws {
    let now = Int(login.emulator.clock.now.seconds)
    for (answer, rule) in [
      (try authorize([:], key: TestKeys.spares[0].jwk), "criipto.request-object-signature"),
      (try authorize([:], header: ["alg": "none"]), "criipto.request-object-algorithm"),
      (try authorize(["exp": .integer(now - 900)]), "criipto.request-object-expired"),
      (try authorize(["client_id": "urn:other"]), "criipto.request-object-client"),
      (try authorize(["iss": "urn:other"]), "criipto.request-object-client"),
      (try authorize(["request_uri": "urn:x"]), "criipto.request-object-nested"),
      (try authorize(["response_type": "id_token"]), "criipto.request-object-response-type-mismatch"),
      (try authorize(["prompt": ["login"]]), "criipto.request-object-member-type"),
      (login.authorize(["request": "garbage"]), "criipto.request-object-malformed"),
    ] {
      #expect(answer.locationQuery["error"] == "invalid_request_object", "\(rule)")
      #expect(answer.findings == [rule])
    }
  }

  @Test func `may be pushed, and is checked there`() throws {
    let assertion = try party.assertion(
      audience: .string(CriiptoTestWorld.domain), at: login.emulator.clock.now)
    let push = { (object: String) in
      login.push([
        "request": object, "client_assertion": assertion,
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      ])
    }
    let pushed = push(try party.requestObject(["state": "inside"]))
    #expect(pushed.status == 201)
    let answer = login.authorize(pushed: pushed.json["request_uri"]?.string ?? "")
    #expect(answer.locationQuery["state"] == "inside" && answer.findings.isEmpty)
    let broken = push("garbage")
    #expect(broken.status == 400 && broken.json["error"] == "invalid_request_object")
    #expect(broken.findings == ["criipto.request-object-malformed"])
  }

  @Test func `needs the application's key set`() throws {
    var fetched = login
    fetched.client = "urn:fetched"
    login.emulator.serve("http://keys.test/jwks", .failure(.timedOut(.seconds(1))))
    let object = try RelyingParty("urn:fetched").requestObject(["state": "inside"])
    let answer = fetched.authorize(["request": object])
    #expect(answer.locationQuery["error"] == "invalid_request_object")
    #expect(answer.findings == ["criipto.client-keys-unavailable"])
  }

  @Test func `is let in unverified for the client that stands for any`() throws {
    var any = login
    any.client = "whoever"
    let object = try party.requestObject(["state": "inside"], key: TestKeys.spares[0].jwk)
    let answer = any.authorize(["request": object])
    #expect(
      answer.findings == [
        "criipto.client-unregistered", "criipto.request-object-unverified", "criipto.redirect-uri-unchecked",
      ])
  }
}
