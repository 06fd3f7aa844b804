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
  case temporarilyUnavailable = "temporarily_unavailable"
}

/// An authentication request that is refused by sending the browser back to the client.
struct InvalidRequest: Error {
  let error: AuthorizeError
  /// The `error_description` on the wire.
  let description: String
  /// The rule that was broken, and what was seen.
  let finding: Finding

  init(_ rule: Rule, _ detail: String, _ description: String, as error: AuthorizeError = .invalidRequest) {
    self.error = error
    self.description = description
    finding = Finding(rule, detail)
  }
}

/// An authentication request that is refused with a page: nobody may be sent anywhere (guide §3.3).
struct RefusedPage: Error {
  let status: Int
  let error: AuthorizeError
  let description: String
  let finding: Finding?

  init(
    _ rule: Rule, _ detail: String, _ description: String, as error: AuthorizeError = .invalidRequest,
    status: Int = 400
  ) {
    (self.status, self.error, self.description) = (status, error, description)
    finding = Finding(rule, detail)
  }
}

/// Why an authentication request is not served.
enum AuthorizeProblem: Error {
  /// The browser is sent back with an error.
  case sendBack(InvalidRequest, to: String, state: String?)
  /// The browser gets a page.
  case page(RefusedPage)
  /// The client's key set is needed first.
  case needsKeys(url: String)
}
