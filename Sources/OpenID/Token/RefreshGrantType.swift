package import Flow
import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// The grant `refresh_token` (RFC 6749 §6), for providers that have it.
  package func refresh(_ request: TokenRequest<Login>) throws(Interruption) -> Answer {
    try redeem(
      request, "received tokens", where: { Self.check($0, $1, at: request.owned.now) == nil }
    ) { client throws(OpenIDRefusal) in
      let token = request.form["refresh_token"] ?? ""
      return (try redeem(refreshToken: token, for: client, at: request.owned.now), [])
    }
  }

  /// The refresh token of a login, made when first needed; `nil` if tokens are not refreshed.
  package func refreshToken(of login: Transaction<Login>) -> String? {
    guard login.detail.refreshLifetime != nil else { return nil }
    if let token = login.detail.grant.refreshToken { return token }
    let token = sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "\(Self.slug)/refresh")
    _ = logins.transactions.update(login.identifier) { login -> (Void, newHandle: String?) in
      login.detail.grant.refreshToken = token
      return ((), token)
    }
    return token
  }

  private func redeem(
    refreshToken: String, for client: String, at now: Instant
  ) throws(OpenIDRefusal) -> Transaction<Login> {
    let result = logins.transactions.update(refreshToken) {
      login -> (Result<Transaction<Login>, OpenIDRefusal>?, newHandle: String?) in
      guard login.detail.grant.refreshToken == refreshToken else { return (nil, nil) }
      if let refusal = Self.check(login, client, at: now) { return (.failure(refusal), nil) }
      let token = issueAccessToken(of: &login, at: now)
      return (.success(login), token)
    }
    guard let result = result ?? nil else {
      let missing = OpenIDRule.fieldMissing.fixed(by: "send refresh_token")
      let rule = Self.book.rule(
        .codeUnknown, saying: refreshToken.isEmpty ? missing : .refreshTokenUnknown)
      throw OpenIDRefusal(.invalidGrant, rule, "", "The grant is not valid")
    }
    return try result.get()
  }

  private static func check(
    _ login: Transaction<Login>, _ client: String, at now: Instant
  ) -> OpenIDRefusal? {
    guard login.client == client else {
      return OpenIDRefusal(
        .invalidGrant, book.rule(.codeOfOther, saying: .refreshTokenOfOther),
        "it was issued to \(login.client)", "The grant is not valid")
    }
    let grant = login.detail.grant
    guard grant.refreshToken.map(grant.revoked.contains) != true else {
      return OpenIDRefusal(.invalidGrant, book[.tokenRevoked], "a refresh token", "The grant is not valid")
    }
    let isOld = grant.redeemed.map { now - $0 >= login.detail.refreshLifetime ?? .zero } ?? true
    guard isOld || grant.issues > refreshLimit else { return nil }
    return OpenIDRefusal(
      .invalidGrant, book.rule(.codeExpired, saying: .refreshTokenExpired), "",
      "The refresh token has expired")
  }

  /// The most refreshes of a login, so that it does not grow without bound.
  private static var refreshLimit: Int { 100 }
}
