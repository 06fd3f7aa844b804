import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension Itsme {
  /// The userinfo endpoint: what the person agreed to share, as a JWT (§1.10).
  func userinfo(_ owned: OwnedCall<Login>) throws(DocumentNeeded) -> Outcome {
    switch BearerToken(owned.request) {
    case .token: break
    case .missing: return .answer(challenge(nil, nil, Finding(UserInfoRules.tokenMissing)))
    case .malformed(let why): return .answer(malformed(Finding(UserInfoRules.tokenMalformed, why)))
    case .inQuery: return .answer(malformed(Finding(UserInfoRules.tokenInQuery)))
    }
    guard let login = owned.transaction else {
      let finding = Finding(UserInfoRules.tokenUnknown)
      return .answer(challenge("invalid_token", "The Access Token is not valid", finding))
    }
    guard let redeemed = login.detail.codeRedeemed, owned.now - redeemed < accessTokenLife(of: login) else {
      let finding = Finding(UserInfoRules.tokenExpired)
      logins.note([finding], on: login.identifier)
      // The words of the guide's example (§3.8).
      return .answer(challenge("invalid_token", "The Access Token expired", finding, login))
    }
    return .answer(try answer(login, owned.call))
  }

  private func answer(_ login: Transaction<Login>, _ call: Call) throws(DocumentNeeded) -> Answer {
    let client = sandbox.client(login.client, of: Itsme.slug, as: ItsmeClient.self)
    let recipient: JWK?
    do throws(TokenProblem) {
      recipient = try client.flatMap { client throws(TokenProblem) in
        try encryptionKey(for: .userinfo, of: login, client, call)
      }
    } catch {
      switch error {
      case .needsKeys(let url): throw DocumentNeeded(url: url)
      case .refused(let refusal): return failed(login, refusal.finding)
      }
    }
    let response: Response
    do throws(TokenRecipe.Problem) {
      response = try self.response(login, recipient, call)
    } catch { return failed(login, Finding(UserInfoRules.keyMissing, "\(error)")) }
    let findings = addressClash(login, call)
    logins.note(findings, on: login.identifier)
    let isFirst = logins.update(login.identifier) { login -> Bool in
      defer { login.detail.hasReadUserinfo = true }
      return !login.detail.hasReadUserinfo
    }
    if isFirst == true { logins.transactions.complete(login.ordinal) }
    return Answer(response, findings: findings, remarks: ["\(login.client) read userinfo"])
  }

  /// Signed, nested, encrypted or plain; `application/jwt` unless plain (§5 #16, #17).
  private func response(
    _ login: Transaction<Login>, _ recipient: JWK?, _ call: Call
  ) throws(TokenRecipe.Problem) -> Response {
    let (request, switches) = (login.detail.request, login.detail.switches)
    var claims: JSONObject = [
      "sub": .string(Subject.of(login.person, at: login.client)),
      "iss": .string(issuer(call.publicBase)),
      "aud": .string(login.client),
    ]
    ClaimsProjection(person: login.person, switches: switches).add(
      request.scopes, keys: request.claims.userinfo, allowed: allowedClaims(of: login), to: &claims)
    let protection = switches[.userinfoProtection].word
    guard protection != "json" else { return .json(.ok, JSON.object(claims).bytes()) }
    let token = try make(
      claims, .userinfo, of: login, recipient: recipient,
      isSigned: protection != "encrypted")
    var response = Response(.ok, headers: ["Content-Type": "application/jwt"], body: Array(token.utf8))
    response.headers.append("Cache-Control", "no-store")
    return response
  }

  // MARK: Errors

  /// 401 with the challenge of RFC 6750 §3; without an error when no token came (§1.10, §5 #18).
  private func challenge(
    _ error: String?, _ description: String?, _ finding: Finding, _ login: Transaction<Login>? = nil
  ) -> Answer {
    let isLiteral = (login?.detail.switches ?? providerSwitches)[.authenticateHeader].word == "literal"
    let parameters = error.map { "error=\"\($0)\", error_description=\"\(description ?? "")\"" }
    var response = Response(.unauthorized)
    let value = [isLiteral && parameters != nil ? nil : "Bearer", parameters].compactMap { $0 }.joined(
      separator: " ")
    response.headers.append("WWW-Authenticate", value)
    return Answer(response, findings: [finding])
  }

  /// 400 `invalid_request` (RFC 6750 §3.1).
  private func malformed(_ finding: Finding) -> Answer {
    var response = Response(.badRequest)
    response.headers.append(
      "WWW-Authenticate", "Bearer error=\"invalid_request\", error_description=\"The request is malformed\"")
    return Answer(response, findings: [finding])
  }

  private func failed(_ login: Transaction<Login>, _ finding: Finding) -> Answer {
    logins.note([finding], on: login.identifier)
    return Answer(
      .uncached(500, ["error": "server_error", "error_description": .string(finding.rule.message)]),
      findings: [finding])
  }
}

extension CallHandle {
  static let accessToken = CallHandle { call in
    guard case .token(let token) = BearerToken(call.request) else { return nil }
    return token
  }
}
