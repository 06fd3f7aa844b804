import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `An authorization code of itsme` {
  @Test func `comes by a 302 with code, and state if it was sent (contract 1_6)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize()
    #expect(answer.status == 302)
    #expect(answer.locationQuery.names == ["code", "state"])
    #expect(emulator.authorize(RelyingParty(), ["state": nil]).locationQuery.names == ["code"])
  }

  @Test func `is 36 small letters and digits (contract 1_6)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let codes = (0..<20).map { _ in emulator.code() }
    for code in codes { #expect(code.wholeMatch(of: /[a-z0-9]{36}/) != nil) }
    #expect(Set(codes).count == 20)
  }

  @Test func `can be exchanged once (guide 3_5)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code()
    #expect(try emulator.exchange(code).status == 200)
    let again = try emulator.exchange(code)
    #expect(again.status == 400)
    #expect(again.error == "invalid_grant")
    #expect(again.findings == ["itsme.code-reused"])
  }

  @Test func `of two exchanges at once exactly one succeeds`() async throws {
    let emulator = try ItsmeTestWorld.emulator()
    for _ in 0..<10 {
      let code = emulator.code()
      let requests = try (0..<2).map { _ in
        let party = RelyingParty()
        let assertion = try party.assertion(
          audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now)
        return emulator.tokenRequest(code, party, assertion: assertion)
      }
      let statuses = await withTaskGroup(of: Int.self) { group in
        for request in requests {
          group.addTask { emulator.post("/itsme/oidc/token", request).status }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200, 400])
    }
  }

  @Test func `lives three minutes from the moment it was sent (guide 3_3)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let first = emulator.code()
    emulator.advance(by: .milliseconds(179_999))
    #expect(try emulator.exchange(first).status == 200)
    let second = emulator.code()
    emulator.advance(by: .seconds(180))
    let late = try emulator.exchange(second)
    #expect(late.error == "invalid_grant")
    #expect(late.findings == ["itsme.code-expired"])
  }

  @Test func `lives from when it was sent, not from when the login began`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "slow": #""phone": [{"after": "170s", "do": "approve"}]"#
    ])
    let held = emulator.authorize(scenario: "slow")
    #expect(held.isHeld)
    emulator.advance(by: .seconds(170))
    let code = held.resume?().locationQuery["code"] ?? ""
    emulator.advance(by: .seconds(170))
    #expect(try emulator.exchange(code).status == 200)
  }

  @Test(arguments: [181, 400, 700]) func `that is late is called late, not unknown`(seconds: Int) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code()
    emulator.advance(by: .seconds(seconds))
    #expect(try emulator.exchange(code).findings == ["itsme.code-expired"])
  }

  @Test(arguments: ["", "abc", "cmzl0ity35vxqkejh6y53wx9502cnpondxs1"])
  func `that was never issued is invalid_grant (contract 1_8)`(code: String) throws {
    let answer = try ItsmeTestWorld.emulator().exchange(code)
    #expect(answer.error == (code.isEmpty ? "invalid_request" : "invalid_grant"))
    #expect(answer.findings == [code.isEmpty ? "itsme.token-parameter-missing" : "itsme.code-unknown"])
  }

  @Test func `that is forgotten is not said to be never issued`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code()
    emulator.advance(by: .seconds(24 * 3600))
    #expect(try emulator.exchange(code).findings == ["itsme.code-unknown"])
    #expect(emulator.log.messages.contains { $0.contains("or expired more than ten minutes ago") })
  }

  @Test func `is the only handle of a login that can be exchanged`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["slow": #""phone": []"#])
    let page = emulator.authorize(scenario: "slow", headers: ItsmeTestWorld.browser)
    #expect(page.transaction.count == 20)
    #expect(try emulator.exchange(page.transaction).findings == ["itsme.code-unknown"])
    let token = try emulator.tokens().accessToken
    #expect(try emulator.exchange(token).findings == ["itsme.code-unknown"])
    #expect(emulator.userinfo(emulator.code()).findings == ["itsme.access-token-unknown"])
  }

  @Test func `of another client is invalid_grant, and stays good for its own`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code()
    let answer = try emulator.exchange(
      code, ItsmeTestWorld.other, ["redirect_uri": "http://localhost:9000/cb"])
    #expect(answer.error == "invalid_grant")
    #expect(answer.findings == ["itsme.code-of-other-client"])
    #expect(try emulator.exchange(code).status == 200)
  }

  @Test func `of another client is refused as that, whatever key the one who sends it lacks`() throws {
    let keys = JWKSet([TestKeys.clientSignature.publicJWK]).publicJSON.text()
    let emulator = try ItsmeTestWorld.emulator(
      clients:
        #""KEYLESS": { "jwks": \#(keys), "services": { "LOGIN": { "redirect_uris": ["http://localhost:9002/cb"] } } }"#,
      stories: ["encrypted": #""quirks": { "id_token_encryption": "RSA-OAEP" }"#])
    let keyless = RelyingParty("KEYLESS", redirectURI: "http://localhost:9002/cb")
    let answer = try emulator.exchange(emulator.code(scenario: "encrypted"), keyless)
    #expect(answer.findings == ["itsme.code-of-other-client"])
  }

  @Test func `wants the redirect_uri of the authentication request (guide 3_5)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code()
    let answer = try emulator.exchange(
      code, RelyingParty(), ["redirect_uri": "http://localhost:9000/cb?app=1"])
    #expect(answer.error == "invalid_grant")
    #expect(answer.findings == ["itsme.token-redirect-uri-mismatch"])
    #expect(try emulator.exchange(code).status == 200)
  }

  @Test func `is repeated in the answer when the browser asks again, and still counts once`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "soon": #""phone": [{"after": "2s", "do": "approve"}]"#
    ])
    let page = emulator.authorize(scenario: "soon", headers: ItsmeTestWorld.browser)
    emulator.advance(by: .seconds(2))
    let url = "/itsme/oidc/authorization/phone/confirmation?transaction=\(page.transaction)"
    let codes = (0..<2).map { _ in
      emulator.get(url, headers: ItsmeTestWorld.browser).locationQuery["code"] ?? ""
    }
    #expect(codes[0] == codes[1])
    #expect(try emulator.exchange(codes[0]).status == 200)
    #expect(try emulator.exchange(codes[1]).status == 400)
  }
}

@Suite struct `The proof key of a code is honoured when it is sent (RFC 7636)` {
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  @Test(arguments: [
    (challenge, "S256" as String?, verifier), (verifier, "plain", verifier), (verifier, nil, verifier),
  ])
  func `and the right verifier succeeds`(challenge: String, method: String?, verifier: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code(
      RelyingParty(), ["code_challenge": challenge, "code_challenge_method": method])
    let answer = try emulator.exchange(code, RelyingParty(), ["code_verifier": verifier])
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
  }

  @Test(arguments: [
    (nil as String?, "itsme.code-verifier-missing"),
    ("xBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "itsme.code-verifier-mismatch"),
    (challenge, "itsme.code-verifier-mismatch"),
    (String(challenge.dropLast()), "itsme.code-verifier-malformed"),
    (challenge + challenge + challenge, "itsme.code-verifier-malformed"),
  ])
  func `and a missing or wrong verifier is invalid_grant`(verifier: String?, rule: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code(
      RelyingParty(), ["code_challenge": Self.challenge, "code_challenge_method": "S256"])
    let answer = try emulator.exchange(code, RelyingParty(), ["code_verifier": verifier])
    #expect(answer.error == "invalid_grant")
    #expect(answer.findings == [rule])
  }

  @Test(arguments: [
    ["code_challenge": "short"], ["code_challenge": challenge, "code_challenge_method": "S512"],
    ["code_challenge_method": "S256"],
  ]) func `and a challenge that is none is invalid_request (section 4_4_1)`(parameters: [String: String])
    throws
  {
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), parameters.mapValues { Optional($0) })
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.code-challenge-unsupported"])
  }

  @Test func `and a verifier without a challenge is reported`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = try emulator.exchange(
      emulator.code(), RelyingParty(), ["code_verifier": Self.verifier])
    #expect(answer.status == 200)
    #expect(answer.findings == ["itsme.code-verifier-unexpected"])
  }
}
