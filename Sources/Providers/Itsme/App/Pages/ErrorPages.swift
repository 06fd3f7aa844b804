import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ItsmeVersion {
  /// An error that is not redirected: a page for browsers, JSON for others (§1.3, §1.5).
  func errorPage(_ refusal: OpenIDRefusal, for call: Call) -> Response {
    let status = refusal.status ?? .badRequest
    guard call.request.prefersHTML else {
      var response = Response.json(status, refusal.body.bytes())
      response.headers.append("Cache-Control", "no-store")
      return response
    }
    return errorPage(
      status, "\(refusal.error.rawValue) - Invalid request: \(refusal.description)",
      language(of: call), lesson: ErrorLesson.html(refusal.finding, for: call, offersRetry: false),
      retry: retryURL(call), menu: languageMenu(of: call))
  }

  /// The language that the request asks for, otherwise the browser's.
  private func language(of call: Call) -> PageLanguage {
    let asked = (try? call.request.target.query)?["ui_locales"]
    return Self.appChecks.language(asked).language ?? PageLanguage(accepting: call.request)
  }

  /// Links to the same page in other languages: the request again, with another `ui_locales`.
  private func languageMenu(of call: Call) -> HTML {
    guard let url = retryURL(call), var query = try? call.request.target.query else { return "" }
    let path = url.prefix { $0 != "?" }
    return language(of: call).menu { language in
      query.set("ui_locales", language.rawValue)
      return "\(path)?\(query.encoded)"
    }
  }

  /// The same request again, under the public base URL.
  private func retryURL(_ call: Call) -> String? {
    guard call.request.method == .get, let query = call.request.target.rawQuery else { return nil }
    return
      "\(call.publicBase)\(Self.paths.page(of: call.request.target.rawPath) ?? Self.paths.authorize)?\(query)"
  }

  /// Ends an expired login without a redirect (§1.3, inactivity; §5 #13).
  func expired(_ login: Transaction<Login>?, for call: Call) -> Answer {
    let page = expiredPage(login, for: call)
    guard let login else { return Answer(page, findings: Self.book.advice(.loginExpired)) }
    return Answer(
      page,
      remarks: noteAnswer(of: login, at: call.now) ? ["\(login.person.key) never reacted"] : [])
  }

  /// 500 for a browser, whichever way the login ends; other clients get 408, or 500 where timeouts are an error page.
  private func expiredPage(_ login: Transaction<Login>?, for call: Call) -> Response {
    let language = login?.detail.language ?? PageLanguage(accepting: call.request)
    guard call.request.prefersHTML else {
      let isError = login.map { $0.detail.switches.timeout == "error_page" } ?? true
      let body: JSON = ["error": "server_error", "error_description": .string(language.words.expired)]
      return .uncached(isError ? 500 : 408, body)
    }
    return errorPage(
      500, language.words.expired, language,
      lesson: ErrorLesson.html(
        login == nil ? Self.book.advice(.loginExpired).first : nil, for: call, offersRetry: false),
      retry: nil)
  }

  /// "Oops!": the layout of the real page, with the developer's hint below (§1.5).
  private func errorPage(
    _ status: Status, _ message: String, _ language: PageLanguage, lesson: HTML, retry: String?,
    menu: HTML = ""
  ) -> Response {
    let words = language.words
    // The real page shows a request number; this one derives from the last login, so that it is reproducible with a
    // seed.
    let trace = sandbox.environment.identifier(
      length: 9, from: Alphabet("0123456789"), ordinal: sandbox.lastOrdinal, purpose: "itsme/trace")
    let again: HTML =
      retry.map { "<p><a href=\"\($0)\" data-testid=\"try-again\">\(words.tryAgain)</a></p>" } ?? ""
    return PageFrame.itsme.response(
      status, title: words.oops, language: language.rawValue,
      """
      \(menu)
      <h1>\(words.oops)</h1>
      <p>\(words.wentWrong)</p>
      <p class="problem" data-testid="error">Code:\(status.code)<br>Error message : [\(trace)] \(message)</p>
      \(again)
      <p>\(words.helpDesk)</p>
      \(lesson)
      """)
  }
}
