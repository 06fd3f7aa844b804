import Crypto
import Flow
import JSON

/// A person as itsme's claims (§1.11).
///
/// Unknown values are left out, never null or empty (guide §3.8).
struct ClaimsProjection {
  let person: Person
  let switches: Switches

  /// The labels of the data that the app shows as shared (§1.5).
  ///
  /// - Parameter allowed: the claims agreed for the service, `nil` for all (§1.2).
  static func shared(_ login: Transaction<ItsmeLogin>, allowed: Set<String>?) -> [String] {
    let request = login.detail.request
    let scopes = request.scopes.flatMap { ItsmeClaim.of($0, withName: false) }
    let single = (request.claims.userinfo + request.claims.idToken).compactMap { ItsmeClaim(requested: $0) }
    let claims = Set(scopes + single).filter { allowed?.contains($0.rawValue) ?? true }
    return Set(claims.compactMap(label)).sorted()
  }

  /// Adds the claims of scopes, and those requested by name under the name in the request (§5 #1).
  ///
  /// - Parameters:
  ///   - allowed: the claims agreed for the service, `nil` for all (§1.2).
  ///   - isFlat: true if the scope `address` gives flat members (§5 #23).
  func add(
    _ scopes: Set<AuthenticationRequest.Scope>, keys: [String], allowed: Set<String>?,
    to claims: inout JSONObject,
    isFlat: Bool = false
  ) {
    let isAllowed = { (claim: ItsmeClaim) in allowed?.contains(claim.rawValue) ?? true }
    for scope in AuthenticationRequest.Scope.allCases where scopes.contains(scope) {
      for claim in ItsmeClaim.of(scope, withName: switches[.nameClaim].isOn) where isAllowed(claim) {
        add(claim, as: claim.rawValue, isFlat: isFlat, to: &claims)
      }
    }
    for key in keys {
      guard let claim = ItsmeClaim(requested: key), isAllowed(claim) else { continue }
      add(claim, as: key, isFlat: false, to: &claims)
    }
  }

  private func add(_ claim: ItsmeClaim, as key: String, isFlat: Bool, to claims: inout JSONObject) {
    // The guide's id_token table names the parts of the address one by one (§5 #23).
    if claim == .address, isFlat || switches[.addressFormat].word == "flat" {
      for (name, value) in addressMembers { claims[name] = value }
      return
    }
    if let value = value(of: claim) { claims[key] = value }
  }

  private func value(of claim: ItsmeClaim) -> JSON? {
    switch claim {
    case .name: person.fullName.map(JSON.string)
    case .givenName: person.givenName.map(JSON.string)
    case .familyName: person.familyName.map(JSON.string)
    case .gender: person.gender.map(JSON.string)
    case .birthdate, .birthdateAsString: person.birthdate.map { .string($0.dateText) }
    case .locale: person.locale.map { .string(PageLanguage(ofApp: $0).rawValue) }
    case .email: person.email.map(JSON.string)
    case .emailVerified: person.email.map { _ in .bool(person.isEmailVerified) }
    case .phoneNumber: person.phoneNumber.flatMap { PhoneNumber($0) }.map { .string($0.claim) }
    case .phoneNumberVerified: person.phoneNumber.map { _ in .bool(true) }
    case .address: addressMembers.isEmpty ? nil : format(addressMembers, by: .addressFormat)
    case .nationality: person.nationalities.first.map(JSON.string)
    case .cityOfBirth: person.birthplace?.city.map(JSON.string)
    case .countryOfBirth: person.birthplace?.country.map(JSON.string)
    case .eid: person.document("eid").map { .object(card($0)) }
    case .passport: person.document("passport")?.number.map(JSON.string)
    case .device: format(person.device ?? device, by: .deviceFormat)
    case .transactionInfo: ["securityLevel": "SIM_AND_SOFT", "bindLevel": "SIM_AND_SOFT", "mcc": 206]
    case .photo: person.photo.map(JSON.string)
    }
  }

  private var addressMembers: JSONObject {
    guard !person.hasProtectedIdentity, let address = person.address else { return [:] }
    var members: JSONObject = [:]
    members["street_address"] = address.streetAddress.map(JSON.string)
    members["postal_code"] = address.postalCode.map(JSON.string)
    members["locality"] = address.locality.map(JSON.string)
    members["country"] = address.country.map(JSON.string)
    return members
  }

  /// An object, or a string with its JSON text, as the first version sent it (§1.11).
  private func format(_ object: JSONObject, by quirk: ItsmeQuirk) -> JSON {
    switches[quirk].word == "json_string" ? .string(JSON.object(object).text()) : .object(object)
  }

  /// The card's metadata; all members are strings (§1.11).
  private func card(_ document: Document) -> JSONObject {
    var members: JSONObject = [:]
    members["eid"] = document.number.map(JSON.string)
    members["issuance_locality"] = document.issuanceLocality.map(JSON.string)
    members["validity_from"] = document.validFrom.map { .string(ClaimsProjection.stamp($0)) }
    members["validity_to"] = document.validTo.map { .string(ClaimsProjection.stamp($0)) }
    members["certificate_validity"] = document.validTo.map { .string(ClaimsProjection.stamp($0)) }
    members["read_date"] = document.validFrom.map { .string(ClaimsProjection.stamp($0)) }
    members["national_number"] = person.identifiers["be_national_number"].map {
      .string(ClaimsProjection.nationalNumber($0))
    }
    return members
  }

  /// A Belgian national number as the card prints it: `YY.MM.DD-xxx.cd`.
  private static func nationalNumber(_ text: String) -> String {
    let digits = Array(text.filter { $0.isASCII && $0.isNumber })
    guard digits.count == 11 else { return text }
    let groups = [digits[0..<2], digits[2..<4], digits[4..<6], digits[6..<9], digits[9..<11]].map {
      String($0)
    }
    return "\(groups[0]).\(groups[1]).\(groups[2])-\(groups[3]).\(groups[4])"
  }

  /// A date of the card's metadata: `2017-04-01T19:43:37+0000`.
  private static func stamp(_ date: CalendarDate) -> String { "\(date.dateTimeText)+0000" }

  /// The device of a person without one in the world (§1.11).
  private var device: JSONObject {
    var members: JSONObject = [
      "os": "ANDROID", "appName": "itsme app", "appRelease": "1.17.13", "deviceLabel": "Test phone",
      "debugEnabled": false, "deviceId": .string(person.deviceIdentifier), "osRelease": "Android 8.0.0",
      "manufacturer": "eidolon", "hasSimEnabled": true, "deviceLockLevel": "touchID", "smsEnabled": true,
      "rooted": false, "imei": "000000000000000", "deviceModel": "Emulator", "sdkRelease": "1.17.12",
    ]
    // The number as dialled in its own country: 0470000001.
    members["msisdn"] = person.phoneNumber.flatMap { PhoneNumber($0) }.map { .string("0\($0.national)") }
    return members
  }

  private static func label(_ claim: ItsmeClaim) -> String? {
    switch claim {
    case .name, .emailVerified, .phoneNumberVerified: nil
    case .givenName: "First name(s)"
    case .familyName: "Surname"
    case .gender: "Gender"
    case .birthdate, .birthdateAsString: "Date of birth"
    case .locale: "Language"
    case .email: "E-mail address"
    case .phoneNumber: "Phone number"
    case .address: "Legal address"
    case .nationality: "Nationality"
    case .cityOfBirth, .countryOfBirth: "Place of birth"
    case .eid: "eID card number"
    case .passport: "Passport number"
    case .device, .transactionInfo: "Device"
    case .photo: "Photo"
    }
  }
}
