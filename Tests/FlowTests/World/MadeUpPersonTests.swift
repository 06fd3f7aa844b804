import JSON
import Testing

@testable import Flow

@Suite struct `A made-up person` {
  /// An environment whose chance depends on the seed alone.
  static func environment(seed: UInt8 = 1) -> Environment {
    Environment(clock: SandboxClock(wall: { Instant(seconds: 0) })) { input in
      let sum = input.reduce(UInt8(0)) { $0 &* 31 &+ $1 }
      return (0..<32).map { $0 &* 7 &+ sum &* seed }
    }
  }

  static func person(
    _ identifier: PersonIdentifier, _ value: String, seed: UInt8 = 1
  ) -> Person {
    World.madeUpPerson(with: identifier, value, from: environment(seed: seed)).person
  }

  @Test(arguments: PersonIdentifier.allCases)
  func `has exactly the identifier that was asked for, and no other`(identifier: PersonIdentifier) {
    let person = Self.person(identifier, "190")
    #expect(person.identifiers == [identifier.rawValue: "190"])
    #expect(person.fullName?.isEmpty == false && person.birthdate != nil && person.address != nil)
  }

  @Test func `is the same for the same seed, and another for another identifier`() {
    #expect(Self.person(.bcid, "bws.1.2") == Self.person(.bcid, "bws.1.2"))
    #expect(Self.person(.bcid, "bws.1.2", seed: 3).fullName != Self.person(.bcid, "bws.1.2").fullName)
    #expect(Self.person(.bcid, "bws.1.2").key != Self.person(.bcid, "bws.12").key)
    #expect(Self.person(.bcid, "carol").key != Self.person(.veridiumProfile, "carol").key)
  }

  @Test(arguments: [
    (PersonIdentifier.swedishPersonalNumber, "189001019802", "1890-01-01", "female", "SE"),
    (.swedishPersonalNumber, "198503022397", "1985-03-02", "male", "SE"),
    (.swedishCoordinationNumber, "197010632391", "1970-10-03", "male", "SE"),
    (.danishPersonalNumber, "2512489996", "1948-12-25", "female", "DK"),
    (.danishPersonalNumber, "6101700001", "1970-01-01", "male", "DK"),
    (.danishPersonalNumber, "0101054000", "2005-01-01", "female", "DK"),
    (.danishPersonalNumber, "0101605001", "1860-01-01", "male", "DK"),
    (.belgianNationalNumber, "70010199960", "1970-01-01", "male", "BE"),
    (.belgianNationalNumber, "90071499836", "1990-07-14", "female", "BE"),
  ])
  func `was born when the national number says so`(
    identifier: PersonIdentifier, number: String, birthdate: String, gender: String, country: String
  ) {
    let person = Self.person(identifier, number)
    #expect(person.birthdate == CalendarDate(birthdate) && person.gender == gender)
    #expect(person.nationalities == [country])
  }

  @Test(arguments: ["12", "199013012384", "x90001019802"])
  func `has a birthdate of chance where the number holds none`(number: String) {
    let person = Self.person(.swedishPersonalNumber, number)
    #expect(person.birthdate.map { (1950..<2000).contains($0.year) } == true && person.nationalities == [])
  }

  @Test func `comes with the entry of world_json that makes the person stay`() throws {
    let madeUp = World.madeUpPerson(
      with: .danishPersonalNumber, "2512489996", from: Self.environment())
    let library = try Toy.load(["world.json": madeUp.entry])
    let people = library.world.people.values.filter { $0.identifiers["dk_cpr"] == "2512489996" }
    #expect(people.map(\.fullName) == [madeUp.person.fullName])
    #expect(people.first?.birthdate == madeUp.person.birthdate)
  }

  @Test func `has exactly the e-mail address that was asked for, and stays by its entry`() throws {
    let madeUp = World.madeUpPerson(withEmail: "nora@example.test", from: Self.environment())
    #expect(madeUp.person.email == "nora@example.test" && madeUp.person.identifiers.isEmpty)
    let library = try Toy.load(["world.json": madeUp.entry])
    #expect(library.world.people.values.contains { $0.email == "nora@example.test" })
  }

  @Test(arguments: ["+32470999999", "0032470999999", "+32 470999999"])
  func `has exactly the phone number that was asked for, and stays by its entry:`(phone: String) throws {
    let madeUp = World.madeUpPerson(withPhone: phone, from: Self.environment())
    #expect(madeUp.person.phoneNumber == "+32 470999999" && madeUp.person.identifiers.isEmpty)
    let library = try Toy.load(["world.json": madeUp.entry])
    #expect(library.world.people.values.contains { $0.phoneNumber == "+32 470999999" })
  }
}
