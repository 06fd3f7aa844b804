import Flow
import ProviderKit

// What defects reuse from another login of the same client.

extension OpenIDProvider {
  /// The client's latest login before this one that is still known.
  func earlierLogin(than login: Transaction<Login>) -> Transaction<Login>? {
    latest(of: login.client) { $0.ordinal < login.ordinal }
  }

  /// The login whose tokens the token endpoint answers with: the one that is redeemed, unless its scenario replays
  /// the one before it.
  func answeredLogin(for login: Transaction<Login>) -> Transaction<Login> {
    let defect = login.decision.scenario?.tokens["id_token"]?.defect
    guard defect == TokenDefect.replayed.rawValue, obstacle(toReplayingFor: login) == nil,
      let earlier = earlierRedeemed(than: login)
    else { return login }
    logins.update(login.identifier) { $0.clearObstacle(in: "id_token") }
    return earlier
  }

  /// Why a client cannot tell the tokens of its login before from those of this one; `nil` if it can.
  ///
  /// Only the nonce ties an id_token to its login (OpenID Connect Core §15.5.2), and the code flow does not demand one
  /// (§3.1.2.1); PKCE ties the code, not what comes for it.
  func obstacle(toReplayingFor login: Transaction<Login>) -> String? {
    guard earlierRedeemed(than: login) != nil else { return "no earlier login of the client is known here" }
    return login.detail.nonce == nil ? "the request had no nonce, which alone ties a token to its login" : nil
  }

  /// The client's latest login before this one that received its tokens.
  func earlierRedeemed(than login: Transaction<Login>) -> Transaction<Login>? {
    latest(of: login.client) { $0.ordinal < login.ordinal && $0.detail.grant.redeemed != nil }
  }

  /// The client's latest other login whose code waits to be redeemed.
  func unredeemed(besides login: Transaction<Login>) -> Transaction<Login>? {
    latest(of: login.client) {
      $0.ordinal != login.ordinal && $0.detail.grant.code != nil && $0.detail.grant.redeemed == nil
    }
  }

  private func latest(
    of client: String, where isWanted: (Transaction<Login>) -> Bool
  ) -> Transaction<Login>? {
    logins.transactions.all.filter { $0.client == client && isWanted($0) }
      .max { $0.ordinal < $1.ordinal }
  }
}
