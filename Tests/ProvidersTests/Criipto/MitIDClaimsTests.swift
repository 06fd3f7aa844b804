import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `The id_token of MitID (§2.5)` {
  let login: VerifyLogin

  init() throws {
    login = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(stories: [
        "freja": #""person": "freja""#,
        "password": #""person": "freja", "quirks": { "mitid_authenticator": "password" }"#,
        "signatory": #""quirks": { "business_role": "signatory" }"#,
        "private": #""quirks": { "business_role": "private" }"#,
        "cpr-off": #""quirks": { "cpr": "off" }"#,
        "cpr-skipped":
          #""quirks": { "cpr": "optional" }, "phone": [{ "do": "withhold_cpr" }, { "do": "approve" }]"#,
        "cpr-given": #""quirks": { "cpr": "optional" }"#,
        "later": #""phone": [{ "after": "90s", "do": "approve" }]"#,
      ]))
  }

  @Test func `is exactly the vendor's sample, member by member`() throws {
    let claims = try login.claims(["acr_values": "urn:grn:authn:dk:mitid:low"], scenario: "password")
    #expect(
      claims.names == [
        "iss", "aud", "nonce", "identityscheme", "authenticationtype", "authenticationmethod",
        "authenticationinstant", "nameidentifier", "sub", "sessionindex", "loA", "ial", "aal", "fal", "uuid",
        "cprNumberIdentifier", "birthdate", "dateofbirth", "age", "name", "refTextHeader", "refTextBody",
        "country",
        "iat", "nbf", "exp",
      ])
    let now = TestClock.start
    #expect(
      claims["iss"]?.string == CriiptoTestWorld.domain && claims["aud"]?.string == CriiptoTestWorld.client)
    #expect(claims["nonce"] == "a nonce" && claims["identityscheme"] == "dkmitid")
    #expect(claims["authenticationtype"] == "urn:grn:authn:dk:mitid:low")
    #expect(
      claims["authenticationmethod"]?.string == "pwd:\(now.milliseconds):LOW:SUBSTANTIAL:LOW:LOW")
    #expect(claims["authenticationinstant"] == "2026-11-21T12:00:00.000Z")
    #expect(
      claims["loA"] == "LOW" && claims["ial"] == "SUBSTANTIAL" && claims["aal"] == "LOW"
        && claims["fal"] == "HIGH")
    #expect(claims["cprNumberIdentifier"] == "2712589994")
    #expect(
      claims["birthdate"] == "1958-12-27" && claims["dateofbirth"] == "1958-12-27" && claims["age"] == "67")
    #expect(claims["name"] == "Freja Fiktivsen" && claims["country"] == "DK")
    #expect(claims["refTextHeader"] == "Log on at Eidolon & Co" && claims["refTextBody"] == "Eidolon & Co")
    #expect(claims["iat"]?.integer == Int(now.seconds) && claims["nbf"] == claims["iat"])
    #expect(claims["exp"]?.integer == Int(now.seconds) + 18_000)
  }

  @Test func `has a subject with braces and the same digits as nameidentifier`() throws {
    let claims = try login.claims()
    let sub = try #require(claims["sub"]?.string)
    #expect(sub.wholeMatch(of: /\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}/) != nil)
    #expect(claims["nameidentifier"]?.string == sub.filter(\.isHexDigit))
    #expect(try login.claims()["sub"]?.string == sub)
    #expect(try login.claims(scenario: "freja")["sub"]?.string != sub)
  }

  @Test func `is signed with a key of its own, and expires by the authentication and not by its issue`()
    throws
  {
    let mitID = try JWS(parsing: login.tokens()["id_token"]?.string ?? "")
    let bankID = try JWS(
      parsing: login.tokens(["acr_values": "urn:grn:authn:mock"])["id_token"]?.string ?? "")
    #expect(mitID.kid != bankID.kid && mitID.kid?.count == 40)
    let code = login.code()
    login.emulator.advance(by: .seconds(100))
    let late = try login.verified(login.exchange(code).json["id_token"]?.string ?? "")
    #expect((late["exp"]?.integer ?? 0) - (late["iat"]?.integer ?? 0) == 17_900)
  }

  @Test func `is that of the app where a password is not enough`() throws {
    let claims = try login.claims(["acr_values": "urn:grn:authn:dk:mitid:substantial"], scenario: "password")
    #expect(claims["authenticationmethod"]?.string?.hasPrefix("app:") == true)
    #expect(
      claims["authenticationmethod"]?.string?.hasSuffix(":SUBSTANTIAL:SUBSTANTIAL:HIGH:HIGH") == true)
    #expect(claims["loA"] == "SUBSTANTIAL")
  }

  @Test func `have no part below the level high, for the level is the lowest of its parts (NSIS)`() throws {
    let high = try login.claims(["acr_values": "urn:grn:authn:dk:mitid:high"])
    for part in ["loA", "ial", "aal", "fal"] { #expect(high[part] == "HIGH", "\(part)") }
    #expect(high["authenticationmethod"]?.string?.hasSuffix(":HIGH:HIGH:HIGH:HIGH") == true)
    let substantial = try login.claims()
    #expect(substantial["loA"] == "SUBSTANTIAL" && substantial["ial"] == "SUBSTANTIAL")
  }

  @Test func `holds the CPR number as the application is set`() throws {
    #expect(try login.claims()["cprNumberIdentifier"] != nil)
    #expect(try login.claims(scenario: "cpr-off")["cprNumberIdentifier"] == nil)
    #expect(try login.claims(scenario: "cpr-skipped")["cprNumberIdentifier"] == nil)
    #expect(try login.claims(scenario: "cpr-given")["cprNumberIdentifier"] != nil)
    let dynamic = VerifyLogin(emulator: login.emulator, client: "urn:dynamic", secret: "s")
    #expect(try dynamic.claims()["cprNumberIdentifier"] == nil)
    #expect(try dynamic.claims(["scope": "openid ssn"])["cprNumberIdentifier"] != nil)
  }

  @Test func `holds the address for the dynamic scope`() throws {
    let dynamic = VerifyLogin(emulator: login.emulator, client: "urn:dynamic", secret: "s")
    let claims = try dynamic.claims(["scope": "openid address"], scenario: "freja")
    #expect(claims["address"]?["street_address"] == "Opdigtet Allé 12")
    #expect(
      claims["address"]?.object?.names.sorted() == [
        "city", "common_name", "country", "formatted", "locality", "postal_code", "region", "street_address",
      ])
    #expect(claims["address"]?["region"] == .null, "D4")
    #expect(
      claims["address_details"]?["road"] == "Opdigtet Allé"
        && claims["address_details"]?["house_number"] == "12")
    #expect(try login.claims(["scope": "openid address"])["address"] == nil)
  }

  @Test func `says for whom a business login acts`() throws {
    let business: [String: String?] = ["acr_values": "urn:grn:authn:dk:mitid:business"]
    let employee = try login.claims(business)
    #expect(employee["employee"] == "true" && employee["cvrNumberIdentifier"] == "12345674")
    #expect(employee["2.5.4.10"] == "Fiktiv Handel ApS" && employee["cprNumberIdentifier"] == nil)
    #expect(
      employee["productionUnit"] != nil && employee["ridNumberIdentifier"] != nil
        && employee["seNumber"] != nil)
    let signatory = try login.claims(business, scenario: "signatory")
    #expect(signatory["companySignatory"] == "true" && signatory["employee"] == nil)
    #expect(signatory["cprNumberIdentifier"] != nil && signatory["cvrNumberIdentifier"] == "12345674")
    let citizen = try login.claims(business, scenario: "private")
    #expect(
      citizen["companySignatory"] == nil && citizen["employee"] == nil
        && citizen["cvrNumberIdentifier"] == nil)
    let plain = try login.claims()
    #expect(
      employee["sub"] != plain["sub"] && employee["uuid"] != plain["uuid"] && citizen["sub"] == plain["sub"])
    let named = try login.claims(["login_hint": "vatid:DK87654321"])
    #expect(named["cvrNumberIdentifier"] == "87654321" && named["sub"] != employee["sub"])
  }

  @Test func `repeats what the app showed`() throws {
    let message = Base64.encode(Array("Godkend køb på 100 kr.".utf8))
    let claims = try login.claims(["login_hint": "message:\(message) action:approve"])
    #expect(claims["refTextBody"] == "Godkend køb på 100 kr.")
    #expect(claims["refTextHeader"] == "Approve at Eidolon & Co")
  }

  @Test func `names a session to take over where it is asked for`() throws {
    let claims = try login.claims(["login_hint": "dk:mitid:ct"])
    #expect(claims["mitid:ct:sid"] != nil && claims["mitid:ct:sid:exp"]?.string != nil)
    #expect(try login.claims()["mitid:ct:sid"] == nil)
  }

  @Test func `uses long names where the application is set so`() throws {
    let long = VerifyLogin(emulator: login.emulator, client: "urn:long", secret: "s")
    let names = try long.claims().names
    #expect(
      names == [
        "iss", "aud", "nonce", "identityscheme", "authenticationtype",
        "http://schemas.microsoft.com/ws/2008/06/identity/claims/authenticationmethod",
        "http://schemas.microsoft.com/ws/2008/06/identity/claims/authenticationinstant",
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier", "sub",
        "http://schemas.grean.id/claims/sessionindex", "dk:gov:saml:attribute:LoA",
        "dk:gov:saml:attribute:IAL",
        "dk:gov:saml:attribute:AAL", "dk:gov:saml:attribute:FAL", "dk:gov:saml:attribute:UUID",
        "dk:gov:saml:attribute:CprNumberIdentifier", "birthdate",
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/dateofbirth",
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/age",
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name", "dk:gov:saml:attribute:RefTextHeader",
        "dk:gov:saml:attribute:RefTextBody", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/country",
        "iat", "nbf", "exp",
      ])
    let business = try long.claims(["acr_values": "urn:grn:authn:dk:mitid:business"]).names
    #expect(
      business.contains("urn:oid:2.5.4.10") && business.contains("dk:gov:saml:attribute:CvrNumberIdentifier"))
  }

  @Test func `lives as long as the application or the scenario says`() throws {
    let short = VerifyLogin(
      emulator: try CriiptoTestWorld.emulator(
        #""token_lifetime": "10m""#, stories: ["brief": #""tokens": { "id_token": { "lifetime": "5s" } }"#]))
    let life = { (claims: JSONObject) in (claims["exp"]?.integer ?? 0) - (claims["iat"]?.integer ?? 0) }
    #expect(life(try short.claims()) == 600)
    #expect(life(try short.claims(scenario: "brief")) == 5)
  }

  @Test func `is answered late by a client without pages when the person takes time`() throws {
    let held = login.authorize(scenario: "later")
    #expect(held.isHeld && held.atMost == .seconds(90))
    login.emulator.advance(by: .seconds(90))
    #expect(held.resume?().locationQuery["code"] != nil)
  }

  @Test func `reports hints that MitID does not take`() {
    let long = Base64.encode(Array(String(repeating: "a", count: 131).utf8))
    for (hint, rule) in [
      ("message:\(long)", "criipto.mitid-message-long"), ("vatid:12345674", "criipto.mitid-vatid-malformed"),
      ("target:web appswitch:ios", "criipto.mitid-target-web"),
      ("appswitch:resumeUrl:https://app.example.test/back", "criipto.mitid-resume-without-platform"),
    ] {
      #expect(login.authorize(["login_hint": hint]).findings == [rule])
    }
  }
}

@Suite struct `The mock eID (§1.3)` {
  let login: VerifyLogin

  init() throws { login = VerifyLogin(emulator: try CriiptoTestWorld.emulator { $0.isInteractive = true }) }

  @Test func `asks nobody, and makes claims of the hint's members`() throws {
    let mock = Base64.encode(Array(#"{"name":"Moa Mock","age":"44"}"#.utf8))
    let claims = try login.claims(["acr_values": "urn:grn:authn:mock", "login_hint": "mock:\(mock)"])
    #expect(claims["identityscheme"] == "mock" && claims["name"] == "Moa Mock" && claims["age"] == "44")
    #expect((claims["exp"]?.integer ?? 0) - (claims["iat"]?.integer ?? 0) == 1200)
  }

  @Test func `refuses what is no JSON object`() {
    let answer = login.authorize(["acr_values": "urn:grn:authn:mock", "login_hint": "mock:bm8="])
    #expect(
      answer.locationQuery["error"] == "invalid_request" && answer.findings == ["criipto.mock-malformed"])
  }
}
