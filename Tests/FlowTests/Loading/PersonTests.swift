import JSON
import Testing

@testable import Flow

@Suite struct `A person` {
  /// The person of these members.
  private func person(_ members: String, now: Instant = Toy.now) throws -> Person {
    let library = try Toy.load(["world.json": #"{"people": {"eve": \#(members)}}"#], now: now)
    return try #require(library.world.people["eve"])
  }

  static let everything = #"""
    {
      "account": 2, "name": "Eve E.", "given_name": "Eve", "family_name": "Ek", "birthdate": "1990-01-01",
      "gender": "female", "locale": "sv", "email": "eve@example.test", "email_verified": true,
      "phone_number": "46+700000001",
      "address": {
        "street_address": "Gata 1\nPort 2", "postal_code": "111 11", "locality": "Stockholm", "region": "AB",
        "country": "SE", "note": "n"
      },
      "nationalities": ["SE", "BE"], "place_of_birth": { "city": "Umeå", "country": "SE" },
      "protected_identity": true,
      "ids": {
        "be_national_number": "70.01.01-999.60", "se_personnummer": "18900101-9802",
        "se_samordningsnummer": "197010632391", "dk_cpr": "251248-9996",
        "mitid_user": "Eve1", "mitid_uuid": "8E6AB4EA-58B9-4130-A900-4366BA54EED9", "bcid": "bws.12.1",
        "veridium_profile": "eve", "note": "n"
      },
      "documents": [
        {
          "type": "eid", "country": "BE", "number": "591-0000001-06", "issuance_locality": "Tongeren",
          "valid_from": "2020-01-01", "valid_to": "2030-01-01", "note": "n"
        },
        { "type": "passport", "country": "SWE", "number": "X1" }
      ],
      "device": { "os": "ANDROID", "rooted": false }, "photo": "AAAA", "note": "n"
    }
    """#

  @Test func `has every member of the file`() throws {
    let eve = try person(Self.everything)
    #expect(eve.key == "eve" && eve.account == 2 && eve.fullName == "Eve E.")
    #expect(eve.givenName == "Eve" && eve.familyName == "Ek" && eve.gender == "female" && eve.locale == "sv")
    #expect(eve.birthdate == CalendarDate("1990-01-01"))
    #expect(eve.email == "eve@example.test" && eve.isEmailVerified)
    #expect(eve.phoneNumber == "+46 700000001")
    #expect(eve.address?.streetAddress == "Gata 1\nPort 2" && eve.address?.region == "AB")
    #expect(eve.nationalities == ["SE", "BE"])
    #expect(eve.birthplace?.city == "Umeå" && eve.hasProtectedIdentity)
    #expect(
      eve.identifiers == [
        "be_national_number": "70010199960", "se_personnummer": "189001019802",
        "se_samordningsnummer": "197010632391", "dk_cpr": "2512489996", "mitid_user": "Eve1",
        "mitid_uuid": "8e6ab4ea-58b9-4130-a900-4366ba54eed9", "bcid": "bws.12.1",
        "veridium_profile": "eve",
      ])
    #expect(eve.document("eid")?.number == "591-0000001-06")
    #expect(eve.document("eid")?.validTo == CalendarDate("2030-01-01"))
    #expect(eve.documents.map(\.type) == ["eid", "passport"])
    #expect(eve.device == ["os": "ANDROID", "rooted": false] && eve.photo == "AAAA")
  }

  @Test func `reads back from what it is written as`() throws {
    let eve = try person(Self.everything)
    // Not the same phone number twice in one world, so the copy stands alone.
    #expect(try person(JSON.object(eve.json).text()) == eve)
    let nobody = try person("{}")
    #expect(nobody.json.isEmpty)
    #expect(nobody == Person(key: "eve"))
  }

  @Test func `with one nationality may write it as a word`() throws {
    #expect(try person(#"{"nationality": "DK"}"#).nationalities == ["DK"])
  }

  @Test(arguments: [
    (#"{"turns": 18}"#, "2026-03-10T00:00:00Z", "2008-03-10"),
    (#"{"turns": 18}"#, "2026-03-10T23:59:59.999Z", "2008-03-10"),
    (#"{"turns": 18, "in_days": 1}"#, "2026-03-10T12:00:00Z", "2008-03-11"),
    (
      #"{"turns": 18, "in_days": -1, "note": "of age since yesterday"}"#, "2026-01-01T12:00:00Z", "2007-12-31"
    ),
    (#"{"turns": 0}"#, "2026-03-10T12:00:00Z", "2026-03-10"),
    (#"{"turns": 16}"#, "2028-02-29T12:00:00Z", "2012-02-29"),
    (#"{"turns": 18}"#, "2028-02-29T12:00:00Z", "2010-02-28"),
  ])
  func `who turns an age today was born that many years ago`(birthdate: String, now: String, born: String)
    throws
  {
    let now = try #require(Instant(now))
    #expect(try person(#"{"birthdate": \#(birthdate)}"#, now: now).birthdate?.dateText == born)
  }

  @Test(arguments: [
    (#""gender": "female""#, "08031099884"), (#""gender": "male""#, "08031099983"),
    (#""ids": {"be_national_number": "70010199960"}"#, "70010199960"),
    (#""documents": [{"type": "eid", "country": "NL"}]"#, nil),
  ])
  func `who turns an age has the Belgian number of that date with a Belgian document`(
    members: String, number: String?
  ) throws {
    let documents =
      members.contains("documents") ? "" : #""documents": [{"type": "passport", "country": "BE"}], "#
    let now = try #require(Instant("2026-03-10T00:00:00Z"))
    let eve = try person("{\(documents)\"birthdate\": {\"turns\": 18}, \(members)}", now: now)
    #expect(eve.belgianNumber == number)
    if let number { #expect(try NationalNumber.belgian(number) == number) }
  }

  @Test(arguments: [
    ("be_national_number", "93051822361"), ("be_national_number", "17073003384"),
    ("be_national_number", "40.00.01-001.33"), ("se_personnummer", "19900101-2385"),
    ("se_samordningsnummer", "19701063-2391"), ("dk_cpr", "290200-0000"), ("dk_cpr", "611248-9996"),
  ])
  func `may have a national number with right check digits`(name: String, number: String) throws {
    #expect(
      try person(#"{"ids": {"\#(name)": "\#(number)"}}"#).identifiers[name] == number.filter(\.isNumber))
  }

  @Test func `whose Belgian card number divides by 97 has the check digits 97`() throws {
    _ = try person(#"{"documents": [{"type": "eid", "country": "BE", "number": "591-0000092-97"}]}"#)
  }
}

@Suite struct `A story's inline person` {
  private func person(_ json: String) throws -> Person {
    let library = try Toy.load(["itsme/a.json": #"{"provider": "itsme", "person": \#(json)}"#])
    return try #require(library.scenarios["itsme/a"]?.person)
  }

  @Test func `overrides members, keeps the key, and loses what is null (RFC 7396)`() throws {
    let person = try person(
      #"{"like": "anna", "given_name": null, "family_name": "Maes", "address": {"postal_code": null, "locality": "Gent"}, "ids": {"bcid": null}}"#
    )
    #expect(person.key == "anna" && person.givenName == nil && person.familyName == "Maes")
    #expect(person.address?.streetAddress == "Jekerstraat 39" && person.address?.postalCode == nil)
    #expect(person.address?.locality == "Gent")
    #expect(person.identifiers == ["veridium_profile": "anna"])
    #expect(person.phoneNumber == "+32 470000001")
  }

  @Test func `may lose a whole object, or get one`() throws {
    #expect(try person(#"{"like": "anna", "address": null}"#).address == nil)
    #expect(try person(#"{"like": "bob", "address": {"locality": "Gent"}}"#).address?.locality == "Gent")
    #expect(try person(#"{"like": "bob", "account": 2}"#).account == 2)
  }

  @Test func `replaces one nationality by several`() throws {
    #expect(try person(#"{"like": "anna", "nationalities": ["BE", "FR"]}"#).nationalities == ["BE", "FR"])
  }

  @Test func `replaces a date by an age`() throws {
    #expect(
      try person(#"{"like": "anna", "birthdate": {"turns": 18}}"#).birthdate == CalendarDate("2008-03-10"))
  }

  @Test(arguments: [
    (#""birthdate": {"turns": 16}"#, "10031099928"), (#""birthdate": null"#, "08031099983"),
    (#""given_name": "Ann""#, "08031099983"),
    (#""birthdate": {"turns": 16}, "ids": {"be_national_number": "70010199960"}"#, "70010199960"),
  ])
  func `has the Belgian number of the birthdate if the other has`(changes: String, number: String) throws {
    let other = """
      {"like": "anna", "gender": "male", "birthdate": {"turns": 18},
      "documents": [{"type": "eid", "country": "BE"}]}
      """
    let base = try person(other)
    let person = PersonOverride(
      people: ["anna": base], broken: [], isIncomplete: false,
      now: try #require(Instant("2026-03-10T00:00:00Z")))
    let problems = JSONProblems()
    let node = try JSONParser.parse("{\"like\": \"anna\", \(changes)}")
    let changed = person.person(ValueReader(node, path: "person", problems: problems))
    #expect(problems.isEmpty && changed?.belgianNumber == number)
  }

  @Test func `may be exactly the other`() throws {
    #expect(try person(#"{"like": "anna"}"#) == person(#""anna""#))
  }
}
