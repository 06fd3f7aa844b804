import Flow
import HTTP
import OpenID
import ProviderKit

extension Criipto {
  /// For pages of no particular eID.
  ///
  /// Sites embed them, as plugins do that put the whole login into an iframe (criipto-2026 T34).
  static let frame = PageFrame(
    title: "Criipto", brand: "Criipto Verify",
    style: HTML(
      markup: """
        .eids{list-style:none;padding:0;display:grid;gap:var(--gap-2)}
        .eids button,.eids+button{width:100%}.eids button{text-align:left}
        """), embeddedBy: .anybody)

  /// An error that is not redirected: a page for browsers, JSON for others (§1.8), and a text for clients that wait for
  /// links (§1.5, errors).
  func errorPage(_ refusal: OpenIDRefusal, for call: Call) -> Response {
    let status = refusal.status ?? .badRequest
    if let parameters = try? AuthorizationParameters(call.request).applyingLoginHint,
      BankIDAnswer(parameters) != .page
    {
      return Criipto.errorText(refusal.error, refusal.description, status: status)
    }
    guard call.request.prefersHTML else {
      return .uncached(status, refusal.body)
    }
    let language = CriiptoLanguage(accepting: call.request)
    return Criipto.frame.response(
      status, title: language.words.error, language: language.rawValue,
      """
      <h1>\(language.words.error)</h1>
      <p class="problem" data-testid="error">\(refusal.error.rawValue): \(refusal.description)</p>
      \(ErrorLesson.html(refusal.finding, for: call))
      """)
  }

  /// The refusal on a page, with its findings.
  func errorAnswer(_ refusal: OpenIDRefusal, for call: Call) -> Answer {
    Answer(errorPage(refusal, for: call), findings: refusal.findings)
  }

  /// The login has ended or never existed.
  func expired(_ login: Transaction<CriiptoLogin>?, for call: Call) -> Answer {
    let refusal = OpenIDRefusal(
      .invalidRequest, Self.book[.loginExpired], "", "The login has ended or is not known")
    if let login { logins.note(refusal.findings, on: login.identifier) }
    return errorAnswer(refusal, for: call)
  }

  /// The page on which the person chooses the eID, after none or several acr_values (§1.2).
  func selectionPage(_ login: Transaction<CriiptoLogin>) -> Response {
    let request = login.detail.request
    let language = request.languages.selection
    let choices = request.eids.map { eid -> HTML in
      "<li><button type=\"submit\" name=\"acr\" value=\"\(eid.urn)\" data-testid=\"\(eid.urn)\">\(eid.title(in: language))</button></li>"
    }
    return Criipto.frame.response(
      title: language.words.choose, language: language.rawValue,
      """
      <h1 data-testid="application">\(language.login(at: HTML.foreign(request.application, atMost: 80)))</h1>
      <p>\(language.words.choose)</p>
      <form method="post" action="\(login.detail.domain)/oauth2/select" data-testid="selection">
      <input type="hidden" name="transaction" value="\(login.identifier)">
      <ul class="eids">\(HTML(choices))</ul>
      <button type="submit" name="cancel" value="1" data-testid="cancel">\(language.words.cancel)</button>
      </form>
      """)
  }
}

extension RequestedEID {
  fileprivate func title(in language: CriiptoLanguage) -> String {
    switch self {
    case .bankIDSameDevice: "BankID on this device"
    case .bankIDAnotherDeviceQR, .bankIDQR: "BankID on another device"
    case .bankIDAnotherDevice: "BankID on another device, by personal number"
    case .bankID: "Swedish BankID"
    case .mitIDLow: "MitID (low)"
    case .mitIDSubstantial: "MitID (substantial)"
    case .mitIDHigh: "MitID (high)"
    case .mitIDBusiness: language == .da ? "MitID Erhverv" : "MitID Business"
    case .mitID: "MitID"
    case .mock: "Mock eID"
    }
  }
}
