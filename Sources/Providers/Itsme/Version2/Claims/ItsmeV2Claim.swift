import Flow
import JSON

/// The claims of itsme's second version, by their exact names (contract §1.9).
enum ItsmeV2Claim: String, CaseIterable, Sendable {
  // C1 to C8
  case name
  case familyName = "family_name"
  case givenName = "given_name"
  case birthdate
  case birthdateAsString = "http://itsme.services/v2/claim/birthdate_as_string"
  case isAtLeast16 = "age_gte_16"
  case isAtLeast18 = "age_gte_18"
  case isAtLeast21 = "age_gte_21"
  case isAtLeast30 = "age_gte_30"
  case gender
  case officialGender = "http://itsme.services/v2/claim/official_gender"
  case locale
  case email
  case emailVerified = "email_verified"
  case phoneNumber = "phone_number"
  case phoneNumberVerified = "phone_number_verified"
  // C9 to C14
  case address
  /// Only the newest pages about CIBA name it (§5 Z22).
  case addressAssuranceLevel = "address_assurance_level"
  case picture
  case photo = "http://itsme.services/v2/claim/physical_person_photo"
  case citizenship = "http://itsme.services/v2/claim/claim_citizenship"
  case citizenshipAsISO = "http://itsme.services/v2/claim/claim_citizenship_as_iso"
  case placeOfBirth = "http://itsme.services/v2/claim/place_of_birth"
  case belgianNumber = "http://itsme.services/v2/claim/BENationalNumber"
  // C15
  case romanianNumber = "http://itsme.services/v2/claim/RONationalNumber"
  case bulgarianNumber = "http://itsme.services/v2/claim/BGNationalNumber"
  case czechNumber = "http://itsme.services/v2/claim/CZNationalNumber"
  case slovakNumber = "http://itsme.services/v2/claim/SKNationalNumber"
  case croatianNumber = "http://itsme.services/v2/claim/HRNationalNumber"
  case lithuanianNumber = "http://itsme.services/v2/claim/LTNationalNumber"
  case latvianNumber = "http://itsme.services/v2/claim/LVNationalNumber"
  case malteseNumber = "http://itsme.services/v2/claim/MTNationalNumber"
  case serbianNumber = "http://itsme.services/v2/claim/RSNationalNumber"
  case moldovanNumber = "http://itsme.services/v2/claim/MDNationalNumber"
  // The vendor's pages differ about the Slovenian one; each name is answered as requested (§5 Z15).
  case slovenianNumberSI = "http://itsme.services/v2/claim/SINationalNumber"
  case slovenianNumberSV = "http://itsme.services/v2/claim/SVNationalNumber"
  // C16 to C22
  case documentNumber = "http://itsme.services/v2/claim/IDDocumentSN"
  case belgianCardNumber = "http://itsme.services/v2/claim/BEeidSn"
  case documentType = "http://itsme.services/v2/claim/IDDocumentType"
  case device = "http://itsme.services/v2/claim/claim_device"
  case app = "http://itsme.services/v2/claim/app"
  case account = "http://itsme.services/v2/claim/account"
  case identificationMode = "http://itsme.services/v2/claim/identification_mode"
  case transactionAddress = "http://itsme.services/v2/claim/transaction_ip"
  case ongoingCall = "http://itsme.services/v2/claim/ongoing_call"
  case studentAttestation = "http://itsme.services/v2/claim/student_attestation_ag"
  // M1 to M3
  case verificationDate = "http://itsme.services/v2/claim/verificationDate"
  case issuingCountry = "http://itsme.services/v2/claim/IDIssuingCountry"
  case validityFrom = "http://itsme.services/v2/claim/validityFrom"
  case validityTo = "http://itsme.services/v2/claim/validityTo"
  case issuanceLocality = "http://itsme.services/v2/claim/issuance_locality"
}

extension ItsmeV2Claim {
  /// The prefix of most names of the second version.
  static let prefix = "http://itsme.services/v2/claim/"

  /// The claims listed in discovery.
  static let supported = allCases.filter { $0 != .addressAssuranceLevel }

  /// The only country whose documents have this number; `nil` for other claims (C14, C15).
  var numberCountry: String? {
    switch self {
    case .belgianNumber: "BE"
    case .romanianNumber: "RO"
    case .bulgarianNumber: "BG"
    case .czechNumber: "CZ"
    case .slovakNumber: "SK"
    case .croatianNumber: "HR"
    case .lithuanianNumber: "LT"
    case .latvianNumber: "LV"
    case .malteseNumber: "MT"
    case .serbianNumber: "RS"
    case .moldovanNumber: "MD"
    case .slovenianNumberSI, .slovenianNumberSV: "SI"
    default: nil
    }
  }

