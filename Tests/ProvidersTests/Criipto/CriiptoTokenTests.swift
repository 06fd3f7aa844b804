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

@Suite struct `An application authenticates to Criipto (§1.7)` {
  let login: VerifyLogin

  init() throws { login = VerifyLogin(emulator: try CriiptoTestWorld.emulator()) }

  private func basic(_ text: String) -> Headers {
    ["Authorization": "Basic \(Base64.encode(Array(text.utf8)))"]
  }

  @Test func `with Basic, id and secret form-encoded, in half or not at all; a plus is never a blank`() {
    let id = CriiptoTestWorld.client
    #expect(login.exchange(login.code()).findings.isEmpty)
    for text in ["\(PercentCoding.encode(id)):demo+secret/with=", "\(id):demo+secret/with="] {
      let answer = login.exchange(login.code(["nonce": nil]), headers: basic(text))
      #expect(answer.status == 200, "\(text)")
      #expect(answer.findings == ["criipto.basic-not-encoded"], "\(text)")
    }
    let plus = login.exchange(login.code(), headers: basic("\(PercentCoding.encode(id)):demo%20secret/with="))
    #expect(plus.status == 401 && plus.findings == ["criipto.client-secret-wrong"])
  }

  @Test func `and is refused with 401 invalid_client`() {
    let id = CriiptoTestWorld.client
    for (headers, rule) in [
      (basic("\(id):wrong"), "criipto.client-secret-wrong"),
      (basic("nobody:demo"), "criipto.token-client-unknown"),
      (["Authorization": "Basic ###"], "criipto.basic-malformed"),
      ([:], "criipto.client-authentication-missing"),
    ] as [(Headers, String)] {
      let answer = login.exchange(login.code(), headers: headers)
      #expect(answer.status == 401 && answer.json["error"] == "invalid_client", "\(rule)")
      #expect(answer.findings == [rule])
      #expect(answer.header("WWW-Authenticate") != nil)
    }
  }

  @Test func `in one way only (RFC 6749 2_3 and 5_2)`() throws {
    let assertion = try party.assertion(
      audience: .string(CriiptoTestWorld.domain), at: login.emulator.clock.now)
    for further in [["client_secret": "demo+secret/with="], ["client_assertion": assertion]]
      as [[String: String?]]
    {
      let code = login.code()
      let answer = login.exchange(code, further)
      #expect(answer.status == 400 && answer.json["error"] == "invalid_request")
      #expect(answer.findings == ["criipto.client-authentication-twice"])
      // The code is not used up.
      #expect(login.exchange(code).status == 200)
    }
  }

  @Test func `with its secret in the body, which is discouraged`() {
    let body: [String: String?] = [
      "client_id": CriiptoTestWorld.client, "client_secret": "demo+secret/with=",
    ]
    let answer = login.exchange(login.code(), body, headers: [:])
    #expect(answer.status == 200 && answer.findings == ["criipto.client-secret-in-body"])
    let mismatch = login.exchange(login.code(), ["client_id": "urn:key"])
    #expect(mismatch.findings == ["criipto.token-client-mismatch"])
    let idOnly = login.exchange(login.code(), ["client_id": CriiptoTestWorld.client], headers: [:])
    #expect(idOnly.findings == ["criipto.client-authentication-missing"])
    let keyOnly = login.exchange("x", ["client_id": "urn:key", "client_secret": "s"], headers: [:])
    #expect(keyOnly.findings == ["criipto.client-secret-in-body", "criipto.client-secret-unexpected"])
  }

  // MARK: private_key_jwt

  private let party = RelyingParty("urn:key", redirectURI: CriiptoTestWorld.callback)

  private func assert(
    claims: JSONObject = [:], header: JSONObject = [:], audience: JSON = .string(CriiptoTestWorld.domain),
    key: JWK? = nil,
    type: String? = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  ) throws -> TestAnswer {
    let keyed = VerifyLogin(emulator: login.emulator, client: "urn:key", secret: nil)
    let assertion = try party.assertion(
      audience: audience, at: login.emulator.clock.now, claims: claims, header: header, key: key)
    return keyed.exchange(
      keyed.code(["nonce": nil]),
      ["client_assertion": assertion, "client_assertion_type": type, "client_id": nil])
  }

