import EidolonTesting
import HTTP
import JOSE
import JSON
import Testing

@Suite struct `A signed backchannel request` {
  private let stage: BackchannelStage

  init() throws { stage = try BackchannelStage() }

  private func expect(_ answer: TestAnswer, _ error: String, _ rule: String, status: Int = 400) {
    #expect(answer.status == status)
    #expect(answer.json["error"] == .string(error))
    #expect(answer.findings.last == "backbank.\(rule)")
  }

  @Test func `holds all parameters (CIBA Core 7_1_1)`() throws {
    let answer = try stage.begin()
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.json["expires_in"] == 120)
    let tokens = try stage.poll(answer.json["auth_req_id"]?.string ?? "")
    #expect(tokens.status == 200)
    let token = try JWS(parsing: tokens.json["id_token"]?.string ?? "")
    #expect(try JSON(parsing: token.payload)["sub"] == "anna")
  }

  @Test func `has no plain parameters beside it, nor in its place`() throws {
    expect(
      try stage.begin(beside: ["scope": "openid"]), "invalid_request", "ciba-plain-parameters")
    expect(
      try stage.begin(beside: ["request": nil, "login_hint_token": "x"]), "invalid_request",
      "ciba-plain-parameters")
    #expect(try stage.begin(beside: ["client_id": "shop", "eidolon_scenario": nil]).status == 200)
  }

  @Test func `is invalid_request where it is not in order`() throws {
    expect(
      try stage.begin("shop", ["aud": "https://elsewhere.example"]), "invalid_request",
      "request-object-audience")
    expect(try stage.begin("shop", ["iss": "other"]), "invalid_request", "request-object-issuer")
    expect(
      try stage.begin("shop", ["client_id": "other"]), "invalid_request", "request-object-client-mismatch")
    expect(
      try stage.begin("shop", ["exp": 1], header: ["kid": "unknown"]), "invalid_request",
      "request-object-kid-unknown")
    expect(try stage.begin("shop", ["exp": 1]), "invalid_request", "request-object-expired")
    expect(
      try stage.begin(header: ["alg": "none"]), "invalid_request", "request-object-algorithm")
  }

  @Test func `may lack its client, which is noted`() throws {
    #expect(try stage.begin("shop", ["client_id": .null]).findings == ["backbank.ciba-client-id-missing"])
    let request = try stage.accepted()
    let answer = try stage.poll(request, "shop", ["client_id": nil])
    #expect(answer.status == 200)
    #expect(answer.findings == ["backbank.ciba-client-id-missing"])
  }

  @Test func `may have times and claims as texts where the vendor takes them, which is told`() throws {
    let now = stage.emulator.clock.now.seconds
    let texts: JSONObject = [
      "exp": .string("\(now + 60)"), "iat": .string("\(now)"), "claims": #"{"id_token":{"name":null}}"#,
    ]
    let lenient = try stage.begin("lenient", texts)
    #expect(lenient.status == 200)
    #expect(lenient.findings == ["backbank.ciba-times-as-text"])
    expect(
      try stage.begin("shop", ["claims": texts["claims"] ?? .null]), "invalid_request",
      "request-object-member-type")
    expect(
      try stage.begin("shop", ["exp": texts["exp"] ?? .null]), "invalid_request",
      "request-object-member-type")
    expect(
      try stage.begin("lenient", ["nbf": "2026-11-21T12:00:00Z"]), "invalid_request",
      "request-object-member-type")
    expect(
      try stage.begin("lenient", ["claims": "{id_token:{name:null}}"]), "invalid_request",
      "request-object-member-type")
  }

  @Test func `names the person by a login_hint_token alone`() throws {
    for algorithm: JSON in ["RS256", "none"] {
      let hint = try BackchannelStage.hint("bob", algorithm: algorithm)
      #expect(try stage.begin("shop", ["login_hint_token": .string(hint)]).findings.isEmpty)
    }
    expect(try stage.begin("shop", ["login_hint_token": .null]), "invalid_request", "ciba-login-hint")
    expect(
      try stage.begin("shop", ["login_hint": "anna", "login_hint_token": .null]), "invalid_request",
      "ciba-login-hint")
    expect(try stage.begin("shop", ["id_token_hint": "x"]), "invalid_request", "ciba-login-hint")
    expect(try stage.begin("shop", ["login_hint_token": "anna"]), "invalid_request", "ciba-login-hint")
    let (header, rest) = (try BackchannelStage.hint("anna"), try BackchannelStage.hint("bob"))
    let mixed = header.split(separator: ".").dropLast().joined(separator: ".") + "."
    let forged = mixed + String(rest.split(separator: ".")[2])
    expect(
      try stage.begin("shop", ["login_hint_token": .string(forged)]), "invalid_request", "ciba-login-hint")
  }

  @Test func `may name the person by an object where the vendor takes it, which is told`() throws {
    let object: JSON = ["value": "bob"]
    #expect(
      try stage.begin("lenient", ["login_hint_token": object]).findings == ["backbank.ciba-hint-object"])
    expect(try stage.begin("shop", ["login_hint_token": object]), "invalid_request", "ciba-login-hint")
  }

  @Test func `is heeded in how long it wants to wait, between bounds`() throws {
    func expiry(_ wanted: JSON) throws -> JSON? {
      try stage.begin("shop", ["requested_expiry": wanted]).json["expires_in"]
    }
    #expect(try expiry(60) == 60)
    #expect(try expiry("60") == 60)
    #expect(try expiry(1) == 10)
    #expect(try expiry(1_000_000) == 300)
    expect(
      try stage.begin("shop", ["requested_expiry": 0]), "invalid_request", "requested-expiry-malformed")
  }

  @Test func `has the statuses of CIBA Core 13`() throws {
    let denied = try stage.begin(
      "shop", ["login_hint_token": .string(try BackchannelStage.hint("minor"))])
    #expect(denied.status == 403)
    #expect(denied.json["error"] == "access_denied")
    let unauthenticated = try stage.begin(beside: ["client_assertion": nil])
    #expect(unauthenticated.status == 401)
    #expect(unauthenticated.json["error"] == "invalid_client")
    expect(
      try stage.begin(beside: ["client_assertion": "not an assertion"]), "invalid_client",
      "assertion-malformed", status: 401)
    expect(try stage.begin("browser"), "unauthorized_client", "ciba-not-registered")
    let unknown = try stage.begin(
      "shop", ["login_hint_token": .string(try BackchannelStage.hint("nobody"))])
    #expect(unknown.status == 400)
    #expect(unknown.json["error"] == "unknown_user_id")
  }
}