  /// The attributes that the metadata describe; `nil` for a claim that is not metadata (M1 to M3).
  var attributes: Set<ItsmeV2Claim>? {
    switch self {
    case .verificationDate, .issuingCountry:
      [
        .name, .familyName, .givenName, .birthdate, .birthdateAsString, .gender, .address, .picture, .photo,
        .citizenship, .citizenshipAsISO, .placeOfBirth, .belgianNumber, .documentNumber, .belgianCardNumber,
      ]
    case .validityFrom, .validityTo: [.documentNumber, .belgianCardNumber]
    case .issuanceLocality: [.belgianCardNumber]
    default: nil
    }
  }
}

/// The scopes that request claims (A4 to A6).
enum ItsmeV2Scope: String, CaseIterable, Sendable {
  case profile
  case email
  case phone
  case address
  case eid
  case idDocument

  var claims: [ItsmeV2Claim] {
    switch self {
    case .profile: [.familyName, .givenName, .name, .gender, .locale, .picture, .birthdate]
    case .email: [.email, .emailVerified]
    case .phone: [.phoneNumber, .phoneNumberVerified]
    case .address: [.address, .addressAssuranceLevel]
    case .eid: [.belgianNumber, .belgianCardNumber]
    case .idDocument: [.documentNumber, .documentType, .issuingCountry, .validityTo, .validityFrom]
    }
  }
}

// Names that the second version does not have.
extension ItsmeV2Claim {
  /// The finding about an unknown name; names must match exactly.
  static func finding(onUnknown name: String) -> Finding {
    if let today = nameOfFirstVersion(name) {
      return Finding(ClaimRules.firstVersionName, hint(name, today.map(\.rawValue)))
    }
    let folded = name.lowercased()
    if let meant = allCases.first(where: { $0.rawValue.lowercased() == folded }) {
      return Finding(ClaimRules.spelling, hint(name, meant.rawValue))
    }
    if let fate = gone[withoutPrefix(name)] { return Finding(ClaimRules.unknown, "\(name): \(fate)") }
    return Finding(ClaimRules.unknown, hint(name, likely(name)))
  }

  /// The claims removed from the vendor's documentation, with what became of them (C15, C23).
  private static let gone = [
    "transaction_info": "dropped from the documentation in December 2024",
    "claim_luxtrust_ssn": "only in itsme's older test links",
    "claim_nl_bsn": "only in itsme's older test links",
    "CYNationalNumber": "dropped from the documentation in November 2025",
  ]

  /// The successor of a claim of the first version: `nil` if the name is no such claim, `.some(nil)` if it has no
  /// successor.
  private static func nameOfFirstVersion(_ name: String) -> ItsmeV2Claim?? {
    let isTag = name.hasPrefix("tag:")
    guard isTag || withoutPrefix(name).hasPrefix("claim_") else { return nil }
    let word = isTag ? String(name.split(separator: ":").last ?? "") : withoutPrefix(name)
    switch word {
    case "claim_nationality": return .some(.citizenship)
    case "claim_city_of_birth", "claim_country_of_birth": return .some(.placeOfBirth)
    case "claim_eid": return .some(.belgianCardNumber)
    case "claim_passport_sn": return .some(.documentNumber)
    case "claim_photo": return .some(.photo)
    case "claim_birthdate_as_string": return .some(.birthdateAsString)
    case "claim_device" where isTag: return .some(.device)
    default: return isTag ? .some(nil) : nil
    }
  }

  /// A guess at the intended claim, for a misspelt name, a missing prefix, or a member of an object.
  private static func likely(_ name: String) -> String? {
    let word = withoutPrefix(name)
    if word.lowercased() == "deviceid" { return device.rawValue }
    let folded = word.lowercased()
    let same = supported.first { withoutPrefix($0.rawValue).lowercased() == folded }
    return same?.rawValue
      ?? nearest(name, in: supported.map(\.rawValue).filter { !$0.hasPrefix(prefix) })
      ?? nearest(word, in: supported.map { withoutPrefix($0.rawValue) }).flatMap { near in
        supported.first { withoutPrefix($0.rawValue) == near }?.rawValue
      }
  }

  private static func withoutPrefix(_ name: String) -> String {
    name.lowercased().hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
  }

  private static func hint(_ name: String, _ meant: String?) -> String {
    name + (meant.map { "; did you mean \"\($0)\"?" } ?? "")
  }
}
