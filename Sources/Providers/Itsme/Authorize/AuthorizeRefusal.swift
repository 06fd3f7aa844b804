import Flow

/// The errors of the authorization endpoint (guide §3.3, contract §1.3).
enum AuthorizeError: String, Sendable {
  case invalidRequest = "invalid_request"
  case accessDenied = "access_denied"
  case interactionRequired = "interaction_required"
  case invalidRequestObject = "invalid_request_object"
  case requestURINotSupported = "request_uri_not_supported"
  case registrationNotSupported = "registration_not_supported"
  case notImplemented = "not_implemented"
}

/// Why an authentication request is refused.
struct InvalidRequest: Error {
  let error: AuthorizeError
  /// The `error_description` on the wire.
  let description: String
  /// The rule that was broken, and what was seen.
  let finding: Finding
  /// The rules that were broken before and let in.
  private(set) var earlier: [Finding] = []

  var findings: [Finding] { earlier + [finding] }

  init(_ rule: Rule, _ detail: String, _ description: String, as error: AuthorizeError = .invalidRequest) {
    (self.error, self.description) = (error, description)
    finding = Finding(rule, detail)
  }

  func after(_ findings: [Finding]) -> InvalidRequest {
    var refused = self
    refused.earlier = findings + earlier
    return refused
  }
}

/// Why an authentication request is not served.
enum AuthorizeProblem: Error {
  /// The browser is sent back with an error.
  case sendBack(InvalidRequest, to: String, state: String?)
  /// The browser gets a page: nobody may be sent anywhere (guide §3.3).
  case page(InvalidRequest, status: Int = 400)
  /// The client's key set is needed first.
  case needsKeys(url: String)

  func after(_ findings: [Finding]) -> AuthorizeProblem {
    switch self {
    case .sendBack(let refused, let target, let state):
      .sendBack(refused.after(findings), to: target, state: state)
    case .page(let refused, let status): .page(refused.after(findings), status: status)
    case .needsKeys: self
    }
  }
}
