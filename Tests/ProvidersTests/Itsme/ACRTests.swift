import EidolonTesting
@testable import TestWorlds
import JSON
import Testing

@testable import Itsme

@Suite struct `The level of an itsme login (guide 3_2)` {
  static let basic = "tag:sixdots.be,2016-06:acr_basic"
  static let advanced = "tag:sixdots.be,2016-06:acr_advanced"

  @Test(arguments: [
    (nil, "basic"), (basic, "basic"), (advanced, "advanced"), ("\(basic) \(advanced)", "advanced"),
    ("\(advanced) \(basic)", "advanced"), ("tag:itsmetag:sixdots.be,2016-06:acr_advanced", "advanced"),
    ("tag:itsmetag:sixdots.be,2016-06:acr_basic", "basic"),
    ("tag:sixdots.be,2016-06:acr_secured", "advanced"),
    ("urn:unknown \(basic)", "basic"), ("urn:unknown", "basic"),
  ])
  func
    `is the strictest of acr_values, basic without, always in the spelling of the token table (section 5, 1)`(
      values: String?, level: String
    ) throws
  {
    let token = try ItsmeTestWorld.emulator().login(RelyingParty(), ["acr_values": values]).idToken
    #expect(token["acr"] == .string("tag:sixdots.be,2016-06:acr_\(level)"))
  }

  @Test(arguments: [
    #"{"acr":{"value":"A"}}"#, #"{"acr":{"value":["A"]}}"#, #"{"acr":{"values":["B","A"]}}"#,
    #"{"acr_values":{"value":["A"]}}"#, #"{"acr":{"essential":true,"values":["A"]}}"#,
  ])
  func `may be asked for by claims in any of the documented forms (section 5, 7)`(wish: String) throws {
    let text = wish.replacing("\"A\"", with: "\"\(Self.advanced)\"").replacing(
      "\"B\"", with: "\"\(Self.basic)\"")
    let token = try ItsmeTestWorld.emulator().login(
      RelyingParty(), ["claims": "{\"id_token\":\(text)}"]
    ).idToken
    #expect(token["acr"] == .string(Self.advanced))
  }

  @Test func `in claims is preferred to acr_values (contract 1_4)`() throws {
    let token = try ItsmeTestWorld.emulator().login(
      RelyingParty(),
      ["acr_values": Self.advanced, "claims": "{\"id_token\":{\"acr\":{\"value\":\"\(Self.basic)\"}}}"]
    ).idToken
    #expect(token["acr"] == .string(Self.basic))
  }

  @Test func `that is not known is ignored and reported`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    #expect(
      emulator.authorize(RelyingParty(), ["acr_values": "urn:loa:4"]).findings == ["itsme.acr-unknown"])
    let old = emulator.authorize(
      RelyingParty(), ["acr_values": "tag:itsmetag:sixdots.be,2016-06:acr_basic"])
    #expect(old.findings == ["itsme.tag-deprecated"])
  }

  @Test func `can be downgraded by a scenario, which the relying party has to notice (contract 4, 10)`()
    throws
  {
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "downgraded": #""tokens": {"id_token": {"claims": {"acr": "tag:sixdots.be,2016-06:acr_basic"}}}"#
    ])
    let token = try emulator.login(
      RelyingParty(), ["acr_values": Self.advanced], scenario: "downgraded"
    ).idToken
    #expect(token["acr"] == .string(Self.basic))
  }
}

@Suite struct `max_age and ui_locales of an itsme request (guide 3_2)` {
  @Test(arguments: ["0", "1", "3600"])
  func `max_age is taken; every login is an active authentication anyway`(value: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let token = try emulator.login(RelyingParty(), ["max_age": value]).idToken
    #expect(token["auth_time"] == .integer(Int(emulator.clock.now.seconds)))
    #expect(emulator.authorize(RelyingParty(), ["max_age": value]).findings.isEmpty)
  }

  @Test(arguments: ["-1", "soon", "1.5"]) func `max_age that is not a number is reported`(value: String)
    throws
  {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["max_age": value])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["itsme.max-age-malformed"])
  }

  @Test(arguments: [
    ("fr", "fr", ""), ("nl", "nl", ""), ("en", "en", ""), ("de", "de", ""), ("de nl", "de", ""),
    ("nl-BE", "en", "nl-BE"), ("FR", "en", "FR"), ("de-AT nl", "nl", "de-AT"), ("it", "en", "it"),
    ("es de fr-BE", "de", "es fr-BE"),
  ])
  func `ui_locales chooses the language of the pages; each other value is ignored and reported`(
    value: String, language: String, ignored: String
  ) throws {
    let emulator = try ItsmeTestWorld.emulator { $0.isInteractive = true }
    let answer = emulator.authorize(
      RelyingParty(), ["ui_locales": value], headers: ItsmeTestWorld.browser)
    #expect(answer.text.contains("<html lang=\"\(language)\">"))
    #expect(answer.findings == (ignored.isEmpty ? [] : ["itsme.ui-locales-unsupported"]))
    #expect(ignored.isEmpty || emulator.log.messages.contains { $0.contains("(\(ignored))") })
  }
}
