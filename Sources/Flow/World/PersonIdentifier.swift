/// The national numbers and account identifiers that a person may have, by their names in `ids`.
package enum PersonIdentifier: String, Sendable, CaseIterable {
  case belgianNationalNumber = "be_national_number"
  case swedishPersonalNumber = "se_personnummer"
  /// Of people who are not registered as resident.
  case swedishCoordinationNumber = "se_samordningsnummer"
  case danishPersonalNumber = "dk_cpr"
  case mitIDUser = "mitid_user"
  case mitIDUUID = "mitid_uuid"
  /// BioID's biometric class id.
  case bcid
  case veridiumProfile = "veridium_profile"

  package var meaning: String {
    switch self {
    case .belgianNationalNumber: "Belgian national register number, such as 70.01.01-999.60"
    case .swedishPersonalNumber: "Swedish personal number with its century, such as 189001019802"
    case .swedishCoordinationNumber: "Swedish coordination number, the day plus 60"
    case .danishPersonalNumber: "Danish personal number, such as 010170-0000"
    case .mitIDUser: "MitID user ID, which the person types on MitID's page"
    case .mitIDUUID: "MitID's UUID of the person as a citizen; without it one is derived"
    case .bcid: "BioID's class id: storage, partition and number, such as bws.12.4711"
    case .veridiumProfile: "VeridiumID's profile name"
    }
  }

  /// National numbers are reduced to their digits.
  func normalised(_ text: String) throws(NationalNumberProblem) -> String {
    switch self {
    case .belgianNationalNumber: try NationalNumber.belgian(text)
    case .swedishPersonalNumber: try NationalNumber.swedish(text, isCoordination: false)
    case .swedishCoordinationNumber: try NationalNumber.swedish(text, isCoordination: true)
    case .danishPersonalNumber: try NationalNumber.danish(text)
    case .mitIDUUID: text.lowercased()
    case .mitIDUser, .bcid, .veridiumProfile: text
    }
  }
}
