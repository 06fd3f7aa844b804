import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension Criipto {
  /// The userinfo endpoint, in the client's strategy (§1.7).
  func userinfo(_ call: Call) throws(DocumentNeeded) -> Outcome {
    let token: String
    switch BearerToken(call.request) {
    case .token(let found): token = found
    case .missing: return .answer(challenge(nil, nil, Finding(UserInfoEndpointRules.tokenMissing)))
    case .malformed(let why): return .answer(malformed(Finding(UserInfoEndpointRules.tokenMalformed, why)))
    case .inQuery: return .answer(malformed(Finding(UserInfoEndpointRules.tokenInQuery)))
    }
    let noted = ledger.call(at: CriiptoEndpoint.userinfo, of: token, for: call) {
      $0.detail.course.accessToken == token
    }
    if let instead = noted.answerInstead { return .answer(instead) }
    guard let login = noted.transaction else {
      return .answer(
        challenge("invalid_token", Criipto.unknownCode, Finding(UserInfoEndpointRules.tokenUnknown)))
    }
    let now = sandbox.environment.clock.now
    guard let redeemed = login.detail.course.codeRedeemed,
      now - redeemed < login.detail.switches[CriiptoLifetime.accessToken]
    else { return .answer(refused(Finding(UserInfoEndpointRules.tokenExpired), login, noted.faults)) }
    guard login.detail.client.userinfo != .fromTokenEndpoint else {
      return .answer(refused(Finding(UserInfoEndpointRules.wrongStrategy), login, noted.faults))
    }
    return .answer(try answer(login, noted.faults, call))
  }

  private func answer(
    _ login: Transaction<CriiptoLogin>, _ faults: [Fault], _ call: Call
  ) throws(DocumentNeeded) -> Answer {
    guard case .authenticated(let moment) = login.phase(at: sandbox.environment.clock.now) else {
      return refused(Finding(UserInfoEndpointRules.tokenUnknown), login, faults)
    }
    let clock = sandbox.environment.clock
    let claims = personClaims(
      of: login, authenticated: moment + (clock.written - clock.now),
      in: CriiptoClaims.frame(of: login, issuer: call.publicBase))
    let response: Response
    switch login.detail.client.userinfo {
    case .plainJSON, .fromTokenEndpoint: response = .unstored(.ok, .object(claims))
    case .signedJWT, .signedAndEncryptedJWT:
      let recipient: JWK?
      switch try self.recipient(of: login, call) {
      case .success(let key): recipient = key
      case .failure(let problem): return failed(login, problem.reason, faults)
      }
      do throws(TokenRecipe.Problem) {
        let token = try make(claims, "userinfo", of: login, recipient: recipient)
        var signed = Response(.ok, headers: ["Content-Type": "application/jwt"], body: Array(token.utf8))
        signed.headers.append("Cache-Control", "no-store")
        response = signed
      } catch { return failed(login, "\(error)", faults) }
    }
    ledger.update(login.identifier) { $0.detail.course.hasReadUserinfo = true }
    ledger.transactions.complete(login.ordinal)
    return Answer(
      response, transaction: login.identifier, faults: faults, remarks: ["\(login.client) read userinfo"])
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

  private func refused(_ finding: Finding, _ login: Transaction<CriiptoLogin>, _ faults: [Fault]) -> Answer {
    ledger.note([finding], on: login.identifier)
    var answer = challenge("invalid_token", Criipto.unknownCode, finding)
    (answer.transaction, answer.faults) = (login.identifier, faults)
    return answer
  }

  /// 401 with the challenge of RFC 6750 §3, and the same in JSON; without an error when no token came.
  private func challenge(_ error: String?, _ description: String?, _ finding: Finding) -> Answer {
    guard let error, let description else {
      return Answer(Response(.unauthorized, headers: ["WWW-Authenticate": "Bearer"]), findings: [finding])
    }
    var response = Response.unstored(
      .unauthorized, ["error": .string(error), "error_description": .string(description)])
    response.headers.append(
      "WWW-Authenticate", "Bearer error=\"\(error)\", error_description=\"\(description)\"")
    return Answer(response, findings: [finding])
  }

  private func malformed(_ finding: Finding) -> Answer {
    Answer(
      .unstored(.badRequest, ["error": "invalid_request", "error_description": "The request is malformed"]),
      findings: [finding])
  }

  private func failed(_ login: Transaction<CriiptoLogin>, _ reason: String, _ faults: [Fault]) -> Answer {
    let finding = Finding(UserInfoEndpointRules.keyMissing, reason)
    ledger.note([finding], on: login.identifier)
    return Answer(
      .unstored(500, ["error": "server_error", "error_description": .string(reason)]),
      transaction: login.identifier, findings: [finding], faults: faults)
  }
}
