package import Flow
package import JOSE
package import JSON
package import ProviderKit

extension OpenIDProvider {
  /// When a token of a login is issued and when it expires, as far as a scenario leaves that alone.
  package func times(
    of kind: String, for login: Transaction<Login>, lifetime: Duration, _ call: Call
  ) -> (issued: Instant, expiry: Instant) {
    times(of: kind, for: login, call) { $0 + lifetime }
  }

  /// The same, where something else than a lifetime says when the token expires.
  package func times(
    of kind: String, for login: Transaction<Login>, _ call: Call,
    expiring expiry: (_ issued: Instant) -> Instant
  ) -> (issued: Instant, expiry: Instant) {
    let change = login.decision.scenario?.tokens[kind]
    let issued = call.time.written + (change?.issuedAt ?? .zero)
    return (issued, change?.lifetime.map { issued + $0 } ?? expiry(issued))
  }

  /// Makes a token of a login as its scenario changes it; says so where that changes nothing.
  ///
  /// - Parameters:
  ///   - kind: what scenarios call the token.
  ///   - key: signs it.
  ///   - purpose: what content keys are drawn for.
  package func mint(
    _ recipe: TokenRecipe, as kind: String, of login: Transaction<Login>, key: JWK,
    purpose: (_ drawn: Int) -> String
  ) throws(TokenRecipe.Problem) -> String {
    let change = login.decision.scenario?.tokens[kind]
    if let obstacle = recipe.obstacle(to: change) {
      sandbox.log.write(
        LogEvent(
          .warning, provider: Self.slug,
          "the defect \(change?.defect ?? "") changes nothing in the \(kind): \(obstacle)",
          transaction: login.identifier))
    }
    var drawn = 0
    return try recipe.make(change, key: key, foreign: sandbox.keys.foreign) { count in
      drawn += 1
      return sandbox.environment.bytes(count, ordinal: login.ordinal, purpose: purpose(drawn))
    }
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
