import Flow
import JSON
import ProviderKit

extension MitID {
  /// The claims about the person (§2.5); all values are strings, except the address.
  static func claims(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, at criipto: Criipto
  ) -> JSONObject {
    guard case .mitID(let session) = login.detail.method else { return [:] }
    let assurance = Assurance(session.level, login.detail.switches[.authenticator].word)
    let person = login.person
    var claims: JSONObject = [
      "authenticationmethod": .string(
        "\(assurance.authenticator):\(authenticated.milliseconds):\(assurance.method.joined(separator: ":"))"),
      "loA": .string(assurance.level), "ial": .string(assurance.identity),
      "aal": .string(assurance.authentication), "fal": "HIGH",
      "uuid": .string(MitIDIdentity.uuid(of: person, company: session.company)),
    ]
    add(session.company, of: person, to: &claims)
    if session.company?.role != .employee { addCitizen(login, authenticated, to: &claims) }
    claims["name"] = person.fullName.map(JSON.string)
    claims["refTextHeader"] = .string(session.referenceHeader)
    claims["refTextBody"] = .string(session.referenceBody)
    claims["country"] = "DK"
    addTransfer(login, authenticated, at: criipto, to: &claims)
    return claims
  }

  static let longNames: [String: String] = [
    "loA": "\(saml)LoA", "ial": "\(saml)IAL", "aal": "\(saml)AAL", "fal": "\(saml)FAL", "uuid": "\(saml)UUID",
    "cprNumberIdentifier": "\(saml)CprNumberIdentifier", "cvrNumberIdentifier": "\(saml)CvrNumberIdentifier",
    "refTextHeader": "\(saml)RefTextHeader", "refTextBody": "\(saml)RefTextBody",
    "2.5.4.10": "urn:oid:2.5.4.10",
  ]

  private static let saml = "dk:gov:saml:attribute:"

  /// The levels of assurance, depending on the authenticator (§2.5).
  private struct Assurance {
    let authenticator: String
    /// The last four parts of `authenticationmethod`.
    let method: [String]
    let level: String
    /// The level of the enrolment, which limits the level: the lowest part decides.
    let identity: String
    let authentication: String

    init(_ wanted: MitIDSession.Level, _ authenticator: String) {
      identity = wanted == .high ? "HIGH" : "SUBSTANTIAL"
      switch (wanted, authenticator) {
      case (.low, "password"):
        (self.authenticator, level, authentication) = ("pwd", "LOW", "LOW")
        method = ["LOW", identity, "LOW", "LOW"]
      case (.high, _):
        (self.authenticator, level, authentication) = (
          authenticator == "chip" ? "token" : "app", "HIGH", "HIGH"
        )
        method = ["HIGH", identity, "HIGH", "HIGH"]
      default:
        // A password does not suffice for this level: MitID insists on the app.
        (self.authenticator, level, authentication) = (
          authenticator == "chip" ? "token" : "app", "SUBSTANTIAL", "HIGH"
        )
        method = ["SUBSTANTIAL", identity, "HIGH", "HIGH"]
      }
    }
  }

  // MARK: The person

  private static func addCitizen(
    _ login: Transaction<CriiptoLogin>, _ authenticated: Instant, to claims: inout JSONObject
  ) {
    let person = login.person
    if givesCPR(login) { claims["cprNumberIdentifier"] = person.identifiers["dk_cpr"].map(JSON.string) }
    if let birthdate = person.birthdate {
      claims["birthdate"] = .string(birthdate.dateText)
      claims["dateofbirth"] = .string(birthdate.dateText)
      claims["age"] = .string(String(birthdate.age(at: CalendarDate(authenticated))))
    }
    let wantsAddress =
      login.detail.client.scopes == .dynamic && login.detail.request.scopes.contains("address")
    guard wantsAddress, let address = person.address, !person.hasProtectedIdentity else { return }
    claims["address"] = .object(DanishAddress(address, of: person).members)
    claims["address_details"] = .object(DanishAddress(address, of: person).details)
  }

  /// The CPR number is a setting under static scopes and a scope under dynamic ones; if it is optional, the person may
  /// withhold it (§2.5).
  private static func givesCPR(_ login: Transaction<CriiptoLogin>) -> Bool {
    let setting = login.detail.switches[.cpr].word
    let isSkipped = login.timeline.steps.contains { $0.verb == CriiptoVerb.withholdCPR.rawValue }
    if setting == "off" || setting == "optional" && isSkipped { return false }
    return login.detail.client.scopes == .fixed || login.detail.request.scopes.contains("ssn")
  }

  private static func add(
    _ company: MitIDSession.Company?, of person: Person, to claims: inout JSONObject
  ) {
    guard let company else { return }
    claims["cvrNumberIdentifier"] = .string(company.number)
    claims["2.5.4.10"] = .string(company.name)
    guard company.role == .employee else {
      claims["companySignatory"] = "true"
      return
    }
    claims["employee"] = "true"
    claims["productionUnit"] = .string("1\(company.number)0")
    claims["ridNumberIdentifier"] = .string(
      String(MitIDIdentity.uuid(of: person, company: company).prefix(8)))
    claims["seNumber"] = .string(company.number)
  }

  /// The hint `dk:mitid:ct` asks for a session that can be taken over (§1.4).
  private static func addTransfer(
    _ login: Transaction<CriiptoLogin>, _ authenticated: Instant, at criipto: Criipto,
    to claims: inout JSONObject
  ) {
    guard login.detail.request.hint.tokens.contains("dk:mitid:ct") else { return }
    claims["mitid:ct:sid"] = .string(criipto.sessionIndex(of: login))
    claims["mitid:ct:sid:exp"] = .string(String((authenticated + .seconds(1800)).seconds))
  }
}

/// An address as the Danish register writes it (§2.5).
struct DanishAddress {
  let members: JSONObject
  let details: JSONObject

  init(_ address: Address, of person: Person) {
    let street = (address.streetAddress ?? "").split(separator: "\n").joined(separator: ", ")
    let words = street.split(separator: " ")
    let number = words.last { $0.first?.isNumber ?? false }.map(String.init) ?? ""
    let road = words.prefix { !($0.first?.isNumber ?? false) }.joined(separator: " ")
    let cityLine = [address.postalCode, address.locality].compactMap { $0 }.joined(separator: " ")
    let formatted = [person.fullName, street, cityLine, address.country].compactMap { $0 }
    var members: JSONObject = ["formatted": .string(formatted.joined(separator: "\n"))]
    members["common_name"] = person.fullName.map(JSON.string)
    members["street_address"] = .string(street)
    members["postal_code"] = address.postalCode.map(JSON.string)
    members["city"] = address.locality.map(JSON.string)
    members["locality"] = address.locality.map(JSON.string)
    // Denmark's addresses have none (D4).
    members["region"] = .null
    members["country"] = address.country.map(JSON.string)
    self.members = members
    details = [
      "road": .string(road), "road_code": "0001", "municipality": .string(address.locality ?? ""),
      "municipality_code": "0999", "house_number": .string(number), "floor": "", "apartment_code": "",
    ]
  }
}

extension CalendarDate {
  /// The age in years, at a date, of a person born on this date.
  func age(at date: CalendarDate) -> Int {
    let hadBirthday = (date.month, date.day) >= (month, day)
    return date.year - year - (hadBirthday ? 0 : 1)
  }
}
