import Flow
import JSON

/// A document as a person shows it, and what is read from it (§1.3).
struct ShownDocument {
  let type: DocumentType
  let person: Person
  let today: CalendarDate
  /// How a missing value is written: `empty` or `missing`.
  let absent: String
  let defect: ResultDefect?

  private var document: Document? { person.document(of: type) }

  /// The member `document` of the result.
  var json: JSONObject {
    var members: JSONObject = [
      "classification": .string(type.kind.rawValue), "type": .string(type.size),
      "issuer": .string(type.country.uppercased()), "expiryDate": .string(ShownDocument.sixDigits(expiry)),
    ]
    // A passport's number has another name (§1.3).
    members[type.kind == .passport ? "passportNumber" : "documentNumber"] = .string(number)
    if type.kind == .passport {
      members["scan"] = .string(Pictures.scan)
    } else {
      members["front"] = .string(Pictures.front)
      members["back"] = .string(Pictures.back)
    }
    members["subject"] = .object(subject)
    return members
  }

  /// The holder; names are in capitals, as on a card, and never empty: a single name fills both members.
  private var subject: JSONObject {
    let family = person.familyName ?? person.givenName ?? person.fullName ?? person.key
    let given = person.givenName ?? person.familyName ?? person.fullName ?? person.key
    var members: JSONObject = [
      "primaryName": .string(family.uppercased()), "secondaryName": .string(given.uppercased()),
    ]
    // Clients require it, like the names (§1.3).
    members["birthDate"] = .string(ShownDocument.sixDigits(birthdate))
    set("sex", sex, in: &members)
    set("nationality", nationality, in: &members)
    set("personalNumber", document?.personalNumber, in: &members)
    set("address", address, in: &members)
    members["photo"] = .string(person.photo ?? Pictures.face)
    return members
  }

  private func set(_ name: String, _ value: String?, in members: inout JSONObject) {
    if let value {
      members[name] = .string(value)
    } else if absent == "empty" {
      members[name] = ""
    }
  }

  /// The world's number, otherwise a clearly fictional one.
  private var number: String {
    if let number = document?.number { return number }
    let digits = String(seed(type.id) + 100_000)
    return "TEST" + digits.suffix(5)
  }

  private func seed(_ start: Int) -> Int {
    person.key.utf8.reduce(start) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
  }

  /// The last day of validity: the world's, otherwise the end of the year in five years.
  private var expiry: CalendarDate {
    if defect == .documentExpired { return CalendarDate(today.instant - .seconds(30 * 86_400)) }
    return document?.validTo ?? CalendarDate(year: today.year + 5, month: 12, day: 31) ?? today
  }

  /// The world's date of birth, otherwise a made-up one of an adult.
  private var birthdate: CalendarDate {
    let madeUp = CalendarDate(year: 1960 + seed(0) % 40, month: 1, day: 1)
    if defect != .underage, let known = person.birthdate ?? madeUp { return known }
    return CalendarDate(year: today.year - 17, month: today.month, day: min(today.day, 28)) ?? today
  }

  private var sex: String? {
    switch person.gender {
    case "male": "M"
    case "female": "F"
    default: nil
    }
  }

  private var nationality: String? {
    person.nationalities.first.flatMap { Country.alpha3($0) } ?? type.country.uppercased()
  }

  private var address: String? {
    guard let address = person.address else { return nil }
    let town = [address.postalCode, address.locality].compactMap { $0 }.joined(separator: " ")
    let lines = [address.streetAddress, town.isEmpty ? nil : town].compactMap { $0 }
    return lines.isEmpty ? nil : lines.joined(separator: ", ").split(separator: "\n").joined(separator: ", ")
  }

  var isExpired: Bool { today.dateText > expiry.dateText }

  /// True for a person younger than 18.
  var isUnderage: Bool {
    // Someone born on 29 February comes of age on 1 March.
    let majority =
      CalendarDate(year: birthdate.year + 18, month: birthdate.month, day: birthdate.day)
      ?? CalendarDate(year: birthdate.year + 18, month: 3, day: 1)
    return majority.map { today.dateText < $0.dateText } ?? false
  }

  /// `YYMMDD`: the reader guesses the century (§1.3).
  static func sixDigits(_ date: CalendarDate) -> String {
    date.dateText.dropFirst(2).filter { $0 != "-" }
  }

  // MARK: Features

  /// The member `features` of the result: where on the document each feature was found (§1.3).
  var features: JSONObject {
    var features: JSONObject = [:]
    for feature in ShownDocument.features(of: type.kind) {
      features[feature.member] = [
        "name": .string(feature.name), "found": true,
        "bbox": [
          "x": .integer(feature.box.0), "y": .integer(feature.box.1), "width": .integer(feature.box.2),
          "height": .integer(feature.box.3),
        ],
        "side": .string(feature.side),
      ]
    }
    return features
  }

  private struct Feature {
    let member: String
    let name: String
    let box: (Int, Int, Int, Int)
    var side = "front"
  }

  private static func features(of kind: DocumentType.Kind) -> [Feature] {
    let photo = Feature(member: "photo", name: "Photo", box: (24, 84, 132, 172))
    let signature = Feature(member: "signature", name: "Signature", box: (180, 240, 150, 36))
    let hologram = Feature(member: "hologram", name: "Hologram", box: (392, 176, 72, 72))
    switch kind {
    case .card:
      return [
        Feature(member: "chip", name: "Chip", box: (84, 28, 248, 32)),
        Feature(member: "flag", name: "Flag", box: (16, 12, 40, 28)), signature,
        Feature(member: "initials", name: "Initials", box: (420, 20, 44, 32)), hologram, photo,
      ]
    case .passport: return [signature, hologram, photo]
    case .license:
      return [
        signature, photo, Feature(member: "badge1", name: "Badge 1", box: (560, 20, 48, 32)),
        Feature(member: "euroBadge", name: "Euro badge", box: (16, 12, 44, 60)),
      ]
    }
  }
}
