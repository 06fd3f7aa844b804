import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension Criipto {
  /// The page that stands for the BankID app, opened with the query of a launch link or the text of a QR code.
  ///
  /// Like the app and the operating system, it checks the age of the token, and the redirect (§4 4, 5). Clients other
  /// than browsers get JSON.
  func bankIDApp(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    let (call, now) = (owned.call, owned.now)
    guard let login = owned.transaction, let order = login.bankIDOrder else {
      let refusal = OpenIDRefusal(
        .invalidRequest, BankIDRules.unknownOrder, "", "No order has this token")
      return .answer(refused(refusal, of: nil, call))
    }
    let launch = BankIDLaunch(call)
    if let frame = launch.frame, order.qr?.data(second: frame.second) != frame.text {
      let refusal = OpenIDRefusal(
        .invalidRequest, BankIDRules.qrForged, frame.text, "This QR code is not BankID's")
      return .answer(refused(refusal, of: login, call))
    }
    var findings: [Finding] = []
    if launch.frame == nil, call.request.method == .get {
      findings = linkFindings(launch, login, order, at: now)
      if let redirect = launch.redirects.first, redirect != order.redirect {
        changeOrder(login.identifier) { $0.redirect = redirect }
      }
    }
    if isTooOld(launch, order, login, at: now) {
      findings.append(Finding(BankIDRules.qrStale, "\(launch.age(of: order, at: now)) seconds old"))
    } else if login.isOpen(at: now), isOpenedByHand(login, order) {
      // Opening the app is a step that scripted persons take by themselves.
      pickUp(login, launch, at: now)
      let verb = call.request.method == .post ? (try? call.request.form)?["do"] : nil
      if let verb = verb.flatMap({ CriiptoVerb(rawValue: $0) }) {
        logins.update(login.identifier) { $0.timeline.act(verb.rawValue, at: now) }
        sandbox.waiters.touch(login.identifier)
      }
    }
    logins.note(findings, on: login.identifier)
    return .answer(Answer(app(logins.find(login.identifier) ?? login, launch, call), findings: findings))
  }

  static let launchToken = CallHandle { BankIDLaunch($0).token }

  /// Records that the app was opened or the code scanned, unless an app already has the order.
  func pickUp(_ login: Transaction<CriiptoLogin>, _ launch: BankIDLaunch, at now: Instant) {
    guard case .pending(let hint) = login.bankIDStatus(at: now),
      hint == .outstandingTransaction || hint == .noClient
    else { return }
    let verb: CriiptoVerb = launch.frame == nil ? .open : .scan
    logins.update(login.identifier) { login in
      login.timeline.act(verb.rawValue, at: now)
      guard login.bankIDOrder?.isApprovedWhenOpened == true else { return }
      login.timeline.act(CriiptoVerb.approve.rawValue, at: now)
    }
    sandbox.waiters.touch(login.identifier)
  }

  /// True if a QR code is scanned too late; the order ignores that scan.
  func isTooOld(
    _ launch: BankIDLaunch, _ order: BankIDOrder, _ login: Transaction<CriiptoLogin>, at now: Instant
  ) -> Bool {
    guard launch.frame != nil, login.bankIDStatus(at: now) == .pending(.outstandingTransaction) else {
      return false
    }
    return .seconds(launch.age(of: order, at: now)) > login.detail.switches[BankIDLifetime.qrCode]
  }

  /// The rules that a launch link breaks (§4 5); none for a QR code.
  func linkFindings(
    _ launch: BankIDLaunch, _ login: Transaction<CriiptoLogin>, _ order: BankIDOrder, at now: Instant
  ) -> [Finding] {
    guard launch.frame == nil else { return [] }
    var findings: [Finding] = []
    if case .failed(.startFailed, _) = order.status(login.timeline, at: now) {
      let age = (now - order.started).components.seconds
      findings.append(Finding(BankIDRules.linkTooOld, "\(age) seconds old"))
    }
    switch launch.redirects.count {
    case 0: findings.append(Finding(BankIDRules.redirectMissing))
    case 1: break
    default: findings.append(Finding(BankIDRules.redirectTwice, launch.redirects.joined(separator: ", ")))
    }
    guard let redirect = launch.redirects.first, redirect != "null" else { return findings }
    if launch.isEncodedTwice {
      findings.append(Finding(BankIDRules.redirectEncodedTwice, redirect))
    } else if !belongs(redirect, to: login) {
      findings.append(Finding(BankIDRules.redirectForeign, redirect))
    }
    return findings
  }

  /// True if a URL is the client's, or one of our pages.
  func belongs(_ redirect: String, to login: Transaction<CriiptoLogin>) -> Bool {
    let request = login.detail.request
    if redirect == request.redirectURI || redirect == request.hint.resumeURL { return true }
    if redirect.hasPrefix("\(login.detail.domain)/") { return true }
    guard let origin = CrossOrigin.origin(of: redirect) else { return false }
    return ([request.redirectURI] + login.detail.client.redirectURIs).contains {
      CrossOrigin.origin(of: $0) == origin
    }
  }

  // MARK: What the app shows

  private func app(_ login: Transaction<CriiptoLogin>, _ launch: BankIDLaunch, _ call: Call) -> Response {
    guard let status = login.bankIDStatus(at: call.now) else {
      return expired(login, for: call).response
    }
    // Foreign URLs are not opened: the emulator must not be an open redirector.
    let opens = launch.opens.flatMap { belongs($0, to: login) && RedirectLocation.isSafe($0) ? $0 : nil }
    guard call.request.prefersHTML || call.request.method == .post else {
      return .uncached(
        .ok,
        [
          "application": .string(applicationName(login)), "state": .string(status.word),
          "redirect": launch.redirects.first.map(JSON.string) ?? .null,
          "opens": opens.map(JSON.string) ?? .null,
          "message": login.detail.request.hint.message.map(JSON.string) ?? .null,
        ])
    }
    if !status.isPending, let opens { return .redirect(to: opens) }
    return appPage(login, status, launch)
  }

  /// The app's page, with the person's choices if a human acts as the person.
  private func appPage(
    _ login: Transaction<CriiptoLogin>, _ status: BankIDStatus, _ launch: BankIDLaunch
  ) -> Response {
    let words = BankIDWords(login.detail.request.languages.bankID)
    let language = login.detail.request.languages.bankID.rawValue
    let client = HTML.foreign(applicationName(login), atMost: 80)
    guard case .pending(let hint) = status else {
      return Criipto.bankIDFrame.response(
        title: "BankID app", language: language,
        """
        <section class="box" data-testid="done">
        <h1>\(client)</h1>
        <p data-testid="state">\(status.word)</p>
        <p>\(words.switchBack)</p>
        </section>
        """)
    }
    let isSignature = login.detail.request.hint.action == "sign"
    let usual: [(CriiptoVerb, String)] = [
      (.approve, isSignature ? words.approveSignature : words.approve), (.cancel, words.cancel),
    ]
    let further: [(CriiptoVerb, String)] = [
      (.wrongPIN, "Enter a wrong security code"), (.readPassport, "Be asked for a passport first"),
      (.confirmCall, "Be asked about a phone call first"), (.goBack, words.goBack), (.ignore, "Do nothing"),
    ]
    let action = "\(login.detail.domain)/bankid-app?\(launch.query)"
    let choices: HTML =
      login.timeline.isManual
      ? """
      <form class="wide" method="post" action="\(action)">\(HTML(usual.map { $0.button($1) }))
      \(EmulatorStrip.furtherChoices(
        """
        \(HTML(further.map { $0.button($1) }))
        <p>Then the app opens <code data-testid="redirect">\(launch.redirects.first ?? "nothing")</code></p>
        """))</form>
      """
      : "<p data-testid=\"scripted\">The scenario says what \(HTML.name(of: login.person)) does.</p>"
    // The other hints are for the page that waits for the app.
    let task: HTML? =
      [.userMrtd, .userCallConfirm, .userSign].contains(hint)
      ? "<p data-testid=\"hint\" data-hint=\"\(hint.rawValue)\">\(words.text(hint, .sameDevice))</p>" : nil
    return Criipto.bankIDFrame.response(
      title: "BankID app", language: language,
      refresh: login.timeline.isManual
        ? nil : PageFrame.Refresh(seconds: 1, url: action),
      """
      <section class="box" aria-label="BankID app" data-testid="app">
      <h1 data-testid="application">\(words.request(login.detail.request.hint.action, of: client))</h1>
      \(message(login))
      <p data-testid="person">\(HTML.name(of: login.person))</p>
      \(task)
      \(choices)
      </section>
      """)
  }

  private func refused(
    _ refusal: OpenIDRefusal, of login: Transaction<CriiptoLogin>?, _ call: Call
  ) -> Answer {
    if let login { logins.note(refusal.findings, on: login.identifier) }
    return errorAnswer(refusal, for: call)
  }
}

