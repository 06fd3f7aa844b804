import JSON

extension World {
  /// Makes up a person who has exactly this identifier, for a request that names somebody who is not in the world.
  ///
  /// The person is fictional and the same for the same seed. Birthdate and gender are those of a national number.
  package static func madeUpPerson(
    with identifier: PersonIdentifier, _ value: String, from environment: Environment
  ) -> MadeUpPerson {
    var person = fictional(
      identifier.rawValue, value, NumberHolder(value, of: identifier), from: environment)
    person.identifiers = [identifier.rawValue: value]
    return MadeUpPerson(person: person, value: value)
  }

  /// The same for a phone number; one without a country code cannot be kept in the world.
  package static func madeUpPerson(
    withPhone phone: String, from environment: Environment
  ) -> MadeUpPerson {
    let number = PhoneNumber(anyFormat: phone)?.claim
    var person = fictional("phone_number", number ?? phone, nil, from: environment)
    person.phoneNumber = number
    return MadeUpPerson(person: person, value: number ?? phone)
  }

  /// The same for an e-mail address.
  package static func madeUpPerson(
    withEmail email: String, from environment: Environment
  ) -> MadeUpPerson {
    var person = fictional("email", email, nil, from: environment)
    person.email = email
    return MadeUpPerson(person: person, value: email)
  }

  private static func fictional(
    _ kind: String, _ value: String, _ holder: NumberHolder?, from environment: Environment
  ) -> Person {
    let chance = environment.bytes(7, ordinal: 0, purpose: "person/\(kind)/\(value)").map { Int($0) }
    let isFemale = holder?.isFemale ?? chance[0].isMultiple(of: 2)
    let givenNames = isFemale ? MadeUpNames.women : MadeUpNames.men
    // Keys in files have no colon, so no other person has this one.
    var person = Person(key: "\(kind):\(value)")
    person.givenName = givenNames[chance[1] % givenNames.count]
    person.familyName = MadeUpNames.families[chance[2] % MadeUpNames.families.count]
    person.gender = isFemale ? "female" : "male"
    person.birthdate =
      holder?.birthdate
      ?? CalendarDate(year: 1950 + chance[3] % 50, month: 1 + chance[4] % 12, day: 1 + chance[5] % 28)
    person.address = address(number: 1 + chance[6] % 99, country: holder?.country)
    person.nationalities = holder.map { [$0.country] } ?? []
    return person
  }

  private static func address(number: Int, country: String?) -> Address {
    var address = Address()
    address.streetAddress = "Fiktiva \(number)"
    (address.postalCode, address.locality, address.country) = ("9999", "Fiktivby", country)
    return address
  }
}

/// A person who is in no file, and what to write into one so that the person stays.
package struct MadeUpPerson: Sendable {
  package let person: Person
  fileprivate let value: String

  /// The entry of `world.json`, also the body of `PATCH /_eidolon/world`.
  package var entry: String {
    var members: JSONObject = [:]
    members["given_name"] = person.givenName.map(JSON.string)
    members["family_name"] = person.familyName.map(JSON.string)
    members["birthdate"] = (person.birthdate?.dateText).map(JSON.string)
    members["gender"] = person.gender.map(JSON.string)
    members["email"] = person.email.map(JSON.string)
    members["phone_number"] = person.phoneNumber.map(JSON.string)
    for (name, value) in person.identifiers { members["ids"] = [name: .string(value)] }
    return JSON.object(["people": [key: .object(members)]]).text()
  }
}

extension MadeUpPerson {
  /// The name and the end of the identifier, in the letters that keys have: `nora-berg-9802`.
  private var key: String {
    let letters = value.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let words = [person.givenName, person.familyName].compactMap { $0?.lowercased() }
    return (words + [String(letters.suffix(4))]).filter { !$0.isEmpty }.joined(separator: "-")
  }
}

private enum MadeUpNames {
  static let women = ["Alva", "Clara", "Ella", "Ida", "Liv", "Maja", "Nora", "Saga"]
  static let men = ["Axel", "Elias", "Emil", "Hugo", "Isak", "Leo", "Noah", "Otto"]
  static let families = ["Berg", "Dahl", "Falk", "Holm", "Lind", "Lund", "Strand", "Vik"]
}
