package import Flow
package import HTTP
package import JSON
package import ProviderKit

/// A provider that answers as the specifications say, unless it overrides something.
package protocol PlainProvider: PlainPages {
  /// The claims of id_token and userinfo about the person.
  func claims(of login: Transaction<Login>) -> JSONObject
  /// How long an id_token is valid.
  func idTokenLifetime(of login: Transaction<Login>) -> Duration
}

extension PlainProvider {
  package func tokens(for login: Transaction<Login>, _ call: Call) throws(OpenIDRefusal) -> Response {
    do throws(TokenRecipe.Problem) {
      let token = try idToken(
        of: login, saying: claims(of: login), lifetime: idTokenLifetime(of: login), call)
      return tokenResponse(of: login, [("id_token", token)])
    } catch {
      throw OpenIDRefusal(
        .serverError, Self.book[.tokenImpossible], "\(error)", "The id_token could not be made")
    }
  }

  package func userinfo(_ call: OwnedCall<Login>) throws(DocumentNeeded) -> Outcome {
    try resource(call) { .uncached(.ok, .object(claims(of: $0))) }
  }
}
