import Flow
import HTTP
import JSON
import ProviderKit

extension Itsme {
  /// A refusal that sends nobody anywhere: a page for browsers, JSON for others (§1.3, §1.5).
  func page(_ refused: InvalidRequest, _ status: Status, for call: Call) -> Answer {
    guard call.request.prefersHTML else {
      let body: JSON = [
        "error": .string(refused.error.rawValue), "error_description": .string(refused.description),
      ]
      var response = Response.json(status, body.bytes())
      response.headers.append("Cache-Control", "no-store")
      return Answer(response, findings: refused.findings)
    }
    let message = "\(refused.error.rawValue) - Invalid request: \(refused.description)"
    return Answer(
      errorPage(
        status, message, PageLanguage(accepting: call.request), hint: refused.finding.text,
        retry: retryURL(call)),
      findings: refused.findings)
  }

  /// The same request again, under the address that browsers use.
  private func retryURL(_ call: Call) -> String? {
    guard call.request.method == .get, let query = call.request.target.rawQuery else { return nil }
    return "\(call.publicBase)/oidc/authorize?\(query)"
  }

  /// The page of a login that is over: nobody is sent anywhere (§1.3, inactivity; §5 #13).
  func expiredPage(for call: Call, _ login: Transaction<Login>?) -> Response {
    let isError = login.map { $0.detail.switches[.timeout].word == "error_page" } ?? true
    let language = login?.detail.request.language ?? PageLanguage(accepting: call.request)
    guard call.request.prefersHTML else {
      let body: JSON = ["error": "server_error", "error_description": .string(language.words.expired)]
      return .uncached(isError ? 500 : 408, body)
    }
    return errorPage(isError ? 500 : .ok, language.words.expired, language, hint: nil, retry: nil)
  }

  /// "Oops!": the layout of the real page, with the developer's hint below (§1.5).
  private func errorPage(
    _ status: Status, _ message: String, _ language: PageLanguage, hint: String?, retry: String?
  ) -> Response {
    let words = language.words
    // The real page has a number of the request here; the last login's makes one that a seed repeats.
    let trace = sandbox.environment.identifier(
      length: 9, from: Alphabet("0123456789"), ordinal: sandbox.lastOrdinal, purpose: "itsme/trace")
    let advice: HTML = hint.map { "<p data-testid=\"hint\"><strong>Eidolon:</strong> \($0)</p>" } ?? ""
    let again: HTML =
      retry.map { "<p><a href=\"\($0)\" data-testid=\"try-again\">\(words.tryAgain)</a></p>" } ?? ""
    return Itsme.pages.response(
      status, title: words.oops, language: language.rawValue,
      """
      <h1>\(words.oops)</h1>
      <p>\(words.wentWrong)</p>
      <p class="problem" data-testid="error">Code:\(status.code)<br>Error message : [\(trace)] \(message)</p>
      \(again)
      \(advice)
      """)
  }
}
