import EidolonTesting
@testable import TestWorlds
import HTTP
import OpenID
import Testing

@testable import ReuseID

/// What the specifications say beside the vendor's pages.
@Suite struct `The rules of OpenID Connect at MobileID` {
  private let stage: ReuseIDStage

  init() throws { stage = try ReuseIDStage() }

  private func code(_ changes: [String: String?] = [:]) -> String {
    stage.authorize(changes).locationQuery["code"] ?? ""
  }

  private func exchange(
    _ form: Form, query: String = "", host: String = "localhost:8080"
  ) -> TestAnswer {
    stage.emulator.send(
      Request(
        .post, "/reuseid/auth/open/connect/token\(query)",
        headers: ["Authorization": ReuseIDStage.basic("backend", "a secret"), "Host": host], form: form))
  }

  @Test func `want a nonce that nobody can guess`() {
    #expect(stage.authorize(["nonce": "12345"]).findings == ["reuseid.nonce-short"])
  }

  @Test func `want no secret of the server's from a browser`() {
    #expect(
      stage.authorize(["client_secret": "a secret"]).findings == ["reuseid.secret-in-front-channel"])
  }

  @Test func `want the method of a challenge only with one`() {
    let answer = stage.authorize(["code_challenge_method": "S256"])
    #expect(answer.locationQuery["error"] == "invalid_request")
    #expect(answer.findings == ["reuseid.proof-key-malformed"])
  }

  @Test func `tell of a verifier without a challenge`() {
    let form = ReuseIDStage.grant(code(), ["code_verifier": String(repeating: "a", count: 43)])
    let answer = exchange(form)
    #expect(answer.status == 200)
    #expect(answer.findings == ["reuseid.code-verifier-unexpected"])
  }

  @Test func `tell of a login under two addresses, with the issuer of the later one`() throws {
    let answer = exchange(ReuseIDStage.grant(code()), host: "emulator:8080")
    #expect(answer.findings == ["reuseid.address-clash"])
    #expect(
      try stage.claims(answer.json["id_token"]?.string ?? "")["iss"]
        == "http://emulator:8080/reuseid/auth/open")
  }

  @Test func `tell of parameters in the URL of the token endpoint`() {
    let answer = exchange(ReuseIDStage.grant(code()), query: "?client_id=backend")
    #expect(answer.status == 200)
    #expect(answer.findings == ["reuseid.token-query"])
  }

  @Test func `want each field once`() {
    var form = ReuseIDStage.grant(code())
    form.append("code", "another")
    let answer = exchange(form)
    #expect(answer.json["error"] == "invalid_request")
    #expect(answer.findings == ["reuseid.parameter-twice"])
    let spread = stage.emulator.send(
      Request(
        .post, "/reuseid/auth/open/connect/ciba?scope=openid",
        headers: ["Authorization": ReuseIDStage.basic("backend", "a secret")], form: ["scope": "openid"]))
    #expect(spread.findings == ["reuseid.parameter-twice"])
  }

  @Test func `take either a code or a backchannel request for what it is`() {
    let request = stage.backchannel().json["auth_req_id"]?.string ?? ""
    #expect(exchange(ReuseIDStage.grant(request)).findings == ["reuseid.code-unknown"])
    #expect(stage.poll(code()).findings == ["reuseid.auth-req-id-unknown"])
    let other = stage.exchange(
      ["grant_type": BackchannelGrant.type, "auth_req_id": request], client: "other", secret: "other secret")
    #expect(other.json["error"] == "invalid_grant")
    #expect(other.findings == ["reuseid.code-of-other-client"])
    #expect(stage.poll(request).status == 200)
  }

  @Test(
    arguments: [
      (
        ["grant_type": "client_credentials"], "x", "invalid_client",
        "Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method).",
        "reuseid.client-unauthenticated"
      ),
      (
        ReuseIDStage.grant("made-up"), "a secret", "invalid_grant",
        "The provided authorization grant is invalid.", "reuseid.code-unknown"
      ),
      (
        [:], "a secret", "invalid_request", "The request is missing a required parameter.",
        "reuseid.grant-type-unknown"
      ),
    ] as [(Form, String, String, String, String)])
  func `answer every error of today's token endpoint with 400, a page and one text`(
    form: Form, secret: String, error: String, text: String, rule: String
  ) {
    let answer = stage.exchange(form, secret: secret)
    #expect(answer.status == 400 && answer.header("WWW-Authenticate") == nil)
    #expect(answer.json.object?.names == ["error", "error_uri", "error_description"])
    #expect(answer.json["error"] == .string(error))
    #expect(answer.json["error_uri"]?.string?.hasSuffix("/reuseid/auth/open/config/errors/\(error)") == true)
    #expect(answer.json["error_description"] == .string(text))
    #expect(answer.header("Content-Type") == "application/json; charset=UTF-8")
    #expect(answer.header("Cache-Control") == "no-store, no-cache, max-age=0")
    #expect(answer.header("x-trace-id")?.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(answer.findings == [rule])
  }

  @Test
  func `answer errors of the back channel in the same form, and those of the older addresses as RFC 6749`() {
    let poll = stage.poll("made-up")
    let begin = stage.backchannel(["scope": "mobileid"])
    for answer in [poll, begin] {
      #expect(answer.json.object?.names == ["error", "error_uri", "error_description"])
    }
    let older = stage.exchange(["grant_type": "client_credentials"], realm: "oidc", secret: "x")
    #expect(older.status == 401)
    #expect(older.header("WWW-Authenticate") == "Basic realm=\"reuseid\"")
    #expect(older.json.object?.names == ["error", "error_description"])
  }

  @Test func `want one hint over the back channel`() {
    let answer = stage.backchannel(["id_token_hint": "a token"])
    #expect(answer.json["error"] == "invalid_request")
    #expect(answer.findings == ["reuseid.login-hint-malformed"])
  }

  @Test func `give each set of addresses its own issuer, whichever the login began at`() throws {
    let request = stage.backchannel().json["auth_req_id"]?.string ?? ""
    let answer = stage.exchange(
      ["grant_type": BackchannelGrant.type, "auth_req_id": request], realm: "oidc")
    #expect(answer.findings.isEmpty)
    #expect(
      try stage.claims(answer.json["id_token"]?.string ?? "")["iss"] == "http://localhost:8080/reuseid/oidc")
  }

  @Test func `guard userinfo from a code`() {
    let answer = stage.emulator.get(
      "/reuseid/auth/open/connect/userinfo", headers: ["Authorization": "Bearer \(code())"])
    #expect(answer.status == 401)
    #expect(answer.header("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
    #expect(answer.findings == ["reuseid.access-token-unknown"])
  }

  @Test func `say what was really broken, also where one rule stands for several`() {
    let (token, userinfo) = ("/reuseid/auth/open/connect/token", "/reuseid/auth/open/connect/userinfo")
    let challenge = ["code_challenge": String(repeating: "a", count: 43), "code_challenge_method": "S256"]
    let calls: [(TestAnswer, rule: String, words: String)] = [
      (
        stage.emulator.get("\(userinfo)?access_token=x"), "access-token-missing",
        "The access token is sent in the URL (it is in the URL)"
      ),
      (
        stage.exchange(["grant_type": "client_credentials"], secret: "x"), "client-unauthenticated",
        "Fix: send the secret of this client_id"
      ),
      (
        stage.emulator.post(token, ["grant_type": "client_credentials", "client_secret": "x"]),
        "client-unauthenticated", "client_secret comes without client_id"
      ),
      (exchange(ReuseIDStage.grant(code(challenge))), "verifier-wrong", "but no code_verifier came"),
      (
        exchange(ReuseIDStage.grant(code(challenge), ["code_verifier": "short"])), "verifier-wrong",
        "is not made of 43 to 128 letters"
      ),
      (
        exchange(["grant_type": "authorization_code"]), "code-unknown",
        "A required parameter is missing (code)"
      ),
      (
        exchange(["grant_type": .init(BackchannelGrant.type)]), "auth-req-id-unknown",
        "The request has no auth_req_id"
      ),
      (exchange([:]), "grant-type-unknown", "A required parameter is missing (grant_type)"),
    ]
    for (answer, rule, words) in calls {
      #expect(answer.findings == ["reuseid.\(rule)"])
      #expect(stage.emulator.log.messages.contains { $0.contains(words) }, "\(rule)")
    }
  }
}