  @Test func `with an assertion: iss and sub the client, aud the domain, jti optional`() throws {
    #expect(try assert().findings.isEmpty)
    #expect(try assert(claims: ["jti": .null]).status == 200)
    let endpoint = try assert(audience: .string("\(CriiptoTestWorld.domain)/oauth2/token"))
    #expect(endpoint.status == 200 && endpoint.findings == ["criipto.assertion-audience-endpoint"])
    #expect(
      try assert(claims: ["exp": .integer(Int(login.emulator.clock.now.seconds) + 3600)]).findings == [
        "criipto.assertion-exp-far"
      ])
  }

  @Test func `and every fault of an assertion is invalid_client`() throws {
    let now = Int(login.emulator.clock.now.seconds)
    let faults: [(TestAnswer, String)] = [
      (try assert(audience: "https://other.example"), "criipto.assertion-audience"),
      (try assert(claims: ["iss": "urn:other"]), "criipto.assertion-issuer"),
      (try assert(claims: ["exp": .null]), "criipto.assertion-exp-missing"),
      (try assert(claims: ["exp": .integer(now - 600)]), "criipto.assertion-expired"),
      (try assert(claims: ["nbf": .integer(now + 600)]), "criipto.assertion-expired"),
      (try assert(header: ["kid": "unknown"]), "criipto.assertion-signature"),
      (try assert(key: TestKeys.spares[0].jwk), "criipto.assertion-signature"),
      (try assert(header: ["alg": "none"]), "criipto.assertion-algorithm"),
      (try assert(claims: ["aud": 5]), "criipto.assertion-malformed"),
      (try assert(type: "something"), "criipto.assertion-type"),
    ]
    for (answer, rule) in faults {
      #expect(answer.status == 401 && answer.json["error"] == "invalid_client", "\(rule)")
      #expect(answer.findings == [rule])
    }
    let keyed = VerifyLogin(emulator: login.emulator, client: "urn:key", secret: nil)
    let garbage = keyed.exchange(
      keyed.code(),
      [
        "client_assertion": "garbage", "client_id": nil,
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      ])
    #expect(garbage.findings == ["criipto.assertion-malformed"])
  }

  @Test func `and the log says which of the faults that share a rule it was`() throws {
    let now = Int(login.emulator.clock.now.seconds)
    for (claims, words) in [
      (["nbf": .integer(now + 600)], "The assertion says that it was made, or is valid, only later (nbf is"),
      (["jti": 5], "has the wrong JSON type (the claim \"jti\" must be a string). "),
      (["jti": 5], "Fix: write jti as a string"),
    ] as [(JSONObject, String)] {
      #expect(try assert(claims: claims).status == 401)
      #expect(login.emulator.log.messages.contains { $0.contains(words) }, "\(words)")
    }
  }

  @Test func `with a key set behind a URL, fetched when it is needed`() throws {
    let keys = JWKSet([TestKeys.clientSignature.publicJWK]).publicJSON
    login.emulator.serve(
      "http://keys.test/jwks", .success(FetchedDocument(status: .ok, headers: [:], body: keys.bytes())))
    let fetched = VerifyLogin(emulator: login.emulator, client: "urn:fetched", secret: nil)
    let assertion = try RelyingParty("urn:fetched").assertion(
      audience: .string(CriiptoTestWorld.domain), at: login.emulator.clock.now)
    let answer = fetched.exchange(
      fetched.code(),
      [
        "client_assertion": assertion, "client_id": nil,
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      ])
    #expect(answer.status == 200 && login.emulator.fetched == ["http://keys.test/jwks"])
  }

  @Test func `is let in unverified where the client stands for any, with a finding`() throws {
    let emulator = try CriiptoTestWorld.emulator(clients: CriiptoTestWorld.any)
    let any = VerifyLogin(emulator: emulator, client: "whoever", secret: nil)
    let assertion = try RelyingParty("whoever").assertion(
      audience: .string(CriiptoTestWorld.domain), at: emulator.clock.now, key: TestKeys.spares[0].jwk)
    let answer = any.exchange(
      any.code(),
      [
        "client_assertion": assertion, "client_id": nil,
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      ])
    #expect(answer.findings == ["criipto.client-unregistered", "criipto.assertion-unverified"])
  }
}

@Suite struct `The userinfo endpoint of Criipto (§1.7)` {
  func login(_ strategy: String, _ members: String = "") throws -> VerifyLogin {
    VerifyLogin(emulator: try CriiptoTestWorld.emulator("\"userinfo\": \"\(strategy)\"\(members)"))
  }

