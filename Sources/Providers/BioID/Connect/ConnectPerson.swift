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
  func connectUserinfo(_ call: Call) -> Outcome {
    protected(call, at: .connectUserinfo) { login throws(BioIDConnectRefusal) in
      guard login.detail.request.scopes.contains(.openid) else {
        throw BioIDConnectRefusal(
          .insufficientScope, BioIDConnectRules.scopeOpenID, "", "The scope openid is required")
      }
      return .object(personClaims(login))
    }
  }

  /// The user API: `id` always, the rest as far as it is known and the scopes allow (§1.9).
  func peopleMe(_ call: Call) -> Outcome {
    protected(call, at: .peopleMe) { login throws(BioIDConnectRefusal) in
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
    _ call: Call, at endpoint: BioIDEndpoint,
    _ document: (Transaction<BioIDLogin>) throws(BioIDConnectRefusal) -> JSON
  ) -> Outcome {
    var token = ""
    var problem: Finding?
    switch BearerToken(call.request) {
    case .token(let sent): token = sent
    case .missing: problem = Finding(BioIDConnectRules.bearerMissing)
    case .malformed(let why): problem = Finding(BioIDConnectRules.bearerMissing, why)
    case .inQuery: problem = Finding(BioIDConnectRules.bearerMissing, "it stands in the URL")
    }
    if let problem {
      var response = BioIDConnectRefusal.uncached(
        .unauthorized, ["error": "invalid_token", "error_description": "An access token is required"])
      response.headers.append("WWW-Authenticate", "Bearer")
      return .answer(Answer(response, findings: [problem]))
    }
    let noted = logins.call(at: endpoint, of: token, for: call) { $0.detail.accessToken == token }
    if let instead = noted.answerInstead { return .answer(instead) }
    do throws(BioIDConnectRefusal) {
      let login = try current(noted.transaction)
      let body = try document(login)
      logins.update(login.identifier) { $0.detail.hasReadPerson = true }
      if !login.detail.hasReadPerson { logins.transactions.complete(login.ordinal) }
      return .answer(
        Answer(
          BioIDConnectRefusal.uncached(.ok, body), transaction: login.identifier, faults: noted.faults,
          remarks: ["\(login.client) read who logged in"]))
    } catch {
      if let login = noted.transaction { logins.note([error.finding], on: login.identifier) }
      return .answer(
        Answer(
          error.resourceResponse, transaction: noted.transaction?.identifier, findings: [error.finding],
          faults: noted.faults))
    }
  }

  private func current(
    _ login: Transaction<BioIDLogin>?
  ) throws(BioIDConnectRefusal) -> Transaction<BioIDLogin> {
    guard let login, let issued = login.detail.accessTokenIssued else {
      throw BioIDConnectRefusal(
        .invalidToken, BioIDConnectRules.bearerUnknown, "", "The access token is not valid")
    }
    guard logins.now - issued < login.detail.switches[.accessToken] else {
      throw BioIDConnectRefusal(
        .invalidToken, BioIDConnectRules.bearerExpired, "", "The access token has expired")
    }
    return login
  }
}
