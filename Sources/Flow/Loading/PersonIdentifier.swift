/// The national numbers and account identifiers that a person may have, by their names in `ids`.
package enum PersonIdentifier: String, Sendable, CaseIterable {
  /// The Belgian national register number.
  case belgianNationalNumber = "be_national_number"
  /// The Swedish personal number.
  case swedishPersonalNumber = "se_personnummer"
  /// The Swedish coordination number, of people who are not registered as resident.
  case swedishCoordinationNumber = "se_samordningsnummer"
  /// The Danish personal number.
  case danishPersonalNumber = "dk_cpr"
  /// The biometric class id of BioID.
  case bcid
  /// The profile of VeridiumID.
  case veridiumProfile = "veridium_profile"

  /// One line for people.
  package var meaning: String {
    switch self {
    case .belgianNationalNumber: "Belgian national register number, such as 70.01.01-999.60"
    case .swedishPersonalNumber: "Swedish personal number with its century, such as 189001019802"
    case .swedishCoordinationNumber: "Swedish coordination number, the day plus 60"
    case .danishPersonalNumber: "Danish personal number, such as 010170-0000"
    case .bcid: "BioID's class id: storage, partition and number, such as bws.12.4711"
    case .veridiumProfile: "VeridiumID's profile name"
    }
  }

  /// Reads a value: the digits alone where it is a national number; throws what is wrong with it.
  func normalised(_ text: String) throws(NationalNumberProblem) -> String {
    switch self {
    case .belgianNationalNumber: try NationalNumber.belgian(text)
    case .swedishPersonalNumber: try NationalNumber.swedish(text, isCoordination: false)
    case .swedishCoordinationNumber: try NationalNumber.swedish(text, isCoordination: true)
    case .danishPersonalNumber: try NationalNumber.danish(text)
    case .bcid, .veridiumProfile: text
    }
  }
}
