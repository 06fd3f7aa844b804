import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import Itsme

@Suite struct `Which scenario an itsme login gets (scenarios.md)` {
  static let no = #""phone": [{"do": "reject"}]"#

  func emulator(_ when: String? = nil) throws -> TestEmulator {
    let conditions = when.map { ", \"when\": {\($0)}" } ?? ""
    return try ItsmeTestWorld.emulator(stories: ["no": Self.no + conditions])
  }

  @Test func `the one named by the header, in its long or its short form`() throws {
    let emulator = try emulator()
    for name in ["no", "itsme/no"] {
      #expect(emulator.authorize(scenario: name).error == "access_denied")
    }
  }

  @Test(arguments: [
    ["eidolon_scenario": "no"], ["login_hint": "scenario:no"], ["login_hint": "32+470000002 scenario:no"],
    ["state": "scenario:no:rest"],
  ]) func `the one named by a parameter`(changes: [String: String]) throws {
    let answer = try emulator().authorize(RelyingParty(), changes.mapValues { Optional($0) })
    #expect(answer.error == "access_denied")
    #expect(!answer.findings.contains("itsme.login-hint-malformed"))
  }

  @Test func `not the one of a state without the second colon, which is a finding`() throws {
    let answer = try emulator().authorize(RelyingParty(), ["state": "scenario:no"])
    #expect(answer.error == nil && answer.findings == ["itsme.scenario-unfinished"])
  }

  @Test func `named in a login_hint beside a phone number, which still counts`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["yes": ""])
    let changes = [
      "login_hint": "32+470000002 scenario:yes", "scope": "openid service:EIDOLON_LOGIN profile",
    ]
    #expect(try emulator.login(RelyingParty(), changes).userinfo["given_name"] == "Bob")
  }

  @Test func `an unknown name is a loud error that lists the closest`() throws {
    let emulator = try emulator()
    for headers in [ItsmeTestWorld.browser, [:]] {
      let answer = emulator.authorize(scenario: "noo", headers: headers)
      #expect(answer.status == 400)
      #expect(answer.header("Location") == nil)
      #expect(answer.text.contains("no scenario"))
      #expect(answer.text.contains("closest: no"))
      #expect(answer.findings == ["itsme.scenario-unknown"])
    }
  }

  @Test(arguments: [
    #""login_hint": "32+470000002""#, #""login_hint": {"like": "32+4700*"}"#, #""is.client": "EIDOLON_TEST""#,
    #""is.person": "bob""#, #""is.service": "EIDOLON_LOGIN""#, #""is.acr": "advanced""#,
    #""is.platform": "ios""#, #""ui_locales": {"contains": "nl"}"#, #""prompt": {"present": true}"#,
    #""nonce": {"one_of": ["x", "a nonce"]}"#, #""request_uri": {"present": false}"#,
  ])
  func `the one whose conditions hold`(condition: String) throws {
    let emulator = try emulator(condition)
    let answer = emulator.authorize(
      RelyingParty(),
      [
        "login_hint": "+32 470000002", "acr_values": "tag:sixdots.be,2016-06:acr_advanced",
        "ui_locales": "nl",
        "prompt": "consent",
      ], headers: ["User-Agent": "iPhone"])
    #expect(answer.error == "access_denied")
  }

  @Test(arguments: [
    (#""is.client": "OTHER""#, "is.client is \"EIDOLON_TEST\", wanted \"OTHER\""),
    (#""is.person": "bob""#, "is.person was not sent"),
    (#""is.acr": "advanced""#, "is.acr is \"basic\", wanted \"advanced\""),
    (#""is.platform": "android""#, "is.platform is \"desktop\", wanted \"android\""),
  ])
  func `none whose conditions do not hold, and the log says which`(condition: String, miss: String) throws {
    let emulator = try emulator(condition)
    #expect(emulator.authorize().locationQuery["code"] != nil)
    #expect(emulator.log.messages.contains { $0.hasPrefix("not itsme/no: \(miss)") })
    #expect(emulator.log.messages.contains("EIDOLON_TEST starts a login: the provider's default"))
  }

  @Test func `the one with the most conditions, then the first by name`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "b": #""when": {"is.client": "EIDOLON_TEST", "is.acr": "basic"}, "person": "bob""#,
      "a": #""when": {"is.client": "EIDOLON_TEST"}, "phone": [{"do": "reject"}]"#,
      "c": #""when": {"is.client": "EIDOLON_TEST", "is.acr": "basic"}, "phone": [{"do": "cancel"}]"#,
    ])
    _ = emulator.authorize()
    #expect(
      emulator.log.messages.contains("EIDOLON_TEST starts a login: itsme/b, its conditions hold"))
  }

  @Test func `a story without conditions only by name`() throws {
    #expect(try emulator().authorize().locationQuery["code"] != nil)
  }

  @Test func `an explicit list of steps beats the interactive mode`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["no": Self.no]) { $0.isInteractive = true }
    #expect(emulator.authorize(scenario: "no").error == "access_denied")
    #expect(emulator.authorize(headers: ItsmeTestWorld.browser).status == 200)
  }
}

