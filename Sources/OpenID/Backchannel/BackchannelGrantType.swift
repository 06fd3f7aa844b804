import Flow
import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// The grant `urn:openid:params:grant-type:ciba`, for providers that have it: the tokens of a login over the back
  /// channel, or why the client must wait (CIBA Core §10.1).
  package func poll(_ request: TokenRequest<Login>) throws(Interruption) -> Answer {
    do throws(Interruption) {
      return try answer(poll: request)
    } catch {
      throw error.refusal { refusal in
        guard refusal.error == .invalidClient, refusal.status == nil else { return refusal }
        return refusal.with(status: Self.profile.unauthenticatedPollStatus)
      }
    }
  }

  private func answer(poll request: TokenRequest<Login>) throws(Interruption) -> Answer {
    let identifier = request.form["auth_req_id"] ?? ""
    if Self.profile.requiresFields, identifier.isEmpty {
      throw .refused(Self.missing("auth_req_id", .authRequestMissing))
    }
    let now = request.owned.now
    let advice =
      request.form.text("client_id") == nil ? Self.book.advice(.backchannelClientMissing, "in the form") : []
    do throws(Interruption) {
      var answer = try redeem(
        request, "received tokens", where: { isOpen($0, to: $1, at: now) }
      ) { client throws(OpenIDRefusal) in
        guard registered(client)?.backchannelDelivery != nil else { throw Self.backchannelUnregistered }
        let login = try redeem(authRequest: identifier, for: client, at: now)
        return (login, exchanged(login, request.owned.call))
      }
      answer.findings = advice + answer.findings
      return answer
    } catch { throw error.after(advice) }
  }

  /// True if a client gets the tokens of a request, now or once the person approves it.
  private func isOpen(_ login: Transaction<Login>, to client: String, at now: Instant) -> Bool {
    guard login.client == client, login.detail.grant.redeemed == nil, !login.timeline.isOver(at: now) else {
      return false
    }
    return switch decision(on: login, at: now) {
    case .approved?, nil: true
    case .refused?, .expired?: false
    }
  }

  /// Redeems a request that the person has approved, in one step, so that only one of two concurrent polls gets the
  /// tokens.
  private func redeem(
    authRequest identifier: String, for client: String, at now: Instant
  ) throws(OpenIDRefusal) -> Transaction<Login> {
    let handle = BackchannelGrant.handle(identifier)
    _ = current(handle, at: now)
    let result = logins.transactions.update(handle) {
      login -> (Result<Transaction<Login>, OpenIDRefusal>?, newHandle: String?) in
      guard login.detail.grant.backchannel?.identifier == identifier else { return (nil, nil) }
      if let refusal = refusal(of: client, &login, at: now) { return (.failure(refusal), nil) }
      let token = issueAccessToken(of: &login, at: now)
      return (.success(login), token)
    }
    guard let result = result ?? nil else {
      let rule = Self.book.rule(
        .authRequestUnknown, saying: identifier.isEmpty ? .authRequestMissing : nil)
      throw OpenIDRefusal(.invalidGrant, rule, identifier, "auth_req_id is not valid")
    }
    return try result.get()
  }

  /// Why a poll gets no tokens, or none yet (CIBA Core §11); `nil` if it gets them.
  private func refusal(
    of client: String, _ login: inout Transaction<Login>, at now: Instant
  ) -> OpenIDRefusal? {
    guard login.client == client else {
      return OpenIDRefusal(
        .invalidGrant, Self.book[.authRequestOfOther], "it was issued to \(login.client)",
        "auth_req_id is not valid")
    }
    let decision = decision(on: login, at: now)
    if case nil = decision { return pending(&login, at: now) }
    login.detail.grant.backchannel?.ask(at: now)
    switch decision {
    case .approved?:
      guard login.detail.grant.redeemed == nil else {
        return OpenIDRefusal(.invalidGrant, Self.book[.authRequestReused], "", "auth_req_id was used")
      }
      // An approved request must be fetched in time (§7.3).
      return login.timeline.isOver(at: now) ? Self.expired : nil
    case .refused(let error, let description, _, _)?: return OpenIDRefusal(error, description ?? "")
    case .expired?, nil: return Self.expired
    }
  }

  private static var expired: OpenIDRefusal { OpenIDRefusal(.expiredToken, "auth_req_id has expired") }

  /// The error for a poll while nothing is decided.
  private func pending(_ login: inout Transaction<Login>, at now: Instant) -> OpenIDRefusal {
    let isPinged = login.detail.grant.backchannel?.notification != nil
    let refusal = OpenIDRefusal(.authorizationPending, Self.profile.pendingText)
    switch login.detail.grant.backchannel?.poll(at: now) {
    case .tooEarly(let again)?:
      let rule = Self.book[again ? .slowDownIgnored : .polledTooFast]
      return OpenIDRefusal(.slowDown, rule, "", "Ask less often")
    case .first? where isPinged: return refusal.after(Self.book.advice(.polledBeforePing))
    case .first?, .inTime?, nil: return refusal
    }
  }
}
