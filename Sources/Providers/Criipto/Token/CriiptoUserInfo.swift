import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension Criipto {
  static let accessToken = CallHandle { call in
    if case .token(let token) = BearerToken(call.request) { token } else { nil }
  }

  /// The userinfo endpoint, in the client's strategy (§1.7).
  func userinfo(_ owned: OwnedCall<CriiptoLogin>) throws(DocumentNeeded) -> Outcome {
    switch BearerToken(owned.request) {
    case .token: break
    case .missing: return .answer(challenge(nil, nil, Finding(UserInfoEndpointRules.tokenMissing)))
    case .malformed(let why): return .answer(malformed(Finding(UserInfoEndpointRules.tokenMalformed, why)))
    case .inQuery: return .answer(malformed(Finding(UserInfoEndpointRules.tokenInQuery)))
    }
    guard let login = owned.transaction else {
      return .answer(
        challenge("invalid_token", Criipto.unknownCode, Finding(UserInfoEndpointRules.tokenUnknown)))
    }
    guard let redeemed = login.detail.course.codeRedeemed,
      owned.now - redeemed < login.detail.switches[CriiptoLifetime.accessToken]
    else { return .answer(refused(Finding(UserInfoEndpointRules.tokenExpired), login)) }
    guard login.detail.client.userinfo != .fromTokenEndpoint else {
      return .answer(refused(Finding(UserInfoEndpointRules.wrongStrategy), login))
    }
    return .answer(try answer(login, owned.call))
  }

  private func answer(
    _ login: Transaction<CriiptoLogin>, _ call: Call
  ) throws(DocumentNeeded) -> Answer {
    guard case .authenticated(let moment) = login.phase(at: call.now) else {
      return refused(Finding(UserInfoEndpointRules.tokenUnknown), login)
    }
    let claims = personClaims(
      of: login, authenticated: moment + (call.time.written - call.now),
      in: CriiptoClaims.frame(of: login, issuer: call.publicBase))
    let response: Response
    switch login.detail.client.userinfo {
    case .plainJSON, .fromTokenEndpoint: response = .uncached(.ok, .object(claims))
    case .signedJWT, .signedAndEncryptedJWT:
      let recipient: JWK?
      switch try self.recipient(of: login, call) {
      case .success(let key): recipient = key
      case .failure(let problem): return failed(login, problem.reason)
      }
      do throws(TokenRecipe.Problem) {
        let token = try make(claims, "userinfo", of: login, recipient: recipient)
        var signed = Response(.ok, headers: ["Content-Type": "application/jwt"], body: Array(token.utf8))
        signed.headers.append("Cache-Control", "no-store")
        response = signed
      } catch { return failed(login, "\(error)") }
    }
    logins.update(login.identifier) { $0.detail.course.hasReadUserinfo = true }
    logins.transactions.complete(login.ordinal)
    return Answer(response, remarks: ["\(login.client) read userinfo"])
  }

  /// The client's key to encrypt to, `nil` where the answer is only signed.
  private func recipient(
    of login: Transaction<CriiptoLogin>, _ call: Call
  ) throws(DocumentNeeded) -> Result<JWK?, KeysUnavailable> {
    guard login.detail.client.userinfo == .signedAndEncryptedJWT else { return .success(nil) }
    switch try keySet(of: login.detail.client, wanting: nil, for: call) {
    case .failure(let problem): return .failure(problem)
    case .success(let set):
      let candidates = set.candidates(use: "enc", alg: "RSA-OAEP")
      guard let key = candidates.first(where: { $0.use == "enc" }) ?? candidates.first else {
        return .failure(KeysUnavailable(reason: "the client has no key to encrypt to"))
      }
      return .success(key)
    }
  }

  // MARK: Errors

  private func refused(_ finding: Finding, _ login: Transaction<CriiptoLogin>) -> Answer {
    logins.note([finding], on: login.identifier)
    return challenge("invalid_token", Criipto.unknownCode, finding)
  }

  /// 401 with the challenge of RFC 6750 §3, and the same in JSON; without an error when no token came.
  private func challenge(_ error: String?, _ description: String?, _ finding: Finding) -> Answer {
    guard let error, let description else {
      return Answer(Response(.unauthorized, headers: ["WWW-Authenticate": "Bearer"]), findings: [finding])
    }
    var response = Response.uncached(
      .unauthorized, ["error": .string(error), "error_description": .string(description)])
    response.headers.append(
      "WWW-Authenticate", "Bearer error=\"\(error)\", error_description=\"\(description)\"")
    return Answer(response, findings: [finding])
  }

  private func malformed(_ finding: Finding) -> Answer {
    Answer(
      .uncached(.badRequest, ["error": "invalid_request", "error_description": "The request is malformed"]),
      findings: [finding])
  }

  private func failed(_ login: Transaction<CriiptoLogin>, _ reason: String) -> Answer {
    let finding = noted(UserInfoEndpointRules.keyMissing, reason, on: login)
    return Answer(
      .uncached(500, ["error": "server_error", "error_description": .string(reason)]), findings: [finding])
  }
}
