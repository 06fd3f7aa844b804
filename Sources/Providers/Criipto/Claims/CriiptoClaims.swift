import Crypto
import Flow
import JSON
import ProviderKit

/// The claims that all eIDs share (§2.5), in the order of the vendor's samples; values about the person are strings.
enum CriiptoClaims {
  /// The claims of every token, even of one without claims about the person.
  static func frame(of login: Transaction<CriiptoLogin>, issuer: String) -> JSONObject {
    var claims: JSONObject = ["iss": .string(issuer), "aud": .string(login.client)]
    claims["nonce"] = login.detail.request.nonce.map(JSON.string)
    claims["sub"] = .string("{\(subject(of: login).text)}")
    return claims
  }

  /// The claims about the login, which follow `iss`, `aud` and `nonce`.
  static func login(
    of login: Transaction<CriiptoLogin>, session: String, authenticated: Instant, in frame: JSONObject
  ) -> JSONObject {
    let subject = subject(of: login)
    var claims: JSONObject = [:]
    for name in ["iss", "aud", "nonce"] { claims[name] = frame[name] }
    claims["identityscheme"] = .string(login.detail.eid.rawValue)
    claims["authenticationtype"] = .string(login.detail.requested?.urn ?? "")
    claims["authenticationmethod"] = ""
    claims["authenticationinstant"] = .string(authenticated.stamp)
    claims["nameidentifier"] = .string(subject.digits)
    claims["sub"] = .string("{\(subject.text)}")
    claims["sessionindex"] = .string(session)
    return claims
  }

  /// Stable for the person, the eID and the company (§5 #18).
  static func subject(of login: Transaction<CriiptoLogin>) -> UUIDText {
    let company = login.detail.company.map { "/\($0)" } ?? ""
    let person = login.person
    return UUIDText(
      Digest.sha256(
        Array("criipto/sub/\(login.detail.eid.rawValue)/\(person.key)/\(person.account)\(company)".utf8)))
  }

  /// The claims under long names (§2.5); `own` are the eID's own names.
  static func renamed(_ claims: JSONObject, _ own: [String: String]) -> JSONObject {
    var renamed: JSONObject = [:]
    for (name, value) in claims { renamed[own[name] ?? longNames[name] ?? name] = value }
    return renamed
  }

  private static let identity = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"

  /// The long names of the shared claims; other claims keep their names.
  static let longNames: [String: String] = [
    "name": "\(identity)name", "nameidentifier": "\(identity)nameidentifier",
    "givenname": "\(identity)givenname", "surname": "\(identity)surname",
    "dateofbirth": "\(identity)dateofbirth", "age": "\(identity)age", "country": "\(identity)country",
    "authenticationmethod": "http://schemas.microsoft.com/ws/2008/06/identity/claims/authenticationmethod",
    "authenticationinstant": "http://schemas.microsoft.com/ws/2008/06/identity/claims/authenticationinstant",
    "sessionindex": "http://schemas.grean.id/claims/sessionindex",
  ]
}

extension Instant {
  /// UTC with milliseconds: `2022-11-30T13:49:54.923Z` (§2.5).
  var stamp: String {
    let fraction = milliseconds - seconds * 1000
    return "\(CalendarDate(self).dateTimeText).\(String(1000 + fraction).dropFirst())Z"
  }
}
