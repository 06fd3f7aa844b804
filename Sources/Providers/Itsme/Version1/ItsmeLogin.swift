import Flow
import OpenID
import ProviderKit

struct ItsmeLogin: AppLogin {
  let request: AuthenticationRequest
  let home: String
  let switches: Switches
  var language: PageLanguage
  let opensApp: Bool
  var hasReachedPhone: Bool
  var grant = CodeGrant()

  var issuer: String { "\(home)/oidc" }
  var redirectURI: String { request.redirectURI }
  var state: String? { request.state }
  var nonce: String? { request.nonce }
  var proofKey: ProofKey? { request.proofKey }
  var maximumAge: Int? { request.maximumAge }
  var codeLifetime: Duration { switches[.code] }
  var asksLevel: Bool { request.asksLevel }
  var service: String { request.service }
  var phone: PhoneNumber? { request.phone }

  func takes(_ person: Person, at client: String) -> Bool { request.claims.takes(person, at: client) }
}

extension Transaction where Detail == ItsmeLogin {
  /// True if the client requested claims of userinfo and got an access token, but never used it.
  var missesClaims: Bool {
    missesUserinfo(at: ItsmeEndpoint.userinfo.rawValue)
      && !(detail.request.scopes.isEmpty && detail.request.claims.userinfo.isEmpty)
  }
}
