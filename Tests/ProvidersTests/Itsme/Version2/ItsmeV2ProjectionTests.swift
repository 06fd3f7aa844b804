import DefaultScenarios
import JOSE
import JSON
import Testing

@testable import Flow
@testable import Itsme

/// People of the shipped world as claims.
enum ItsmeV2People {
  static let now = Instant("2026-06-01T12:00:00Z") ?? Instant(seconds: 0)

  struct Wrong: Error { let problem: String }

  /// As the world file has them.
  static func shipped(_ key: String) throws -> JSON {
    let file = DefaultScenarios.files.first { $0.path == "world.json" }
    return try JSON(parsing: file?.bytes ?? [])["people"]?[key] ?? .null
  }

  static func person(_ key: String, _ changes: JSON = [:]) throws -> Person {
    let problems = JSONProblems()
    let text = try shipped(key).merging(changes).text()
    let reader = ObjectReader(try JSONParser.parse(text), problems: problems)
    guard let person = reader.map({ PersonReader(now: now).person(key, $0) }), problems.isEmpty else {
      throw Wrong(problem: "\(problems.sorted)")
    }
    return person
  }

  static func claims(
    _ key: String, _ asked: Set<ItsmeV2Claim> = Set(ItsmeV2Claim.allCases), _ changes: JSON = [:],
    quirks: [ItsmeV2Quirk: QuirkValue] = [:],
    change: (inout ItsmeV2Circumstances) -> Void = { _ in }
  ) throws -> JSONObject {
    var circumstances = ItsmeV2Circumstances(
      now: now, mode: .code, address: "192.0.2.10", isCalling: false,
      pictureURL: "https://eidolon.example/itsme-v2/v2/picture")
    change(&circumstances)
    let projection = ItsmeV2Projection(
      person: try person(key, changes), switches: .ofItsmeV2(quirks), circumstances: circumstances,
      asked: asked)
    var object: JSONObject = [:]
    projection.add(ItsmeV2Claim.allCases.filter(asked.contains), to: &object)
    return object
  }

  static func claim(
    _ claim: ItsmeV2Claim, of key: String, _ changes: JSON = [:], quirks: [ItsmeV2Quirk: QuirkValue] = [:]
  ) throws -> JSON? {
    try claims(key, [claim], changes, quirks: quirks)[claim.rawValue]
  }

  static func name(_ word: String) -> String { "http://itsme.services/v2/claim/\(word)" }
}

