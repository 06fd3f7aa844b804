import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `The client that stands for any (scenarios.md)` {
  let party = RelyingParty(
    "WHOEVER", redirectURI: "https://anywhere.test/cb?x=1", signing: TestKeys.spares[1].jwk)

  func emulator(_ members: String = "", isStrict: Bool = false) throws -> TestEmulator {
    let more = members.isEmpty ? "" : ", \(members)"
    return try ItsmeTestWorld.emulator(clients: "\"*\": {\"anything\": true\(more)}") {
      $0.isStrict = isStrict
    }
  }

  @Test func `lets in any id, service and redirect_uri, each leniency as a finding of level error`() throws {
    let emulator = try emulator()
    let answer = emulator.authorize(party, ["scope": "openid service:WHATEVER"])
    #expect(answer.header("Location")?.hasPrefix("https://anywhere.test/cb?x=1&code=") == true)
    #expect(answer.findings == ["itsme.client-unregistered", "itsme.redirect-uri-unregistered"])
    for rule in Itsme.rules where answer.findings.contains(rule.identifier) {
      #expect(rule.severity == .error)
    }
  }

  @Test func `takes an assertion that no known key verifies, and says so`() throws {
    let emulator = try emulator()
    let answer = try emulator.exchange(emulator.code(party), party)
    #expect(answer.status == 200)
    #expect(answer.findings == ["itsme.token-client-unregistered", "itsme.assertion-unverified"])
    #expect(try emulator.claims(answer.json["id_token"]?.string ?? "")["aud"] == "WHOEVER")
  }

  @Test func `verifies an assertion with the default test keys if they fit`() throws {
    let party = RelyingParty("WHOEVER")
    let emulator = try emulator()
    let answer = try emulator.exchange(emulator.code(party), party)
    #expect(answer.status == 200)
    #expect(answer.findings == ["itsme.token-client-unregistered"])
  }

  @Test func `verifies an assertion with its own keys if it has some`() throws {
    let emulator = try emulator("\"jwks\": \(JWKSet([TestKeys.spares[1].publicJWK]).publicJSON.text())")
    let answer = try emulator.exchange(emulator.code(party), party)
    #expect(answer.findings == ["itsme.token-client-unregistered"])
  }

  @Test func `takes an assertion without kid or typ, and reports it`() throws {
    let emulator = try emulator()
    let assertion = try party.assertion(
      audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now, header: ["kid": .null])
    let answer = emulator.exchange(emulator.code(party), party, assertion: assertion)
    #expect(answer.status == 200)
    #expect(answer.findings.contains("itsme.assertion-kid-missing"))
  }

  @Test func `takes a request object that no known key verifies, and reports it`() throws {
    let object = try party.requestObject([
      "iss": "WHOEVER", "aud": .string(TestEmulator.issuer), "state": "inner state",
    ])
    let answer = try emulator().authorize(party, ["request": object])
    #expect(answer.locationQuery["state"] == "inner state")
    #expect(answer.findings.contains("itsme.assertion-unverified"))
  }

  @Test func `still refuses what is wrong beside the registration`() throws {
    let emulator = try emulator()
    #expect(emulator.authorize(party, ["response_type": "token"]).error == "invalid_request")
    let code = emulator.code(party)
    let late = try party.assertion(
      audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now, claims: ["exp": 1])
    #expect(emulator.exchange(code, party, assertion: late).error == "unauthorized_client")
    #expect(
      try emulator.exchange(code, RelyingParty("SOMEBODY_ELSE", redirectURI: party.redirectURI)).error
        == "invalid_grant")
  }

  @Test func `sends nobody to a scheme that runs in the browser`() throws {
    for uri in ["javascript:alert(1)", "DATA:text/html,x", "vbscript:x", "file:///etc/passwd", "blob:x"] {
      let answer = try emulator().authorize(party, ["redirect_uri": uri])
      #expect(answer.header("Location") == nil)
      #expect(answer.findings.contains("itsme.redirect-uri-unsafe"))
    }
  }

  @Test func `does not weaken a client with an entry of its own`() throws {
    let emulator = try emulator()
    #expect(emulator.authorize(RelyingParty(), ["redirect_uri": "https://anywhere.test/cb"]).status == 400)
    #expect(try emulator.exchange(key: TestKeys.spares[1].jwk).error == "unauthorized_client")
  }

  @Test func `is gone under strict`() throws {
    let emulator = try emulator(isStrict: true)
    #expect(emulator.authorize(party).findings == ["itsme.client-id-unknown"])
    #expect(emulator.authorize(RelyingParty("*"), [:]).findings == ["itsme.client-id-unknown"])
    #expect(try emulator.exchange("x", party).findings == ["itsme.token-client-unknown"])
    #expect(try emulator.exchange().status == 200)
  }
}
