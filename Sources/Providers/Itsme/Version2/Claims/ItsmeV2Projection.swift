import Flow
import JSON

/// A person as claims of itsme's second version (contract §1.9).
///
/// The country that issued the document decides which claims exist. A claim without a value is left out (U3).
struct ItsmeV2Projection {
  let person: Person
  let switches: Switches
  let circumstances: ItsmeV2Circumstances
  /// All claims that the request gets: metadata only describe these attributes (§1.9, M1 to M3).
  let asked: Set<ItsmeV2Claim>

  /// Adds those claims that have a value.
  func add(_ claims: [ItsmeV2Claim], to object: inout JSONObject) {
    for claim in claims { object[claim.rawValue] = value(of: claim) }
  }

  /// The identity document of the account: the first card or passport.
  private var document: Document? { person.documents.first { ["eid", "passport"].contains($0.type) } }

  /// The country that issued the document; without one the nationality, otherwise Belgium.
  private var country: String { document?.country ?? person.nationalities.first ?? "BE" }

  private var isBelgian: Bool { country == "BE" }

  private func value(of claim: ItsmeV2Claim) -> JSON? {
    switch claim {
    case .name: person.fullName.map(JSON.string)
    case .familyName: person.familyName.map(JSON.string)
    case .givenName: person.givenName.map(JSON.string)
    case .birthdate: person.birthdate.map { .string($0.dateText) }
    case .birthdateAsString: isBelgian ? printedBirthdate : nil
    case .isAtLeast16: isAtLeast(16)
    case .isAtLeast18: isAtLeast(18)
    case .isAtLeast21: isAtLeast(21)
    case .isAtLeast30: isAtLeast(30)
    case .gender: person.gender.map { .string(Self.genders.contains($0) ? $0 : "unknown") }
    case .officialGender: officialGender
    case .locale: person.locale.map { .string(PageLanguage(ofApp: $0).rawValue.uppercased()) }
    case .email: person.email.map(JSON.string)
    // Never true, whatever the person did (C7).
    case .emailVerified: person.email.map { _ in false }
    case .phoneNumber: person.phoneNumber.flatMap { PhoneNumber($0) }.map { .string($0.claim) }
    case .phoneNumberVerified: person.phoneNumber.map { _ in true }
    case .address: address
    case .addressAssuranceLevel: assuranceLevel
    case .picture: person.photo.map { _ in .string(circumstances.pictureURL) }
    case .photo: person.photo.map { ["format": "image/jpeg", "value": .string($0)] }
    case .citizenship: citizenship
    case .citizenshipAsISO: nationality.flatMap(Country.alpha3).map(JSON.string)
    case .placeOfBirth: placeOfBirth
    case .belgianNumber: isBelgian ? person.identifiers["be_national_number"].map(JSON.string) : nil
    case .romanianNumber, .bulgarianNumber, .czechNumber, .slovakNumber, .croatianNumber, .lithuanianNumber,
      .latvianNumber, .malteseNumber, .serbianNumber, .moldovanNumber, .slovenianNumberSI, .slovenianNumberSV:
      country == claim.numberCountry ? document?.personalNumber.map(JSON.string) : nil
    case .documentNumber: documentNumber
    case .belgianCardNumber: hasBelgianCard ? documentNumber : nil
    case .documentType: document.map { $0.type == "passport" ? "P" : "I" }
    case .device: .object(device)
    case .app: .object(app)
    case .account: .object(account)
    case .identificationMode: .string(circumstances.mode.rawValue)
    case .transactionAddress: circumstances.address.map(JSON.string)
    case .ongoingCall: .bool(circumstances.isCalling)
    // Kept in the person's own data store, which the world does not have (C22).
    case .studentAttestation: nil
    case .verificationDate, .issuingCountry, .validityFrom, .validityTo, .issuanceLocality: metadata(claim)
    }
  }
}

// Metadata: a map from an attribute's name to a value (M1 to M3).
extension ItsmeV2Projection {
  private func metadata(_ claim: ItsmeV2Claim) -> JSON? {
    guard let value = everyValue(of: claim), let attributes = claim.attributes else { return nil }
    let known = ItsmeV2Claim.allCases.filter {
      attributes.contains($0) && asked.contains($0) && self.value(of: $0) != nil
    }
    return known.isEmpty ? nil : .object(JSONObject(known.map { (name: $0.rawValue, value: value) }))
  }

