package import Flow
import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// The grant `authorization_code` (RFC 6749 §4.1.3).
  func exchange(_ request: TokenRequest<Login>) throws(Interruption) -> Answer {
    let (form, call) = (request.form, request.owned.call)
    if Self.profile.requiresFields,
      let absent = ["code", "redirect_uri"].first(where: { form.text($0) == nil })
    {
      throw .refused(Self.missing(absent))
    }
    return try redeem(
      request, "exchanged its code", where: { problem(of: $0, form, for: $1, at: call.now) == nil }
    ) { client throws(OpenIDRefusal) in
      let login = try redeem(form, for: client, at: call.now)
      noteSafeguard(of: login)
      return (login, noticed(login, form) + exchanged(login, call))
    }
  }

  /// Authenticates the client, redeems its grant, and answers with the tokens.
  ///
  /// - Parameters:
  ///   - deed: what the client did, for the log.
  ///   - isRedeemable: false for a login that the client cannot redeem, now or later.
  ///   - redeem: redeems the grant of a client, and returns findings about it.
  func redeem(
    _ request: TokenRequest<Login>, _ deed: String,
    where isRedeemable: (Transaction<Login>, _ client: String) -> Bool,
    by redeem: (_ client: String) throws(OpenIDRefusal) -> (Transaction<Login>, [Finding])
  ) throws(Interruption) -> Answer {
    let call = request.owned.call
    let client = try authenticate(request.form, for: call, of: request.owned.transaction)
    do throws(Interruption) {
      // Everything is fetched before anything is used up, and nothing for a login that brings no tokens.
      if let login = request.owned.transaction, isRedeemable(login, client.identifier) {
        try prepareTokens(for: login, client.client, call)
      }
      return try refusing { () throws(OpenIDRefusal) in
        let spent = try spend(client, at: call.time.forClients)
        let (login, noticed) = try redeem(client.identifier)
        let findings =
          request.advice + client.known.findings + spent + noticed
        let response = try tokens(for: answeredLogin(for: login), call)
        logins.note(findings, on: login.identifier)
        return Answer(
          response, transaction: login.identifier, findings: findings, remarks: ["\(login.client) \(deed)"])
      }
    } catch { throw error.after(client.known.findings) }
  }

  /// Redeems a code, which must be valid, unused and this client's, with the redirect URI and the verifier of the
  /// request.
  ///
  /// This is one step, so that only one of two concurrent exchanges succeeds.
  private func redeem(
    _ form: Form, for client: String, at now: Instant
  ) throws(OpenIDRefusal) -> Transaction<Login> {
    let code = form["code"] ?? ""
    let result = logins.transactions.update(code) {
      login -> (Result<Transaction<Login>, OpenIDRefusal>?, newHandle: String?) in
      // A login has other handles too; only its code is accepted here.
      guard login.detail.grant.isCode(code) else { return (nil, nil) }
      if let problem = problem(of: login, form, for: client, at: now) {
        let refusal = Self.refusal(problem, form)
        if let borrower = login.detail.grant.borrower, login.client == client {
          return (.failure(refusal.expected(by: borrower)), nil)
        }
        if case .expired = problem { login.detail.grant.isLate = true }
        guard case .reused = problem else { return (.failure(refusal), nil) }
        login.detail.grant.isReused = true
        // Who could not read the answer because of a story is not blamed for asking again.
        let wasHidden = login.hasHiddenAnswer(at: Self.tokenEndpointName, beforeLatest: true)
        return (.failure(wasHidden ? refusal.expected(by: login.identifier) : refusal), nil)
      }
      let token = issueAccessToken(of: &login, at: now)
      return (.success(login), token)
    }
    guard let result = result ?? nil else {
      let rule = Self.book.rule(.codeUnknown, saying: code.isEmpty ? .fieldMissing : nil)
      throw OpenIDRefusal(
        .invalidGrant, rule, code.isEmpty ? "code" : "", Self.profile.grantTexts.invalid)
    }
    return try result.get()
  }

  /// Why a client cannot redeem the code of a login; `nil` if it can.
  private func problem(
    of login: Transaction<Login>, _ form: Form, for client: String, at now: Instant
  ) -> CodeExchange.Problem? {
    // Like an attacker that collects another provider's codes, this accepts them with any redirect URI.
    let isLent = login.detail.grant.substitutedCode == form["code"]
    return CodeExchange(of: login).problem(
      for: client, redirectURI: isLent ? login.detail.redirectURI : form["redirect_uri"],
      verifier: form["code_verifier"], at: now)
  }

  /// What the first exchange shows about this login, and about the client's earlier ones.
  func exchanged(_ login: Transaction<Login>, _ call: Call) -> [Finding] {
    addressClash(login, call)
      + exchanges.habits.noteExchange(
        of: login, nonce: login.detail.nonce, rotations: sandbox.keys.rotations)
  }

  /// Issues the next access token of a login, which is also a handle of it.
  package func issueAccessToken(of login: inout Transaction<Login>, at now: Instant) -> String {
    login.detail.grant.issues += 1
    let token = makeAccessToken(of: login)
    (login.detail.grant.accessToken, login.detail.grant.issued) = (token, now)
    if login.detail.grant.redeemed == nil { login.detail.grant.redeemed = now }
    login.ends = end(of: login, at: now)
    return token
  }

  /// A verifier without a challenge proves nothing.
  private func noticed(_ login: Transaction<Login>, _ form: Form) -> [Finding] {
    form["code_verifier"] != nil && login.detail.proofKey == nil ? Self.book.advice(.verifierUnexpected) : []
  }

  /// A finding if a client uses two addresses of the provider within one login: its tokens then name another issuer
  /// than its discovery document.
  package func addressClash(_ login: Transaction<Login>, _ call: Call) -> [Finding] {
    let issuer = calledIssuer(of: login, call)
    guard issuer != login.detail.issuer else { return [] }
    return Self.book.advice(.addressClash, "it began at \(login.detail.issuer) and goes on at \(issuer)")
  }

  private static func refusal(_ problem: CodeExchange.Problem, _ form: Form) -> OpenIDRefusal {
    let texts = profile.grantTexts
    let (broken, seen, description): (OpenIDRule, String, String) =
      switch problem {
      case .ofOtherClient(let client): (.codeOfOther, "it was issued to \(client)", texts.invalid)
      case .reused: (.codeReused, "", texts.invalid)
      case .expired(let age): (.codeExpired, "it was \(age.components.seconds) s old", texts.expired)
      case .redirectMismatch: (.redirectChanged, "\"\(form["redirect_uri"] ?? "")\"", texts.redirect)
      case .verifierMissing: (.verifierMissing, "", texts.verifierMissing)
      case .verifierMalformed:
        (
          .verifierMalformed, "it has \(form["code_verifier"]?.count ?? 0) characters",
          texts.verifierMismatch
        )
      case .verifierMismatch: (.verifierMismatch, "", texts.verifierMismatch)
      }
    let rule =
      broken == .verifierMalformed && !book.has(broken)
      ? book.rule(.verifierMismatch, saying: broken) : book[broken]
    return OpenIDRefusal(.invalidGrant, rule, seen, description)
  }
}

extension CodeExchange {
  fileprivate init<Login: OpenIDLogin>(of login: Transaction<Login>) {
    self.init(
      client: login.client, redirectURI: login.detail.redirectURI,
      writtenAs: login.detail.writtenRedirectURI, proofKey: login.detail.proofKey,
      sent: login.detail.grant.sent, lifetime: login.detail.codeLifetime,
      isRedeemed: login.detail.grant.redeemed != nil)
  }
}
