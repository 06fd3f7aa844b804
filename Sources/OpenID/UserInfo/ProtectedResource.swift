import JSON
package import Flow
package import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// Userinfo, or another resource that an access token opens (OpenID Connect Core §5.3).
  ///
  /// - Parameters:
  ///   - kind: what the client learns from it.
  ///   - answer: the resource of a login; a refusal is answered in the provider's way.
  package func resource(
    _ owned: OwnedCall<Login>, _ kind: OpenedResource = .userinfo,
    _ answer: (Transaction<Login>) throws(Interruption) -> Response
  ) throws(DocumentNeeded) -> Outcome {
    switch BearerToken(owned.request) {
    case .token: break
    case .missing: return .answer(challenged(.missing, kind.tokenMissing))
    case .otherScheme(let scheme):
      return .answer(challenged(.missing, .accessTokenMalformed, "the scheme is \"\(scheme)\", not Bearer"))
    case .malformed(let why): return .answer(challenged(.malformed, .accessTokenMalformed, why))
    case .inQuery: return .answer(challenged(.malformed, .accessTokenInQuery, "it is in the URL"))
    }
    guard let login = owned.transaction, let issued = login.detail.grant.issued else {
      return .answer(challenged(.unknown, .accessTokenUnknown))
    }
    guard login.detail.grant.accessToken.map(login.detail.grant.revoked.contains) != true else {
      return .answer(challenged(.unknown, .tokenRevoked, of: login))
    }
    guard owned.now - issued < accessTokenLifetime(of: login) else {
      return .answer(challenged(.expired, .accessTokenExpired, of: login))
    }
    return .answer(
      try settling(refusedBy: { refused($0, of: login) }) { () throws(Interruption) in
        answered(login, kind, try answer(login), owned.call)
      })
  }

  private func refused(_ refusal: OpenIDRefusal, of login: Transaction<Login>) -> Answer {
    logins.note(refusal.findings, on: login.identifier)
    return Answer(resourceResponse(refusal), findings: refusal.findings)
  }

  /// Notes that the client read userinfo, and so knows who logged in.
  private func answered(
    _ login: Transaction<Login>, _ kind: OpenedResource, _ response: Response, _ call: Call
  ) -> Answer {
    let findings = addressClash(login, call) + advice(onAcceptedLogin: login, at: call.now)
    logins.note(findings, on: login.identifier)
    let answer = Answer(response, findings: findings, remarks: ["\(login.client) read \(kind.name)"])
    guard case .userinfo = kind else { return answer }
    let isFirst = logins.update(login.identifier) { login -> Bool in
      defer { login.detail.grant.hasReadUserinfo = true }
      return !login.detail.grant.hasReadUserinfo
    }
    if isFirst == true { logins.transactions.complete(login.ordinal) }
    return answer
  }

  private func challenged(
    _ problem: BearerProblem, _ rule: OpenIDRule, _ seen: String = "", of login: Transaction<Login>? = nil
  ) -> Answer {
    let finding = Finding(Self.book[rule], seen)
    if let login { logins.note([finding], on: login.identifier) }
    return Answer(challenge(problem, of: login), findings: [finding])
  }

  /// As the specification has it.
  package func challenge(_ problem: BearerProblem, of login: Transaction<Login>?) -> Response {
    standardChallenge(problem)
  }

  /// 401 with the challenge of RFC 6750 §3, and the same in JSON; without an error if no token was sent.
  package func standardChallenge(_ problem: BearerProblem) -> Response {
    let texts = Self.profile.texts
    switch problem {
    case .missing: return Response(.unauthorized, headers: ["WWW-Authenticate": "Bearer"])
    case .malformed:
      var response = Response.uncached(
        .badRequest, ["error": "invalid_request", "error_description": "The request is malformed"])
      response.headers.append("WWW-Authenticate", "Bearer error=\"invalid_request\"")
      return response
    case .unknown: return resourceResponse(OpenIDRefusal(.invalidToken, texts.tokenUnknown))
    case .expired: return resourceResponse(OpenIDRefusal(.invalidToken, texts.tokenExpired))
    }
  }

  /// A refusal of a protected resource (RFC 6750 §3.1).
  private func resourceResponse(_ refusal: OpenIDRefusal) -> Response {
    let status =
      refusal.status
      ?? (refusal.error == .insufficientScope ? 403 : refusal.error == .serverError ? 500 : 401)
    var response = Response.uncached(status, refusal.body)
    guard status.code < 500 else { return response }
    response.headers.append(
      "WWW-Authenticate",
      "Bearer error=\"\(refusal.error.rawValue)\", error_description=\"\(refusal.description)\"")
    return response
  }
}
