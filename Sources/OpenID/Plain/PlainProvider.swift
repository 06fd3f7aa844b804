package import Flow
package import HTTP
package import JSON
package import ProviderKit

/// A provider that answers as the specifications have it, where nothing else is said.
package protocol PlainProvider: OpenIDProvider {
  /// What id_token and userinfo say of the person.
  func claims(of login: Transaction<Login>) -> JSONObject
  /// How long an id_token counts.
  func idTokenLifetime(of login: Transaction<Login>) -> Duration
  /// The frame of its pages.
  static var frame: PageFrame { get }
}

extension PlainProvider {
  /// Access token and id_token.
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

  /// Userinfo in plain JSON.
  package func userinfo(_ call: OwnedCall<Login>) throws(DocumentNeeded) -> Outcome {
    try resource(call) { .uncached(.ok, .object(claims(of: $0))) }
  }

  /// A page for browsers, JSON for others.
  package func errorPage(_ refusal: OpenIDRefusal, for call: Call) -> Response {
    guard call.request.prefersHTML else { return .uncached(refusal.status ?? .badRequest, refusal.body) }
    return Self.frame.response(
      refusal.status ?? .badRequest, title: "Error", language: "en",
      """
      <h1>Error</h1>
      <p class="problem" data-testid="problem">\(refusal.description)</p>
      <p data-testid="hint">\(refusal.finding?.text ?? "")</p>
      """)
  }

  /// The same, with the finding on the login.
  package func expired(_ login: Transaction<Login>?, for call: Call) -> Answer {
    let refusal = OpenIDRefusal(.invalidRequest, Self.book[.loginExpired], "", "The login has expired")
    if let login { logins.note(refusal.findings, on: login.identifier) }
    return Answer(errorPage(refusal, for: call), findings: refusal.findings)
  }
}
