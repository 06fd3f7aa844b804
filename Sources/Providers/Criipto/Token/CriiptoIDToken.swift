import Flow
import JOSE
import JSON
import ProviderKit

extension Criipto {
  /// The id_token of an authenticated login (§2.5), signed with the key of its eID.
  ///
  /// - Parameter endpoint: who gives it out; after `code id_token` the token endpoint's says `sub` alone of the person.
  func idToken(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, from endpoint: CriiptoEndpoint,
    for call: Call
  ) throws(TokenRecipe.Problem) -> String {
    let change = login.decision.scenario?.tokens["id_token"]
    let issued = call.time.written + (change?.issuedAt ?? .zero)
    let moment = authenticated + (call.time.written - call.now)
    var claims = CriiptoClaims.frame(of: login, issuer: call.publicBase)
    if endpoint == .authorize || tellsPersonAtToken(login) {
      claims = personClaims(of: login, authenticated: moment, in: claims)
    }
    claims["iat"] = .integer(Int(issued.seconds))
    claims["nbf"] = .integer(Int(issued.seconds))
    claims["exp"] = .integer(Int(expiry(of: login, authenticated: moment, issued: issued, change).seconds))
    return try make(claims, "id_token", of: login, recipient: nil)
  }

  private func tellsPersonAtToken(_ login: Transaction<CriiptoLogin>) -> Bool {
    let request = login.detail.request
    if request.responseType.hasIDToken { return false }
    return login.detail.client.userinfo == .fromTokenEndpoint
      || login.detail.switches[.idTokenClaims].word == "all"
  }

  private func expiry(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, issued: Instant, _ change: TokenChange?
  ) -> Instant {
    if let lifetime = change?.lifetime ?? login.detail.client.tokenLifetime { return issued + lifetime }
    return login.detail.eid.method.expiry(of: login, authenticated: authenticated, issued: issued)
  }

  /// The claims of a login with everything that its tokens say of the person, under the client's names.
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

  /// Signs, and encrypts to a recipient, as the scenario changes it.
  func make(
    _ claims: JSONObject, _ kind: String, of login: Transaction<CriiptoLogin>, recipient: JWK?
  ) throws(TokenRecipe.Problem) -> String {
    let key = signingKeys.current(login.detail.eid)
    var header: JSONObject = ["typ": "JWT", "alg": "RS256"]
    header["kid"] = key.kid.map(JSON.string)
    var recipe = TokenRecipe(header: header, claims: claims)
    if let recipient {
      var outer: JSONObject = ["alg": "RSA-OAEP", "enc": "A256GCM", "cty": "JWT"]
      outer["kid"] = recipient.kid.map(JSON.string)
      recipe.encryption = TokenRecipe.Encryption(header: outer, recipient: recipient)
    }
    let environment = sandbox.environment
    return try recipe.make(
      login.decision.scenario?.tokens[kind], key: key, foreign: sandbox.keys.foreign
    ) { environment.bytes($0, ordinal: login.ordinal, purpose: "criipto/\(kind)") }
  }
}
