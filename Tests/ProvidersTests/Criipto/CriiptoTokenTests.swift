import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `The token endpoint of Criipto (§2.6)` {
  let login: VerifyLogin

  init() throws { login = VerifyLogin(emulator: try CriiptoTestWorld.emulator()) }

  @Test func `answers with an opaque UUID, an id_token and expires_in as a text`() throws {
    let answer = login.exchange(login.code())
    #expect(answer.status == 200 && answer.findings.isEmpty)
    #expect(answer.json["token_type"] == "Bearer" && answer.json["expires_in"] == "120")
    #expect(answer.json["access_token"]?.string?.wholeMatch(of: /[0-9a-f-]{36}/) != nil)
    #expect(answer.json.object?.names.sorted() == ["access_token", "expires_in", "id_token", "token_type"])
    #expect(answer.header("Cache-Control") == "no-store")
    let number = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(#""quirks": { "expires_in": "number" }"#))
    #expect(number.tokens()["expires_in"] == 120)
  }

  @Test func `gives each code once: Unknown Access Code`() {
    let code = login.code()
    #expect(login.exchange(code).status == 200)
    let again = login.exchange(code)
    #expect(again.status == 400)
    #expect(
      again.json["error"] == "invalid_grant" && again.json["error_description"] == "Unknown Access Code")
    #expect(again.findings == ["criipto.code-reused"])
    #expect(login.exchange("no such code").findings == ["criipto.code-unknown"])
  }

  @Test(arguments: [
    ("code_of_an_earlier_login", "code-reused"), ("code_of_another_login", "code-verifier-mismatch"),
  ])
  func `blames a story, and neither login, for the code that the story lent:`(
    defect: String, rule: String
  ) throws {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "lends": "\"tokens\": { \"callback\": { \"defect\": \"\(defect)\" } }"
    ])
    let login = VerifyLogin(emulator: emulator)
    let first = login.code([
      "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256",
    ])
    if rule == "code-reused" {
      #expect(login.exchange(first, ["code_verifier": CriiptoTestWorld.verifier]).status == 200)
    }
    #expect(login.code(scenario: "lends") == first)
    let refused = login.exchange(first, ["code_verifier": String(repeating: "v", count: 43)])
    #expect(refused.json["error"] == "invalid_grant" && refused.findings == ["criipto.\(rule)"])
    let logins = emulator.steer(.get, "transactions").json["transactions"]?.array ?? []
    #expect(logins.count == 2 && logins[0]["state"] != "code_reused")
    let found = emulator.sandbox.findings.occurrences().map(\.finding).filter { $0.isExpected }
    #expect(found.map(\.rule.identifier) == ["criipto.\(rule)"])
    #expect(found.map { $0.transaction.map(JSON.string) } == [logins[1]["id"]])
    #expect(emulator.sandbox.findings.counts["criipto.\(rule)"] == nil)
  }

  @Test(arguments: [
    #"{ "at": "token", "do": "alter", "status": 500 }"#,
    #"{ "at": "token", "do": "truncate", "bytes": 200 }"#,
  ])
  func `blames nobody who asks again because a story hid the answer:`(fault: String) throws {
    let emulator = try CriiptoTestWorld.emulator(stories: ["hidden": "\"faults\": [\(fault)]"])
    let login = VerifyLogin(emulator: emulator)
    let code = login.code(scenario: "hidden")
    _ = login.exchange(code)
    #expect(login.exchange(code).findings == ["criipto.code-reused"])
    let found = emulator.sandbox.findings.occurrences().map(\.finding)
    #expect(found.filter { $0.rule.identifier == "criipto.code-reused" }.map(\.isExpected) == [true])
    #expect(emulator.sandbox.findings.counts["criipto.code-reused"] == nil)
  }

  @Test func `blames who asks again for an answer that came, though a fault strikes the second call`() throws
  {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "later": #""faults": [{ "at": "token", "nth": 2, "do": "reset" }]"#
    ])
    let login = VerifyLogin(emulator: emulator)
    let code = login.code(scenario: "later")
    #expect(login.exchange(code).status == 200)
    _ = login.exchange(code)
    #expect(emulator.sandbox.findings.counts["criipto.code-reused"] == 1)
  }

  @Test func `says nothing of a code that nobody redeemed where an id_token came beside it`() throws {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "judged": #""expect": { "right": "must_refuse" }"#
    ])
    let login = VerifyLogin(emulator: emulator)
    for type in ["code", "code id_token"] {
      _ = login.authorize(["response_type": type], scenario: "judged")
    }
    emulator.advance(by: .seconds(3600))
    let logins = emulator.steer(.get, "transactions").json["transactions"]?.array
    let seen = logins?.map { $0["seen"]?[0]?["saw"] }
    #expect(seen == ["refused", nil])
  }

  @Test func `is in no story about a late code where the request asks for none`() throws {
    let expected = #""order": ["authorize", "token"], "findings": ["criipto.code-expired"]"#
    let late = #""lifetimes": { "code": "0s" }, "expect"#
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "late": "\(late)\": { \(expected), \"right\": \"must_refuse\" }", "plain": "\(late)\": { \(expected) }",
    ])
    for story in ["late", "plain"] {
      let answer = VerifyLogin(emulator: emulator).authorize(["response_type": "id_token"], scenario: story)
      #expect(answer.header("Location")?.contains("id_token=") == true)
      _ = emulator.steer(.post, "saw", ["saw": "accepted"])
    }
    let judged = emulator.steer(.post, "settle", [:]).json["judged"]?.array ?? []
    #expect(judged.map { $0["result"] } == ["not_run", "not_run"])
    #expect(judged.map { $0["reasons"] } == Array(repeating: [.string(Self.noCode)], count: 2))
  }

  private static let noCode = "the request asks for no code: its response_type is id_token"

  @Test func `takes a code for two minutes`() {
    let (early, late) = (login.code(), login.code())
    login.emulator.advance(by: .seconds(119))
    #expect(login.exchange(early).status == 200)
    login.emulator.advance(by: .seconds(1))
    let answer = login.exchange(late)
    #expect(answer.json["error"] == "invalid_grant" && answer.findings == ["criipto.code-expired"])
  }

  @Test func `takes a code from its application with its callback alone`() {
    let other = VerifyLogin(emulator: login.emulator, client: "urn:dynamic", secret: "s")
    #expect(other.exchange(login.code()).findings == ["criipto.code-of-other-client"])
    #expect(
      login.exchange(login.code(), ["redirect_uri": "http://localhost:9000/cb"]).findings
        == ["criipto.token-redirect-uri-mismatch"])
    #expect(
      login.exchange(login.code(), ["redirect_uri": nil]).findings == ["criipto.token-parameter-missing"])
  }

  @Test func `wants the verifier of a challenge`() {
    let challenge: [String: String?] = [
      "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256",
    ]
    #expect(login.exchange(login.code(challenge), ["code_verifier": CriiptoTestWorld.verifier]).status == 200)
    #expect(login.exchange(login.code(challenge)).findings == ["criipto.code-verifier-missing"])
    let wrong = String(repeating: "x", count: 43)
    #expect(
      login.exchange(login.code(challenge), ["code_verifier": wrong]).findings == [
        "criipto.code-verifier-mismatch"
      ])
    #expect(
      login.exchange(login.code(["nonce": nil]), ["code_verifier": CriiptoTestWorld.verifier]).findings
        == ["criipto.code-verifier-unexpected"])
  }

  @Test func `lets a public application in by PKCE and its id`() {
    let app = VerifyLogin(emulator: login.emulator, client: "urn:public", secret: nil)
    let challenge: [String: String?] = [
      "code_challenge": CriiptoTestWorld.challenge, "code_challenge_method": "S256", "nonce": nil,
    ]
    let answer = app.exchange(app.code(challenge), ["code_verifier": CriiptoTestWorld.verifier])
    #expect(answer.status == 200 && answer.findings.isEmpty)
    #expect(
      app.exchange(app.code(challenge), ["code_verifier": CriiptoTestWorld.verifier, "client_secret": "x"])
        .findings
        == ["criipto.client-secret-in-body", "criipto.client-secret-public"])
  }

  @Test func `refuses grants and bodies that it has not`() throws {
    #expect(
      login.exchange(login.code(), ["grant_type": "password"]).json["error"] == "unsupported_grant_type")
    #expect(
      login.exchange(login.code(), ["grant_type": "refresh_token"]).findings == [
        "criipto.grant-type-unsupported"
      ])
    let json = login.emulator.send(
      Request(
        .post, "/criipto/oauth2/token", headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
    )
    #expect(json.json["error"] == "invalid_request" && json.findings == ["criipto.token-content-type"])
    var twice = Form(["grant_type": "authorization_code", "code": "a"], changing: [:])
    twice.append("code", "b")
    #expect(
      login.emulator.post("/criipto/oauth2/token", twice).findings == ["criipto.token-parameter-repeated"])
    let broken = login.emulator.send(
      Request(
        .post, "/criipto/oauth2/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array("code=%zz".utf8)))
    #expect(broken.findings == ["criipto.token-body-malformed"])
    let query = login.emulator.post("/criipto/oauth2/token?code=x", Form(), headers: login.basic)
    #expect(query.findings.first == "criipto.token-query")
  }

  @Test func `reports a login that meets it under two addresses`() throws {
    let code = login.code()
    let answer = login.exchange(
      code,
      headers: {
        var headers = login.basic
        headers.append("Host", "eidolon:8080")
        return headers
      }())
    #expect(answer.findings == ["criipto.address-clash"])
    let jws = try JWS(parsing: answer.json["id_token"]?.string ?? "")
    #expect(try Claims(parsing: jws.payload)["iss"] == "http://eidolon:8080/criipto")
  }
}
