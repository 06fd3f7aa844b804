import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension Criipto {
  /// The token endpoint: authenticates the client, redeems the code once, and answers with the tokens (§1.7, §2.6).
  func token(_ call: Call) throws(DocumentNeeded) -> Outcome {
    var findings: [Finding] = []
    let form: Form
    do throws(CriiptoTokenProblem) {
      form = try CriiptoTokenRules.form(call.request, &findings)
    } catch { return .answer(refused(error, nil, [], findings)) }
    if Criipto.headlessGrants.contains(form["grant_type"] ?? "") {
      return try headlessToken(form, call, findings)
    }
    let code = form["code"] ?? ""
    let noted = ledger.call(at: CriiptoEndpoint.token, of: code, for: call) { $0.detail.course.code == code }
    if let instead = noted.answerInstead { return .answer(instead) }
    do throws(CriiptoTokenProblem) {
      return .answer(try exchange(form, call, noted, &findings))
    } catch {
      if case .needsKeys(let url) = error { throw DocumentNeeded(url: url) }
      return .answer(refused(error, noted.transaction, noted.faults, findings))
    }
  }

  private func exchange(
    _ form: Form, _ call: Call, _ noted: NotedCall<CriiptoLogin>, _ findings: inout [Finding]
  ) throws(CriiptoTokenProblem) -> Answer {
    try checkGrant(form)
    let (_, identifier) = try authenticate(form, for: call, &findings)
    try checkEncoding(noted.transaction, &findings)
    let login: Transaction<CriiptoLogin>
    do throws(CriiptoTokenRefusal) {
      login = try redeem(form, for: identifier, &findings)
    } catch { throw .refused(error) }
    noteClash(login, call, &findings)
    noteHabits(login, &findings)
    ledger.note(findings, on: login.identifier)
    let answer = try tokens(for: login, call)
    return Answer(
      answer, transaction: login.identifier, findings: findings, faults: noted.faults,
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
    guard case .authenticated(let moment) = login.phase(at: sandbox.environment.clock.now) else {
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
    return .unstored(
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
    _ form: Form, for client: String, _ findings: inout [Finding]
  ) throws(CriiptoTokenRefusal) -> Transaction<CriiptoLogin> {
    let now = sandbox.environment.clock.now
    let code = form["code"] ?? ""
    let environment = sandbox.environment
    let result = ledger.transactions.update(code) {
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
    guard let result = result ?? nil else {
      throw CriiptoTokenRefusal(.invalidGrant, TokenEndpointRules.codeUnknown, "", Criipto.unknownCode)
    }
    if form["code_verifier"] != nil, case .success(let login) = result, login.detail.request.proofKey == nil {
      findings.append(Finding(TokenEndpointRules.verifierUnexpected))
    }
    let login = try result.get()
    if login.detail.client.userinfo == .fromTokenEndpoint { ledger.transactions.complete(login.ordinal) }
    return login
  }

  // MARK: Answers

  func refused(
    _ problem: CriiptoTokenProblem, _ owner: Transaction<CriiptoLogin>?, _ faults: [Fault], _ known: [Finding]
  ) -> Answer {
    guard case .refused(let refusal) = problem else { return Answer(Response(500)) }
    let findings = known + [refusal.finding]
    if let owner { ledger.note(findings, on: owner.identifier) }
    return Answer(refusal.response, transaction: owner?.identifier, findings: findings, faults: faults)
  }

  /// Reports a client that meets the provider under two addresses within one login (§4 #15, wrong `iss`).
  private func noteClash(_ login: Transaction<CriiptoLogin>, _ call: Call, _ findings: inout [Finding]) {
    guard call.publicBase != login.detail.domain else { return }
    findings.append(
      Finding(
        TokenEndpointRules.addressClash,
        "it began at \(login.detail.domain) and goes on at \(call.publicBase)"))
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
