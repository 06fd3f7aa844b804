import Flow
import HTTP
import OpenID
import ProviderKit

extension BioID {
  func decision(on login: Transaction<BioIDLogin>, at now: Instant) -> LoginDecision? {
    switch login.phase(at: now) {
    case .waiting: nil
    case .approved: .approved
    case .denied:
      .refused(.accessDenied, "The user denied the request", remark: "\(login.person.key) denied the request")
    case .timedOut: .expired
    }
  }

  func accessTokenLifetime(of login: Transaction<BioIDLogin>) -> Duration {
    login.detail.switches[.accessToken]
  }

  /// The grant `refresh_token` (§1.9).
  func answer(_ request: TokenRequest<BioIDLogin>, grant: String) throws(Interruption) -> Answer? {
    grant == "refresh_token" ? try refresh(request) : nil
  }

  /// An id_token for OpenID Connect, a refresh token with `offline_access` (§1.9).
  func tokens(for login: Transaction<BioIDLogin>, _ call: Call) throws(OpenIDRefusal) -> Response {
    let token: String?
    do throws(TokenRecipe.Problem) {
      token =
        login.detail.scopes.contains(.openid)
        ? try idToken(
          of: login, saying: personClaims(login), lifetime: login.detail.switches[.idToken], call) : nil
    } catch {
      throw OpenIDRefusal(
        .invalidRequest, Self.book[.requestMalformed], "\(error)", "The id_token could not be made")
    }
    return tokenResponse(
      of: login, [("refresh_token", refreshToken(of: login)), ("id_token", token)])
  }
}
