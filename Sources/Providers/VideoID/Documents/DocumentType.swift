import JSON

/// A type of document by the number that `docType`, `docTypes`, `defaultId` and `idType` name (§1.4).
struct DocumentType: Sendable, Hashable {
  let id: Int
  /// Three lowercase letters.
  let country: String
  let countryName: String
  let kind: Kind
  let name: String
  /// The narrower `kind` in the list, if it has one.
  var narrower: String?
  /// The format: `TD1`, `TD2`, `TD3` or `EULICENSE`.
  let icao: String
  let scanWidth: Int

  enum Kind: String, Sendable {
    case card = "IdCard"
    case passport = "Passport"
    case license = "DriverLicense"
  }

  /// A passport is one page.
  var hasBack: Bool { kind != .passport }

  /// The size in the result, which only has ICAO's (§1.3): a licence is as large as a TD1 card.
  var size: String { ["TD1", "TD2", "TD3"].contains(icao) ? icao : "TD1" }

  static func of(_ id: Int) -> DocumentType? { all.first { $0.id == id } }

  static let all = [
    // The guide's own example has these three; the issuer is the one of ICAO's specimens (Doc 9303-3, §5).
    DocumentType(
      id: 1, country: "uto", countryName: "Utopia", kind: .card, name: "Identity card", icao: "TD1",
      scanWidth: 480),
    DocumentType(
      id: 2, country: "uto", countryName: "Utopia", kind: .passport, name: "Passport", icao: "TD3",
      scanWidth: 640),
    DocumentType(
      id: 3, country: "uto", countryName: "Utopia", kind: .license, name: "Driving licence",
      icao: "EULICENSE", scanWidth: 640),
    DocumentType(
      id: 61, country: "esp", countryName: "Spain", kind: .passport, name: "Pasaporte", icao: "TD3",
      scanWidth: 640),
    DocumentType(
      id: 62, country: "esp", countryName: "Spain", kind: .card, name: "DNI", narrower: "DNI", icao: "TD1",
      scanWidth: 480),
    // These numbers are from the vendor's examples; which documents they have in the real list is unknown (§1.4).
    DocumentType(
      id: 123, country: "nor", countryName: "Norway", kind: .card, name: "ID-kort", icao: "TD1",
      scanWidth: 480),
    DocumentType(
      id: 134, country: "nld", countryName: "Netherlands", kind: .card, name: "Identiteitskaart", icao: "TD1",
      scanWidth: 480),
    // The name in the vendor's description of the web SDK.
    DocumentType(
      id: 138, country: "nor", countryName: "Norway", kind: .passport, name: "Pass", icao: "TD3",
      scanWidth: 640),
    DocumentType(
      id: 147, country: "swe", countryName: "Sweden", kind: .passport, name: "Pass", icao: "TD3",
      scanWidth: 640),
    DocumentType(
      id: 169, country: "dnk", countryName: "Denmark", kind: .passport, name: "Pas", icao: "TD3",
      scanWidth: 640),
    DocumentType(
      id: 188, country: "esp", countryName: "Spain", kind: .card, name: "NIE", narrower: "NIE", icao: "TD1",
      scanWidth: 480),
    DocumentType(
      id: 189, country: "bel", countryName: "Belgium", kind: .card, name: "eID", icao: "TD1", scanWidth: 480),
    DocumentType(
      id: 195, country: "esp", countryName: "Spain", kind: .license, name: "Permiso de conducción",
      icao: "EULICENSE", scanWidth: 640),
    DocumentType(
      id: 245, country: "fin", countryName: "Finland", kind: .passport, name: "Passi", icao: "TD3",
      scanWidth: 640),
    DocumentType(
      id: 277, country: "deu", countryName: "Germany", kind: .card, name: "Personalausweis", icao: "TD1",
      scanWidth: 480),
  ]

  /// Its entry in the list.
  var json: JSON {
    var record: JSONObject = [
      "id": .integer(id), "country": .string(country), "countryName": .string(countryName),
      "type": .string(kind.rawValue), "name": .string(name),
    ]
    record["kind"] = narrower.map(JSON.string)
    record["icao"] = .string(icao)
    record["scanWidth"] = .integer(scanWidth)
    return .object(record)
  }
}
