import EidolonTesting
@testable import TestWorlds
import Flow
import JSON
import Testing

@testable import Itsme

@Suite struct `The claims of itsme have the documented shapes (contract 1_11)` {
  static let all = "openid service:EIDOLON_LOGIN profile email phone address"

  func userinfo(_ claim: String) throws -> JSON? {
    let key = "tag:sixdots.be,\(claim)"
    return try ItsmeTestWorld.emulator().userinfo(claims: "{\"\(key)\":null}")[key]
  }

  @Test func `those of the scopes`() throws {
    let userinfo = try ItsmeTestWorld.emulator().login(RelyingParty(), ["scope": Self.all]).userinfo
    let expected: JSONObject = [
      "name": "Anna Peeters", "family_name": "Peeters", "given_name": "Anna", "gender": "female",
      "birthdate": "1990-07-14", "locale": "nl", "email": "anna@example.test", "email_verified": true,
      "phone_number": "+32 470000001", "phone_number_verified": true,
      "address": [
        "street_address": "Jekerstraat 39", "postal_code": "3700", "locality": "Tongeren", "country": "BE",
      ],
    ]
    for (name, value) in expected { #expect(userinfo[name] == value, "\(name)") }
    #expect(userinfo.count == expected.count + 3)
  }

  @Test func `nationality, place of birth, passport and photo are strings`() throws {
    #expect(try userinfo("2016-06:claim_nationality") == "BE")
    #expect(try userinfo("2016-06:claim_city_of_birth") == "Brussel")
    #expect(try userinfo("2016-06:claim_country_of_birth") == "BE")
    #expect(try userinfo("2017-05:claim_passport_sn") == "EH000001")
    #expect(try userinfo("2017-05:claim_photo") == "/9j/4AAQ")
    #expect(try userinfo("2020-03:claim_birthdate_as_string") == "1990-07-14")
  }

  @Test func `the eID's metadata are an object of strings, dates as on the card`() throws {
    let card = try userinfo("2016-06:claim_eid")
    #expect(
      card == [
        "eid": "591-0000001-06", "issuance_locality": "Tongeren",
        "validity_from": "2020-01-01T00:00:00+0000", "validity_to": "2030-01-01T00:00:00+0000",
        "certificate_validity": "2030-01-01T00:00:00+0000", "read_date": "2020-01-01T00:00:00+0000",
      ])
  }

  @Test func `the national number stands in the eID's metadata with its dots`() throws {
    let key = "tag:sixdots.be,2016-06:claim_eid"
    let emulator = try ItsmeTestWorld.emulator(stories: [
      "numbered": #""person": {"like": "anna", "ids": {"be_national_number": "70.01.01-999.60"}}"#
    ])
    let userinfo = try emulator.userinfo(claims: "{\"\(key)\":null}", scenario: "numbered")
    #expect(userinfo[key]?["national_number"] == "70.01.01-999.60")
  }

  @Test func `the device is an object with the documented members`() throws {
    let device = try userinfo("2017-05:claim_device")?.object ?? [:]
    #expect(
      Set(device.names) == [
        "os", "appName", "appRelease", "deviceLabel", "debugEnabled", "deviceId", "osRelease", "manufacturer",
        "hasSimEnabled", "deviceLockLevel", "smsEnabled", "rooted", "imei", "deviceModel", "msisdn",
        "sdkRelease",
      ])
    #expect(device["os"] == "ANDROID")
    for name in ["debugEnabled", "hasSimEnabled", "smsEnabled", "rooted"] {
      #expect(device[name]?.bool != nil, "\(name)")
    }
    #expect(device["hasSimEnabled"] == true)
    #expect(device["rooted"] == false)
    #expect(device["deviceId"]?.string?.wholeMatch(of: /[a-f0-9]{33}/) != nil)
    #expect(device["imei"]?.string?.wholeMatch(of: /[0-9]{15,17}/) != nil)
    #expect(device["msisdn"] == "0470000001")
  }

  @Test func `the device is each person's own, with the number as it is dialled at home`() throws {
    let key = "tag:sixdots.be,2017-05:claim_device"
    let emulator = try ItsmeTestWorld.emulator(
      people: #""silent": { "given_name": "Silent" }"#,
      stories: [
        "bob": #""person": "bob""#, "silent": #""person": "silent""#,
        "again": #""person": {"like": "anna", "account": 2}"#,
      ])
    let device = { (story: String?) in
      try emulator.userinfo(claims: "{\"\(key)\":null}", scenario: story)[key]?.object ?? [:]
    }
    let devices = try [nil, "bob", "silent", "again"].map(device)
    #expect(Set(devices.compactMap { $0["deviceId"]?.string }).count == 4)
    for one in devices { #expect(one["deviceId"]?.string?.wholeMatch(of: /[a-f0-9]{33}/) != nil) }
    #expect(try device(nil) == devices[0])
    #expect(devices[1]["msisdn"] == "0470000002")
    // What is not known is left out.
    #expect(devices[2]["msisdn"] == nil)
  }

  @Test func `the transaction info is an object with an integer mcc`() throws {
    #expect(
      try userinfo("2017-05:claim_transaction_info")
        == ["securityLevel": "SIM_AND_SOFT", "bindLevel": "SIM_AND_SOFT", "mcc": 206])
  }
}

