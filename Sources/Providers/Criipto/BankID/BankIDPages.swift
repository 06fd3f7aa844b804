import Flow
import HTTP
import OpenID
import ProviderKit
import QR

extension Criipto {
  static let bankIDFrame = PageFrame(
    title: "BankID", brand: "BankID",
    style: HTML(
      markup: boxStyle.text + """
        .qr svg{display:block;width:100%;max-width:20rem;margin:var(--gap-4) auto;border-radius:var(--radius);background:#fff}
        """), embeddedBy: .anybody)

  /// The hosted page at its own URL.
  func bankIDPage(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    let call = owned.call
    guard let login = owned.transaction, let order = login.bankIDOrder else {
      return .answer(expired(nil, for: call))
    }
    if call.request.method == .post, let answer = press(login, call) { return .answer(answer) }
    return proceedOnBankIDPage(login, order, call)
  }

  /// Finishes a decided order; otherwise shows the page to browsers, and lets other clients wait.
  func proceedOnBankIDPage(
    _ login: Transaction<CriiptoLogin>, _ order: BankIDOrder, _ call: Call
  ) -> Outcome {
    let order = renewed(order, of: login, at: call.now)
    guard case .pending(let hint) = order.status(login.timeline, at: call.now) else {
      return .answer(finish(login, call))
    }
    if call.request.prefersHTML { return .answer(Answer(bankIDPage(login, order, hint, at: call.now))) }
    let handle = login.identifier
    return .wait(transaction: handle, until: order.next(login.timeline, after: call.now)) { [self] call in
      guard let login = logins.find(handle), let order = login.bankIDOrder else {
        return .answer(expired(nil, for: call))
      }
      return proceedOnBankIDPage(login, order, call)
    }
  }

  /// Replaces an order whose QR code was not scanned in time, as the vendor's own clients do (§1.5, §4 4).
  private func renewed(
    _ order: BankIDOrder, of login: Transaction<CriiptoLogin>, at now: Instant
  ) -> BankIDOrder {
    guard order.needsRenewal(login.timeline, at: now) else { return order }
    let names = BankID.names(login.ordinal, renewal: order.renewals + 1, at: self)
    changeOrder(login.identifier) { present in
      // If two pages ask at once, the first renews it and both show the same code.
      if present.renewals == order.renewals { present.renew(names, at: now) }
    }
    for name in [names.autoStartToken, names.qr?.startToken].compactMap({ $0 }) {
      _ = logins.transactions.update(login.identifier) { _ in (true, newHandle: name) }
    }
    return logins.find(login.identifier)?.bankIDOrder ?? order
  }

  /// Handles a button of the page: cancel, the choice of the device, or the personal number.
  private func press(_ login: Transaction<CriiptoLogin>, _ call: Call) -> Answer? {
    guard login.isOpen(at: call.now) else { return nil }
    let form = (try? call.request.form) ?? Form()
    var findings: [Finding] = []
    if form["do"] == CriiptoVerb.cancel.rawValue {
      logins.update(login.identifier) { $0.timeline.act(CriiptoVerb.cancel.rawValue, at: call.now) }
    } else if form["device"] == "same" || form["device"] == "other" {
      let flow: BankIDFlow = form["device"] == "same" ? .sameDevice : .qr
      changeOrder(login.identifier) { order in if order.flow == .choice { order.flow = flow } }
    } else if let number = (form["pick"] ?? form["number"]).map(LoginHint.digits) {
      guard let advice = identify(login, number) else { return Answer(numberPage(login, hasProblem: true)) }
      findings = advice
    }
    sandbox.waiters.touch(login.identifier)
    return Answer(.redirect(303, to: bankIDURL(login)), findings: findings)
  }

  /// Accepts a typed personal number, with findings about it; `nil` if it is refused.
  private func identify(_ login: Transaction<CriiptoLogin>, _ number: String) -> [Finding]? {
    guard number.count == 12 else { return nil }
    var findings: [Finding] = []
    var known = person { person in SwedishNumber.names.contains { person.identifiers[$0] == number } }
    if known == nil, !sandbox.settings.isStrict {
      (known, findings) = madeUpPerson(SwedishNumber.identifier(of: number), number)
    }
    guard let known else { return nil }
    logins.update(login.identifier) { login in
      guard case .bankID(var order) = login.detail.method else { return }
      order.personalNumber = number
      (login.person, login.detail.method) = (known, .bankID(order))
    }
    logins.note(findings, on: login.identifier)
    return findings
  }

  // MARK: What the page shows

  private func bankIDPage(
    _ login: Transaction<CriiptoLogin>, _ order: BankIDOrder, _ hint: BankIDHint, at now: Instant
  ) -> Response {
    if order.flow == .anotherDevice, order.personalNumber == nil, login.timeline.isManual {
      return numberPage(login, hasProblem: false)
    }
    let words = BankIDWords(login.detail.request.languages.bankID)
    // The page must not reload while the person is about to click.
    let isChoice = order.flow == .choice && login.timeline.isManual && hint == .outstandingTransaction
    let (launcher, phone) =
      isChoice ? (choices(login, words), nil) : launcher(login, order, hint, words, at: now)
    return Criipto.bankIDFrame.response(
      title: "BankID", language: login.detail.request.languages.bankID.rawValue,
      refresh: isChoice ? nil : PageFrame.Refresh(seconds: Criipto.frameSeconds, url: bankIDURL(login)),
      """
      <section class="box">
      \(heading(login, words))
      \(message(login))
      <p data-testid="hint" data-hint="\(hint.rawValue)">\(isChoice ? words.whichDevice : words.text(hint, order.flow))</p>
      \(launcher)
      \(cancelForm(login))
      \(phone)
      </section>
      """)
  }

