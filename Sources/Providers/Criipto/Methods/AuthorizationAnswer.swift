import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

/// What the client is told at the end of an authorization request.
struct AuthorizationAnswer: Sendable {
  /// Where it is told.
  let redirectURI: String
  /// The parameters in their order; those without a value are left out.
  var parameters: [(name: String, value: String?)] = []

  /// An answer to a request, still without parameters.
  init(to request: CriiptoRequest) { redirectURI = request.redirectURI }

  /// An error answer to a request; `state` is echoed on errors too (§1.2).
  init(failure: LoginFailure, to request: CriiptoRequest) {
    self.init(failure: failure, redirectURI: request.redirectURI, state: request.state)
  }

  /// An error answer.
  init(failure: LoginFailure, redirectURI: String, state: String?) {
    self.redirectURI = redirectURI
    parameters = [("error", failure.error), ("error_description", failure.description), ("state", state)]
  }

  /// The address that tells it in the query.
  var queryLocation: String { RedirectLocation.with(redirectURI, parameters) }

  /// The address that tells it in the fragment.
  var fragmentLocation: String { RedirectLocation.with(redirectURI, fragment: parameters) }
}

/// How the client is answered (§1.2, `response_mode`).
enum CriiptoResponseMode: String, Sendable, CaseIterable {
  case query
  case fragment
  case formPost = "form_post"
  case json
}

extension Criipto {
  /// An answer in a response mode.
  func respond(
    _ answer: AuthorizationAnswer, mode: CriiptoResponseMode, _ switches: CriiptoSwitches
  ) -> Response {
    let status: Status = switches[.redirectStatus].word == "303" ? 303 : .found
    var response =
      switch mode {
      case .query: Response.redirect(status, to: answer.queryLocation)
      case .fragment: Response.redirect(status, to: answer.fragmentLocation)
      case .formPost: FormPost.response(to: answer.redirectURI, answer.parameters)
      // §5 #11: the parameters stand in the query of the location.
      case .json: Response.uncached(.ok, ["location": .string(answer.queryLocation)])
      }
    if !response.headers.contains("Cache-Control") { response.headers.append("Cache-Control", "no-store") }
    return response
  }
}
