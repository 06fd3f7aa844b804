import Flow

/// An authorization request that is refused: on a page where nobody may be sent anywhere, else at the redirect URI; as JSON
/// where it was pushed.
struct CriiptoRefusal: Error, Sendable {
  /// The `error` on the wire.
  let error: String
  /// The `error_description` on the wire.
  let description: String
  /// The rule that was broken, and what was seen.
  let finding: Finding
  /// The browser may be sent back with it (§1.8, error page).
  let mayRedirect: Bool

  /// A refusal that the client is told at its redirect URI.
  init(_ rule: Rule, _ detail: String = "", _ description: String) {
    self.init("invalid_request", rule, detail, description)
  }

  /// A refusal with another error, that the client is told at its redirect URI.
  init(_ error: String, _ rule: Rule, _ detail: String = "", _ description: String) {
    (self.error, self.description, finding) = (error, description, Finding(rule, detail))
    mayRedirect = true
  }

  /// A refusal that only the browser sees.
  static func page(
    _ rule: Rule, _ detail: String = "", _ description: String, as error: String = "invalid_request"
  )
    -> CriiptoRefusal
  {
    CriiptoRefusal(error: error, description: description, finding: Finding(rule, detail), mayRedirect: false)
  }

  private init(error: String, description: String, finding: Finding, mayRedirect: Bool) {
    (self.error, self.description, self.finding, self.mayRedirect) = (
      error, description, finding, mayRedirect
    )
  }
}

/// Why an authorization request is not served yet, or not at all.
enum CriiptoAuthorizeProblem: Error {
  case refused(CriiptoRefusal)
  /// The client's key set is needed first.
  case needsKeys(url: String)
}
