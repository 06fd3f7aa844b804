package import Flow
package import HTTP
package import ProviderKit

/// A provider whose error pages say only what went wrong.
package protocol PlainPages: OpenIDProvider {
  static var frame: PageFrame { get }
}

extension PlainPages {
  /// A page for browsers, JSON for others.
  package func errorPage(_ refusal: OpenIDRefusal, for call: Call) -> Response {
    guard call.request.prefersHTML else { return .uncached(refusal.status ?? .badRequest, refusal.body) }
    return Self.frame.response(
      refusal.status ?? .badRequest, title: "Error", language: "en",
      """
      <h1>The login cannot go on</h1>
      <p class="problem" data-testid="problem">\(refusal.description)</p>
      \(ErrorLesson.html(refusal.finding, for: call))
      """)
  }

  /// The same, with the finding on the login.
  package func expired(_ login: Transaction<Login>?, for call: Call) -> Answer {
    let refusal = OpenIDRefusal(.invalidRequest, Self.book[.loginExpired], "", "The login has expired")
    if let login { logins.note(refusal.findings, on: login.identifier) }
    return Answer(errorPage(refusal, for: call), findings: refusal.findings)
  }
}
