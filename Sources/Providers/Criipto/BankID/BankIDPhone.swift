import Flow
import ProviderKit

extension Criipto {
  /// What the BankID app shows: the relying party, its message, and the person's choices once the app has the order.
  func bankIDRequest(
    _ login: Transaction<CriiptoLogin>, _ order: BankIDOrder, at now: Instant
  ) -> PhoneRequest {
    let isSignature = login.detail.request.hint.action == "sign"
    var request = PhoneRequest(
      app: "BankID app", party: applicationName(login), heading: isSignature ? "Signature" : "Identification")
    request.text = login.detail.request.hint.message
    let status = order.status(login.timeline, at: now)
    guard case .pending(let hint) = status else {
      request.comingBack = wayBack(login, order)
      return request
    }
    if hint == .outstandingTransaction || hint == .noClient {
      request.waiting = waiting(order)
      request.launch =
        order.flow == .qr
        ? qrData(order, of: login, at: now)
        : LaunchLinks(
          autoStartToken: order.autoStartToken, platform: .browser, redirectURI: "", resumeURL: nil
        ).universalLink
      request.choices = PhoneChoice.of(
        order.flow == .qr ? CriiptoVerb.scan.verb : CriiptoVerb.open.verb, role: .approve)
      if order.flow == .anotherDevice, order.personalNumber == nil { request.choices = [] }
    } else if order.namesUnknownPerson {
      request.waiting = "The app has no BankID with this personal number."
      request.choices = PhoneChoice.of(CriiptoVerb.cancel.verb, role: .refuse)
      request.comingBack = wayBack(login, order)
    } else {
      let verbs: [CriiptoVerb] = [.cancel, .wrongPIN, .readPassport, .goBack, .ignore]
      request.choices =
        PhoneChoice.of(CriiptoVerb.approve.verb, label: isSignature ? "Sign" : "Identify")
        + verbs.flatMap { PhoneChoice.of($0.verb, role: $0 == .cancel ? .refuse : nil) }
        + PhoneChoice.of(CriiptoVerb.fail.verb, label: "BankID fails", reasons: BankIDHint.failures)
      request.comingBack = wayBack(login, order)
    }
    return request
  }

  private func waiting(_ order: BankIDOrder) -> String {
    switch order.flow {
    case .qr: "The app has not scanned the QR code."
    case .sameDevice: "The app has not been opened by its link."
    case .choice: "The person chooses on the page whether the app is on this device."
    case .anotherDevice where order.personalNumber == nil: "The page asks for the personal number."
    case .anotherDevice: "The person has not opened the app."
    }
  }

  /// What the app does with the redirect of its launch link (§1.5).
  private func wayBack(_ login: Transaction<CriiptoLogin>, _ order: BankIDOrder) -> PhoneReturn {
    guard let redirect = order.redirect else {
      return PhoneReturn(
        link: nil, opens: nil,
        deed: order.flow == .qr || order.flow == .anotherDevice
          ? "Then go back to where you began."
          : "The app cannot return by itself: switch back to the browser.")
    }
    if redirect == "null" {
      return PhoneReturn(
        link: redirect, opens: nil, deed: "The system leads back to the app that was open before.")
    }
    guard belongs(redirect, to: login), RedirectLocation.isSafe(redirect) else {
      return PhoneReturn(
        link: redirect, opens: nil, deed: "This address is not one of the client's: not opened.")
    }
    return PhoneReturn(link: redirect, opens: redirect, deed: "The app takes you back to where you began.")
  }

  /// Opens launch links with the app's host or scheme, those of this emulator, and the text of a QR code (§1.5, §1.9).
  func openBankID(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? {
    guard let launch = BankIDLaunch(link) else { return nil }
    guard let token = launch.token, let login = logins.find(token), let order = login.bankIDOrder,
      order.autoStartToken == token || order.qr?.startToken == token
    else {
      return PhoneOpening(
        .refused("The BankID app does not know the order of this link."),
        findings: [Finding(BankIDRules.unknownOrder)]
      )
    }
    let handle = login.identifier
    if let frame = launch.frame, order.qr?.data(second: frame.second) != frame.text {
      let finding = Finding(BankIDRules.qrForged, frame.text)
      logins.note([finding], on: handle)
      return PhoneOpening(
        .refused("This QR code is not BankID’s."), transaction: handle, findings: [finding])
    }
    var findings = linkFindings(launch, login, order, at: now)
    if isTooOld(launch, order, login, at: now) {
      let age = launch.age(of: order, at: now)
      findings.append(Finding(BankIDRules.qrStale, "\(age) seconds old"))
      logins.note(findings, on: handle)
      return PhoneOpening(
        .refused("The QR code is \(age) seconds old: scan the present one."), transaction: handle,
        findings: findings)
    }
    logins.note(findings, on: handle)
    if let redirect = launch.redirects.first { changeOrder(handle) { $0.redirect = redirect } }
    if login.isOpen(at: now), isOpenedByHand(login, order) {
      if let person, order.personalNumber == nil, login.decision.scenario?.person == nil {
        logins.update(handle) { $0.person = person }
      }
      pickUp(login, launch, at: now)
    }
    return PhoneOpening(.shown, transaction: handle, findings: findings)
  }
}

extension BankIDLaunch {
  /// `nil` if a link or scanned text is not BankID's.
  init?(_ link: LaunchLink) {
    if link.scheme.isEmpty {
      guard let frame = AnimatedQR.Frame(link.text) else { return nil }
      self.init(frame: frame)
      return
    }
    let isApps =
      link.scheme == "bankid" || link.host == "app.bankid.com"
      || link.path(below: Criipto.slug) == "/bankid-app"
    guard isApps else { return nil }
    self.init(query: link.rawQuery, form: link.query)
  }
}
