import Flow
import HTTP
import JSON
import ProviderKit

extension BioID {
  /// The claims of the person by the scopes: OpenID Connect's names (§5).
  func personClaims(_ login: Transaction<BioIDLogin>) -> JSONObject {
    let (person, scopes) = (login.person, login.detail.request.scopes)
    var claims: JSONObject = ["sub": .string(login.subject)]
    if !scopes.isDisjoint(with: [.profile, .basic]) { claims["name"] = person.fullName.map(JSON.string) }
    if scopes.contains(.email) { claims["email"] = person.email.map(JSON.string) }
    claims["bcid"] = person.bcid.map { .string($0.text) }
    return claims
  }

  /// The userinfo endpoint of OpenID Connect.
  func connectUserinfo(_ call: OwnedCall<BioIDLogin>) -> Outcome {
    protected(call) { login throws(BioIDConnectRefusal) in
      guard login.detail.request.scopes.contains(.openid) else {
        throw BioIDConnectRefusal(
          .insufficientScope, BioIDConnectRules.scopeOpenID, "", "The scope openid is required")
      }
      return .object(personClaims(login))
    }
  }

  /// The user API: `id` always, the rest as far as it is known and the scopes allow (§1.9).
  func peopleMe(_ call: OwnedCall<BioIDLogin>) -> Outcome {
    protected(call) { login throws(BioIDConnectRefusal) in
      let (person, scopes) = (login.person, login.detail.request.scopes)
      var body: JSONObject = ["id": .string(login.subject)]
      body["name"] = person.fullName.map(JSON.string)
      if scopes.contains(.profile) { body["profile"] = .string("https://people.example.test/\(person.key)") }
      if scopes.contains(.email) { body["email"] = person.email.map(JSON.string) }
      body["bcid"] = person.bcid.map { .string($0.text) }
      body["roles"] = ["BioID User"]
      return .object(body)
    }
  }

  /// A resource that needs an access token (RFC 6750).
  private func protected(
    _ call: OwnedCall<BioIDLogin>,
    _ document: (Transaction<BioIDLogin>) throws(BioIDConnectRefusal) -> JSON
  ) -> Outcome {
    if let problem = bearerProblem(call.request) {
      var response = Response.uncached(
        .unauthorized, ["error": "invalid_token", "error_description": "An access token is required"])
      response.headers.append("WWW-Authenticate", "Bearer")
      return .answer(Answer(response, findings: [problem]))
    }
    do throws(BioIDConnectRefusal) {
      let login = try current(call.transaction, at: call.now)
      let body = try document(login)
      logins.update(login.identifier) { $0.detail.hasReadPerson = true }
      if !login.detail.hasReadPerson { logins.transactions.complete(login.ordinal) }
      return .answer(Answer(.uncached(.ok, body), remarks: ["\(login.client) read who logged in"]))
    } catch {
      if let login = call.transaction { logins.note([error.finding], on: login.identifier) }
      return .answer(Answer(error.resourceResponse, findings: [error.finding]))
    }
  }

  /// What is wrong with how a call sends its access token.
  private func bearerProblem(_ request: Request) -> Finding? {
    switch BearerToken(request) {
    case .token: nil
    case .missing: Finding(BioIDConnectRules.bearerMissing)
    case .malformed(let why): Finding(BioIDConnectRules.bearerMissing, why)
    case .inQuery: Finding(BioIDConnectRules.bearerMissing, "it stands in the URL")
    }
  }

  private func current(
    _ login: Transaction<BioIDLogin>?, at now: Instant
  ) throws(BioIDConnectRefusal) -> Transaction<BioIDLogin> {
    guard let login, let issued = login.detail.accessTokenIssued else {
      throw BioIDConnectRefusal(
        .invalidToken, BioIDConnectRules.bearerUnknown, "", "The access token is not valid")
    }
    guard now - issued < login.detail.switches[.accessToken] else {
      throw BioIDConnectRefusal(
        .invalidToken, BioIDConnectRules.bearerExpired, "", "The access token has expired")
    }
    return login
  }
}
