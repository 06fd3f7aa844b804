import Flow
import HTTP
import OpenID
import ProviderKit

/// What is wrong with a typed phone number.
enum PhoneProblem {
  case malformed, unknown
}

extension ItsmeVersion {
  func page(of login: Transaction<Login>, for call: Call) -> Response {
    guard login.phase(at: call.now) == .identifying else { return waitingPage(login, for: call) }
    return identifyPage(login, for: call, problem: nil)
  }

  /// The app's link on a phone, otherwise the form for a number: "Identify yourself" (§1.5).
  func identifyPage(_ login: Transaction<Login>, for call: Call, problem: PhoneProblem?) -> Response {
    guard problem != nil || !login.detail.opensApp else { return appLinkPage(login, for: call) }
    let language = login.detail.language
    let words = language.words
    return PageFrame.itsme.response(
      title: words.identify, language: language.rawValue,
      """
      \(languageMenu(login, call))
      <h1>\(words.identify)</h1>
      \(phoneForm(login, call, problem))
      \(peopleForm(login, call))
      """)
  }

  /// The form for the phone number; its id and the texts are the real page's.
  func phoneForm(_ login: Transaction<Login>, _ call: Call, _ problem: PhoneProblem?) -> HTML {
    let words = login.detail.language.words
    let remembered = call.request.cookies.first { $0.name == "mobileid-phonenumber" }.flatMap {
      PhoneNumber($0.value)
    }
    // A number from the request or a cookie is prefilled, so that an unknown one can be corrected here.
    let number = login.detail.phone ?? remembered
    let complaint: HTML =
      switch problem {
      case .malformed:
        "<p class=\"problem\" role=\"alert\" data-testid=\"problem\">\(words.malformedNumber)</p>"
      case .unknown: "<p class=\"problem\" role=\"alert\" data-testid=\"problem\">\(words.unknownNumber)</p>"
      case nil: ""
      }
    return """
      <p>\(words.enterNumber). \(words.openApp).</p>
      <form id="phoneForm" method="post" action="\(confirmationURL(login, call))" data-testid="identify">
      \(complaint)
      <input type="hidden" name="transaction" value="\(login.identifier)">
      <label for="country">\(words.country)</label>
      <select id="country" name="country" data-testid="country">\(countries(number?.countryCode ?? "32"))</select>
      <label for="phone">\(words.phoneNumber)</label>
      <input id="phone" name="phone" type="tel" inputmode="numeric" autocomplete="tel-national" required
        value="\(number?.national ?? "")" data-testid="phone">
      <label><input type="checkbox" name="remember" value="on" data-testid="remember"> \(words.remember)</label>
      <div class="buttons"><button type="submit" class="first" data-testid="send">\(words.send)</button>
      <button type="submit" name="do" value="cancel" formnovalidate data-testid="cancel">\(words.cancel)</button></div>
      </form>
      """
  }

  /// On a phone the app knows who logs in; here it is the usual person, or the one that the tester picks (§1.5).
  private func appLinkPage(_ login: Transaction<Login>, for call: Call) -> Response {
    let language = login.detail.language
    return PageFrame.itsme.response(
      title: language.words.waiting, language: language.rawValue,
      refresh: PageFrame.Refresh(seconds: 5, url: confirmationURL(login, call)),
      """
      \(languageMenu(login, call))
      <h1>\(language.words.waiting)</h1>
      \(appLink(login, call))
      \(cancelForm(login, call))
      \(peopleForm(
        login, call,
        before: "<p>The link opens the app of \(HTML.name(of: login.person)), unless you pick somebody else.</p>",
        after: PhoneLink(besides: call.publicBase, of: Self.slug).line))
      """)
  }

  /// The waiting page: three icons, one of them orange; it reloads itself, without script (§1.5).
  ///
  /// Where a human acts as the person, the page also offers the app's choices.
  private func waitingPage(_ login: Transaction<Login>, for call: Call) -> Response {
    let words = login.detail.language.words
    let isManual = login.timeline.isManual
    let opensApp = login.detail.opensApp
    return PageFrame.itsme.response(
      title: words.waiting, language: login.detail.language.rawValue,
      // This page may be the response of the authorization endpoint; reloading that would begin another login. A page
      // with choices reloads rarely, to leave time to click.
      refresh: PageFrame.Refresh(
        seconds: isManual && !opensApp ? 5 : 1, url: confirmationURL(login, call)),
      """
      \(languageMenu(login, call))
      <h1>\(words.waiting)</h1>
      \(login.detail.showsIcons ? iconList(login) : "<p>\(words.confirmInApp)</p>")
      \(opensApp ? appLink(login, call) : "")
      \(cancelForm(login, call))
      \(EmulatorStrip.html(
        "the person’s phone",
        """
        <p>\(EmulatorStrip.waiting(for: login.person, until: login.timeline.deadline, at: call.now))</p>
        \(isManual && !opensApp ? appCard(login, call, heading: "h2") : "")
        \(PhoneLink(besides: call.publicBase, of: Self.slug).line)
        """))
      """)
  }

  private func iconList(_ login: Transaction<Login>) -> HTML {
    let words = login.detail.language.words
    let (icons, chosen) = SecurityIcon.choice(of: login, sandbox.environment)
    let pictures = icons.enumerated().map { index, icon -> HTML in
      let mark: HTML? = index == chosen ? " class=\"chosen\" aria-current=\"true\"" : nil
      return "<li\(mark)>\(icon.picture(words.app.name(of: icon)))</li>"
    }
    return """
      <p>\(words.tapIcon)</p>
      <ul class="icons" data-testid="icons">\(HTML(pictures))</ul>
      """
  }