@Suite struct `Userinfo of itsme's second version for Anna (contract 2_6)` {
  /// The sample, of which the picture is left out: it is long.
  static let sample = #"""
    {"name":"Anna Peeters","given_name":"Anna","family_name":"Peeters","gender":"female","c:official_gender":"V",
     "birthdate":"1990-07-14","c:birthdate_as_string":"14.07.1990","age_gte_18":true,"age_gte_30":true,"locale":"NL",
     "picture":"https://eidolon.example/itsme-v2/v2/picture",
     "email":"anna@example.test","email_verified":false,"phone_number":"+32 470000001","phone_number_verified":true,
     "address":{"street_address":"Jekerstraat 39","postal_code":"3700","locality":"Tongeren",
       "formatted":"Jekerstraat 39 3700 Tongeren"},
     "c:claim_citizenship":"BE","c:claim_citizenship_as_iso":"BEL",
     "c:place_of_birth":{"city":"Tongeren","formatted":"Tongeren"},"c:BENationalNumber":"90071499836",
     "c:BEeidSn":"591000000106","c:IDDocumentSN":"591000000106","c:IDDocumentType":"I",
     "c:validityFrom":{"c:BEeidSn":"2021-03-01T00:00:00Z","c:IDDocumentSN":"2021-03-01T00:00:00Z"},
     "c:validityTo":{"c:BEeidSn":"2031-03-01T00:00:00Z","c:IDDocumentSN":"2031-03-01T00:00:00Z"},
     "c:issuance_locality":{"c:BEeidSn":"Tongeren"},
     "c:claim_device":{"os":"ANDROID","appName":"be.bmid.itsme.e2e","appRelease":"4.9.1","deviceLabel":"Anna",
       "debugEnabled":false,"deviceId":"0123456789abcdef0123456789abcdef0","osRelease":"15","manufacturer":"Eidolon",
       "deviceLockLevel":"true","rooted":false,"deviceModel":"E1"},
     "c:app":{"appInstalledDate":"2025-02-03T08:00:00.000Z","appName":"be.bmid.itsme.e2e","appRelease":"4.9.1"},
     "c:account":{"activationDate":"2025-02-03T08:05:00.000Z","activationMechanism":"CONTACT_LESS"},
     "c:identification_mode":"QR","c:transaction_ip":"192.0.2.10","c:ongoing_call":false}
    """#

  static func written(_ text: String) throws -> JSONObject {
    let pieces = text.split(separator: "\"c:", omittingEmptySubsequences: false)
    return try JSON(parsing: pieces.joined(separator: "\"http://itsme.services/v2/claim/")).object ?? [:]
  }

  @Test func `is the sample's to the letter`() throws {
    let expected = try Self.written(Self.sample)
    let metadata: Set<ItsmeV2Claim> = [.verificationDate, .issuingCountry, .photo]
    let asked = Set(ItsmeV2Claim.allCases.filter { expected[$0.rawValue] != nil })
    #expect(asked.count == expected.count && asked.isDisjoint(with: metadata))
    #expect(try ItsmeV2People.claims("anna", asked) == expected)
  }

  @Test func `has metadata of birthdate and name where these are asked for (M1)`() throws {
    let claims = try ItsmeV2People.claims("anna", [.issuingCountry, .verificationDate, .birthdate, .name])
    let expected = try Self.written(
      #"""
      {"name":"Anna Peeters","birthdate":"1990-07-14","c:IDIssuingCountry":{"birthdate":"BEL","name":"BEL"},
       "c:verificationDate":{"birthdate":"2026-01-12T15:02:23Z","name":"2026-01-12T15:02:23Z"}}
      """#)
    #expect(claims == expected)
  }

  @Test func `has a picture of 140 by 200 points in colour (C10)`() throws {
    let photo = try ItsmeV2People.claim(.photo, of: "anna")
    #expect(photo?["format"] == "image/jpeg" && photo?.object?.count == 2)
    let text = try #require(photo?["value"]?.string)
    let bytes = try Base64.decode(text)
    #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
    // The frame header: SOF0, length, 8 bits, height, width, three components.
    let header: [UInt8] = [0xFF, 0xC0, 0x00, 0x11, 0x08, 0x00, 200, 0x00, 140, 3]
    #expect(bytes.indices.contains { bytes[$0...].starts(with: header) })
  }
}

@Suite struct `The claims of itsme's second version (contract 1_9)` {
  typealias People = ItsmeV2People

  @Test func `C1: names, of which a given name may lack`() throws {
    let claims = try People.claims("single-name", [.name, .familyName, .givenName])
    #expect(claims == ["name": "Wijayanti", "family_name": "Wijayanti"])
  }

  @Test func `C2, C3, C4: a Belgian account has a birthdate, its text or both, and no age without a date`()
    throws
  {
    let asked: Set<ItsmeV2Claim> = [.birthdate, .birthdateAsString, .isAtLeast16, .isAtLeast18]
    #expect(
      try People.claims("anna", asked, ["birthdate": .null]) == [
        People.name("birthdate_as_string"): "14.07.1990"
      ])
    let bob = try People.claims("bob", asked)
    #expect(bob[People.name("birthdate_as_string")] == "02.03.1985" && bob["birthdate"] == "1985-03-02")
    let dutch = try People.claims("dutch-document", asked)
    #expect(dutch.names == ["birthdate", "age_gte_16", "age_gte_18"])
  }

  @Test(arguments: [(0, true), (1, false)])
  func `C4: the age counts from the birthday on`(days: Int, isAdult: Bool) throws {
    let birthdate: JSON = ["birthdate": ["turns": 18, "in_days": .integer(days)]]
    let claims = try People.claims(
      "anna", [.isAtLeast16, .isAtLeast18, .isAtLeast21, .isAtLeast30], birthdate)
    #expect(
      claims == [
        "age_gte_16": true, "age_gte_18": .bool(isAdult), "age_gte_21": false, "age_gte_30": false,
      ])
  }

  @Test func `C4: whoever was born on 29 February is a year older on 1 March`() throws {
    let birthdate: JSON = ["birthdate": "2008-02-29"]
    let isAdult = { (day: String) throws in
      try People.claims("anna", [.isAtLeast18], birthdate) { $0.now = Instant("\(day)T00:00:00Z") ?? $0.now }
    }
    #expect(try isAdult("2026-02-28") == ["age_gte_18": false])
    #expect(try isAdult("2026-03-01") == ["age_gte_18": true])
  }

  @Test func `C4: almost-18 of the world turns 18 tomorrow`() throws {
    #expect(try People.claim(.isAtLeast18, of: "almost-18") == false)
    #expect(try People.claim(.isAtLeast18, of: "just-18") == true)
  }

  @Test func `C5: gender in four words, and in the card's own`() throws {
    #expect(try People.claim(.gender, of: "bob") == "male")
    #expect(try People.claim(.gender, of: "bob", ["gender": "other"]) == "unknown")
    #expect(try People.claim(.gender, of: "dutch-document", ["gender": .null]) == nil)
    let official = { (key: String, changes: JSON) in try People.claim(.officialGender, of: key, changes) }
    #expect(try official("anna", [:]) == "V")
    #expect(try official("single-name", ["locale": "fr"]) == "F")
    #expect(try official("single-name", ["locale": "de"]) == "W")
    #expect(try official("bob", [:]) == "M")
    #expect(try official("slovenian-document", [:]) == "F")
  }

  @Test(arguments: [("nl", "NL"), ("fr-BE", "FR"), ("de_DE", "DE"), ("sv", "EN")])
  func `C6: the app's language in upper case`(locale: String, claim: String) throws {
    #expect(try People.claim(.locale, of: "anna", ["locale": .string(locale)]) == .string(claim))
  }

  @Test func `C7: e-mail is never verified, and both claims are absent without one`() throws {
    let asked: Set<ItsmeV2Claim> = [.email, .emailVerified]
    #expect(try People.claims("anna", asked) == ["email": "anna@example.test", "email_verified": false])
    #expect(try People.claims("no-email", asked).isEmpty)
  }

  @Test func `C8: the phone number has one blank and is always verified`() throws {
    let claims = try People.claims("anna", [.phoneNumber, .phoneNumberVerified])
    #expect(claims == ["phone_number": "+32 470000001", "phone_number_verified": true])
  }

  @Test func `C9: an address is of Belgian documents alone, with its country or as a text by a switch`()
    throws
  {
    #expect(try People.claim(.address, of: "dutch-document") == nil)
    #expect(try People.claim(.address, of: "luxembourg-document") == nil)
    let bob = try People.claim(.address, of: "bob")
    #expect(bob?["formatted"] == "Rue de la Fiction 7 Boîte 3 1000 Bruxelles")
    #expect(bob?["country"] == nil)
    let country = try People.claim(.address, of: "bob", quirks: [.addressCountry: .flag(true)])
    #expect(country?["country"] == "BE")
    let text = try People.claim(.address, of: "bob", quirks: [.addressFormat: .choice("json_string")])
    #expect(try JSON(parsing: text?.string ?? "") == bob)
    #expect(try People.claim(.address, of: "bob", ["protected_identity": true]) == nil)
  }

  @Test func `C9: address_assurance_level comes with an address where a switch names one (Z22)`() throws {
    #expect(try People.claim(.addressAssuranceLevel, of: "anna") == nil)
    let quirks: [ItsmeV2Quirk: QuirkValue] = [.addressAssuranceLevel: .choice("substantial")]
    #expect(try People.claim(.addressAssuranceLevel, of: "anna", quirks: quirks) == "substantial")
    #expect(try People.claim(.addressAssuranceLevel, of: "dutch-document", quirks: quirks) == nil)
  }

  @Test func `C10: who has no photo has neither picture nor object`() throws {
    let asked: Set<ItsmeV2Claim> = [.picture, .photo]
    #expect(try People.claims("anna", asked, ["photo": .null]).isEmpty)
    for key in ["anna", "dutch-document", "luxembourg-document", "slovenian-document"] {
      let claims = try People.claims(key, asked)
      #expect(claims["picture"] == "https://eidolon.example/itsme-v2/v2/picture", "\(key)")
      #expect(claims[People.name("physical_person_photo")]?["format"] == "image/jpeg", "\(key)")
    }
  }

  @Test func `C11, C12: citizenship as on a Belgian card, else as three letters`() throws {
    let asked: Set<ItsmeV2Claim> = [.citizenship, .citizenshipAsISO]
    let names = [People.name("claim_citizenship"), People.name("claim_citizenship_as_iso")]
    let values = { (key: String, changes: JSON) in
      let claims = try People.claims(key, asked, changes)
      return names.map { claims[$0] }
    }
    let card: JSON = ["documents": [["type": "eid", "country": "BE", "printed": ["nationality": "belge"]]]]
    #expect(try values("anna", card) == ["belge", "BEL"])
    #expect(try values("apostrophe", [:]) == ["IE", "IRL"])
    #expect(try values("dutch-document", [:]) == ["NLD", "NLD"])
    #expect(try values("luxembourg-document", [:]) == ["LUX", "LUX"])
  }

  @Test func `C13: the place of birth is of Belgian documents alone, with the country of those born abroad`()
    throws
  {
    #expect(try People.claim(.placeOfBirth, of: "bob") == ["city": "Namur", "formatted": "Namur"])
    #expect(
      try People.claim(.placeOfBirth, of: "two-nationalities") == [
        "city": "Lille", "country": "FR", "formatted": "Lille FR",
      ])
    #expect(try People.claim(.placeOfBirth, of: "dutch-document") == nil)
  }

  @Test func `C14: the Belgian national number has eleven digits and needs a Belgian document`() throws {
    #expect(try People.claim(.belgianNumber, of: "bob") == "85030299968")
    #expect(try People.claim(.belgianNumber, of: "just-18")?.string?.hasPrefix("080601998") == true)
    #expect(try People.claim(.belgianNumber, of: "almost-18")?.string?.hasPrefix("080602999") == true)
    let foreign: JSON = ["documents": [["type": "passport", "country": "NL"]]]
    #expect(try People.claim(.belgianNumber, of: "bob", foreign) == nil)
  }

  @Test func `C15: another national number is on that country's documents alone`() throws {
    let numbers = ItsmeV2Claim.allCases.filter { $0.numberCountry != nil }
    #expect(numbers.count == 13)
    for claim in numbers where claim != .belgianNumber {
      let document = { (country: String) -> JSON in
        [
          "documents": [
            ["type": "eid", "country": .string(country), "number": "X1", "personal_number": "4711"]
          ]
        ]
      }
      let country = claim.numberCountry ?? ""
      #expect(try People.claim(claim, of: "dutch-document", document(country)) == "4711", "\(claim)")
      #expect(try People.claim(claim, of: "dutch-document", document("NL")) == nil, "\(claim)")
    }
  }

  @Test func `C15: Slovenia's is answered under the name asked (Z15)`() throws {
    let both = try People.claims("slovenian-document", [.slovenianNumberSI, .slovenianNumberSV])
    #expect(
      both == [
        People.name("SINationalNumber"): "0905987509999", People.name("SVNationalNumber"): "0905987509999",
      ])
    let one = try People.claims("slovenian-document", [.slovenianNumberSV])
    #expect(one.names == [People.name("SVNationalNumber")])
  }

  @Test func `C16: the number of a Belgian card is twelve digits or, by a switch, as printed`() throws {
    for claim in [ItsmeV2Claim.documentNumber, .belgianCardNumber] {
      #expect(try People.claim(claim, of: "bob") == "591000000207")
      let quirks: [ItsmeV2Quirk: QuirkValue] = [.cardNumber: .choice("dashed")]
      #expect(try People.claim(claim, of: "bob", quirks: quirks) == "591-0000002-07")
    }
    #expect(try People.claim(.documentNumber, of: "dutch-document") == "SPECI2014")
    #expect(try People.claim(.belgianCardNumber, of: "dutch-document") == nil)
    let dutch = try People.person("dutch-document").documents[0].number ?? ""
    #expect(dutch.wholeMatch(of: /[A-NP-Z]{2}[A-NP-Z0-9]{6}[0-9]/) != nil)
  }

  @Test func `C17: the document's type is the first letter of ICAO's`() throws {
    #expect(try People.claim(.documentType, of: "luxembourg-document") == "I")
    #expect(try People.claim(.documentType, of: "slovenian-document") == "P")
    #expect(try People.claim(.documentType, of: "lilly") == nil)
  }

  @Test func `C18: each person has a device of their own, its identifier named by a switch`() throws {
    let bob = try People.claim(.device, of: "bob")
    let identifier = try #require(bob?["deviceId"]?.string)
    #expect(identifier.wholeMatch(of: /[a-f0-9]{33}/) != nil)
    #expect(bob?["deviceLabel"] == "Bob" && bob?["deviceLockLevel"] == "true" && bob?["rooted"] == false)
    #expect(try People.claim(.device, of: "dutch-document")?["deviceId"] != bob?["deviceId"])
    let renamed = try People.claim(
      .device, of: "bob", quirks: [.deviceIdentifier: .choice("deviceID")])
    #expect(renamed?["deviceID"] == .string(identifier) && renamed?["deviceId"] == nil)
    let changed = try People.claim(.device, of: "bob", ["app": ["device": ["os": "IOS", "rooted": true]]])
    #expect(changed?["os"] == "IOS" && changed?["rooted"] == true && changed?["deviceModel"] == "E1")
  }

  @Test func `C19, C20: app and account, with milliseconds`() throws {
    let claims = try People.claims("luxembourg-document", [.app, .account])
    #expect(
      claims[People.name("app")] == [
        "appInstalledDate": "2025-11-11T17:50:00.000Z", "appName": "be.bmid.itsme.e2e",
        "appRelease": "4.9.1",
      ])
    #expect(
      claims[People.name("account")] == [
        "activationDate": "2025-11-11T18:00:00.000Z", "activationMechanism": "ID_PROVIDER",
      ])
    let bob = try People.claims("bob", [.app, .account])
    #expect(bob[People.name("app")]?["appInstalledDate"] == "2025-02-03T08:00:00.000Z")
    #expect(bob[People.name("account")]?["activationMechanism"] == "CONTACT_LESS")
  }

  @Test func `C21: how the login went`() throws {
    let asked: Set<ItsmeV2Claim> = [.identificationMode, .transactionAddress, .ongoingCall]
    let claims = try People.claims("anna", asked) {
      ($0.mode, $0.address, $0.isCalling) = (.link, nil, true)
    }
    #expect(claims == [People.name("identification_mode"): "a2a", People.name("ongoing_call"): true])
    let typed = try People.claims("anna", [.identificationMode]) { $0.mode = .number }
    #expect(typed == [People.name("identification_mode"): "MSISDN"])
  }

  @Test func `C22: a student attestation is known, and nobody has one`() throws {
    #expect(try People.claim(.studentAttestation, of: "anna") == nil)
  }

  @Test func `M1: verification date and issuing country are of the attributes asked for`() throws {
    let asked: Set<ItsmeV2Claim> = [.verificationDate, .issuingCountry, .givenName, .address, .email]
    let anna = try People.claims("anna", asked)
    #expect(anna[People.name("verificationDate")]?.object?.names == ["given_name", "address"])
    let dutch = try People.claims("dutch-document", asked)
    // An attribute that the person lacks has no metadata.
    #expect(dutch[People.name("issuingCountry")] == nil)
    #expect(dutch[People.name("IDIssuingCountry")] == ["given_name": "NLD"])
    #expect(dutch[People.name("verificationDate")] == ["given_name": "2026-02-01T09:30:00Z"])
    let bob = try People.claims("bob", asked)
    #expect(bob[People.name("verificationDate")]?["given_name"] == "2025-02-03T08:05:00Z")
    #expect(try People.claims("anna", [.verificationDate, .issuingCountry]).isEmpty)
  }

  @Test func `M1: of all attributes, those of C1 to C3, gender, C9 to C14 and C16`() throws {
    let all = try People.claims("anna")
    let keys = [
      "name", "family_name", "given_name", "birthdate", People.name("birthdate_as_string"), "gender",
      "address",
      "picture",
    ]
    let own = [
      "physical_person_photo", "claim_citizenship", "claim_citizenship_as_iso", "place_of_birth",
      "BENationalNumber", "IDDocumentSN", "BEeidSn",
    ].map(People.name)
    for word in ["verificationDate", "IDIssuingCountry"] {
      #expect(Set(all[People.name(word)]?.object?.names ?? []) == Set(keys + own), "\(word)")
    }
  }

  @Test func `M2: validity is of the document's number, its beginning of a Belgian one alone`() throws {
    let asked: Set<ItsmeV2Claim> = [.validityFrom, .validityTo, .documentNumber, .name]
    let bob = try People.claims("bob", asked)
    let number = People.name("IDDocumentSN")
    #expect(bob[People.name("validityFrom")] == .object([number: "2020-01-15T00:00:00Z"]))
    #expect(bob[People.name("validityTo")] == .object([number: "2030-01-15T00:00:00Z"]))
    let dutch = try People.claims("dutch-document", asked)
    #expect(dutch[People.name("validityFrom")] == nil)
    #expect(dutch[People.name("validityTo")] == .object([number: "2034-03-09T00:00:00Z"]))
    #expect(try People.claims("bob", [.validityTo, .name]).names == ["name"])
  }

  @Test func `M2: dates carry milliseconds by a switch (Z14)`() throws {
    let claims = try People.claims(
      "anna", [.validityTo, .verificationDate, .belgianCardNumber], quirks: [.dateMilliseconds: .flag(true)])
    let key = People.name("BEeidSn")
    #expect(claims[People.name("validityTo")]?[key] == "2031-03-01T00:00:00.000Z")
    #expect(claims[People.name("verificationDate")]?[key] == "2026-01-12T15:02:23.000Z")
  }

  @Test func `M3: the place of issue is of a Belgian card`() throws {
    let asked: Set<ItsmeV2Claim> = [.issuanceLocality, .belgianCardNumber, .documentNumber]
    #expect(
      try People.claims("bob", asked)[People.name("issuance_locality")]
        == .object([
          People.name("BEeidSn"): "Bruxelles"
        ]))
    #expect(try People.claims("luxembourg-document", asked)[People.name("issuance_locality")] == nil)
  }

  @Test func `U3: what is not known is left out, never null or empty`() throws {
    let changes: JSON = [
      "given_name": .null, "family_name": .null, "birthdate": .null, "gender": .null, "locale": .null,
      "email": .null, "phone_number": .null, "address": .null, "nationality": .null, "place_of_birth": .null,
      "ids": .null, "documents": .null, "photo": .null,
    ]
    #expect(
      try Set(People.claims("anna", Set(ItsmeV2Claim.allCases), changes).names) == [
        People.name("claim_device"), People.name("app"), People.name("account"),
        People.name("identification_mode"), People.name("transaction_ip"), People.name("ongoing_call"),
      ])
  }
}
