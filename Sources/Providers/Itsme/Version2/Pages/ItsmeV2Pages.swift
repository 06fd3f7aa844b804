import Flow
import HTTP
import OpenID
import ProviderKit
import QR

extension ItsmeV2 {
  /// The QR code on a desktop, the app's link on a phone, and a link to the phone form (P1, P2, P7).
  func identifyPage(
    _ login: Transaction<ItsmeV2Login>, for call: Call, problem: PhoneProblem?
  ) -> Response {
    let asked = (try? call.request.target.query)?["by"]
    // On the phone itself there is no second device to scan with (P2).
    let asksNumber = asked.map { $0 == "number" } ?? (login.detail.way == .number)
    guard problem == nil, !asksNumber else { return numberPage(login, call, problem) }
    let words = login.detail.language.words
    let opensApp = login.detail.opensApp
    return PageFrame.itsme.response(
      title: opensApp ? words.waiting : words.scanCode, language: login.detail.language.rawValue,
      refresh: PageFrame.Refresh(seconds: 5, url: "\(confirmationURL(login, call))&by=code"),
      """
      \(languageMenu(login, call))
      <h1>\(opensApp ? words.waiting : words.scanCode)</h1>
      \(opensApp ? appLink(login, call) : code(of: login, call))
      <p><a href="\(confirmationURL(login, call))&amp;by=number" data-testid="use-number">\(words.useNumber)</a></p>
      \(cancelForm(login, call))
      \(peopleForm(
        login, call, by: opensApp ? .link : .code, after: opensApp ? nil : phone(codeText(of: login, call), call)))
      """)
  }

  /// "Use your phone number" (P2); the page does not reload while somebody types.
  private func numberPage(
    _ login: Transaction<ItsmeV2Login>, _ call: Call, _ problem: PhoneProblem?
  ) -> Response {
    let words = login.detail.language.words
    return PageFrame.itsme.response(
      title: words.useNumber, language: login.detail.language.rawValue,
      """
      \(languageMenu(login, call))
      <h1>\(words.useNumber)</h1>
      \(phoneForm(login, call, problem))
      <p><a href="\(confirmationURL(login, call))&amp;by=code" data-testid="use-code">\(words.scanCode)</a></p>
      \(peopleForm(login, call))
      """)
  }

  /// The QR code that the app, or `/phone`, scans.
  private func code(of login: Transaction<ItsmeV2Login>, _ call: Call) -> HTML {
    guard let symbol = try? Symbol(codeText(of: login, call), level: .medium) else { return "" }
    let picture = HTML(markup: symbol.svg(label: "itsme QR"))
    return "<div class=\"code\" data-testid=\"qr\">\(picture)</div>"
  }

  private func codeText(of login: Transaction<ItsmeV2Login>, _ call: Call) -> String {
    "\(call.publicBase)\(Self.codePath)?transaction=\(login.identifier)"
  }

  private func phone(_ text: String, _ call: Call) -> HTML {
    let phone = PhoneLink(besides: call.publicBase, of: Self.slug, opening: text)
    return "<p>\(phone.around("Scan the code with the phone"))</p>"
  }

  /// Redirects the browser, or by a switch lets another one return (P4).
  func respond(
    _ answer: AuthorizationAnswer, of login: Transaction<ItsmeV2Login>, for call: Call
  ) -> Response {
    guard login.detail.switches[v2: .callback].word == "other_browser", call.request.prefersHTML else {
      return ResponseMode.query.response(answer)
    }
    let words = login.detail.language.words
    return PageFrame.itsme.response(
      title: words.waiting, language: login.detail.language.rawValue,
      """
      <h1>\(words.waiting)</h1>
      <p>Emulator: the app has opened the browser of the phone. Copy this address into another browser, or a private
      window: <a href="\(answer.queryLocation)" data-testid="callback">\(answer.queryLocation)</a></p>
      """)
  }

  /// The app's page, opened by a login's link or QR code.
  func app(_ call: Call) -> Outcome {
    appPage(call) ?? .answer(expired(nil, for: call))
  }
}