@Suite struct `People at itsme` {
  static let all = "openid service:EIDOLON_LOGIN profile email phone address"

  /// What userinfo says beside sub, iss and aud of a person with these members.
  func userinfo(_ person: String, claims: String? = nil) throws -> JSONObject {
    let emulator = try ItsmeTestWorld.emulator(stories: ["one": "\"person\": {\(person)}"])
    var changes = ["scope": Self.all]
    if let claims { changes["claims"] = claims }
    var userinfo = try emulator.login(RelyingParty(), changes, scenario: "one").userinfo
    for name in ["sub", "iss", "aud"] { userinfo[name] = nil }
    return userinfo
  }

  @Test func `without an e-mail address have neither email nor email_verified (guide 3_8)`() throws {
    let claims = try userinfo(#""like": "anna", "email": null"#)
    #expect(claims["email"] == nil)
    #expect(claims["email_verified"] == nil)
    #expect(claims["given_name"] == "Anna")
  }

  @Test func `with one name only have no given_name, and that name as name`() throws {
    let claims = try userinfo(#""like": "anna", "given_name": null"#)
    #expect(claims["given_name"] == nil)
    #expect(claims["family_name"] == "Peeters")
    #expect(claims["name"] == "Peeters")
  }

  @Test func `of whom nothing is known have no claims at all, never null or empty (guide 3_8)`() throws {
    let emulator = try ItsmeTestWorld.emulator(
      people: #""nobody": {}"#, stories: ["one": #""person": "nobody""#])
    let wish =
      #"{"userinfo":{"tag:sixdots.be,2016-06:claim_eid":null,"tag:sixdots.be,2017-05:claim_photo":null,"tag:sixdots.be,2016-06:claim_nationality":null,"tag:sixdots.be,2016-06:claim_city_of_birth":null,"tag:sixdots.be,2017-05:claim_passport_sn":null}}"#
    let userinfo = try emulator.login(
      RelyingParty(), ["scope": Self.all, "claims": wish], scenario: "one"
    ).userinfo
    #expect(userinfo.names == ["sub", "iss", "aud"])
  }

  @Test func `keep unverified addresses unverified`() throws {
    #expect(try userinfo(#""like": "anna", "email_verified": false"#)["email_verified"] == false)
  }

  @Test func `with a long name, an apostrophe or another script come through as they are`() throws {
    for name in [String(repeating: "n", count: 128), "D'Hondt-O'Brien", "Ελένη 山田 \u{1F600}"] {
      let claims = try userinfo("\"like\": \"anna\", \"family_name\": \"\(name)\"")
      #expect(claims["family_name"] == .string(name))
      #expect(claims["name"] == .string("Anna \(name)"))
    }
  }

  @Test func `may have an address over two lines`() throws {
    let claims = try userinfo(#""like": "anna", "address": {"street_address": "Rue 1\nbus 2"}"#)
    #expect(claims["address"]?["street_address"] == "Rue 1\nbus 2")
  }

  @Test(arguments: [
    ("nl-BE", "nl"), ("FR", "fr"), ("de_DE", "de"), ("el", "en"), ("sv", "en"), ("da-DK", "en"),
  ])
  func `have one of the app's four languages as locale, English for others (contract 1_11)`(
    locale: String, claim: String
  ) throws {
    #expect(try userinfo("\"like\": \"anna\", \"locale\": \"\(locale)\"")["locale"] == .string(claim))
  }

  @Test func `may have a phone of their own`() throws {
    let claims = try userinfo(
      #""like": "anna", "device": {"os": "iOS", "deviceId": "0123456789abcdef0123456789abcdef0"}"#,
      claims: #"{"userinfo":{"tag:sixdots.be,2017-05:claim_device":null}}"#)
    #expect(claims["tag:sixdots.be,2017-05:claim_device"]?["os"] == "iOS")
  }
}
