import EidolonTesting
@testable import TestWorlds
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `The id_token of itsme (contract 1_9)` {
  @Test func `is a JWS of three parts whose header has alg and kid`() throws {
    let token = try ItsmeTestWorld.emulator().tokens().idToken
    #expect(token.split(separator: ".").count == 3)
    #expect(try JWS(parsing: token).header == ["alg": "RS256", "kid": "s1"])
  }

  @Test func `always has iss, sub, aud, exp, iat, auth_time and acr, and the nonce of the request`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let token = try emulator.login().idToken
    let now = Int(emulator.clock.now.seconds)
    #expect(
      Set(token.names) == ["iss", "sub", "aud", "exp", "iat", "auth_time", "acr", "nonce"])
    #expect(token["iss"] == .string(TestEmulator.issuer))
    #expect(token["aud"] == "EIDOLON_TEST")
    #expect(token["iat"] == .integer(now))
    #expect(token["exp"] == .integer(now + 300))
    #expect(token["auth_time"] == .integer(now))
    #expect(token["acr"] == "tag:sixdots.be,2016-06:acr_basic")
    #expect(token["nonce"] == "a nonce")
  }

  @Test func `has no nonce where the request had none`() throws {
    #expect(try ItsmeTestWorld.emulator().login(RelyingParty(), ["nonce": nil]).idToken["nonce"] == nil)
  }

  @Test func `never has amr, azp or at_hash (section 5, 14)`() throws {
    let token = try ItsmeTestWorld.emulator().login(
      RelyingParty(), ["claims": #"{"id_token":{"amr":null,"azp":null,"at_hash":null}}"#]
    ).idToken
    for name in ["amr", "azp", "at_hash"] { #expect(token[name] == nil) }
  }

  @Test func `says when the person approved, not when the token was made`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code()
    emulator.advance(by: .seconds(60))
    let token = try emulator.claims(emulator.exchange(code).json["id_token"]?.string ?? "")
    let now = Int(emulator.clock.now.seconds)
    #expect(token["auth_time"] == .integer(now - 60))
    #expect(token["iat"] == .integer(now))
  }

  @Test func `names the same sub as userinfo`() throws {
    let (token, userinfo) = try ItsmeTestWorld.emulator().login()
    #expect(token["sub"] == userinfo["sub"])
  }
}

@Suite struct `The sub of itsme (contract 3)` {
  func subject(
    _ party: RelyingParty = RelyingParty(), _ changes: [String: String?] = [:],
    of emulator: TestEmulator? = nil, scenario: String? = nil
  ) throws -> String {
    let emulator = try emulator ?? ItsmeTestWorld.emulator()
    return try emulator.login(party, changes, scenario: scenario).idToken["sub"]?.string ?? ""
  }

  @Test func `is 36 small letters and digits (section 5, 25)`() throws {
    #expect(try subject().wholeMatch(of: /[a-z0-9]{36}/) != nil)
  }

  @Test func `is the same in every login and every run`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let first = try subject(of: emulator)
    #expect(try subject(of: emulator) == first)
    #expect(try subject() == first)
  }

  @Test func `differs from person to person and from partner to partner (pairwise)`() throws {
    let all = [
      try subject(), try subject(RelyingParty(), ["login_hint": "32+470000002"]),
      try subject(ItsmeTestWorld.other),
    ]
    #expect(Set(all).count == 3)
  }

  @Test func `is the same at two services of one partner`() throws {
    let changes = ["scope": "openid service:EIDOLON_SHARE", "redirect_uri": "http://localhost:9000/share"]
    let emulator = try ItsmeTestWorld.emulator()
    let party = RelyingParty(redirectURI: "http://localhost:9000/share")
    #expect(try subject(party, changes, of: emulator) == subject(of: emulator))
  }

  @Test func `is another after an account was deleted and made again`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "again": #""person": {"like": "anna", "account": 2}"#
    ])
    #expect(try subject(of: emulator, scenario: "again") != subject(of: emulator))
  }

  @Test func `stays when a scenario changes the person's attributes`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "poor": #""person": {"like": "anna", "email": null}"#
    ])
    #expect(try subject(of: emulator, scenario: "poor") == subject(of: emulator))
  }
}