  /// The page reloads each second, as the QR code changes each second (§3, QR).
  static let frameSeconds = 1

  /// The link or QR code that opens the app, and the way to the fake phone.
  private func launcher(
    _ login: Transaction<CriiptoLogin>, _ order: BankIDOrder, _ hint: BankIDHint, _ words: BankIDWords,
    at now: Instant
  ) -> (html: HTML, phone: HTML?) {
    let domain = login.detail.domain
    guard hint == .outstandingTransaction || hint == .noClient else {
      return ("", PhoneLink(besides: domain, of: Criipto.slug).strip)
    }
    switch order.flow {
    case .sameDevice, .choice:
      // Without a platform the flow stays in the browser, but the app returns to a native app whose URL is known
      // (§1.4).
      let redirect = login.detail.request.hint.resumeURL ?? bankIDURL(login)
      let link =
        "\(domain)/bankid-app?autostarttoken=\(order.autoStartToken)"
        + "&redirect=\(PercentCoding.encode(redirect))"
      return (
        "<p><a class=\"app first\" href=\"\(link)\" data-testid=\"app-link\">\(words.openApp)</a></p>",
        PhoneLink(besides: domain, of: Criipto.slug, opening: link).strip
      )
    case .qr: return qrCode(login, order, at: now)
    case .anotherDevice: return ("", PhoneLink(besides: domain, of: Criipto.slug).strip)
    }
  }

  /// The current QR code, and a link with the same effect as scanning it.
  private func qrCode(
    _ login: Transaction<CriiptoLogin>, _ order: BankIDOrder, at now: Instant
  ) -> (html: HTML, phone: HTML?) {
    let data = qrData(order, of: login, at: now)
    guard let symbol = try? Symbol(data, level: .medium) else { return ("", nil) }
    let link = "\(login.detail.domain)/bankid-app?qr=\(PercentCoding.encode(data))"
    let picture = HTML(markup: symbol.svg(label: "BankID QR"))
    let phone = PhoneLink(besides: login.detail.domain, of: Criipto.slug, opening: data)
    return (
      "<div class=\"qr\" data-testid=\"qr\">\(phone.around(picture, mark: "scan-on-phone"))</div>",
      EmulatorStrip.html(
        "the phone",
        """
        <p>Click the code to scan it with the phone, or
        <a href="\(link)" data-testid="scan-link">scan it in this window</a>.</p>
        """)
    )
  }

  private func choices(_ login: Transaction<CriiptoLogin>, _ words: BankIDWords) -> HTML {
    """
    <form class="wide" method="post" action="\(bankIDURL(login))">
    <button type="submit" name="device" value="same" data-testid="same-device">\(words.sameDevice)</button>
    <button type="submit" name="device" value="other" data-testid="other-device">\(words.otherDevice)</button>
    </form>
    """
  }

  /// The page that asks for the personal number (§1.3, another-device).
  private func numberPage(_ login: Transaction<CriiptoLogin>, hasProblem: Bool) -> Response {
    let words = BankIDWords(login.detail.request.languages.bankID)
    let complaint: HTML =
      hasProblem
      ? "<p class=\"problem\" role=\"alert\" data-testid=\"problem\">\(words.unknownNumber)</p>" : ""
    let people = PeopleChoice.html(of: sandbox.library.world, with: .swedishPersonalNumber) { person in
      guard let number = BankID.personalNumber(of: person) else { return nil }
      return (value: number, number: number)
    }
    return Criipto.bankIDFrame.response(
      title: "BankID", language: login.detail.request.languages.bankID.rawValue,
      """
      <section class="box">
      \(heading(login, words))
      \(complaint)
      <form method="post" action="\(bankIDURL(login))" class="wide" data-testid="identify">
      <label for="number">\(words.personalNumber)</label>
      <input id="number" name="number" inputmode="numeric" required data-testid="number">
      <button type="submit" class="first" data-testid="continue">\(words.proceed)</button>
      <button type="submit" name="do" value="cancel" formnovalidate data-testid="cancel">\(words.cancel)</button>
      </form>
      <form method="post" action="\(bankIDURL(login))">\(EmulatorStrip.html("log in as", people))</form>
      </section>
      """)
  }

  private func heading(_ login: Transaction<CriiptoLogin>, _ words: BankIDWords) -> HTML {
    let client = HTML.foreign(applicationName(login), atMost: 80)
    let heading = words.heading(login.detail.request.hint.action, at: client)
    return "<h1 data-testid=\"application\">\(heading)</h1>"
  }

  /// The message of the login hint (§1.4, `message`).
  func message(_ login: Transaction<CriiptoLogin>) -> HTML {
    login.detail.request.hint.message.map { "<p data-testid=\"message\"><bdi>\($0)</bdi></p>" } ?? ""
  }

  func applicationName(_ login: Transaction<CriiptoLogin>) -> String {
    login.detail.request.application
  }

  private func cancelForm(_ login: Transaction<CriiptoLogin>) -> HTML {
    """
    <form method="post" action="\(bankIDURL(login))" class="wide">
    <button type="submit" name="do" value="cancel" data-testid="cancel">\(login.detail.request.languages.bankID.words.cancel)</button>
    </form>
    """
  }

  /// The current QR code as a PNG; 410 once an app has picked up the order.
  func qrPicture(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    guard let login = owned.transaction, let order = login.bankIDOrder,
      order.status(login.timeline, at: owned.now) == .pending(.outstandingTransaction),
      let symbol = try? Symbol(qrData(order, of: login, at: owned.now), level: .medium)
    else { return .answer(Answer(.text(410, "No QR code is shown\n"))) }
    var response = Response(.ok, headers: ["Content-Type": "image/png"], body: symbol.png())
    response.headers.append("Cache-Control", "no-store")
    return .answer(Answer(response))
  }
}
