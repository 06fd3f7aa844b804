import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension BioID {
  /// The claims of the granted scopes, under OpenID Connect's names (§5).
  func personClaims(_ login: Transaction<BioIDLogin>) -> JSONObject {
    let (person, scopes) = (login.person, login.detail.scopes)
    var claims: JSONObject = ["sub": .string(login.subject)]
    if !scopes.isDisjoint(with: [.profile, .basic]) { claims["name"] = person.fullName.map(JSON.string) }
    if scopes.contains(.email) { claims["email"] = person.email.map(JSON.string) }
    claims["bcid"] = person.bcid.map { .string($0.text) }
    return claims
  }

  func connectUserinfo(_ call: OwnedCall<BioIDLogin>) throws(DocumentNeeded) -> Outcome {
    try resource(call) { login throws(Interruption) in
      guard login.detail.scopes.contains(.openid) else {
        throw .refused(
          OpenIDRefusal(.insufficientScope, Self.book[.openIDMissing], "", "The scope openid is required"))
      }
      return .uncached(.ok, .object(personClaims(login)))
    }
  }

  /// The user API: always `id`, and the known values that the scopes grant (§1.9).
  func peopleMe(_ call: OwnedCall<BioIDLogin>) throws(DocumentNeeded) -> Outcome {
    try resource(call) { login throws(Interruption) in
      let (person, scopes) = (login.person, login.detail.scopes)
      var body: JSONObject = ["id": .string(login.subject)]
      body["name"] = person.fullName.map(JSON.string)
      if scopes.contains(.profile) {
        body["profile"] = .string("https://people.example.test/\(PercentCoding.encode(person.key))")
      }
      if scopes.contains(.email) { body["email"] = person.email.map(JSON.string) }
      body["bcid"] = person.bcid.map { .string($0.text) }
      body["roles"] = ["BioID User"]
      return .uncached(.ok, .object(body))
    }
  }

  func challenge(_ problem: BearerProblem, of login: Transaction<BioIDLogin>?) -> Response {
    switch problem {
    case .unknown, .expired: return standardChallenge(problem)
    case .missing, .malformed:
      var response = Response.uncached(
        .unauthorized, ["error": "invalid_token", "error_description": "An access token is required"])
      response.headers.append("WWW-Authenticate", "Bearer")
      return response
    }
  }
}
