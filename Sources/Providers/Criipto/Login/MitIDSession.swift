import Crypto
import Flow
import ProviderKit

struct MitIDSession: Sendable {
  let level: Level
  /// `nil` unless the login is for a company.
  let company: Company?
  /// The cookie that binds the login to the browser that began it (§1.8).
  let nonce: String
  /// The header of the text in the app.
  let referenceHeader: String
  /// The text in the app.
  let referenceBody: String
  /// True if it is known who logs in.
  var isIdentified: Bool
  var isAppOpened = false
  /// Set once a browser came without the right cookie, which fails the login.
  var cookieFailure: MitIDFailure?

  /// The requested level of assurance.
  enum Level: String, Sendable {
    case low = "LOW"
    case substantial = "SUBSTANTIAL"
    case high = "HIGH"

    /// As people read it: `Substantial`.
    var title: String { String(rawValue.prefix(1)) + rawValue.dropFirst().lowercased() }
  }

  /// A company of MitID Erhverv.
  struct Company: Sendable, Hashable {
    /// The CVR number, eight digits.
    let number: String
    let name: String
    let role: Role
  }

  /// The role in which a person logs in.
  enum Role: String, Sendable {
    case employee, signatory
    case citizen = "private"
  }
}

extension MitIDFailure {
  var failure: LoginFailure {
    switch self {
    case .coreClient: LoginFailure(rawValue, "unknown: API xhr time error", .mitIDError)
    case .cookieMissing:
      LoginFailure(rawValue, "The login must be finished in the browser that started it", .nonceCookieMissing)
    case .cookieMalformed:
      LoginFailure(
        rawValue, "The cookie that binds the login to this browser cannot be read", .nonceCookieMalformed)
    }
  }
}

enum MitIDIdentity {
  /// The claim `uuid`: stable, but different for each company that the person acts for (§2.5).
  static func uuid(of person: Person, company: MitIDSession.Company?) -> String {
    if company == nil, let own = person.identifiers[PersonIdentifier.mitIDUUID.rawValue] { return own }
    let suffix = company.map { "/\($0.number)/\($0.role.rawValue)" } ?? ""
    return UUIDText(Digest.sha256(Array("mitid/uuid/\(person.key)/\(person.account)\(suffix)".utf8))).text
  }

  /// The values that `uuid` has for a person as a citizen, and in each role of a company.
  static func uuids(of person: Person, company number: String?) -> [String] {
    let digits = number.map(LoginHint.digits) ?? usualCompany.number
    let companies = [MitIDSession.Role.employee, .signatory].map {
      MitIDSession.Company(number: digits, name: "", role: $0)
    }
    return ([nil] + companies).map { uuid(of: person, company: $0) }
  }

  /// The company of a business login that names none; its number is from the series used in documentation.
  static let usualCompany = (number: "12345674", name: "Fiktiv Handel ApS")
}
