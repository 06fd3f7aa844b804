import Flow
import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// The grant `urn:openid:params:grant-type:ciba`, for providers that have it: the tokens of a login over the back channel, or why
  /// the client must wait (CIBA Core §10.1).
  package func poll(_ request: TokenRequest<Login>) throws(Interruption) -> Answer {
    let identifier = request.form["auth_req_id"] ?? ""
    if Self.profile.demandsFields, identifier.isEmpty { throw .refused(Self.missing("auth_req_id")) }
    let now = request.owned.now
    return try redeem(request, "received tokens") { client throws(OpenIDRefusal) in
      let login = try redeem(authRequest: identifier, for: client, at: now)
      return (login, exchanged(login, request.owned.call))
    }
  }

  /// Redeems a request that the person has approved; all in one step, so that of two polls at once only one gets the tokens.
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
      throw OpenIDRefusal(
        .invalidGrant, Self.book[.authRequestUnknown], identifier, "auth_req_id is not valid")
    }
    return try result.get()
  }

  /// Why a client that asks gets nothing, or nothing yet (CIBA Core §11); `nil` if it gets its tokens.
  private func refusal(
    of client: String, _ login: inout Transaction<Login>, at now: Instant
  ) -> OpenIDRefusal? {
    guard login.client == client else {
      return OpenIDRefusal(
        .invalidGrant, Self.book[.authRequestOfOther], "it was issued to \(login.client)",
        "auth_req_id is not valid")
    }
    switch decision(on: login, at: now) {
    case nil:
      guard login.detail.grant.backchannel?.isTooEarly(at: now) == true else {
        return OpenIDRefusal(.authorizationPending, "The person has not decided")
      }
      return OpenIDRefusal(.slowDown, Self.book[.polledTooFast], "", "Ask less often")
    case .approved:
      guard login.detail.grant.redeemed != nil else { return nil }
      return OpenIDRefusal(.invalidGrant, Self.book[.authRequestReused], "", "auth_req_id was used")
    case .refused(let error, let description, _, _): return OpenIDRefusal(error, description ?? "")
    case .expired: return OpenIDRefusal(.expiredToken, "auth_req_id has expired")
    }
  }
}