@Suite struct `Lifetimes of an itsme login (contract 3)` {
  func emulator(_ lifetimes: String, _ more: String = "") throws -> TestEmulator {
    try ItsmeTestWorld.emulator(stories: ["short": "\"lifetimes\": {\(lifetimes)}\(more)"])
  }

  @Test func `of the code`() throws {
    let emulator = try emulator(#""code": "10s""#)
    let code = emulator.code(scenario: "short")
    emulator.advance(by: .seconds(10))
    #expect(try emulator.exchange(code).findings == ["itsme.code-expired"])
  }

  @Test func `of the access token, which expires_in tells`() throws {
    let emulator = try emulator(#""access_token": "10s""#)
    let answer = try emulator.exchange(emulator.code(scenario: "short"))
    #expect(answer.json["expires_in"] == 10)
    emulator.advance(by: .seconds(10))
    #expect(
      emulator.userinfo(answer.json["access_token"]?.string ?? "").findings == ["itsme.access-token-expired"])
  }

  @Test func `of the id_token`() throws {
    let token = try emulator(#""id_token": "10s""#).login(scenario: "short").idToken
    #expect((token["exp"]?.integer ?? 0) - (token["iat"]?.integer ?? 0) == 10)
  }

  @Test func `of the app's patience`() throws {
    let emulator = try emulator(#""app": "10s""#, #", "phone": [], "quirks": {"timeout": "access_denied"}"#)
    let held = emulator.authorize(scenario: "short")
    emulator.advance(by: .seconds(10))
    #expect(held.resume?().error == "access_denied")
  }

  @Test func `a decision after the app's patience counts no more`() throws {
    let emulator = try emulator(
      #""app": "10s""#,
      #", "phone": [{"after": "10s", "do": "approve"}], "quirks": {"timeout": "access_denied"}"#)
    let held = emulator.authorize(scenario: "short")
    emulator.advance(by: .seconds(11))
    #expect(held.resume?().error == "access_denied")
  }

  @Test func `end in forgetting: nothing of a login stays after its credentials`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["never": #""phone": []"#])
    for _ in 0..<20 {
      _ = try emulator.login()
      _ = emulator.authorize(scenario: "never", headers: ItsmeTestWorld.browser)
    }
    let provider = try #require(emulator.application.providers.first as? Itsme)
    #expect(provider.logins.transactions.count == 40)
    emulator.advance(by: .seconds(24 * 3600))
    #expect(provider.logins.transactions.count == 0)
  }

  @Test func `are counted on the sandbox's clock, assertions on the real one`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code()
    emulator.sandbox.environment.clock.advance(by: .seconds(170))
    #expect(try emulator.exchange(code).status == 200)
    emulator.sandbox.environment.clock.advance(by: .seconds(86_400))
    // A client knows nothing of the sandbox's clock.
    #expect(try emulator.exchange(emulator.code()).status == 200)
  }

  @Test func `and a skewed clock shifts what tokens say, and nothing else`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    emulator.sandbox.environment.clock.setSkew(.seconds(90))
    let (token, _) = try emulator.login()
    let now = Int(emulator.clock.now.seconds)
    #expect(token["iat"] == .integer(now + 90))
    #expect(token["auth_time"] == .integer(now + 90))
    #expect(token["exp"] == .integer(now + 390))
  }
}

@Suite struct `What a scenario expects is judged when its login has ended (scenarios.md)` {
  func verdict(_ expect: String, _ traffic: (TestEmulator) throws -> Void) throws -> String? {
    let emulator = try ItsmeTestWorld.emulator(stories: ["judged": "\"expect\": {\(expect)}"])
    try traffic(emulator)
    emulator.advance(by: .seconds(24 * 3600))
    return emulator.log.messages.first { $0.hasPrefix("itsme/judged: ") }.map {
      String($0.dropFirst("itsme/judged: ".count))
    }
  }

  @Test func `an order that was kept`() throws {
    let text = try verdict(#""order": ["authorize", "token", "userinfo"], "count": {"token": 1}"#) {
      _ = try $0.login(scenario: "judged")
    }
    #expect(text == "as expected")
  }

  @Test func `an endpoint that is called and must not be`() throws {
    let text = try verdict(#""never": ["userinfo"]"#) { _ = try $0.login(scenario: "judged") }
    #expect(text == "not as expected: userinfo was called")
  }

  @Test func `a count that differs`() throws {
    let text = try verdict(#""count": {"token": 1}"#) {
      let code = $0.code(scenario: "judged")
      _ = try $0.exchange(code)
      _ = try $0.exchange(code)
    }
    #expect(text == "not as expected: token was called 2 times instead of once")
  }

  @Test func `a call that is missing`() throws {
    let text = try verdict(#""order": ["authorize", "token"]"#) { _ = $0.code(scenario: "judged") }
    #expect(text == "not as expected: token was not called in the order authorize, token")
  }

  @Test func `findings that occur, at authorize, token and userinfo`() throws {
    let text = try verdict(
      #""findings": ["itsme.state-missing", "itsme.code-reused", "itsme.access-token-expired"]"#
    ) {
      let code = $0.code(RelyingParty(), ["state": nil], scenario: "judged")
      let token = try $0.exchange(code).json["access_token"]?.string ?? ""
      _ = try $0.exchange(code)
      $0.advance(by: .seconds(3600))
      _ = $0.userinfo(token)
    }
    #expect(text == "as expected")
  }

  @Test func `a finding that does not occur`() throws {
    let text = try verdict(#""findings": ["itsme.code-reused"]"#) { _ = try $0.login(scenario: "judged") }
    #expect(text == "not as expected: the finding itsme.code-reused did not occur")
  }

  @Test func `the key set, which no login owns, counts while the login lives`() throws {
    let text = try verdict(#""order": ["authorize", "jwks", "token"]"#) {
      let code = $0.code(scenario: "judged")
      _ = $0.get("/itsme/oidc/jwkSet")
      _ = try $0.exchange(code)
    }
    #expect(text == "as expected")
  }

  @Test func `a waiting page that asks every second does not crowd out the client's calls`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "judged":
        #""phone": [{"after": "170s", "do": "approve"}], "expect": {"order": ["authorize", "token", "userinfo"]}"#
    ])
    let page = emulator.authorize(scenario: "judged", headers: ItsmeTestWorld.browser)
    let url = "/itsme/oidc/authorization/phone/confirmation?transaction=\(page.transaction)"
    var answer = page
    for _ in 0..<170 {
      emulator.advance(by: .seconds(1))
      answer = emulator.get(url, headers: ItsmeTestWorld.browser)
    }
    let json = try emulator.exchange(answer.locationQuery["code"] ?? "").json
    #expect(emulator.userinfo(json["access_token"]?.string ?? "").status == 200)
    emulator.advance(by: .seconds(24 * 3600))
    #expect(emulator.log.messages.contains("itsme/judged: as expected"))
  }

  @Test func `all that is open, when the program ends`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["judged": #""expect": {"order": ["authorize"]}"#])
    _ = emulator.code(scenario: "judged")
    emulator.application.sweep(isLast: true)
    #expect(emulator.log.messages.contains("itsme/judged: as expected"))
  }
}