  /// What the app shows: client, person, shared data, and the choices with their icons (§1.5).
  private func appCard(_ login: Transaction<Login>, _ call: Call, heading: HTML) -> HTML {
    let words = login.detail.language.words.app
    let shared = shared(by: login).map { "<li>\(words.name(ofData: $0))</li>" as HTML }
    let confirmed = confirmed(by: login).map { name, value -> HTML in
      "<p><strong>\(name)</strong> \(value)</p>"
    }
    return """
      <section aria-label="itsme app" data-testid="app-card">
      <\(heading)>\(words.heading)</\(heading)>
      <p><strong data-testid="partner">\(HTML.foreign(clientName(login), atMost: 80))</strong> · \(HTML.name(of: login.person))</p>
      <p>\(words.shared)</p>
      <ul class="shared">\(HTML(shared))</ul>
      \(HTML(confirmed))
      \(login.detail.showsIcons ? iconChoices(login, call) : "")
      <div class="buttons">
      \(login.detail.showsIcons ? "" : choiceForm(.approve, login, call, "\(words.confirm)"))
      \(choiceForm(.reject, login, call, "\(words.reject)"))
      \(choiceForm(.ignore, login, call, "\(words.ignore)"))
      </div>
      </section>
      """
  }

  private func iconChoices(_ login: Transaction<Login>, _ call: Call) -> HTML {
    let words = login.detail.language.words.app
    let (icons, chosen) = SecurityIcon.choice(of: login, sandbox.environment)
    let choices = icons.enumerated().map { index, icon -> HTML in
      let verb: ItsmeVerb = index == chosen ? .approve : .wrongIcon
      return choiceForm(
        verb, login, call, "\(icon.decoration)<span>\(words.confirm) · \(words.name(of: icon))</span>")
    }
    return "<div class=\"icons\">\(HTML(choices))</div>"
  }

  /// The app's page, opened by the app link of a phone or the QR code of a page; `nil` for other calls.
  func appPage(_ call: Call) -> Outcome? {
    let path = call.request.target.rawPath
    let isScanned = Self.paths.code.map(path.hasSuffix) ?? false
    guard isScanned || path.hasSuffix(Self.paths.app),
      let handle = (try? call.request.target.query)?["transaction"]
    else { return nil }
    guard var login = logins.find(handle), login.identifier == handle else {
      return .answer(expired(nil, for: call))
    }
    if login.phase(at: call.now) == .identifying {
      reach(login.person, handle, by: isScanned ? .code : .link, at: call.now)
      login = logins.find(handle) ?? login
    }
    guard login.phase(at: call.now) == .waiting, login.timeline.isManual else {
      return proceed(handle, call).mapAnswer { $0.transaction = handle }
    }
    let page = PageFrame.itsme.response(
      title: login.detail.language.words.openInApp, language: login.detail.language.rawValue,
      appCard(login, call, heading: "h1"))
    return .answer(Answer(page, transaction: handle))
  }

  func appLink(_ login: Transaction<Login>, _ call: Call) -> HTML {
    """
    <p><a href="\(call.publicBase)\(Self.paths.app)?transaction=\(login.identifier)" data-testid="app-link">\
    \(login.detail.language.words.openInApp)</a></p>
    """
  }

  func clientName(_ login: Transaction<Login>) -> String {
    sandbox.library.world.name(ofClient: login.client, of: Self.slug)
  }

  func cancelForm(_ login: Transaction<Login>, _ call: Call) -> HTML {
    choiceForm(.cancel, login, call, HTML(escaping: login.detail.language.words.cancel))
  }

  private func choiceForm(_ verb: ItsmeVerb, _ login: Transaction<Login>, _ call: Call, _ label: HTML)
    -> HTML
  {
    """
    <form class="inline" method="post" action="\(confirmationURL(login, call))">
    <input type="hidden" name="transaction" value="\(login.identifier)">
    <button type="submit" name="do" value="\(verb.rawValue)" data-testid="\(verb.rawValue)">\(label)</button>
    </form>
    """
  }

  func languageMenu(_ login: Transaction<Login>, _ call: Call) -> HTML {
    login.detail.language.menu { "\(confirmationURL(login, call))&language=\($0.rawValue)" }
  }

  /// The strip on which a tester says who logs in: one of those who have a phone.
  ///
  /// - Parameter way: how that person's phone is reached, unless by its number.
  func peopleForm(
    _ login: Transaction<Login>, _ call: Call, by way: WayToPhone = .number, before: HTML? = nil,
    after: HTML? = nil
  ) -> HTML {
    let people = PeopleChoice.html(of: sandbox.library.world, with: .belgianNationalNumber) { person in
      guard let phone = person.phoneNumber.flatMap({ PhoneNumber($0) }) else { return nil }
      return (value: phone.hint, number: phone.claim)
    }
    return """
      <form method="post" action="\(confirmationURL(login, call))">
      <input type="hidden" name="transaction" value="\(login.identifier)">
      <input type="hidden" name="by" value="\(way.rawValue)">
      \(EmulatorStrip.html("log in as", "\(before)\(people)\(after)"))
      </form>
      """
  }

  private func countries(_ chosen: String) -> HTML {
    let known = [
      ("32", "BE (+32)"), ("31", "NL (+31)"), ("33", "FR (+33)"), ("49", "DE (+49)"), ("352", "LU (+352)"),
    ]
    let other = known.contains { $0.0 == chosen } ? [] : [(chosen, "+\(chosen)")]
    return HTML(
      (known + other).map { code, label -> HTML in
        code == chosen
          ? "<option value=\"\(code)\" selected>\(label)</option>"
          : "<option value=\"\(code)\">\(label)</option>"
      })
  }
}
