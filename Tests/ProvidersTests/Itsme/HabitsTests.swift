import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import Testing

@testable import Itsme

/// What shows only over several logins, or at the end of one.
@Suite struct `The habits of a client of itsme` {
  private func found(_ rule: String, in emulator: TestEmulator) -> [FindingLog.Occurrence] {
    emulator.sandbox.findings.occurrences().filter { $0.finding.rule.identifier == rule }
  }

  /// A login of a careful client, with a nonce of its own.
  private func logIn(
    _ emulator: TestEmulator, _ number: Int, _ party: RelyingParty = RelyingParty(),
    _ changes: [String: String?] = [:]
  ) throws -> TestAnswer {
    let code = emulator.code(party, ["nonce": "nonce number \(number)"].merging(changes) { $1 })
    return try emulator.exchange(code, party)
  }

  // MARK: Chance

  @Test(arguments: [("state", "itsme.state-short"), ("nonce", "itsme.nonce-short")])
  func `are told of a value that anybody could guess`(parameter: String, rule: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    #expect(emulator.authorize(RelyingParty(), [parameter: "12345"]).findings == [rule])
    #expect(emulator.authorize(RelyingParty(), [parameter: "Zk3-x_"]).findings.isEmpty)
  }

  @Test func `are told of a secret that a browser brings`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(RelyingParty(), ["code_verifier": "secret"])
    #expect(answer.findings == ["itsme.secret-in-front-channel"])
  }

  @Test func `are told of a nonce that began an earlier login, not of a page that was loaded again`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let changes = ["nonce": "the same nonce"]
    let (first, again) = (emulator.code(RelyingParty(), changes), emulator.code(RelyingParty(), changes))
    #expect(try emulator.exchange(first).findings.isEmpty)
    let answer = try emulator.exchange(again)
    #expect(answer.status == 200 && answer.findings == ["itsme.nonce-reused"])
    #expect(found("itsme.nonce-reused", in: emulator).first?.finding.detail == "the same nonce")
    // Of another client it is another nonce.
    let other = emulator.code(ItsmeTestWorld.other, changes)
    #expect(try emulator.exchange(other, ItsmeTestWorld.other).findings.isEmpty)
  }

  // MARK: The key set

  @Test func `are told of a key set that is fetched for each login`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    var findings: [[String]] = []
    for number in 1...5 {
      findings.append(try logIn(emulator, number).findings)
      _ = emulator.get("/itsme/oidc/jwkSet")
    }
    #expect(findings == [[], [], [], ["itsme.jwks-each-login"], ["itsme.jwks-each-login"]])
    // Several processes of a client, each with its first fetch, look the same.
    let rule = try #require(found("itsme.jwks-each-login", in: emulator).first?.finding.rule)
    #expect(
      rule.severity == .note
        && rule.message == "The key set was fetched again before each of the latest logins")
    #expect(rule.fix.contains("unless each of them was another process"))
  }

  @Test func `are fine where the key set is kept, also beside a client that does not keep it`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    _ = emulator.get("/itsme/oidc/jwkSet")
    var (careful, careless): ([String], [String]) = ([], [])
    for number in 1...8 {
      careful += try logIn(emulator, number).findings
      careless += try logIn(
        emulator, number, ItsmeTestWorld.other, ["scope": "openid service:OTHER_LOGIN"]
      ).findings
      if number > 4 { _ = emulator.get("/itsme/oidc/jwkSet") }
    }
    #expect(careful.isEmpty)
    #expect(careless.isEmpty, "it cannot be told from the careful one, who would be blamed with it")
  }

  @Test func `are fine where the key set is fetched by others`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    _ = try logIn(emulator, 0)
    for number in 1...6 {
      _ = emulator.get("/itsme/oidc/jwkSet")
      let other = try logIn(
        emulator, number, ItsmeTestWorld.other, ["scope": "openid service:OTHER_LOGIN"])
      #expect(other.findings.isEmpty)
    }
  }

  @Test func `are fine where the keys were rotated in between`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    for number in 1...6 {
      #expect(try logIn(emulator, number).findings.isEmpty)
      try emulator.sandbox.keys.rotate(.signing)
      _ = emulator.get("/itsme/oidc/jwkSet")
    }
  }

  // MARK: userinfo

  /// A login whose client stops after the token answer; what its end reports.
  private func stops(_ scope: String, scenario: String? = nil, readsUserinfo: Bool = false) throws -> [String]
  {
    let emulator = try ItsmeTestWorld.emulator(
      stories: [
        "spoilt": #""tokens": { "id_token": { "defect": "bad_signature" } }"#,
        "plain": #""expect": { "never": ["userinfo"] }"#,
      ])
    let code = emulator.code(
      RelyingParty(), ["scope": "openid service:EIDOLON_LOGIN \(scope)"], scenario: scenario)
    let token = try emulator.exchange(code).json["access_token"]?.string ?? ""
    if readsUserinfo { _ = emulator.userinfo(token) }
    emulator.advance(by: .seconds(100_000))
    let ends = found("itsme.userinfo-never-called", in: emulator)
    #expect(ends.allSatisfy { $0.client == "EIDOLON_TEST" && $0.finding.transaction != nil })
    #expect(ends.allSatisfy { $0.endpoint == "token" })
    let logged = emulator.log.events.count { event in
      event.fields.contains { $0.value == "itsme.userinfo-never-called" }
    }
    #expect(logged == ends.count)
    return ends.map(\.finding.rule.identifier)
  }

  @Test func `are told that claims were asked for and never read`() throws {
    #expect(try stops("profile") == ["itsme.userinfo-never-called"])
  }

  @Test func `are fine where userinfo was read, nothing of it was asked for, or the tokens were bad`() throws
  {
    #expect(try stops("profile", readsUserinfo: true).isEmpty)
    #expect(try stops("").isEmpty)
    #expect(try stops("profile", scenario: "spoilt").isEmpty)
    #expect(try stops("profile", scenario: "plain").isEmpty)
  }
}
