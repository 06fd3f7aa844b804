import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension Criipto {
  func issuer(_ base: String) -> String { base }

  /// The documented text for an unknown or expired code or token (§1.7).
  static let unknownCode = "Unknown Access Code"

  /// Fetches what the id_token is encrypted with.
  func prepareTokens(
    for login: Transaction<CriiptoLogin>, _ client: CriiptoClient, _ call: Call
  ) throws(Interruption) {
    _ = try idTokenRecipients(login.detail.client, call)
  }

  /// The token endpoint; the log says what opens an encrypted id_token, which a client that takes it for a signed one cannot
  /// see (criipto-2026 T19).
  func tokenAnswer(_ owned: OwnedCall<CriiptoLogin>) throws(DocumentNeeded) -> Outcome {
    let outcome = try token(owned)
    // A story that changes the token may send one that is not encrypted, or not for the client.
    guard let login = owned.transaction, login.decision.scenario?.tokens["id_token"] == nil,
      let keys = try? idTokenRecipients(login.detail.client, owned.call),
      let key = recipient(of: login, among: keys)
    else { return outcome }
    let name = key.kid.map { "kid \"\($0)\"" } ?? "no kid"
    return outcome.mapAnswer { answer in
      guard answer.response.status == .ok else { return }
      answer.remarks.append(
        "the id_token is signedAndEncryptedJwt: decrypt it with your private key (\(name)), then verify the token inside"
      )
    }
  }

  /// An opaque UUID (§2.6).
  func makeAccessToken(of login: Transaction<CriiptoLogin>) -> String {
    login.makeUUID(sandbox.environment, purpose: "criipto/access_token")
  }

  func accessTokenLifetime(of login: Transaction<CriiptoLogin>) -> Duration {
    login.detail.switches[.accessToken]
  }

  /// The token response (§2.6): `expires_in` is a string by default, and there is no refresh token.
  func tokens(for login: Transaction<CriiptoLogin>, _ call: Call) throws(OpenIDRefusal) -> Response {
    guard case .authenticated(let moment) = login.phase(at: call.now) else {
      throw OpenIDRefusal(.invalidGrant, Self.book[.codeUnknown], "", Criipto.unknownCode)
    }
    let recipients = try Self.prepared { () throws(Interruption) in
      try idTokenRecipients(login.detail.client, call)
    }
    let idToken: String
    do throws(TokenRecipe.Problem) {
      idToken = try self.idToken(
        of: login, authenticated: moment, from: .token, to: recipient(of: login, among: recipients), for: call
      )
    } catch {
      throw OpenIDRefusal(.invalidRequest, Self.book[.tokenImpossible], "\(error)", "\(error)")
    }
    if login.detail.client.userinfo == .fromTokenEndpoint { logins.transactions.complete(login.ordinal) }
    let seconds = Int(accessTokenLifetime(of: login).components.seconds)
    let isNumber = login.detail.switches[.expiresIn].word == "number"
    return .uncached(
      .ok,
      [
        "token_type": "Bearer",
        "expires_in": isNumber ? .integer(seconds) : .string(String(seconds)),
        "id_token": .string(idToken),
        "access_token": .string(login.detail.grant.accessToken ?? ""),
      ])
  }

  /// The id_token of an authenticated login (§2.5), signed with the key of its eID.
  ///
  /// - Parameters:
  ///   - endpoint: where it is issued; after `code id_token`, the token endpoint's has no claim of the person but `sub`.
  ///   - recipient: the key to encrypt to; `nil` if it is only signed.
  func idToken(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, from endpoint: CriiptoEndpoint,
    to recipient: JWK?, for call: Call
  ) throws(TokenRecipe.Problem) -> String {
    let moment = authenticated + (call.time.written - call.now)
    let (issued, expiry) = times(of: "id_token", for: login, call) { issued in
      login.detail.client.tokenLifetime.map { issued + $0 }
        ?? login.detail.eid.method.expiry(of: login, authenticated: moment, issued: issued)
    }
    var claims = CriiptoClaims.frame(of: login, issuer: issuer(call.publicBase))
    if endpoint == .authorize || tellsPersonAtToken(login) {
      claims = personClaims(of: login, authenticated: moment, in: claims)
    }
    if endpoint == .authorize, login.detail.wantsCode {
      claims["c_hash"] = .string(CodeHash.of(login.detail.grant.code ?? makeCode(of: login)))
    }
    claims["iat"] = .integer(Int(issued.seconds))
    claims["nbf"] = .integer(Int(issued.seconds))
    claims["exp"] = .integer(Int(expiry.seconds))
    return try make(claims, "id_token", of: login, to: recipient)
  }

  private func tellsPersonAtToken(_ login: Transaction<CriiptoLogin>) -> Bool {
    if login.detail.request.responseType.hasIDToken { return false }
    return login.detail.client.userinfo == .fromTokenEndpoint
      || login.detail.switches[.idTokenClaims].word == "all"
  }

  /// All claims about the login and its person, under short or long names as the client is configured.
  func personClaims(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, in frame: JSONObject
  ) -> JSONObject {
    let own = login.detail.eid.method.claims(of: login, authenticated: authenticated, at: self)
    var claims = CriiptoClaims.login(
      of: login, session: sessionIndex(of: login), authenticated: authenticated, in: frame)
    for (name, value) in own { claims[name] = value }
    guard login.detail.client.claimNames == .long else { return claims }
    return CriiptoClaims.renamed(claims, login.detail.eid.method.longNames)
  }

  /// Signs with the key of the eID, and encrypts if there is a recipient.
  func make(
    _ claims: JSONObject, _ kind: String, of login: Transaction<CriiptoLogin>, to recipient: JWK? = nil
  ) throws(TokenRecipe.Problem) -> String {
    let key = signingKeys.current(login.detail.eid)
    var header: JSONObject = ["typ": "JWT", "alg": "RS256"]
    header["kid"] = key.kid.map(JSON.string)
    var recipe = TokenRecipe(header: header, claims: claims)
    if let recipient {
      // The documented key has no alg and is made for this one; jose cannot open RSA-OAEP with it.
      let algorithm = recipient.alg ?? "RSA-OAEP-256"
      var outer: JSONObject = ["alg": .string(algorithm), "enc": "A256GCM", "cty": "JWT"]
      outer["kid"] = recipient.kid.map(JSON.string)
      recipe.encryption = TokenRecipe.Encryption(header: outer, recipient: recipient)
    }
    return try mint(recipe, as: kind, of: login, key: key) { _ in "criipto/\(kind)" }
  }
}