  func token(_ login: VerifyLogin, scenario: String? = nil) -> String {
    login.tokens(scenario: scenario)["access_token"]?.string ?? ""
  }

  @Test func `answers with JSON, or a signed, or a signed and encrypted token`() throws {
    let plain = try login("plainJson")
    let claims = plain.userinfo(token(plain))
    #expect(claims.json["name"] == "Anna Peeters" && claims.json["cprNumberIdentifier"] == "1407909996")
    let signed = try login("signedJwt")
    let answer = signed.userinfo(token(signed))
    #expect(answer.header("Content-Type") == "application/jwt")
    #expect(try signed.verified(answer.text)["name"] == "Anna Peeters")
    let keys = JWKSet([TestKeys.clientEncryption.publicJWK]).publicJSON.text()
    let sealed = try login("signedAndEncryptedJwt", ", \"jwks\": \(keys)")
    let jwe = try JWE(parsing: sealed.userinfo(token(sealed)).text)
    let inner = try jwe.decryptNested(with: TestKeys.clientEncryption.jwk, allowing: [.rsaOAEP])
    #expect(try Claims(parsing: inner.payload)["name"] == "Anna Peeters")
  }

  @Test(arguments: [(nil, "RSA-OAEP-256"), ("RSA-OAEP-256", "RSA-OAEP-256"), ("RSA-OAEP", "RSA-OAEP")])
  func `is encrypted as the client's key says, else with RSA-OAEP-256:`(
    named: String?, used: String
  ) throws {
    let key = TestKeys.clientEncryption.renamed(kid: "enc", use: "enc", alg: named)
    let sealed = try login("signedAndEncryptedJwt", ", \"jwks\": \(JWKSet([key]).publicJSON.text())")
    let text = sealed.userinfo(token(sealed)).text
    let header = try JSON(parsing: Base64URL.decode(String(text.prefix { $0 != "." })))
    #expect(header["alg"] == .string(used))
  }

  @Test func `is not there for fromTokenEndpoint: Unknown Access Code`() throws {
    let login = try login("fromTokenEndpoint")
    let answer = login.userinfo(token(login))
    #expect(answer.status == 401 && answer.json["error_description"] == "Unknown Access Code")
    #expect(answer.findings == ["criipto.userinfo-strategy"])
  }

  @Test func `may be the only one that says who the person is`() throws {
    let login = try login("plainJson", #", "quirks": { "id_token_claims": "subject" }"#)
    let tokens = login.tokens()
    #expect(try login.verified(tokens["id_token"]?.string ?? "")["name"] == nil)
    #expect(login.userinfo(tokens["access_token"]?.string ?? "").json["name"] == "Anna Peeters")
  }

  @Test func `takes the token as bearer for two minutes`() throws {
    let login = try login("plainJson")
    let access = token(login)
    #expect(login.userinfo("unknown").findings == ["criipto.userinfo-token-unknown"])
    let get = { (headers: Headers, query: String) in
      login.emulator.get("/criipto/oauth2/userinfo\(query)", headers: headers).findings
    }
    #expect(get([:], "") == ["criipto.userinfo-token-missing"])
    #expect(get(["Authorization": "Basic x"], "") == ["criipto.userinfo-token-malformed"])
    #expect(get(["Authorization": "Bearer   \(access)"], "") == [])
    #expect(get([:], "?access_token=\(access)") == ["criipto.userinfo-token-in-query"])
    login.emulator.advance(by: .seconds(120))
    #expect(login.userinfo(access).findings == ["criipto.userinfo-token-expired"])
  }

  @Test(arguments: ["Basic x", "DPoP x"])
  func `challenges another scheme as it does nobody (RFC 6750 3_1)`(header: String) throws {
    let login = try login("plainJson")
    let answer = login.emulator.get("/criipto/oauth2/userinfo", headers: ["Authorization": header])
    #expect(answer.status == 401 && answer.header("WWW-Authenticate") == "Bearer")
  }

  @Test func `cannot encrypt without a key`() throws {
    let keys = JWKSet([TestKeys.clientSignature.publicJWK]).publicJSON.text()
    let login = try login("signedAndEncryptedJwt", ", \"jwks\": \(keys)")
    #expect(login.userinfo(token(login)).findings == ["criipto.userinfo-key-missing"])
  }
}
