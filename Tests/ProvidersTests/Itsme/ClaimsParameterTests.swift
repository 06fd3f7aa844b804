import EidolonTesting
@testable import TestWorlds
import JSON
import Testing

@testable import Itsme

@Suite struct `The claims parameter of itsme (guide 3_2, 3_8)` {
  static let canonical = "tag:sixdots.be,2016-06:claim_nationality"

  @Test(arguments: [
    ("tag:sixdots.be,2016-06:claim_nationality", "BE"),
    ("tag:itsmetag:sixdots.be,2016-06:claim_nationality", "BE"),
    ("tag:itsmetag:sixdots.be,2016-06:claim_city_of_birth", "Brussel"),
    ("tag:itsmetag:sixdots.be,2016-06:claim_country_of_birth", "BE"),
    (" tag:sixdots.be,2016-06:claim_nationality", "BE"),
    ("tag:sixdots.be,2017-05:2017-05:claim_photo", "/9j/4AAQ"),
    ("tag:sixdots.be,2017-05:claim_photo", "/9j/4AAQ"),
    ("tag:sixdots.be,2017-05:claim_passport_sn", "EH000001"), ("given_name", "Anna"),
  ])
  func `gives a claim under the key exactly as requested, in any spelling of the guide (section 5, 1 and 2)`(
    key: String, value: String
  ) throws {
    let userinfo = try ItsmeTestWorld.emulator().userinfo(claims: "{\"\(key)\":null}")
    #expect(userinfo.names == ["sub", "iss", "aud", key])
    #expect(userinfo[key] == .string(value))
  }

