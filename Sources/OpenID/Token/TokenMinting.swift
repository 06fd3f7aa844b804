package import Flow
package import HTTP
package import JOSE
package import JSON
package import ProviderKit

extension OpenIDProvider {
  /// When a token of a login is issued and when it expires, unless the scenario changes that.
  package func times(
    of kind: String, for login: Transaction<Login>, lifetime: Duration, _ call: Call
  ) -> (issued: Instant, expiry: Instant) {
    times(of: kind, for: login, call) { $0 + lifetime }
  }

  /// The same, if something other than a lifetime determines when the token expires.
  package func times(
    of kind: String, for login: Transaction<Login>, _ call: Call,
    expiring expiry: (_ issued: Instant) -> Instant
  ) -> (issued: Instant, expiry: Instant) {
    let change = login.decision.scenario?.tokens[kind]
    let issued = call.time.written + (change?.issuedAt ?? .zero)
    return (issued, change?.lifetime.map { issued + $0 } ?? expiry(issued))
  }

  /// Makes a token of a login with its scenario's change, and notes if that has no effect.
  ///
  /// - Parameters:
  ///   - kind: the token's name in scenarios.
  ///   - key: signs it.
  ///   - purpose: the purpose for which random bytes are drawn.
  package func mint(
    _ recipe: TokenRecipe, as kind: String, of login: Transaction<Login>, key: JWK,
    purpose: (_ drawn: Int) -> String
  ) throws(TokenRecipe.Problem) -> String {
    let change = login.decision.scenario?.tokens[kind]
    var recipe = recipe
    if change?.defect != nil { recipe.surroundings = surroundings(of: login) }
    let obstacle =
      recipe.obstacle(to: change) ?? obstacle(toOmitting: change, of: login)
      ?? obstacle(toLowering: change, of: login) ?? obstacle(toAging: change, of: login)
    if let obstacle {
      noteUnchanged(kind, obstacle, of: login, in: kind)
    } else if change != nil {
      logins.update(login.identifier) { $0.clearObstacle(in: kind) }
    }
    if change?.defect == TokenDefect.keyOfOtherLogin.rawValue, let other = recipe.surroundings.elsewhere {
      sandbox.keys.publishForeign(to: other.provider)
    }
    if recipe.encryption != nil { sandbox.noteEncryptedToken() }
    if kind == "id_token", let issuer = recipe.claims["iss"]?.string {
      sandbox.journal.issuers.add(issuer, of: Self.slug)
    }
    var drawn = 0
    return try recipe.make(change, key: key, foreign: sandbox.keys.foreign) { count in
      drawn += 1
      return sandbox.environment.bytes(count, ordinal: login.ordinal, purpose: purpose(drawn))
    }
  }

  /// A client that must accept a token without `kid` can find the key only if there is just one.
  private func obstacle(toOmitting change: TokenChange?, of login: Transaction<Login>) -> String? {
    let mustFind = login.decision.scenario?.expectation?.right == .mustAccept
    let isOmitted = change?.defect == TokenDefect.missingKey.rawValue
    return mustFind && isOmitted && sandbox.keys.publishedSigning.count > 1
      ? "the key set has several keys" : nil
  }

  /// A client that asked for no level cannot get a lower one.
  private func obstacle(toLowering change: TokenChange?, of login: Transaction<Login>) -> String? {
    guard change != nil, !login.detail.asksLevel, let story = login.decision.scenario else { return nil }
    return story.judge?.family == .level && story.expectation?.right == .shouldRefuse
      ? "the request asked for no level of assurance" : nil
  }

  /// Only a client that sent `max_age` checks the age of an authentication (OpenID Connect Core §3.1.3.7, 13).
  private func obstacle(toAging change: TokenChange?, of login: Transaction<Login>) -> String? {
    guard change?.defect == TokenDefect.oldAuthentication.rawValue else { return nil }
    guard let longest = login.detail.maximumAge else { return "the request has no max_age" }
    return longest < TokenDefect.oldAge ? nil : "the max_age of the request is longer"
  }

  private func surroundings(of login: Transaction<Login>) -> TokenRecipe.Surroundings {
    let earlier = earlierLogin(than: login)
    var surroundings = TokenRecipe.Surroundings()
    surroundings.secret = registered(login.client)?.sharedSecret
    surroundings.encryptionKey = sandbox.keys.encryption
    surroundings.earlierNonce = earlier?.detail.nonce
    surroundings.hasAccessToken = login.detail.grant.accessToken != nil
    surroundings.replayObstacle = obstacle(toReplayingFor: login)
    surroundings.elsewhere = sandbox.latestCodes.latest(besides: Self.slug)
    surroundings.home = sandbox.home(of: Self.slug)
    return surroundings
  }

  /// Signs claims with the sandbox's key (RS256).
  package func sign(
    _ claims: JSONObject, as kind: String, of login: Transaction<Login>
  ) throws(TokenRecipe.Problem) -> String {
    let key = sandbox.keys.signing
    var header: JSONObject = ["alg": "RS256", "typ": "JWT"]
    header["kid"] = key.kid.map(JSON.string)
    return try mint(TokenRecipe(header: header, claims: claims), as: kind, of: login, key: key) { _ in
      "\(Self.slug)/\(kind)"
    }
  }
}

// The defaults of OpenID Connect Core.
extension OpenIDProvider {
  /// An id_token (OpenID Connect Core §2): issuer, audience, times and nonce, and further claims about the person.
  package func idToken(
    of login: Transaction<Login>, saying claims: JSONObject, lifetime: Duration, _ call: Call
  ) throws(TokenRecipe.Problem) -> String {
    let (issued, expiry) = times(of: "id_token", for: login, lifetime: lifetime, call)
    var all: JSONObject = [
      "iss": .string(issuer(of: login, at: call.publicBase)), "aud": .string(login.client),
      "exp": .integer(Int(expiry.seconds)), "iat": .integer(Int(issued.seconds)),
    ]
    all["nonce"] = login.detail.nonce.map(JSON.string)
    for (name, value) in claims { all[name] = value }
    return try sign(all, as: "id_token", of: login)
  }

  /// A token response (RFC 6749 §5.1).
  package func tokenResponse(
    of login: Transaction<Login>, _ further: [(name: String, value: String?)]
  ) -> Response {
    var body: JSONObject = [
      "access_token": .string(login.detail.grant.accessToken ?? ""), "token_type": "Bearer",
      "expires_in": .integer(Int(accessTokenLifetime(of: login).components.seconds)),
    ]
    for (name, value) in further { body[name] = value.map(JSON.string) }
    return .uncached(.ok, .object(body))
  }
}
