import Flow
import HTTP
import ProviderKit

extension Criipto {
  /// The hosted page of MitID, and the page that stands for its app.
  var mitIDEndpoints: [Endpoint] {
    [
      Endpoint(
        CriiptoEndpoint.mitIDPage, [.get, .post], "/mitid/{transaction}", .heavy, answer: mitIDHosted),
      Endpoint(CriiptoEndpoint.mitIDApp, [.get, .post], "/mitid/{transaction}/app", answer: mitIDApp),
    ]
  }

  /// The page on its own address: the browser must be the one that began (§1.8), which its cookie says.
  private func mitIDHosted(_ call: Call) -> Outcome {
    let handle = call.parameters["transaction"] ?? ""
    let noted = ledger.call(at: CriiptoEndpoint.mitIDPage, of: handle, for: call) {
      $0.identifier == handle && $0.detail.eid == .mitID
    }
    if let instead = noted.answerInstead { return .answer(instead) }
    guard var login = noted.transaction, case .mitID(let session) = login.detail.method else {
      return .answer(Answer(expiredPage(call)))
    }
    var exchange = CriiptoExchange(call: call, faults: noted.faults)
    if login.detail.course.answered == nil, let failure = cookieFailure(session, login, call) {
      ledger.update(handle) { login in
        guard case .mitID(var session) = login.detail.method else { return }
        session.cookieFailure = failure
        login.detail.method = .mitID(session)
      }
      sandbox.waiters.touch(handle)
      exchange.remarks.append("the browser came back with \(failure.rawValue)")
    }
    if call.request.method == .post { return .answer(post(login, session, exchange)) }
    login = ledger.find(handle) ?? login
    return MitID.answer(login, exchange, at: self)
  }

  /// What is wrong with the cookie of the browser.
  private func cookieFailure(
    _ session: MitIDSession, _ login: Transaction<CriiptoLogin>, _ call: Call
  ) -> MitIDFailure? {
    guard let value = call.request.cookie(Criipto.nonceCookie(login)) else { return .cookieMissing }
    return value == session.nonce ? nil : .cookieMalformed
  }

  /// The user id, or the button that cancels.
  private func post(
    _ login: Transaction<CriiptoLogin>, _ session: MitIDSession, _ exchange: CriiptoExchange
  ) -> Answer {
    var exchange = exchange
    let form = (try? exchange.call.request.form) ?? Form()
    let now = sandbox.environment.clock.now
    guard login.isOpen(at: now) else { return back(login, exchange) }
    if form["do"] == CriiptoVerb.cancel.rawValue {
      decide(.cancel, on: login, at: now)
    } else if !session.isIdentified {
      // A browser sends the empty field along with the button that was pressed.
      let typed = (form["pick"] ?? form.values("user").last { !$0.isEmpty } ?? "").filter { $0 != " " }
      guard let person = identify(typed, login, &exchange.findings) else {
        return exchange.answer(userPage(login, session, problem: true), of: login.identifier)
      }
      ledger.update(login.identifier) { login in
        guard case .mitID(var session) = login.detail.method else { return }
        session.isIdentified = true
        (login.person, login.detail.method) = (person, .mitID(session))
      }
      sandbox.waiters.touch(login.identifier)
    }
    return back(login, exchange)
  }

  /// The person of a user id: a key of the world or a CPR number; somebody unknown is the usual person, with a finding,
  /// unless the sandbox is strict.
  private func identify(
    _ typed: String, _ login: Transaction<CriiptoLogin>, _ findings: inout [Finding]
  ) -> Person? {
    let people = sandbox.library.world.people
    let known = people.values.first {
      $0.key.lowercased() == typed.lowercased() || $0.identifiers["dk_cpr"] == typed.filter(\.isNumber)
    }
    if let known { return known }
    guard !typed.isEmpty, !sandbox.settings.isStrict, let usual = people[World.usualPerson] else {
      return nil
    }
    let finding = Finding(AuthorizationRules.personUnknown, typed)
    ledger.note([finding], on: login.identifier)
    findings.append(finding)
    return usual
  }