  @Test(arguments: [
    "tag:itsmetag:sixdots.be,2016-06:claim_nationality", " tag:sixdots.be,2016-06:claim_nationality",
    "tag:sixdots.be,2017-05:2017-05:claim_photo", "tag:sixdots.be,2016-06:claim_device",
  ])
  func `reports spellings that itsme dropped`(key: String) throws {
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["claims": "{\"userinfo\":{\"\(key)\":null}}"])
    #expect(answer.findings == ["itsme.tag-deprecated"])
  }

  @Test func `takes the device under the older month too (section 5, 2)`() throws {
    let key = "tag:sixdots.be,2016-06:claim_device"
    #expect(try ItsmeTestWorld.emulator().userinfo(claims: "{\"\(key)\":null}")[key]?["os"] == "ANDROID")
  }

  @Test func `puts members of id_token into the id_token and not into userinfo`() throws {
    let (token, userinfo) = try ItsmeTestWorld.emulator().login(
      RelyingParty(), ["claims": "{\"id_token\":{\"\(Self.canonical)\":{\"essential\":true},\"email\":null}}"]
    )
    #expect(token[Self.canonical] == "BE")
    #expect(token["email"] == "anna@example.test")
    #expect(userinfo.names == ["sub", "iss", "aud"])
  }

  @Test(arguments: [
    "{", "[]", "\"text\"", "1", #"{"userinfo":[]}"#, #"{"userinfo":{"email":true}}"#, #"{"id_token":"x"}"#,
    #"{"userinfo":{"email":null},"userinfo":{}}"#,
  ])
  func `that is not an object of the documented form gives invalid_request (contract 1_3)`(text: String)
    throws
  {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["claims": text])
    #expect(answer.status == 302)
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.claims-malformed"])
  }

  @Test
  func `is read when it is percent-encoded twice, as itsme's own links do, and reported (contract 4, 11)`()
    throws
  {
    let twice = "%7B%22userinfo%22%3A%7B%22email%22%3Anull%7D%7D"
    let emulator = try ItsmeTestWorld.emulator()
    #expect(try emulator.login(RelyingParty(), ["claims": twice]).userinfo["email"] == "anna@example.test")
    #expect(
      emulator.authorize(RelyingParty(), ["claims": twice]).findings == ["itsme.claims-double-encoded"])
  }

  @Test(arguments: [
    "middle_name", "nickname", "preferred_username", "picture", "website", "zoneinfo", "updated_at",
  ])
  func `never gives what itsme does not provide, and says so (contract 1_11)`(name: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    #expect(try emulator.userinfo(claims: "{\"\(name)\":null}")[name] == nil)
    let answer = emulator.authorize(RelyingParty(), ["claims": "{\"userinfo\":{\"\(name)\":null}}"])
    #expect(answer.findings == ["itsme.claim-unknown"])
  }

  @Test func `may name claims that are always there`() throws {
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["claims": #"{"id_token":{"iss":null,"sub":null,"auth_time":{"essential":true}}}"#])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings.isEmpty)
  }

  @Test(arguments: ["nationality", "city_of_birth", "country_of_birth"])
  func `with a value for nationality or place of birth gives an error (contract 1_11)`(name: String) throws {
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(),
      ["claims": "{\"userinfo\":{\"tag:sixdots.be,2016-06:claim_\(name)\":{\"value\":\"BE\"}}}"])
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.claim-value-forbidden"])
  }

  @Test func `with a value for phone_number names the person (contract 1_11)`() throws {
    let userinfo = try ItsmeTestWorld.emulator().userinfo(
      claims: #"{"phone_number":{"value":"+32 470000002"},"given_name":null}"#)
    #expect(userinfo["given_name"] == "Bob")
  }

  @Test func `with a value for sub names the person, whose sub comes back (contract 1_11)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let bob = try emulator.login(RelyingParty(), ["login_hint": "32+470000002"]).idToken["sub"]?.string ?? ""
    let wish = "{\"id_token\":{\"sub\":{\"value\":\"\(bob)\"}},\"userinfo\":{\"given_name\":null}}"
    let (token, userinfo) = try emulator.login(RelyingParty(), ["claims": wish])
    #expect(token["sub"] == .string(bob))
    #expect(userinfo["given_name"] == "Bob")
    #expect(emulator.authorize(RelyingParty(), ["claims": wish]).findings.isEmpty)
  }

  @Test(arguments: ["userinfo", "id_token"], [false, true])
  func `with a sub that nobody has is access_denied, and the finding speaks of the sub`(
    part: String, isStrict: Bool
  ) throws {
    let emulator = try ItsmeTestWorld.emulator { $0.isStrict = isStrict }
    let answer = emulator.authorize(
      RelyingParty(), ["claims": "{\"\(part)\":{\"sub\":{\"value\":\"nobody\"}}}"])
    #expect(answer.status == 302)
    #expect(answer.error == "access_denied")
    #expect(answer.locationQuery["state"] == "a state")
    #expect(answer.findings == ["itsme.subject-unknown"])
    #expect(!emulator.log.messages.contains { $0.contains("phone_number") })
  }

  /// The `sub` of Bob at the client.
  func bob(_ emulator: TestEmulator) throws -> String {
    try emulator.login(RelyingParty(), ["login_hint": "32+470000002"]).idToken["sub"]?.string ?? ""
  }

  @Test(arguments: ["userinfo", "id_token"])
  func
    `with the sub of another person than the one who logs in gives no success (OpenID Connect Core 3_1_2_2)`(
      part: String
    ) throws
  {
    let emulator = try ItsmeTestWorld.emulator(stories: ["anna": #""person": "anna""#])
    let wish = "{\"\(part)\":{\"sub\":{\"value\":\"\(try bob(emulator))\"}}}"
    for answer in [
      emulator.authorize(RelyingParty(), ["claims": wish, "login_hint": "32+470000001"]),
      emulator.authorize(RelyingParty(), ["claims": wish], scenario: "anna"),
    ] {
      #expect(answer.status == 302)
      #expect(answer.error == "access_denied")
      #expect(answer.locationQuery["code"] == nil)
      #expect(answer.locationQuery["state"] == "a state")
      #expect(answer.findings == ["itsme.subject-mismatch"])
    }
    #expect(emulator.log.messages.contains { $0.contains("anna approved, but the request asks for the sub") })
  }

  @Test func `with a sub lets the human pick somebody, who must be that person`() throws {
    let emulator = try ItsmeTestWorld.emulator(stories: ["manual": #""phone": "manual""#])
    let known = emulator.authorize(
      RelyingParty(), ["claims": "{\"id_token\":{\"sub\":{\"value\":\"\(try bob(emulator))\"}}}"],
      scenario: "manual", headers: ItsmeTestWorld.browser)
    #expect(known.text.contains("Bob Janssens") && !known.text.contains("phoneForm"))
    let page = emulator.authorize(
      RelyingParty(), ["claims": #"{"id_token":{"sub":{"value":"nobody"}}}"#], scenario: "manual",
      headers: ItsmeTestWorld.browser)
    #expect(page.findings == ["itsme.subject-unknown"])
    #expect(page.text.contains("phoneForm"))
    let confirmation = "/itsme/oidc/authorization/phone/confirmation"
    _ = emulator.post(confirmation, ["transaction": page.transaction, "pick": "32+470000001"])
    _ = emulator.post(confirmation, ["transaction": page.transaction, "do": "approve"])
    let done = emulator.get(
      "\(confirmation)?transaction=\(page.transaction)", headers: ItsmeTestWorld.browser)
    #expect(done.error == "access_denied")
    #expect(done.findings == ["itsme.subject-mismatch"])
  }

  @Test func `with several values for sub takes any of them, in both parts`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let bob = try bob(emulator)
    let any = "{\"id_token\":{\"sub\":{\"values\":[\"x\",\"\(bob)\"]}}}"
    #expect(try emulator.login(RelyingParty(), ["claims": any]).idToken["sub"] == .string(bob))
    let clash = "{\"id_token\":{\"sub\":{\"value\":\"\(bob)\"}},\"userinfo\":{\"sub\":{\"value\":\"x\"}}}"
    #expect(emulator.authorize(RelyingParty(), ["claims": clash]).findings == ["itsme.subject-unknown"])
  }

  @Test(arguments: [
    (#"{"userInfo":{"email":null}}"#, #"("userInfo"; did you mean "userinfo"?)"#),
    (#"{"idtoken":{"email":null}}"#, #"("idtoken"; did you mean "id_token"?)"#),
    (#"{"email":null}"#, #"("email"; did you mean {"userinfo":{"email":…}}?)"#),
    (#"{"userinfo":{},"wine":{}}"#, #"("wine")"#),
  ])
  func `reports what stands beside userinfo and id_token, and what was probably meant`(
    claims: String, seen: String
  ) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(RelyingParty(), ["claims": claims])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["itsme.claims-member-unknown"])
    #expect(emulator.log.messages.contains { $0.contains(seen) })
  }

  @Test func `names the closest claim for one that is misspelt`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(RelyingParty(), ["claims": #"{"userinfo":{"givenname":null}}"#])
    #expect(answer.findings == ["itsme.claim-unknown"])
    #expect(emulator.log.messages.contains { $0.contains(#"givenname; did you mean "given_name"?"#) })
  }

  @Test func `gives only what is agreed for the service, and reports the rest (contract 1_2)`() throws {
    let emulator = try ItsmeTestWorld.emulator(service: #""claims_allowed": ["given_name", "email"]"#)
    let changes = [
      "scope": "openid service:EIDOLON_LOGIN profile",
      "claims": #"{"userinfo":{"email":null,"tag:sixdots.be,2016-06:claim_nationality":null}}"#,
    ]
    let (token, userinfo) = try emulator.login(RelyingParty(), changes)
    #expect(userinfo.names == ["sub", "iss", "aud", "given_name", "email"])
    #expect(token["given_name"] == "Anna")
    #expect(token["family_name"] == nil)
    #expect(emulator.authorize(RelyingParty(), changes).findings == ["itsme.claim-not-allowed"])
    #expect(
      emulator.authorize(RelyingParty(), ["claims": #"{"userinfo":{"email":null}}"#]).findings.isEmpty)
  }
}
