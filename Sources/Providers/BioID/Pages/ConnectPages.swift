import Flow
import HTTP
import OpenID
import ProviderKit

extension BioID {
  /// The consent page: takes a human's decision, or waits for a scripted person (§1.9).
  func consent(_ call: OwnedCall<BioIDLogin>) -> Outcome {
    guard let login = call.transaction else { return .answer(expired(nil, for: call.call)) }
    guard call.request.method == .post else {
      return proceed(login.identifier, call.call)
    }
    guard let verb = call.request.submitted?["do"].flatMap({ BioIDVerb(rawValue: $0) }),
      verb == .cancel || login.timeline.isManual
    else { return .answer(Answer(.text(.badRequest, "nothing that can be done here\n"))) }
    try? logins.act(verb.rawValue, reason: nil, on: login.identifier, at: call.now)
    return .answer(Answer(.redirect(303, to: consentURL(login, call.call))))
  }

  private func consentURL(_ login: Transaction<BioIDLogin>, _ call: Call) -> String {
    "\(call.publicBase)/connect/consent?transaction=\(login.identifier)"
  }

  /// What the person is asked to share, in the order of the scopes.
  static func shared(by login: Transaction<BioIDLogin>) -> [String] {
    BioIDConnectScope.allCases.filter(login.detail.scopes.contains).map(\.words)
  }

  func page(of login: Transaction<BioIDLogin>, for call: Call) -> Response {
    let shared = BioID.shared(by: login)
    let accept: HTML =
      login.timeline.isManual
      ? "<button type=\"submit\" class=\"first\" name=\"do\" value=\"approve\" data-testid=\"approve\">Look into the camera and allow</button>"
      : "<p data-testid=\"waiting\">Look into the camera.</p>"
    return BioID.frame.response(
      title: "BioID Connect", language: "en",
      refresh: PageFrame.Refresh(seconds: login.timeline.isManual ? 2 : 1, url: consentURL(login, call)),
      """
      <h1>BioID Connect</h1>
      <p data-testid="who">\(HTML.name(of: login.person)), <strong>\(HTML.foreign(clientName(login.client), atMost: 80))</strong> asks for:</p>
      <ul>\(shared.map { word -> HTML in "<li>\(word)</li>" })</ul>
      <form method="post" action="\(call.publicBase)/connect/consent">
      <input type="hidden" name="transaction" value="\(login.identifier)">
      \(accept)
      <button type="submit" name="do" value="cancel" data-testid="cancel">Deny</button>
      </form>
      \(PhoneLink(besides: call.publicBase, of: BioID.slug).strip)
      """)
  }
}
