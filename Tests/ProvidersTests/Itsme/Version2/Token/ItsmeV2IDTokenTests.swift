import EidolonTesting
import JOSE
import JSON
@testable import TestWorlds
import Testing

@testable import Itsme

@Suite struct `The id_token of itsme's second version (contract 1_8)` {
  static let advanced = "\(ItsmeV2TestWorld.claim)acr_advanced"
  static let basic = "\(ItsmeV2TestWorld.claim)acr_basic"

  func claims(
    _ client: String = "EIDOLON_TEST", _ changes: [String: String?] = [:], quirks: String = "",
    base: ItsmeBase = .current
  ) throws -> JSONObject {
    let world = try ItsmeV2TestWorld(stories: ["switched": "\"quirks\": { \(quirks) }"], base: base)
    return try world.claims(world.tokens(client, changes, scenario: "switched").idToken, of: client)
  }

  @Test func `has the sample's members, and nobody's nbf (2_5, N1, N2, N5)`() throws {
    let now = Int(TestClock.start.seconds)
    let asked = "{\"id_token\":{\"\(ItsmeV2TestWorld.claim)ongoing_call\":null}}"
    var claims = try claims("EIDOLON_TEST", ["acr_values": Self.advanced, "claims": asked])
    let subject = try #require(claims["sub"]?.string)
    #expect(subject.count == 36 && subject.allSatisfy { $0.isLowercase || $0.isNumber })
    claims["sub"] = nil
    #expect(
      claims == [
        "aud": "EIDOLON_TEST", "iss": .string("\(ItsmeV2TestWorld.home)/v2"), "nonce": "the nonce",
        "acr": .string(Self.advanced), "\(ItsmeV2TestWorld.claim)ongoing_call": false,
        "exp": .integer(now + 300), "iat": .integer(now),
      ])
  }

  @Test func `has nbf for a client with a secret, and nonce where one was sent (N1, N2)`() throws {
    let claims = try claims("EIDOLON_SECRET", ["nonce": nil])
    #expect(Set(claims.names) == ["sub", "aud", "iss", "exp", "iat", "nbf"])
    #expect(claims["nbf"] == claims["iat"] && claims["aud"] == "EIDOLON_SECRET")
  }

  @Test(arguments: [("by_method", false, true), ("always", true, true), ("never", false, false)])
  func `has nbf as a switch says (Z16)`(word: String, keys: Bool, secret: Bool) throws {
    let quirks = "\"nbf\": \"\(word)\""
    #expect(try (claims(quirks: quirks)["nbf"] != nil) == keys)
    #expect(try (claims("EIDOLON_SECRET", quirks: quirks)["nbf"] != nil) == secret)
  }

  @Test func `has a sub for each client and account (N3)`() throws {
    let world = try ItsmeV2TestWorld(stories: [
      "bob": #""person": "bob""#, "again": #""person": { "like": "anna", "account": 2 }"#,
    ])
    let subject = { (client: String, scenario: String?) in
      try world.claims(
        world.tokens(client, ["nonce": RelyingParty().unique()], scenario: scenario).idToken, of: client)[
          "sub"]
    }
    #expect(try subject("EIDOLON_TEST", nil) == subject("EIDOLON_TEST", nil))
    #expect(try subject("EIDOLON_TEST", nil) != subject("EIDOLON_SECRET", nil))
    #expect(try subject("EIDOLON_TEST", nil) != subject("EIDOLON_TEST", "bob"))
    #expect(try subject("EIDOLON_TEST", nil) != subject("EIDOLON_TEST", "again"))
  }

  @Test func `says the level that was asked for, where one was (N4, Z10)`() throws {
    #expect(try claims()["acr"] == nil)
    #expect(try claims("EIDOLON_TEST", ["acr_values": Self.basic])["acr"] == .string(Self.basic))
    #expect(
      try claims("EIDOLON_TEST", ["acr_values": "\(Self.basic) \(Self.advanced)"])["acr"]
        == .string(Self.advanced))
    #expect(
      try claims("EIDOLON_TEST", ["claims": #"{"id_token":{"acr":null}}"#])["acr"] == .string(Self.basic))
    #expect(try claims(quirks: #""acr_claim": "always""#)["acr"] == .string(Self.basic))
    #expect(
      try claims("EIDOLON_TEST", ["acr_values": Self.advanced], quirks: #""acr_claim": "never""#)["acr"]
        == nil
    )
  }

  @Test func `says when the person authenticated, where that was asked for (N5, Z11)`() throws {
    let asked: [String: String?] = ["claims": #"{"id_token":{"auth_time":null}}"#]
    let now = JSON.integer(Int(TestClock.start.seconds))
    #expect(try claims()["auth_time"] == nil)
    #expect(try claims("EIDOLON_TEST", asked)["auth_time"] == now)
    #expect(try claims(quirks: #""auth_time": "always""#)["auth_time"] == now)
    #expect(try claims("EIDOLON_TEST", asked, quirks: #""auth_time": "never""#)["auth_time"] == nil)
  }

  @Test func `has the claims that are asked for in it, and those of scopes by a switch (N6, Z12)`() throws {
    let asked: [String: String?] = [
      "scope": "openid service:EIDOLON_LOGIN email", "claims": #"{"id_token":{"birthdate":null}}"#,
    ]
    let usual = try claims("EIDOLON_TEST", asked)
    #expect(usual["birthdate"] == "1990-07-14" && usual["email"] == nil)
    let scopes = try claims("EIDOLON_TEST", asked, quirks: #""id_token_claims": "scopes""#)
    #expect(scopes["birthdate"] == "1990-07-14" && scopes["email"] == "anna@example.test")
    #expect(scopes["email_verified"] == false)
  }

  @Test func `has the issuer of the base in use, or the other sample's for a secret (N1, Z25)`() throws {
    for base in ItsmeBase.allCases {
      let claims = try claims("EIDOLON_SECRET", base: base)
      #expect(claims["iss"] == .string(ItsmeV2TestWorld.home + base.path))
      let other = try self.claims("EIDOLON_SECRET", quirks: #""secret_issuer": "oidc_host""#, base: base)
      #expect(other["iss"] == "https://oidc.prd.itsme.services/v2")
    }
    let keys = try claims(quirks: #""secret_issuer": "oidc_host""#)
    #expect(keys["iss"] == .string(ItsmeV2TestWorld.home + ItsmeBase.current.path))
  }
}
