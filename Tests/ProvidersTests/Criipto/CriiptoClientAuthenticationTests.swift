import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Criipto

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