  /// All attributes come from the same document, so each has the same value.
  private func everyValue(of metadata: ItsmeV2Claim) -> JSON? {
    guard let document else { return nil }
    switch metadata {
    case .verificationDate: return lastReading.map(stamp)
    case .issuingCountry: return Country.alpha3(country).map(JSON.string)
    case .validityFrom: return isBelgian ? document.validFrom.map { stamp($0.instant) } : nil
    case .validityTo: return document.validTo.map { stamp($0.instant) }
    default: return isBelgian ? document.issuanceLocality.map(JSON.string) : nil
    }
  }

  /// A document that was never read again was read when the account was created.
  private var lastReading: Instant? { document?.readAt ?? activation }

  /// `2026-01-12T15:02:23Z`, with milliseconds if a switch says so (§5 Z14).
  private func stamp(_ instant: Instant) -> JSON {
    .string(
      switches[v2: .dateMilliseconds].isOn ? instant.text : "\(CalendarDate(instant).dateTimeText)Z")
  }
}

// The content of the document.
extension ItsmeV2Projection {
  private static let genders: Set = ["female", "male", "unknown", "n/a"]

  private var hasBelgianCard: Bool { isBelgian && document?.type == "eid" }

  private var nationality: String? { person.nationalities.first }

  /// `DD.MM.YYYY` unless the world has it as printed.
  private var printedBirthdate: JSON? {
    if let printed = document?.printed.birthdate { return .string(printed) }
    return person.birthdate.map { date in
      let parts = date.dateText.split(separator: "-").reversed()
      return .string(parts.joined(separator: "."))
    }
  }

  private func isAtLeast(_ age: Int) -> JSON? {
    person.birthdate.map { birthdate in
      // Someone born on 29 February is a year older on 1 March.
      let birthday =
        CalendarDate(year: birthdate.year + age, month: birthdate.month, day: birthdate.day)
        ?? CalendarDate(year: birthdate.year + age, month: 3, day: 1)
      return .bool(birthday.map { $0.instant <= circumstances.now } ?? false)
    }
  }

  /// A Belgian card prints it in the language of its place of issue, assumed to be the person's.
  private var officialGender: JSON? {
    if let printed = document?.printed.gender { return .string(printed) }
    switch (person.gender, isBelgian ? person.locale.map { PageLanguage(ofApp: $0) } : nil) {
    case ("female", .nl): return "V"
    case ("female", .de): return "W"
    case ("female", _): return "F"
    case ("male", _): return "M"
    default: return nil
    }
  }

  private var citizenship: JSON? {
    guard isBelgian else { return nationality.flatMap(Country.alpha3).map(JSON.string) }
    return (document?.printed.nationality ?? nationality).map(JSON.string)
  }

  private var placeOfBirth: JSON? {
    guard isBelgian, !person.hasProtectedIdentity, let birthplace = person.birthplace else { return nil }
    // A Belgian card only names the country of those born abroad.
    let country = birthplace.country == "BE" ? nil : birthplace.country
    let words = [birthplace.city, country].compactMap { $0 }
    guard !words.isEmpty else { return nil }
    var members: JSONObject = [:]
    members["city"] = birthplace.city.map(JSON.string)
    members["country"] = country.map(JSON.string)
    members["formatted"] = .string(words.joined(separator: " "))
    return .object(members)
  }

  /// Twelve digits for a Belgian card, or `xxx-xxxxxxx-yy` if a switch says so (§5 Z14).
  private var documentNumber: JSON? {
    guard let number = document?.number else { return nil }
    let digits = number.filter { $0 != "-" }
    guard hasBelgianCard, digits.count == 12 else { return .string(number) }
    guard switches[v2: .cardNumber].word == "dashed" else { return .string(digits) }
    return .string("\(digits.prefix(3))-\(digits.dropFirst(3).prefix(7))-\(digits.suffix(2))")
  }

  private var address: JSON? {
    guard isBelgian, !person.hasProtectedIdentity, let address = person.address else { return nil }
    var members: JSONObject = [:]
    members["street_address"] = address.streetAddress.map(JSON.string)
    members["postal_code"] = address.postalCode.map(JSON.string)
    members["locality"] = address.locality.map(JSON.string)
    guard !members.isEmpty else { return nil }
    let words = members.compactMap { $0.value.string }.joined(separator: " ")
    members["formatted"] = .string(words.split(separator: "\n").joined(separator: " "))
    if switches[v2: .addressCountry].isOn { members["country"] = address.country.map(JSON.string) }
    let isText = switches[v2: .addressFormat].word == "json_string"
    return isText ? .string(JSON.object(members).text()) : .object(members)
  }

  private var assuranceLevel: JSON? {
    let level = switches[v2: .addressAssuranceLevel].word
    return level == "absent" || address == nil ? nil : .string(level)
  }
}
