import Flow
import JOSE
import JSON
import ProviderKit

extension BankID {
  /// The claims about the person (§2.5): strings only, no birthdate, and the vendor's spelling `ipaddress`.
  static func claims(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, at criipto: Criipto
  ) -> JSONObject {
    let person = login.person
    var claims: JSONObject = ["authenticationmethod": "urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI"]
    claims["ssn"] = personalNumber(of: person).map(JSON.string)
    claims["name"] = person.fullName.map(JSON.string)
    claims["givenname"] = person.givenName.map(JSON.string)
    claims["given_name"] = person.givenName.map(JSON.string)
    claims["surname"] = person.familyName.map(JSON.string)
    claims["family_name"] = person.familyName.map(JSON.string)
    claims["ipaddress"] = .string(login.bankIDOrder?.address ?? "")
    claims["country"] = "SE"
    let asksForEvidence =
      login.detail.client.scopes == .dynamic && login.detail.request.scopes.contains("evidence")
    if asksForEvidence || login.detail.switches[.evidence].isOn {
      let evidence = BankIDEvidence(
        of: login, authenticated: authenticated, key: criipto.signingKeys.current(.bankID))
      claims["evidence"] = .string(Base64.encode(Array(evidence.signature.utf8)))
      claims["ocspResponse"] = .string(Base64.encode(evidence.certificateStatus))
    }
    return claims
  }

  static let longNames: [String: String] = [
    "ssn": "http://schemas.grean.id/claims/se/ssn",
    "ipaddress": "http://schemas.grean.id/claims/ipaddress",
  ]

  /// The personal number, otherwise the coordination number.
  static func personalNumber(of person: Person) -> String? {
    SwedishNumber.names.lazy.compactMap { person.identifiers[$0] }.first
  }
}
