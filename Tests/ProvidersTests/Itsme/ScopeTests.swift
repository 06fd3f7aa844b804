import EidolonTesting
import HTTP
@testable import TestWorlds
import JSON
import Testing

@testable import Itsme

@Suite struct `The scope of an itsme request (guide 3_2)` {
  @Test(arguments: [
    (nil, "itsme.scope-openid-missing"), ("service:EIDOLON_LOGIN", "itsme.scope-openid-missing"),
    ("openid", "itsme.scope-service-missing"), ("openid profile", "itsme.scope-service-missing"),
    ("openid service:", "itsme.scope-service-missing"), ("OPENID service:X", "itsme.scope-openid-missing"),
  ])
  func `must have openid and a service, else the HTTP error not_implemented and no redirect`(
    scope: String?, rule: String
  ) throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["scope": scope])
    #expect(answer.status == 501)
    #expect(answer.header("Location") == nil)
    #expect(answer.error == "not_implemented")
    #expect(answer.json["error_description"]?.string?.isEmpty == false)
    #expect(answer.findings.contains(rule))
  }

  @Test func `may have values that are not known; they are ignored`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(
      RelyingParty(), ["scope": "openid wine service:EIDOLON_LOGIN offline_access cheese"])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings.isEmpty)
  }

  @Test(arguments: [ItsmeTestWorld.browser, [:]])
  func
    `that names a service of nobody names none: not_implemented, with the closest in the finding (guide 3_2)`(
      headers: Headers
    ) throws
  {
    let emulator = try ItsmeTestWorld.emulator()
    for scope in ["openid service:EIDOLON_LOGON", "openid service:OTHER_LOGIN"] {
      let answer = emulator.authorize(RelyingParty(), ["scope": scope], headers: headers)
      #expect(answer.status == 501)
      #expect(answer.header("Location") == nil)
      #expect(answer.text.contains("not_implemented"))
      #expect(answer.findings == ["itsme.service-unknown"])
    }
    #expect(emulator.log.messages.contains { $0.contains("did you mean \"EIDOLON_LOGIN\"?") })
  }

  @Test func `may name a service of nobody beside one of the client's, which counts`() throws {
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["scope": "openid service:NOPE service:EIDOLON_LOGIN"])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["itsme.service-unknown"])
  }

  @Test func `is read with a blank after service too, as the guide prints it, and reported (section 5, 8)`()
    throws
  {
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["scope": "openid service: EIDOLON_LOGIN"])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["itsme.scope-service-spaced"])
  }

  @Test func `may name several services; the first counts and it is reported (section 5, 8)`() throws {
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["scope": "openid service:EIDOLON_LOGIN service:EIDOLON_SHARE"])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["itsme.scope-service-repeated"])
  }

  @Test func `may name the same service twice`() throws {
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["scope": "openid service:EIDOLON_LOGIN service:EIDOLON_LOGIN"])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings.isEmpty)
  }

  @Test(arguments: [
    ("profile", ["name", "family_name", "given_name", "gender", "birthdate", "locale"]),
    ("email", ["email", "email_verified"]), ("phone", ["phone_number", "phone_number_verified"]),
    ("address", ["address"]), ("eid", ["tag:sixdots.be,2016-06:claim_eid"]),
  ])
  func `gives the claims of each value in userinfo (guide 3_8)`(scope: String, claims: [String]) throws {
    let userinfo = try ItsmeTestWorld.emulator().login(
      RelyingParty(), ["scope": "openid service:EIDOLON_LOGIN \(scope)"]
    ).userinfo
    #expect(Set(userinfo.names) == Set(["sub", "iss", "aud"] + claims))
  }

  @Test
  func `puts the scope's claims into the id_token too, the address as flat members (section 5, 23 and 24)`()
    throws
  {
    let token = try ItsmeTestWorld.emulator().login(
      RelyingParty(), ["scope": "openid service:EIDOLON_LOGIN profile email phone address"]
    ).idToken
    for name in [
      "family_name", "given_name", "gender", "birthdate", "locale", "email", "email_verified", "phone_number",
      "phone_number_verified", "street_address", "locality", "postal_code", "country",
    ] { #expect(token[name] != nil, "\(name)") }
    #expect(token["address"] == nil)
    #expect(token["locality"] == "Tongeren")
  }
}
