import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension Criipto {
  /// The code, or what stands for it in a login without a browser; none in a form that is not in order.
  static let tokenHandle = CallHandle { call in
    guard let (form, _) = try? CriiptoTokenRules.form(call.request) else { return nil }
    return form[headlessGrants.contains(form["grant_type"] ?? "") ? "headless_req_id" : "code"]
  }

  /// The token endpoint: authenticates the client, redeems the code once, and answers with the tokens (§1.7, §2.6).
  func token(_ owned: OwnedCall<CriiptoLogin>) throws(DocumentNeeded) -> Outcome {
    var findings: [Finding] = []
    do throws(CriiptoTokenProblem) {
      let form: Form
      (form, findings) = try CriiptoTokenRules.form(owned.request)
      let isHeadless = Criipto.headlessGrants.contains(form["grant_type"] ?? "")
      return .answer(
        isHeadless ? try headlessToken(form, owned, &findings) : try exchange(form, owned, &findings))
    } catch {
      switch error {
      case .needsKeys(let url): throw DocumentNeeded(url: url)
      case .refused(let refusal): return .answer(refused(refusal, owned.transaction, findings))
      }
    }
  }

  private func exchange(
    _ form: Form, _ owned: OwnedCall<CriiptoLogin>, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) -> Answer {
    try checkGrant(form)
    let (_, identifier) = try authenticate(form, for: owned.call, &findings)
    try checkEncoding(owned.transaction, &findings)
    let (login, unexpected) = try redeem(form, for: identifier, at: owned.now)
    findings +=
      unexpected + clash(login, owned.call)
      + habits.noteExchange(
        of: login, nonce: login.detail.request.nonce, rotations: sandbox.keys.rotations)
    logins.note(findings, on: login.identifier)
    return Answer(
      try tokens(for: login, owned.call), findings: findings,
      remarks: ["\(login.client) exchanged its code"])
  }

  /// Where a scenario says so, Basic credentials count as the documents write them and in no other way.
  private func checkEncoding(
    _ login: Transaction<CriiptoLogin>?, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) {
    guard login?.detail.switches[.basicEncoding].word == "documented",
      let index = findings.firstIndex(where: { $0.rule == TokenEndpointRules.basicNotEncoded })
    else { return }
    let seen = findings.remove(at: index).detail
    throw .refused(
      CriiptoTokenRefusal(
        .invalidClient, TokenEndpointRules.basicNotEncoded, seen, "Invalid client secret"))
  }

  private func checkGrant(_ form: Form) throws(CriiptoTokenProblem) {
    guard let grant = form["grant_type"], !grant.isEmpty else { throw missing("grant_type") }
    guard grant == "authorization_code" else {
      throw .refused(
        CriiptoTokenRefusal(
          .unsupportedGrantType, TokenEndpointRules.grantType, grant, "Unsupported grant_type: \(grant)"))
    }
    for name in ["code", "redirect_uri"] where (form[name] ?? "").isEmpty { throw missing(name) }
  }

  private func missing(_ name: String) -> CriiptoTokenProblem {
    .refused(
      CriiptoTokenRefusal(
        .invalidRequest, TokenEndpointRules.parameterMissing, name, "Missing parameter: \(name)"))
  }

  /// The token response (§2.6): `expires_in` is a string, and there is no refresh token.
  func tokens(for login: Transaction<CriiptoLogin>, _ call: Call) throws(CriiptoTokenProblem) -> Response {
    guard case .authenticated(let moment) = login.phase(at: call.now) else {
      throw .refused(
        CriiptoTokenRefusal(.invalidGrant, TokenEndpointRules.codeUnknown, "", Criipto.unknownCode))
    }
    let idToken: String
    do throws(TokenRecipe.Problem) {
      idToken = try self.idToken(of: login, authenticated: moment, from: .token, for: call)
    } catch {
      throw .refused(
        CriiptoTokenRefusal(.invalidRequest, TokenEndpointRules.tokenImpossible, "\(error)", "\(error)"))
    }
    let seconds = Int(login.detail.switches[CriiptoLifetime.accessToken].components.seconds)
    let isNumber = login.detail.switches[.expiresIn].word == "number"
    return .uncached(
      .ok,
      [
        "token_type": "Bearer",
        "expires_in": isNumber ? .integer(seconds) : .string(String(seconds)),
        "id_token": .string(idToken),
        "access_token": .string(login.detail.course.accessToken ?? ""),
      ])
  }

  /// The documented text for a code or token that is not known, or not any more (§1.7).
  static let unknownCode = "Unknown Access Code"

  // MARK: The code

  /// Redeems the code: live, unused, this client's, with the redirect URI and the verifier of the request; all in one
  /// step, so that of two exchanges at once only one succeeds.
  private func redeem(
    _ form: Form, for client: String, at now: Instant
  ) throws(CriiptoTokenProblem) -> (login: Transaction<CriiptoLogin>, findings: [Finding]) {
    let code = form["code"] ?? ""
    let environment = sandbox.environment
    let result = logins.transactions.update(code) {
      login -> (Result<Transaction<CriiptoLogin>, CriiptoTokenRefusal>?, newHandle: String?) in
      guard login.detail.course.code == code else { return (nil, nil) }
      let exchange = CodeExchange(
        client: login.client, redirectURI: login.detail.request.redirectURI,
        proofKey: login.detail.request.proofKey,
        sent: login.detail.course.answered, lifetime: login.detail.switches.codeLifetime,
        isRedeemed: login.detail.course.codeRedeemed != nil)
      if let problem = exchange.problem(
        for: client, redirectURI: form["redirect_uri"], verifier: form["code_verifier"], at: now)
      {
        if case .reused = problem { login.detail.course.isCodeReused = true }
        if case .expired = problem { login.detail.course.isCodeExpired = true }
        return (.failure(CriiptoTokenRefusal(problem, form)), nil)
      }
      let token = login.makeUUID(environment, purpose: "criipto/access_token")
      login.detail.course.codeRedeemed = now
      login.detail.course.accessToken = token
      login.ends = max(
        login.ends, now + login.detail.switches[CriiptoLifetime.accessToken] + Criipto.remembrance)
      return (.success(login), token)
    }
    switch result ?? nil {
    case .success(let login):
      if login.detail.client.userinfo == .fromTokenEndpoint { logins.transactions.complete(login.ordinal) }
      let isUnexpected = form["code_verifier"] != nil && login.detail.request.proofKey == nil
      return (login, isUnexpected ? [Finding(TokenEndpointRules.verifierUnexpected)] : [])
    case .failure(let refusal): throw .refused(refusal)
    case nil:
      throw .refused(
        CriiptoTokenRefusal(.invalidGrant, TokenEndpointRules.codeUnknown, "", Criipto.unknownCode))
    }
  }

  // MARK: Answers

  private func refused(
    _ refusal: CriiptoTokenRefusal, _ owner: Transaction<CriiptoLogin>?, _ known: [Finding]
  ) -> Answer {
    let findings = known + [refusal.finding]
    if let owner { logins.note(findings, on: owner.identifier) }
    return Answer(refusal.response, findings: findings)
  }

  /// A client that meets the provider under two addresses within one login (§4 #15, wrong `iss`).
  private func clash(_ login: Transaction<CriiptoLogin>, _ call: Call) -> [Finding] {
    guard call.publicBase != login.detail.domain else { return [] }
    let seen = "it began at \(login.detail.domain) and goes on at \(call.publicBase)"
    return [Finding(TokenEndpointRules.addressClash, seen)]
  }
}

extension CriiptoTokenRefusal {
  /// What the wire says of a code that cannot be exchanged (§2.6, §5 #15).
  init(_ problem: CodeExchange.Problem, _ form: Form) {
    switch problem {
    case .ofOtherClient(let client):
      self.init(
        .invalidGrant, TokenEndpointRules.codeOfOther, "it was issued to \(client)", Criipto.unknownCode)
    case .reused: self.init(.invalidGrant, TokenEndpointRules.codeReused, "", Criipto.unknownCode)
    case .expired(let age):
      self.init(
        .invalidGrant, TokenEndpointRules.codeExpired, "it was \(age.components.seconds) s old",
        Criipto.unknownCode)
    case .redirectMismatch:
      self.init(
        .invalidGrant, TokenEndpointRules.redirectMismatch, "\"\(form["redirect_uri"] ?? "")\"",
        "The redirect_uri does not match")
    case .verifierMissing:
      self.init(.invalidGrant, TokenEndpointRules.verifierMissing, "", "Missing code_verifier")
    case .verifierMismatch:
      self.init(.invalidGrant, TokenEndpointRules.verifierMismatch, "", "The code_verifier does not match")
    }
  }
}
