import Flow
import OpenID
import ProviderKit

/// The person that a request names by personal number or MitID user (§1.4), if the world has one.
enum NamedPerson: Sendable {
  case unnamed
  case person(Person)
  /// The identifier is unknown, and a strict sandbox makes nobody up.
  case nobody

  /// `nil` if the request leaves open who logs in.
  var person: Person? {
    switch self {
    case .unnamed: nil
    case .person(let person): person
    case .nobody: Person(key: "nobody")
    }
  }

  var isNobody: Bool { if case .nobody = self { true } else { false } }
}

extension Criipto {
  /// The person who logs in according to the request, never anybody but the one it names.
  ///
  /// If the identifier is unknown, a person with it is made up; in a strict sandbox the eID fails in its own way.
  ///
  /// - Parameter eid: `nil` before the person has chosen one.
  func person(
    named hint: LoginHint, at eid: EID?, _ scenario: Scenario?
  ) -> (named: NamedPerson, findings: [Finding]) {
    guard scenario?.person == nil, let (identifier, value) = hint.identifier(at: eid) else {
      return (.unnamed, [])
    }
    if let person = knownPerson(named: hint, at: eid) { return (.person(person), []) }
    guard !sandbox.settings.isStrict else {
      return (.nobody, Self.book.advice(.personUnknown, value))
    }
    let (person, findings) = madeUpPerson(identifier, value)
    return (.person(person), findings)
  }

  /// A made-up person with exactly this identifier, and a finding that says so.
  func madeUpPerson(_ identifier: PersonIdentifier, _ value: String) -> (Person, [Finding]) {
    let madeUp = World.madeUpPerson(with: identifier, value, from: sandbox.environment)
    return (madeUp.person, [Finding(CriiptoRules.personMadeUp, "\(value); to keep: \(madeUp.entry)")])
  }

  /// The person of the world that a hint names; a number of one country is nobody's at the eID of another.
  ///
  /// - Parameter eid: `nil` before the person has chosen one.
  func knownPerson(named hint: LoginHint, at eid: EID?) -> Person? {
    guard hint.identifier(at: eid) != nil else { return nil }
    return person { hint.fits($0, at: eid) == true }
  }

  /// If several people match, the first by key.
  func person(where matches: (Person) -> Bool) -> Person? {
    sandbox.library.world.person(where: matches)
  }
}

extension LoginHint {
  /// True if it names this person; `nil` if it names nobody.
  func fits(_ person: Person, at eid: EID?) -> Bool? {
    identifier(at: eid).map { identifier, value in
      switch identifier {
      case .mitIDUUID: MitIDIdentity.uuids(of: person, company: companyNumber).contains(value)
      case .danishPersonalNumber: person.identifiers[identifier.rawValue] == value
      default: SwedishNumber.names.contains { person.identifiers[$0] == value }
      }
    }
  }

  /// The identifier by which the hint names a person; a MitID user is only valid for MitID.
  fileprivate func identifier(at eid: EID?) -> (PersonIdentifier, String)? {
    if let number = personalDigits {
      let isDanish = eid == .mitID || eid != .bankID && number.utf8.count == 10
      return (isDanish ? .danishPersonalNumber : SwedishNumber.identifier(of: number), number)
    }
    guard let uuid, eid != .bankID else { return nil }
    return (.mitIDUUID, uuid.lowercased())
  }
}

/// Swedish personal and coordination numbers.
enum SwedishNumber {
  /// The identifiers of people that are Swedish numbers, in order of preference.
  static let names = ["se_personnummer", "se_samordningsnummer"]

  /// Distinguishes the two: a coordination number adds 60 to the day.
  static func identifier(of number: String) -> PersonIdentifier {
    let day = number.utf8.count == 12 ? Int(number.dropFirst(6).prefix(2)) ?? 0 : 0
    return day > 60 ? .swedishCoordinationNumber : .swedishPersonalNumber
  }
}
