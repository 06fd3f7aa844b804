import OpenID
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension Itsme {
  /// The token endpoint: authenticates the client, redeems the code once, and answers with the tokens (§1.7, §1.8).
  func token(_ owned: OwnedCall<Login>) throws(DocumentNeeded) -> Outcome {
    if let refused = wrongType(owned.call) { return .answer(refused) }
    let form: Form
    do throws(TokenRefusal) {
      form = try TokenRequestRules.form(owned.request)
    } catch { return .answer(refuse(error, nil, providerSwitches, [])) }
    let findings = TokenRequestRules.leniencies(owned.request)
    do throws(TokenProblem) {
      return .answer(try exchange(form, owned, findings))
    } catch {
      switch error {
      case .needsKeys(let url): throw DocumentNeeded(url: url)
      case .refused(let refusal):
        let switches = owned.transaction?.detail.switches ?? switches(ofClientIn: form)
        return .answer(refuse(refusal, owned.transaction, switches, findings))
      }
    }
  }

  private func exchange(
    _ form: Form, _ owned: OwnedCall<Login>, _ known: [Finding]
  ) throws(TokenProblem) -> Answer {
    let (call, owner) = (owned.call, owned.transaction)
    do throws(TokenRefusal) {
      try TokenRequestRules.grant(form)
    } catch { throw .refused(error) }
    let assertion = try assertion(form, for: call, of: owner)
    // All that must be fetched is fetched before anything is used up.
    let recipient = try encryptionKey(for: .idToken, of: owner, assertion.client, call)
    do throws(TokenRefusal) {
      try useOnce(assertion, at: call.time.forClients)
      let login = try redeem(form, for: assertion.identifier, at: call.now)
      let findings =
        known + assertion.findings + CodeRules.leniencies(login, form) + addressClash(login, call)
        + habits.noteExchange(
          of: login, nonce: login.detail.request.nonce, rotations: sandbox.keys.rotations)
      let response = try tokens(for: login, recipient, call)
      logins.note(findings, on: login.identifier)
      return Answer(response, findings: findings, remarks: ["\(login.client) exchanged its code"])
    } catch { throw .refused(error) }
  }

  /// The token response; no refresh token, no scope (guide §3.6).
  private func tokens(
    for login: Transaction<Login>, _ recipient: JWK?, _ call: Call
  ) throws(TokenRefusal) -> Response {
    let idToken: String
    do throws(TokenRecipe.Problem) {
      idToken = try self.idToken(of: login, recipient: recipient, for: call)
    } catch {
      throw TokenRefusal(
        .invalidClient, UserInfoRules.keyMissing, "\(error)", "The id_token could not be made")
    }
    return .uncached(
      .ok,
      [
        "access_token": .string(login.detail.accessToken ?? ""),
        "token_type": "Bearer",
        "expires_in": .integer(Int(accessTokenLife(of: login).components.seconds)),
        "id_token": .string(idToken),
      ])
  }

  /// How long the access token of a login lives (§3).
  func accessTokenLife(of login: Transaction<Login>) -> Duration {
    let life = login.detail.switches[.accessToken]
    guard login.detail.switches[.accessTokenLife].word == "rest_of_app",
      let redeemed = login.detail.codeRedeemed
    else { return life }
    return max(.zero, min(life, login.timeline.deadline - redeemed))
  }

  // MARK: The code

  /// Redeems the code: live, unused, this client's, with the redirect URI and the verifier of the request; all in one
  /// step, so that of two exchanges at once only one succeeds.
  private func redeem(
    _ form: Form, for client: String, at now: Instant
  ) throws(TokenRefusal) -> Transaction<Login> {
    let code = form["code"] ?? ""
    let environment = sandbox.environment
    let result = logins.transactions.update(code) {
      login -> (Result<Transaction<Login>, TokenRefusal>?, newHandle: String?) in
      // A login has other handles too; only its code is a code.
      guard login.detail.code == code else { return (nil, nil) }
      if let refusal = CodeRules.check(login, form, client: client, at: now) {
        return (.failure(refusal), nil)
      }
      let accessToken = login.makeAccessToken(environment)
      (login.detail.codeRedeemed, login.detail.accessToken) = (now, accessToken)
      login.ends = now + self.accessTokenLife(of: login) + Itsme.remembrance
      return (.success(login), accessToken)
    }
    guard let result = result ?? nil else {
      throw TokenRefusal(.invalidGrant, TokenRules.codeUnknown, "", "The code is not valid")
    }
    return try result.get()
  }

  // MARK: Answers

  /// GET and the like, for which the guide's example is easily taken (§5 #5): 405, or the bare 500 of the real server.
  func wrongTokenMethod(_ call: Call) -> Answer {
    let finding = Finding(TokenRules.method, call.request.method.text)
    if providerSwitches[.tokenContentType].word == "http_500" {
      return Answer(Response(500), findings: [finding])
    }
    let refusal = TokenRefusal(.invalidRequest, finding.rule, finding.detail, "Only POST is supported")
    var response = refusal.response(providerSwitches)
    response.status = .methodNotAllowed
    return Answer(response, findings: [finding])
  }

  /// A wrong content type: the documented error, or the bare 500 of the real server (§4 3).
  private func wrongType(_ call: Call) -> Answer? {
    guard !call.request.isForm else { return nil }
    let finding = Finding(TokenRules.contentType, call.request.headers["Content-Type"] ?? "none")
    if providerSwitches[.tokenContentType].word == "http_500" {
      return Answer(Response(500), findings: [finding])
    }
    let refusal = TokenRefusal(
      .invalidRequest, finding.rule, finding.detail, "Unsupported content type")
    return Answer(refusal.response(providerSwitches), findings: [finding])
  }

  private func refuse(
    _ refusal: TokenRefusal, _ owner: Transaction<Login>?, _ switches: Switches, _ findings: [Finding]
  ) -> Answer {
    let findings = findings + [refusal.finding]
    if let outcome = ItsmeOutcome(refusing: refusal.finding.rule) { logins.note(outcome: outcome) }
    if let owner { logins.note(findings, on: owner.identifier) }
    return Answer(refusal.response(switches), findings: findings)
  }

  /// The switches of the client that an assertion names, whether it proves that or not: they only shape the error.
  private func switches(ofClientIn form: Form) -> Switches {
    guard let jws = try? JWS(parsing: form["client_assertion"] ?? ""),
      let identifier = (try? Claims(parsing: jws.payload))?["sub"]?.string,
      let client = sandbox.client(identifier, of: Itsme.slug, as: ItsmeClient.self)
    else { return providerSwitches }
    return Switches(client: client.quirks, scenario: nil, standards: Itsme.standards)
  }
}
