import Flow
import HTTP
import ProviderKit

extension Criipto {
  /// A narrow box, like the real client, that no other site may embed (criipto-2026 D8).
  static let mitIDFrame = PageFrame(
    title: "MitID", brand: "MitID",
    style: boxStyle)

  /// The hosted page: asks for the user id if it is not known who logs in, otherwise waits for the app (§3).
  ///
  /// It sets the cookie that binds the login to this browser.
  func mitIDPage(_ login: Transaction<CriiptoLogin>, _ session: MitIDSession, for call: Call) -> Response {
    var response =
      session.isIdentified
      ? waitingPage(login, session, at: call.now)
      : userPage(login, session, problem: login.detail.namesUnknownPerson)
    if call.request.cookie(Criipto.nonceCookie(login)) != session.nonce {
      response.set(cookie(Criipto.nonceCookie(login), session.nonce, call, maxAge: 3600))
    }
    return response
  }

  /// The cookie that binds a MitID login to its browser.
  static func nonceCookie(_ login: Transaction<CriiptoLogin>) -> String { "mitid-nonce-\(login.identifier)" }

  func mitIDURL(_ login: Transaction<CriiptoLogin>) -> String {
    "\(login.detail.domain)/mitid/\(login.identifier)"
  }

  /// Asks for the user id; a scripted person is never asked.
  func userPage(
    _ login: Transaction<CriiptoLogin>, _ session: MitIDSession, problem: Bool
  ) -> Response {
    let language = login.detail.request.languages.mitID
    let words = language.words
    let complaint: HTML =
      problem ? "<p class=\"problem\" role=\"alert\" data-testid=\"problem\">\(words.unknownUser)</p>" : ""
    let people = PeopleChoice.html(of: sandbox.library.world, with: .danishPersonalNumber) {
      (value: $0.key, number: nil)
    }
    return Criipto.mitIDFrame.response(
      title: heading(login), language: language.rawValue,
      """
      <section class="box">
      <h1 data-testid="header"><bdi>\(heading(login))</bdi></h1>
      \(complaint)
      <form method="post" action="\(mitIDURL(login))" class="wide" data-testid="identify">
      <label for="user">\(words.userIdentifier)</label>
      <input id="user" name="user" autocomplete="username" required data-testid="user">
      <button type="submit" class="first" data-testid="continue">\(words.proceed)</button>
      <button type="submit" name="do" value="cancel" formnovalidate data-testid="cancel">\(words.cancel)</button>
      </form>
      <form method="post" action="\(mitIDURL(login))">\(EmulatorStrip.html("log in as", people))</form>
      </section>
      """)
  }

  private func waitingPage(
    _ login: Transaction<CriiptoLogin>, _ session: MitIDSession, at now: Instant
  ) -> Response {
    let language = login.detail.request.languages.mitID
    let words = language.words
    return Criipto.mitIDFrame.response(
      title: heading(login), language: language.rawValue,
      refresh: PageFrame.Refresh(seconds: 1, url: mitIDURL(login)),
      """
      <section class="box">
      <h1 data-testid="header"><bdi>\(heading(login))</bdi></h1>
      \(body(session, of: login))
      <p data-testid="waiting">\(words.confirmInApp)</p>
      <p><a class="app first" href="\(mitIDURL(login))/app" data-testid="app-link">\(words.openApp)</a></p>
      \(cancelForm(login, words))
      \(PhoneLink(besides: login.detail.domain, of: Criipto.slug, opening: "\(mitIDURL(login))/app")
        .strip(saying: EmulatorStrip.waiting(for: login.person, until: login.timeline.deadline, at: now)))
      </section>
      """)
  }

  /// The app's page, with the person's choices if a human acts as the person.
  func mitIDAppPage(_ login: Transaction<CriiptoLogin>, _ session: MitIDSession) -> Response {
    let language = login.detail.request.languages.mitID
    let isOptional = login.detail.switches[.cpr].word == "optional"
    let words = language.words
    let usual: [(CriiptoVerb, String)] =
      [(.approve, words.approve)] + (isOptional ? [(.withholdCPR, words.approveWithoutNumber)] : [])
      + [(.reject, words.reject)]
    let further: [(CriiptoVerb, String)] = [
      (.otherBrowser, "Approve, then open another browser"), (.ignore, "Do nothing"),
    ]
    let choices: HTML =
      login.timeline.isManual
      ? """
      <form class="wide" method="post" action="\(mitIDURL(login))/app">\(HTML(usual.map { $0.button($1) }))
      \(EmulatorStrip.furtherChoices(HTML(further.map { $0.button($1) })))</form>
      """
      : "<p data-testid=\"scripted\">The scenario says what \(HTML.name(of: login.person)) does.</p>"
    return Criipto.mitIDFrame.response(
      title: "MitID app", language: language.rawValue,
      refresh: login.timeline.isManual ? nil : PageFrame.Refresh(seconds: 1, url: "\(mitIDURL(login))/app"),
      """
      <section class="box" aria-label="MitID app" data-testid="app">
      <h1 data-testid="header"><bdi>\(heading(login))</bdi></h1>
      \(body(session, of: login))
      <p>\(HTML.name(of: login.person))</p>
      \(choices)
      </section>
      """)
  }

  /// What the app shows if it cannot return by itself (§3).
  func mitIDDonePage(_ login: Transaction<CriiptoLogin>) -> Response {
    let language = login.detail.request.languages.mitID
    let link =
      "<p><a href=\"\(mitIDURL(login))\" data-testid=\"to-browser\">Go on in this window</a></p>" as HTML
    return Criipto.mitIDFrame.response(
      title: "MitID app", language: language.rawValue,
      """
      <section class="box" data-testid="done">
      <h1>\(language.words.done)</h1>
      <p>\(language.words.goBack)</p>
      \(EmulatorStrip.html("the browser in which the login began", link))
      </section>
      """)
  }

  /// In the page's language; the claim is always English.
  private func heading(_ login: Transaction<CriiptoLogin>) -> String {
    let request = login.detail.request
    return request.languages.mitID.mitIDHeading(request.hint.action, at: request.application)
  }

  private func cancelForm(_ login: Transaction<CriiptoLogin>, _ words: CriiptoWords) -> HTML {
    """
    <form method="post" action="\(mitIDURL(login))" class="wide">
    <button type="submit" name="do" value="cancel" data-testid="cancel">\(words.cancel)</button>
    </form>
    """
  }

  private func body(_ session: MitIDSession, of login: Transaction<CriiptoLogin>) -> HTML? {
    message(session, of: login).map { "<p data-testid=\"body\"><bdi>\($0)</bdi></p>" }
  }

  /// The text in the app; `nil` if it only repeats the client's name, which the header has.
  func message(_ session: MitIDSession, of login: Transaction<CriiptoLogin>) -> String? {
    session.referenceBody == login.detail.request.application ? nil : session.referenceBody
  }
}
