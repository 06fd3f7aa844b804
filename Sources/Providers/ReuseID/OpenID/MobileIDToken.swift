import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// The grants besides codes: API tokens for backends, and backchannel requests (§1c).
  func answer(_ request: TokenRequest<Operation>, grant: String) throws(Interruption) -> Answer? {
    switch grant {
    case BackchannelGrant.type: try poll(request)
    case "client_credentials":
      try clientCredentials(request, allowing: [Self.apiScope]) { client, scopes in
        apiToken(client, scopes, at: request.owned.now)
      }
    default: nil
    }
  }

  private func apiToken(
    _ client: KnownClient<ReuseIDClient>, _ scopes: Set<String>, at now: Instant
  ) -> (token: String, lifetime: Duration) {
    let lifetime = switches(of: client.client)[lifetime: .apiToken]
    let text = sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: tokens.nextNumber(), purpose: "reuseid/api_token")
    tokens.add(text, APITokens.Token(client: client.identifier, scopes: scopes, expires: now + lifetime))
    return (text, lifetime)
  }

  // MARK: Operations

  func makeAccessToken(of login: Transaction<Operation>) -> String {
    sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "reuseid/access_token")
  }

  func accessTokenLifetime(of login: Transaction<Operation>) -> Duration {
    login.detail.switches[lifetime: .accessToken]
  }

  /// The result can be read much longer than any token is valid (§3).
  func end(of login: Transaction<Operation>, at now: Instant) -> Instant { login.ends }

  func tokens(for login: Transaction<Operation>, _ call: Call) throws(OpenIDRefusal) -> Response {
    let idToken: String
    do throws(TokenRecipe.Problem) {
      idToken = try self.idToken(of: login, call)
    } catch {
      var refusal = OpenIDRefusal(.serverError, "The id_token could not be made: \(error)")
      refusal.status = 500
      throw refusal
    }
    let scopes = (login.detail.request?.scopes ?? []).sorted().joined(separator: " ")
    return tokenResponse(of: login, [("id_token", idToken), ("scope", scopes)])
  }

  private func idToken(
    of login: Transaction<Operation>, _ call: Call
  ) throws(TokenRecipe.Problem) -> String {
    let authenticated = (login.detail.authenticated ?? call.now) + (call.time.written - call.now)
    var claims = claims(of: login)
    claims["iss"] = .string(call.publicBase + Realm(call).issuer)
    claims["auth_time"] = .integer(Int(authenticated.seconds))
    return try idToken(
      of: login, saying: claims, lifetime: login.detail.switches[lifetime: .idToken], call)
  }

  // MARK: Userinfo

  func userinfo(_ call: OwnedCall<Operation>) throws(DocumentNeeded) -> Outcome {
    try resource(call) { login in .uncached(.ok, .object(userinfo(of: login))) }
  }

  /// The older address gives the device's name instead of its id, and neither for a registration ("Finalise
  /// operation").
  private func userinfo(of login: Transaction<Operation>) -> JSONObject {
    var claims = claims(of: login)
    let operation = login.detail
    guard operation.request?.realm == .older, claims["deviceId"] != nil else { return claims }
    claims["deviceId"] = nil
    guard !operation.purpose.isActivation else { return claims }
    claims["deviceName"] = devices[operation.device]?.name.map(JSON.string)
    return claims
  }

  /// Only the challenge, without a body; the contract does not cover it.
  func challenge(_ problem: BearerProblem, of login: Transaction<Operation>?) -> Response {
    let isAboutToken = problem == .unknown || problem == .expired
    return Response(
      .unauthorized,
      headers: ["WWW-Authenticate": isAboutToken ? "Bearer error=\"invalid_token\"" : "Bearer"])
  }
}
