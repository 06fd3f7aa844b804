package import HTTP
import ProviderKit
import JSON

/// What the client is told at the end of an authorization request.
package struct AuthorizationAnswer: Sendable {
  /// Where it is sent.
  package internal(set) var redirectURI: String
  /// The parameters in their order; those without a value are left out.
  package var parameters: [(name: String, value: String?)]

  package init(to redirectURI: String, _ parameters: [(name: String, value: String?)] = []) {
    (self.redirectURI, self.parameters) = (redirectURI, parameters)
  }

  /// An error; `state` is echoed on errors too (RFC 6749 §4.1.2.1).
  package init(_ error: OAuthError, _ description: String?, state: String?, to redirectURI: String) {
    self.init(
      to: redirectURI,
      [("error", error.rawValue), ("error_description", description), ("state", state)])
  }

  /// The redirect URI with the answer in the query.
  package var queryLocation: String { RedirectLocation.with(redirectURI, parameters) }

  /// The redirect URI with the answer in the fragment.
  package var fragmentLocation: String { RedirectLocation.with(redirectURI, fragment: parameters) }
}

/// How the client gets the answer (OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode §2).
package enum ResponseMode: String, Sendable, CaseIterable {
  /// In the query of its redirect URI.
  case query
  /// In the fragment of its redirect URI.
  case fragment
  /// By a form that submits itself there.
  case formPost = "form_post"
  /// As JSON with the address, for clients that are not browsers; a vendor's own.
  case json
  /// By a script, to the window that opened the page; a vendor's own.
  case postMessage = "post_message"

  /// The answer in this mode.
  ///
  /// - Parameter page: the page of `postMessage`, for vendors that have it.
  package func response(
    _ answer: AuthorizationAnswer, status: Status = .found,
    posting page: @autoclosure () -> PostMessage = PostMessage(nonce: "")
  ) -> Response {
    switch self {
    case .query: .redirect(status, to: answer.queryLocation)
    case .fragment: .redirect(status, to: answer.fragmentLocation)
    case .formPost: FormPost.response(to: answer.redirectURI, answer.parameters)
    case .json: .uncached(.ok, ["location": .string(answer.queryLocation)])
    case .postMessage: page().response(answer)
    }
  }
}