/// The launch link or QR code that the app was opened with.
struct BankIDLaunch: Sendable {
  /// Unparsed.
  let query: String
  /// The `autoStartToken` of a link, or the `startToken` of a QR code.
  let token: String?
  /// `nil` if the app was opened by a link.
  let frame: AnimatedQR.Frame?
  /// All values of `redirect`, decoded once.
  let redirects: [String]

  init(_ call: Call) {
    self.init(
      query: call.request.target.rawQuery ?? "", form: (try? call.request.target.query) ?? Form())
  }

  init(query: String, form: Form) {
    self.query = query
    frame = form["qr"].flatMap { AnimatedQR.Frame($0) }
    token = frame?.startToken ?? form["autostarttoken"]
    redirects = form.values("redirect")
  }

  init(frame: AnimatedQR.Frame) {
    (query, self.frame, token, redirects) = ("qr=\(frame.text)", frame, frame.startToken, [])
  }

  /// True if the redirect is still encoded after it was decoded once.
  var isEncodedTwice: Bool {
    redirects.first.map { $0.lowercased().contains("%3a%2f%2f") && !$0.contains("://") } ?? false
  }

  /// The URL that the app opens when the person is done; `nil` if the person switches back by hand.
  var opens: String? { redirects.first.flatMap { $0 == "null" || isEncodedTwice ? nil : $0 } }

  /// The age of the scanned code, or of the order's link, in seconds.
  func age(of order: BankIDOrder, at now: Instant) -> Int64 {
    (now - order.started).components.seconds - (frame?.second ?? 0)
  }
}

extension BankIDStatus {
  /// BankID's word for the status.
  var word: String {
    switch self {
    case .pending(let hint), .failed(let hint, _): hint.rawValue
    case .complete: "complete"
    case .cancelledByClient: "cancelled"
    }
  }
}
