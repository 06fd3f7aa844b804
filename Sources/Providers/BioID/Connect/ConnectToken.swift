import Flow
import HTTP
import JSON
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

  func makeAccessToken(of login: Transaction<BioIDLogin>) -> String {
    sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: login.ordinal,
      purpose: "bioid/access/\(login.detail.grant.issues)")
  }

  func accessTokenLifetime(of login: Transaction<BioIDLogin>) -> Duration {
    login.detail.switches[.accessToken]
  }

  /// The grant `refresh_token` (§1.9).
  func answer(_ request: TokenRequest<BioIDLogin>, grant: String) throws(Interruption) -> Answer? {
    grant == "refresh_token" ? try refresh(request) : nil
  }

  func tokens(for login: Transaction<BioIDLogin>, _ call: Call) throws(OpenIDRefusal) -> Response {
    var body: JSONObject = [
      "access_token": .string(login.detail.grant.accessToken ?? ""), "token_type": "Bearer",
      "expires_in": .integer(Int(accessTokenLifetime(of: login).components.seconds)),
    ]
    body["refresh_token"] = refreshToken(of: login).map(JSON.string)
    if login.detail.request.scopes.contains(.openid) {
      do throws(TokenRecipe.Problem) {
        body["id_token"] = .string(try idToken(of: login, call))
      } catch {
        throw OpenIDRefusal(
          .invalidRequest, Self.book[.requestMalformed], "\(error)", "The id_token could not be made")
      }
    }
    return .uncached(.ok, .object(body))
  }

  /// Carries `sub`, `name`, `email` and `bcid` (§5).
  private func idToken(
    of login: Transaction<BioIDLogin>, _ call: Call
  ) throws(TokenRecipe.Problem) -> String {
    let (issued, expiry) = times(
      of: "id_token", for: login, lifetime: login.detail.switches[.idToken], call)
    var claims: JSONObject = ["iss": .string(issuer(call.publicBase)), "aud": .string(login.client)]
    claims["exp"] = .integer(Int(expiry.seconds))
    claims["iat"] = .integer(Int(issued.seconds))
    claims["nonce"] = login.detail.nonce.map(JSON.string)
    for (name, value) in personClaims(login) { claims[name] = value }
    return try sign(claims, as: "id_token", of: login)
  }
}
