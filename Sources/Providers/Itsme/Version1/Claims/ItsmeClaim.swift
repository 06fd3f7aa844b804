import JSON

/// The claims that itsme provides (§1.11), by their canonical names.
enum ItsmeClaim: String, CaseIterable, Sendable {
  case name
  case givenName = "given_name"
  case familyName = "family_name"
  case gender
  case birthdate
  case locale
  case email
  case emailVerified = "email_verified"
  case phoneNumber = "phone_number"
  case phoneNumberVerified = "phone_number_verified"
  case address
  case nationality = "tag:sixdots.be,2016-06:claim_nationality"
  case cityOfBirth = "tag:sixdots.be,2016-06:claim_city_of_birth"
  case countryOfBirth = "tag:sixdots.be,2016-06:claim_country_of_birth"
  case eid = "tag:sixdots.be,2016-06:claim_eid"
  case passport = "tag:sixdots.be,2017-05:claim_passport_sn"
  case device = "tag:sixdots.be,2017-05:claim_device"
  case transactionInfo = "tag:sixdots.be,2017-05:claim_transaction_info"
  case photo = "tag:sixdots.be,2017-05:claim_photo"
  case birthdateAsString = "tag:sixdots.be,2020-03:claim_birthdate_as_string"

  /// Accepts every spelling of the guide; `nil` if itsme has no such claim.
  init?(requested key: String) {
    self.init(rawValue: ItsmeClaim.canonicalName(key))
  }

  static func canonicalName(_ key: String) -> String {
    let name = ItsmeTag.canonical(key)
    // One of the vendor's own libraries requests the device with the older month (§5 #2).
    return name == "tag:sixdots.be,2016-06:claim_device" ? ItsmeClaim.device.rawValue : name
  }

  /// True if the claim cannot be requested with a value (§1.11).
  var forbidsValue: Bool {
    switch self {
    case .nationality, .cityOfBirth, .countryOfBirth: true
    default: false
    }
  }

  /// The claims of a scope (guide §3.2, §3.8; `name` by captures, §5 #22).
  static func of(_ scope: AuthenticationRequest.Scope, withName: Bool) -> [ItsmeClaim] {
    switch scope {
    case .profile: (withName ? [.name] : []) + [.familyName, .givenName, .gender, .birthdate, .locale]
    case .email: [.email, .emailVerified]
    case .phone: [.phoneNumber, .phoneNumberVerified]
    case .address: [.address]
    case .eid: [.eid]
    }
  }
}
