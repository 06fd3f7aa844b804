import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import Testing

@testable import Criipto

/// What shows only over several logins, or at the end of one.
@Suite struct `The habits of a client of Criipto` {
  private let login: VerifyLogin

  init() throws { login = VerifyLogin(emulator: try CriiptoTestWorld.emulator()) }

  @Test(arguments: [("state", "criipto.state-short"), ("nonce", "criipto.nonce-short")])
  func `are told of a value that anybody could guess`(parameter: String, rule: String) {
    #expect(login.authorize([parameter: "12345"]).findings == [rule])
    #expect(login.authorize([parameter: "Zk3-x_"]).findings.isEmpty)
  }

  @Test func `are told of secrets that a browser brings, each by its name`() {
    let answer = login.authorize(["client_secret": "secret", "code_verifier": "verifier"])
    #expect(answer.findings == ["criipto.secret-in-front-channel"])
    #expect(login.authorize().findings.isEmpty)
  }

  @Test func `are told of a callback URL with more in its query than was registered`() {
    let more = login.authorize(["redirect_uri": "\(CriiptoTestWorld.callback)?user=1"])
    #expect(more.status == 400 && more.findings == ["criipto.redirect-uri-extra-query"])
    #expect(login.authorize().findings.isEmpty)
  }

  @Test func `are told of a nonce that began an earlier login`() {
    let (first, again) = (login.code(["nonce": "the same"]), login.code(["nonce": "the same"]))
    #expect(login.exchange(first).findings.isEmpty)
    let answer = login.exchange(again)
    #expect(answer.status == 200 && answer.findings == ["criipto.nonce-reused"])
    #expect(login.exchange(login.code(["nonce": "another"])).findings.isEmpty)
  }

  @Test func `are told of a key set that is fetched for each login`() {
    var findings: [[String]] = []
    for number in 1...4 {
      findings.append(login.exchange(login.code(["nonce": "nonce number \(number)"])).findings)
      _ = login.emulator.get("/criipto/.well-known/jwks")
    }
    #expect(findings == [[], [], [], ["criipto.jwks-each-login"]])
    let careful = (5...12).flatMap { login.exchange(login.code(["nonce": "nonce number \($0)"])).findings }
    #expect(careful == ["criipto.jwks-each-login"], "the fetch before the first of them still counts")
  }

  // MARK: Assertions

  private func assert(claims: JSONObject = [:], header: JSONObject = [:]) throws -> TestAnswer {
    let keyed = VerifyLogin(emulator: login.emulator, client: "urn:key", secret: nil)
    let party = RelyingParty("urn:key", redirectURI: CriiptoTestWorld.callback)
    let assertion = try party.assertion(
      audience: .string(CriiptoTestWorld.domain), at: login.emulator.clock.now, claims: claims,
      header: header)
    return keyed.exchange(
      keyed.code(["nonce": nil]),
      [
        "client_assertion": assertion, "client_id": nil,
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      ])
  }

  @Test func `are told of an assertion that comes twice, which is not an error because jti is optional`()
    throws
  {
    #expect(try assert(claims: ["jti": "one"]).findings.isEmpty)
    let again = try assert(claims: ["jti": "one"])
    #expect(again.status == 200 && again.findings == ["criipto.assertion-jti-reused"])
    #expect(try assert(claims: ["jti": "two"]).findings.isEmpty)
    #expect(try assert(claims: ["jti": .null]).findings.isEmpty)
  }

  @Test func `are told of an assertion that names no key`() throws {
    let answer = try assert(header: ["kid": .null])
    #expect(answer.status == 200 && answer.findings == ["criipto.assertion-kid-missing"])
    #expect(try assert().findings.isEmpty)
  }

  // MARK: userinfo

  private func ends(_ type: String, readsUserinfo: Bool) -> [String] {
    let answer = login.authorize(["response_type": type])
    let code = answer.locationQuery["code"] ?? answer.fragment["code"] ?? ""
    let token = login.exchange(code).json["access_token"]?.string ?? ""
    if readsUserinfo { _ = login.userinfo(token) }
    login.emulator.advance(by: .seconds(100_000))
    return login.emulator.sandbox.findings.occurrences().map(\.finding.rule.identifier)
  }

  @Test func `are told that the person's data was left in userinfo`() {
    #expect(ends("code id_token", readsUserinfo: false) == ["criipto.userinfo-never-called"])
  }

  @Test func `are fine where it was read, or the id_token has it`() {
    #expect(ends("code id_token", readsUserinfo: true).isEmpty)
    #expect(ends("code", readsUserinfo: false).filter { $0 == "criipto.userinfo-never-called" }.isEmpty)
  }
}
