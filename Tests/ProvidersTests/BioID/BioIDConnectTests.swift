import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import BioID

@Suite struct `BioID Connect` {
  @Test func `publishes its endpoints by discovery (1_9, 69 and 70)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let document = emulator.get("/bioid/connect/.well-known/openid-configuration").json
    let issuer = "http://localhost:8080/bioid/connect"
    #expect(document["issuer"] == .string(issuer))
    for (member, path) in [
      ("authorization_endpoint", "authorize"), ("token_endpoint", "token"), ("userinfo_endpoint", "userinfo"),
      ("end_session_endpoint", "logout"), ("jwks_uri", ".well-known/jwks"),
    ] { #expect(document[member] == .string("\(issuer)/\(path)")) }
    for member in ["authorization_endpoint", "userinfo_endpoint", "end_session_endpoint", "jwks_uri"] {
      #expect(emulator.get(document[member]?.string ?? "").status != 404)
    }
  }

  @Test func `logs in with a code, and says who it was in a signed id_token (71)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let back = emulator.connect()
    #expect(back.locationQuery["state"] == "some state")
    let answer = emulator.connectToken(back.locationQuery["code"] ?? "")
    #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store")
    #expect(answer.json["token_type"] == "Bearer" && answer.json["expires_in"] == 3600)
    #expect(answer.json["refresh_token"] == nil)
    let claims = try emulator.claims(answer.json["id_token"]?.string ?? "")
    #expect(claims["iss"] == "http://localhost:8080/bioid/connect" && claims["aud"] == "demo-app")
    #expect(
      claims["nonce"] == "some nonce" && claims["email"] == "anna@example.test"
        && claims["bcid"] == "bws/12/4711")
    let token = answer.json["access_token"]?.string ?? ""
    let person = emulator.get("/bioid/connect/userinfo", headers: BioIDTestWorld.bearer(token)).json
    #expect(person["sub"] == claims["sub"] && person["email"] == "anna@example.test")
  }

  @Test func `has an OAuth 2.0 side, GET only, and a user API (72 to 74)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let authorization = "/bioid/oauth/authorization"
    #expect(emulator.post(authorization, ["client_id": "demo-app"]).status == 405)
    let back = emulator.connect(["scope": "profile email offline_access"], at: authorization)
    let answer = emulator.connectToken(back.locationQuery["code"] ?? "", at: "/bioid/oauth/token")
    #expect(answer.json["id_token"] == nil)
    #expect(answer.json["refresh_token"]?.string?.isEmpty == false)
    let token = answer.json["access_token"]?.string ?? ""
    let person = emulator.get("/bioid/people/me", headers: BioIDTestWorld.bearer(token)).json
    #expect(person.object?.names == ["id", "name", "profile", "email", "bcid", "roles"])
    #expect(person["name"] == "Anna Peeters" && person["bcid"] == "bws/12/4711")
    #expect(person["roles"]?.array?.isEmpty == false)
  }

  @Test func `has the scope basic where none is asked for (75)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let code = emulator.connectCode(["scope": nil])
    let token = emulator.connectToken(code).json["access_token"]?.string ?? ""
    let person = emulator.get("/bioid/people/me", headers: BioIDTestWorld.bearer(token)).json
    #expect(person.object?.names == ["id", "name", "bcid", "roles"])
    let refused = emulator.get("/bioid/connect/userinfo", headers: BioIDTestWorld.bearer(token))
    #expect(refused.status == 403 && refused.json["error"] == "insufficient_scope")
  }

  @Test func `refreshes with offline_access alone, and the old access token ends (73)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let first = emulator.connectToken(emulator.connectCode(["scope": "openid offline_access"])).json
    let refresh = first["refresh_token"]?.string ?? ""
    let form: Form = ["grant_type": "refresh_token", "refresh_token": refresh]
    let second = emulator.post("/bioid/connect/token", form, headers: BioIDTestWorld.basic())
    #expect(second.status == 200 && second.json["refresh_token"] == .string(refresh))
    let (old, new) = (first["access_token"]?.string ?? "", second.json["access_token"]?.string ?? "")
    #expect(emulator.get("/bioid/people/me", headers: BioIDTestWorld.bearer(old)).status == 401)
    #expect(emulator.get("/bioid/people/me", headers: BioIDTestWorld.bearer(new)).status == 200)
  }

  @Test func `authenticates clients with Basic, encoded or not, or in the form (73)`() throws {
    let emulator = try BioIDTestWorld.emulator(
      clients: #""a+b": { "secret": "c%d+é", "partition": 1, "redirect_uris": ["http://localhost:9000/cb"] }"#
    )
    for headers in [
      BioIDTestWorld.basic("a+b", "c%d+é"), BioIDTestWorld.basic("a%2Bb", "c%25d%2B%C3%A9"),
      ["Authorization": "Basic \(Base64.encode(Array("a+b:c%d+".utf8) + [0xE9]))"] as Headers,
    ] {
      let code = emulator.connectCode(["client_id": "a+b"])
      #expect(emulator.connectToken(code, ["client_id": "a+b"], headers: headers).status == 200)
    }
    let code = emulator.connectCode()
    #expect(emulator.connectToken(code, ["client_secret": "demo-secret"], headers: [:]).status == 200)
  }

  @Test func `lets clients authenticate in one way only (RFC 6749 2_3 and 5_2)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let answer = emulator.connectToken(emulator.connectCode(), ["client_secret": "demo-secret"])
    #expect(answer.status == 400 && answer.json["error"] == "invalid_request")
    #expect(answer.findings == ["bioid.client-authentication-twice"])
  }

  @Test func `takes several blanks before the access token, and challenges another scheme (RFC 6750 3)`()
    throws
  {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.connectToken(emulator.connectCode()).json["access_token"]?.string ?? ""
    #expect(emulator.get("/bioid/people/me", headers: ["Authorization": "Bearer   \(token)"]).status == 200)
    let other = emulator.get("/bioid/people/me", headers: ["Authorization": "DPoP \(token)"])
    #expect(other.status == 401 && other.header("WWW-Authenticate") == "Bearer")
  }

  // MARK: Person

  private func person(_ hint: String, _ emulator: TestEmulator) throws -> (claims: JSON, findings: [String]) {
    let back = emulator.connect(["login_hint": hint])
    let tokens = emulator.connectToken(back.locationQuery["code"] ?? "").json
    return (.object(try emulator.claims(tokens["id_token"]?.string ?? "")), back.findings)
  }

  @Test func `logs in whom the login_hint names, by BCID or e-mail address`() throws {
    for (hint, bcid) in [
      ("bws.12.4712", "bws/12/4712"), ("anna@example.test", "bws/12/4711"), ("scenario:slow", "bws/12/4711"),
    ] {
      let emulator = try BioIDTestWorld.emulator(stories: ["slow": #""phone": [{ "do": "approve" }]"#])
      let (claims, findings) = try person(hint, emulator)
      #expect(claims["bcid"]?.string == bcid && findings.isEmpty, "\(hint)")
    }
  }

  @Test func `makes up a person who has exactly the identifier of the login_hint`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let (byBCID, findings) = try person("bws.12.99", emulator)
    #expect(byBCID["bcid"] == "bws/12/99" && byBCID["email"] == nil)
    #expect(findings == ["bioid.person-made-up"])
    let (byEmail, _) = try person("nobody@example.test", try BioIDTestWorld.emulator())
    #expect(byEmail["email"] == "nobody@example.test" && byEmail["bcid"] == nil)
  }

  @Test func `refuses a login_hint of nobody in a strict sandbox, unless the story says who logs in`() throws
  {
    let emulator = try BioIDTestWorld.emulator(stories: ["bob": #""person": "bob""#]) { $0.isStrict = true }
    for hint in ["nobody@example.test", "bws.12.99", "a stranger"] {
      let back = emulator.connect(["login_hint": hint])
      #expect(back.locationQuery["error"] == "access_denied" && back.locationQuery["code"] == nil)
      #expect(back.locationQuery["state"] == "some state")
      #expect(back.findings == ["bioid.person-unknown"])
    }
    let told = emulator.connect(["login_hint": "nobody@example.test"], scenario: "bob")
    #expect(told.locationQuery["code"] != nil && told.findings.isEmpty)
  }

  @Test func `exchanges a code once, in time, by its client and for its redirect_uri`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["late": #""lifetimes": { "code": "0s" }"#])
    let code = emulator.connectCode()
    #expect(
      emulator.connectToken(code, ["redirect_uri": "http://localhost:9000/other"]).json["error"]
        == "invalid_grant")
    let other = emulator.connectToken(
      code, ["client_id": "other-app"], headers: BioIDTestWorld.basic("other-app", "other-secret"))
    #expect(other.json["error"] == "invalid_grant")
    #expect(emulator.connectToken(code).status == 200)
    #expect(emulator.connectToken(code).json["error"] == "invalid_grant")
    #expect(emulator.connectToken("unknown").json["error"] == "invalid_grant")
    #expect(emulator.connectToken(emulator.connectCode(scenario: "late")).json["error"] == "invalid_grant")
  }

  @Test func `checks the proof key where one was sent`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let verifier = String(repeating: "v", count: 43)
    let code = { emulator.connectCode(["code_challenge": verifier, "code_challenge_method": "plain"]) }
    #expect(emulator.connectToken(code(), ["code_verifier": verifier]).status == 200)
    #expect(emulator.connectToken(code()).json["error"] == "invalid_grant")
    #expect(emulator.connect(["code_challenge": "short"]).locationQuery["error"] == "invalid_request")
  }

  @Test func `sends nobody to an address that is not registered`() throws {
    let emulator = try BioIDTestWorld.emulator()
    for changes in [
      ["redirect_uri": "https://evil.test/"], ["client_id": "nobody"], ["client_id": nil],
      ["redirect_uri": nil],
    ] {
      let answer = emulator.connect(changes)
      #expect(answer.status == 400 && answer.header("Location") == nil)
      #expect(answer.json["error"] == "invalid_request")
      #expect(
        emulator.connect(changes, headers: BioIDTestWorld.browser).header("Content-Type")
          == "text/html; charset=utf-8")
    }
    #expect(
      emulator.connect(["response_type": "token"]).locationQuery["error"] == "unsupported_response_type")
  }

  @Test func `refuses wrong clients and grants with the errors of OAuth`() throws {
    let emulator = try BioIDTestWorld.emulator()
    for headers in [[:], BioIDTestWorld.basic("demo-app", "wrong"), BioIDTestWorld.basic("nobody", "x")]
      as [Headers]
    {
      let answer = emulator.connectToken(emulator.connectCode(), ["client_id": nil], headers: headers)
      #expect(answer.status == 401 && answer.json["error"] == "invalid_client")
    }
    #expect(emulator.connectToken("x", ["client_id": "other-app"]).json["error"] == "invalid_client")
    #expect(emulator.connectToken("x", ["grant_type": "password"]).json["error"] == "unsupported_grant_type")
  }

  @Test func `says what was really broken, also where one rule stands for several`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let challenge = ["code_challenge": String(repeating: "a", count: 43)]
    let calls: [(TestAnswer, rule: String, words: String)] = [
      (emulator.get("/bioid/connect/userinfo?access_token=x"), "access-token-missing", "is sent in the URL"),
      (
        emulator.connectToken("x", headers: ["Authorization": "Basic ?"]), "client-secret-missing",
        "The Authorization header is not Basic with base64"
      ),
      (
        emulator.connectToken("x", ["client_id": nil, "client_secret": "demo-secret"], headers: [:]),
        "client-secret-missing", "client_secret comes without client_id"
      ),
      (emulator.connectToken(""), "code-unknown", "A required parameter is missing (code)"),
      (
        emulator.connectToken("x", ["grant_type": "refresh_token"]), "code-unknown", "Fix: send refresh_token"
      ),
      (
        emulator.connectToken("x", ["grant_type": "refresh_token", "refresh_token": "y"]), "code-unknown",
        "The refresh token was never issued"
      ),
      (
        emulator.connectToken(emulator.connectCode(challenge)), "code-verifier-wrong",
        "but no code_verifier came"
      ),
    ]
    for (answer, rule, words) in calls {
      #expect(answer.findings == ["bioid.\(rule)"])
      #expect(emulator.log.messages.contains { $0.contains(words) }, "\(words)")
    }
  }

  @Test func `asks for consent on a page where a human decides (72)`() throws {
    let emulator = try BioIDTestWorld.emulator { $0.isInteractive = true }
    let page = emulator.connect(headers: BioIDTestWorld.browser)
    #expect(page.text.contains("Anna Peeters") && page.text.contains("<li>your e-mail address</li>"))
    #expect(page.text.contains("class=\"first\" name=\"do\" value=\"approve\""))
    let transaction = page.transaction
    let form: Form = ["transaction": transaction, "do": "approve"]
    let pressed = emulator.post("/bioid/connect/consent", form)
    #expect(pressed.status == 303)
    let done = emulator.get(try #require(pressed.header("Location")), headers: BioIDTestWorld.browser)
    #expect(done.locationQuery["code"]?.isEmpty == false)
  }

  @Test func `returns access_denied when the person denies, and ends with time`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "deny": #""phone": [{ "do": "reject" }]"#, "asleep": #""phone": [{ "do": "ignore" }]"#,
    ])
    let denied = emulator.connect(scenario: "deny").locationQuery
    #expect(denied["error"] == "access_denied" && denied["state"] == "some state")
    let held = emulator.connect(scenario: "asleep")
    #expect(held.isHeld)
    emulator.advance(by: .seconds(300))
    #expect(try held.resumed().status == 400)
  }

  @Test(arguments: ["bad_signature", "wrong_nonce", "expired", "wrong_audience"])
  func `has an id_token with one thing wrong:`(defect: String) throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "broken": #""tokens": { "id_token": { "defect": "\#(defect)" } }"#
    ])
    let token = emulator.connectToken(emulator.connectCode(scenario: "broken")).json["id_token"]?.string ?? ""
    if defect == "bad_signature" {
      #expect(throws: JWSError.self) { try emulator.claims(token) }
    } else {
      let claims = try emulator.claims(token)
      #expect((claims["nonce"] == "some nonce") == (defect != "wrong_nonce"))
      #expect((claims["aud"] == "demo-app") == (defect != "wrong_audience"))
      #expect(((claims["exp"]?.integer ?? 0) > Int(TestClock.start.seconds)) == (defect != "expired"))
    }
  }

  @Test func `ends a session on a page, or at a registered address`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let logout = "/bioid/connect/logout?post_logout_redirect_uri="
    #expect(
      emulator.get(logout + "http://localhost:9000/cb&state=x").header("Location")
        == "http://localhost:9000/cb?state=x")
    #expect(emulator.get(logout + "https://evil.test/").status == 200)
  }
}
