import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

// What is particular about itsme's token endpoint (§1.7, §1.8).

extension Itsme {
  /// 36 letters and digits (§1.6).
  func makeCode(of login: Transaction<ItsmeLogin>) -> String {
    sandbox.environment.identifier(
      length: 36, from: .lowercaseAlphanumeric, ordinal: login.ordinal, purpose: "code")
  }

  /// 32 bytes as base64url (§1.8).
  func makeAccessToken(of login: Transaction<ItsmeLogin>) -> String {
    sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: login.ordinal, purpose: "access_token")
  }

  /// The configured lifetime, or what is left of the app's (§3).
  func accessTokenLifetime(of login: Transaction<ItsmeLogin>) -> Duration {
    let life = login.detail.switches[.accessToken]
    guard login.detail.switches[.accessTokenLife].word == "rest_of_app",
      let redeemed = login.detail.grant.redeemed
    else { return life }
    return max(.zero, min(life, login.timeline.deadline - redeemed))
  }

  func prepareTokens(
    for login: Transaction<ItsmeLogin>, _ client: ItsmeClient, _ call: Call
  ) throws(Interruption) {
    for token in login.detail.request.encrypted.union([.idToken]).sorted(by: { $0.rawValue < $1.rawValue }) {
      _ = try encryptionKeys(for: token, of: login, client, call)
    }
  }

  /// No refresh token, no scope (guide §3.6).
  func tokens(for login: Transaction<ItsmeLogin>, _ call: Call) throws(OpenIDRefusal) -> Response {
    let idToken = try idToken(of: login, call)
    return .uncached(
      .ok,
      [
        "access_token": .string(login.detail.grant.accessToken ?? ""),
        "token_type": "Bearer",
        "expires_in": .integer(Int(accessTokenLifetime(of: login).components.seconds)),
        "id_token": .string(idToken),
      ])
  }

  private func idToken(of login: Transaction<ItsmeLogin>, _ call: Call) throws(OpenIDRefusal) -> String {
    let recipient = try Self.prepared { () throws(Interruption) in
      try self.recipient(of: .idToken, for: login, call)
    }
    do throws(TokenRecipe.Problem) {
      return try protect(idTokenClaims(login, call), as: .idToken, of: login, recipient: recipient)
    } catch {
      let rule: OpenIDRule =
        if case .encryption = error { .encryptionKeyMissing } else { .tokenImpossible }
      throw OpenIDRefusal(
        .invalidClient, Self.book[rule], "\(error)", "The id_token could not be made")
    }
  }

  /// Always `iss`, `sub`, `aud`, `exp`, `iat` and `acr`, never `amr`, `azp` or `at_hash` (§1.9).
  private func idTokenClaims(_ login: Transaction<ItsmeLogin>, _ call: Call) -> JSONObject {
    let (request, switches) = (login.detail.request, login.detail.switches)
    let (issued, expiry) = times(of: "id_token", for: login, lifetime: switches[.idToken], call)
    var claims: JSONObject = [
      "sub": .string(Subject.of(login.person, at: login.client)),
      "aud": .string(login.client),
      "acr": .string(request.level.tag),
    ]
    if switches[.authTime].word == "always" || request.wantsAuthTime {
      claims["auth_time"] = .integer(Int(authenticated(login, by: call).seconds))
    }
    claims["iss"] = .string(issuer(call.publicBase))
    claims["exp"] = .integer(Int(expiry.seconds))
    claims["iat"] = .integer(Int(issued.seconds))
    claims["nonce"] = request.nonce.map(JSON.string)
    // The guide also puts the claims of the scopes into the id_token (§5 #24), with a flat address (§5 #23).
    ClaimsProjection(person: login.person, switches: switches).add(
      switches[.idTokenClaims].word == "scopes" ? request.scopes : [], keys: request.claims.idToken,
      allowed: allowedClaims(of: login), to: &claims, isFlat: true)
    return claims
  }

  // MARK: Errors

  /// A switch decides which member has the text (§1.8); a wrong method or content type may get the bare 500 of the real
  /// server (§4 3).
  func backendResponse(
    _ refusal: OpenIDRefusal, for call: Call, of login: Transaction<ItsmeLogin>?
  ) -> Response {
    let switches = login?.detail.switches ?? switches(ofClientNamedIn: call.request)
    let isNoForm = [Self.book[.tokenMethod], Self.book[.contentType]].contains { $0 == refusal.finding?.rule }
    if isNoForm, switches[.tokenContentType].word == "http_500" { return Response(500) }
    var body: JSONObject = ["error": .string(refusal.error.rawValue)]
    let member = switches[.tokenErrorText].word
    if member != "detail" { body["error_description"] = .string(refusal.description) }
    // The real servers send `detail`, and clients read it (§1.8).
    if member != "error_description" { body["detail"] = .string(refusal.description) }
    return .uncached(refusal.status ?? .badRequest, .object(body))
  }
}