  private func back(_ login: Transaction<CriiptoLogin>, _ exchange: CriiptoExchange) -> Answer {
    exchange.answer(.redirect(303, to: mitIDURL(login)), of: login.identifier)
  }

  /// A human plays the person.
  private func decide(_ verb: CriiptoVerb, on login: Transaction<CriiptoLogin>, at now: Instant) {
    ledger.update(login.identifier) { login in
      // The app has one button for "approve without the number"; the two steps are the person's.
      login.timeline.act(verb.rawValue, at: now)
      if verb == .withholdCPR { login.timeline.act(CriiptoVerb.approve.rawValue, at: now) }
    }
    sandbox.waiters.touch(login.identifier)
  }

  // MARK: The app

  /// The page that stands for the app; when the person is done it returns by its link, without parameters (§3).
  private func mitIDApp(_ call: Call) -> Outcome {
    let handle = call.parameters["transaction"] ?? ""
    let noted = ledger.call(at: CriiptoEndpoint.mitIDApp, of: handle, for: call) {
      $0.identifier == handle && $0.detail.eid == .mitID
    }
    if let instead = noted.answerInstead { return .answer(instead) }
    guard let login = noted.transaction else { return .answer(Answer(expiredPage(call))) }
    let exchange = CriiptoExchange(call: call, faults: noted.faults)
    noteMitIDAppOpened(handle)
    let now = sandbox.environment.clock.now
    if call.request.method == .post, login.isOpen(at: now), login.timeline.isManual,
      let verb = (try? call.request.form)?["do"].flatMap({ CriiptoVerb(rawValue: $0) })
    {
      decide(verb, on: login, at: now)
    }
    return proceedInApp(handle, exchange)
  }

  /// The app was opened with a login.
  func noteMitIDAppOpened(_ handle: String) {
    ledger.update(handle) { login in
      guard case .mitID(var session) = login.detail.method, !session.isAppOpened else { return }
      session.isAppOpened = true
      login.detail.method = .mitID(session)
    }
  }

  private func proceedInApp(_ handle: String, _ exchange: CriiptoExchange) -> Outcome {
    let now = sandbox.environment.clock.now
    guard let login = ledger.find(handle), case .mitID(let session) = login.detail.method else {
      return .answer(Answer(expiredPage(exchange.call)))
    }
    guard login.isOpen(at: now) else { return .answer(returned(login, exchange)) }
    if exchange.call.request.prefersHTML || exchange.call.request.method == .post {
      return .answer(exchange.answer(mitIDAppPage(login, session), of: handle))
    }
    return .wait(transaction: handle, until: login.timeline.next(after: now)) { [self] in
      proceedInApp(handle, exchange)
    }
  }

  /// The link that the app was given to return to (§3).
  func mitIDReturnLink(_ login: Transaction<CriiptoLogin>) -> String? {
    let hint = login.detail.request.hint
    let isWeb = hint.tokens.contains("target:web")
    let isNative = hint.appSwitch == .ios || hint.appSwitch == .android
    return hint.resumeURL ?? (isNative && !isWeb ? login.detail.request.redirectURI : nil)
  }

  /// The first of the two callbacks that a native app gets: the link alone, without parameters (§3).
  private func returned(_ login: Transaction<CriiptoLogin>, _ exchange: CriiptoExchange) -> Answer {
    guard let link = mitIDReturnLink(login), login.detail.switches[.appReturn].word == "automatic" else {
      return exchange.answer(mitIDDonePage(login), of: login.identifier)
    }
    // MitID returns to https links only (§3).
    guard link.hasPrefix("https://") else {
      let finding = Finding(MitIDRules.returnNotHTTPS, link)
      ledger.note([finding], on: login.identifier)
      var exchange = exchange
      exchange.findings.append(finding)
      return exchange.answer(mitIDDonePage(login), of: login.identifier)
    }
    return exchange.answer(.redirect(to: link), of: login.identifier)
  }
}
