import Flow
import HTTP
import OpenID
import ProviderKit

extension Criipto {
  static var mitIDEndpoints: [Endpoint<Criipto>] {
    [
      Endpoint(
        .mitIDPage, [.get, .post], "/mitid/{transaction}", .heavy, on: \.logins, by: .path("transaction"),
        where: isMitID, answer: mitIDHosted),
      Endpoint(
        .mitIDApp, [.get, .post], "/mitid/{transaction}/app", on: \.logins, by: .path("transaction"),
        where: isMitID, answer: mitIDApp),
    ]
  }

  private static func isMitID(_ login: Transaction<CriiptoLogin>, _ handle: String) -> Bool {
    login.identifier == handle && login.detail.eid == .mitID
  }

  /// The hosted page at its own URL; a cookie ensures that the browser is the one that began the login (§1.8).
  private func mitIDHosted(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    let (call, handle) = (owned.call, owned.handle)
    guard let login = owned.transaction, case .mitID(let session) = login.detail.method else {
      return .answer(expired(nil, for: call))
    }
    var remarks: [String] = []
    if login.detail.grant.sent == nil, let failure = cookieFailure(session, login, call) {
      changeMitID(handle) { $0.cookieFailure = failure }
      sandbox.waiters.touch(handle)
      remarks = ["the browser came back with \(failure.rawValue)"]
    }
    let outcome =
      call.request.method == .post
      ? .answer(post(login, session, call))
      : MitID.answer(logins.find(handle) ?? login, call, at: self)
    return outcome.mapAnswer { [remarks] in $0.remarks = remarks + $0.remarks }
  }

  private func changeMitID(_ handle: String, _ change: (inout MitIDSession) -> Void) {
    logins.update(handle) { login in
      guard case .mitID(var session) = login.detail.method else { return }
      change(&session)
      login.detail.method = .mitID(session)
    }
  }

  /// `nil` if the browser sent the right cookie.
  private func cookieFailure(
    _ session: MitIDSession, _ login: Transaction<CriiptoLogin>, _ call: Call
  ) -> MitIDFailure? {
    guard let value = call.request.cookie(Criipto.nonceCookie(login)) else { return .cookieMissing }
    return value == session.nonce ? nil : .cookieMalformed
  }

  /// Handles the user id, or the cancel button.
  private func post(
    _ login: Transaction<CriiptoLogin>, _ session: MitIDSession, _ call: Call
  ) -> Answer {
    var answer = Answer(.redirect(303, to: mitIDURL(login)))
    guard login.isOpen(at: call.now) else { return answer }
    let form = (try? call.request.form) ?? Form()
    if form["do"] == CriiptoVerb.cancel.rawValue {
      decide(.cancel, on: login, at: call.now)
    } else if !session.isIdentified {
      // A browser sends an empty `user` besides the `pick` of the button.
      let typed = (form["pick"] ?? form.values("user").last { !$0.isEmpty } ?? "").filter { $0 != " " }
      guard let (person, findings) = identify(typed, login) else {
        return Answer(userPage(login, session, problem: true))
      }
      answer.findings = findings
      logins.update(login.identifier) { login in
        guard case .mitID(var session) = login.detail.method else { return }
        session.isIdentified = true
        (login.person, login.detail.method) = (person, .mitID(session))
      }
      sandbox.waiters.touch(login.identifier)
    }
    return answer
  }

  /// Finds a person by key, user ID or CPR number; an unknown one is made up.
  ///
  /// In a strict sandbox nobody is made up, and if the request names an unknown person, nobody can log in.
  private func identify(
    _ typed: String, _ login: Transaction<CriiptoLogin>
  ) -> (person: Person, findings: [Finding])? {
    guard !typed.isEmpty, !login.detail.namesUnknownPerson else { return nil }
    let number = LoginHint.digits(typed)
    let known = person {
      $0.key.lowercased() == typed.lowercased()
        || $0.identifiers[PersonIdentifier.mitIDUser.rawValue] == typed
        || $0.identifiers[PersonIdentifier.danishPersonalNumber.rawValue] == number
    }
    if let known { return (known, []) }
    guard !sandbox.settings.isStrict else { return nil }
    let isNumber = number.utf8.count == 10 && typed.filter { $0 != "-" } == number
    let (person, findings) =
      isNumber ? madeUpPerson(.danishPersonalNumber, number) : madeUpPerson(.mitIDUser, typed)
    logins.note(findings, on: login.identifier)
    return (person, findings)
  }

  private func decide(_ verb: CriiptoVerb, on login: Transaction<CriiptoLogin>, at now: Instant) {
    logins.update(login.identifier) { login in
      // The button "approve without the number" takes two steps.
      login.timeline.act(verb.rawValue, at: now)
      if verb == .withholdCPR { login.timeline.act(CriiptoVerb.approve.rawValue, at: now) }
    }
    sandbox.waiters.touch(login.identifier)
  }

  // MARK: The app

  /// The page that stands for the app; when the person is done, it returns to its link without parameters (§3).
  private func mitIDApp(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    guard let login = owned.transaction else { return .answer(expired(nil, for: owned.call)) }
    noteMitIDAppOpened(owned.handle)
    if owned.request.method == .post, login.isOpen(at: owned.now), login.timeline.isManual,
      let verb = (try? owned.request.form)?["do"].flatMap({ CriiptoVerb(rawValue: $0) })
    {
      decide(verb, on: login, at: owned.now)
    }
    return proceedInApp(owned.handle, owned.call)
  }

  func noteMitIDAppOpened(_ handle: String) { changeMitID(handle) { $0.isAppOpened = true } }

  private func proceedInApp(_ handle: String, _ call: Call) -> Outcome {
    guard let login = logins.find(handle), case .mitID(let session) = login.detail.method else {
      return .answer(expired(nil, for: call))
    }
    guard login.isOpen(at: call.now) else { return .answer(returned(login)) }
    if call.request.prefersHTML || call.request.method == .post {
      return .answer(Answer(mitIDAppPage(login, session)))
    }
    return .wait(transaction: handle, until: login.timeline.next(after: call.now)) { [self] call in
      proceedInApp(handle, call)
    }
  }

  /// The URL that the app returns to; `nil` without one (§3).
  func mitIDReturnLink(_ login: Transaction<CriiptoLogin>) -> String? {
    let hint = login.detail.request.hint
    let isWeb = hint.tokens.contains("target:web")
    let isNative = hint.appSwitch == .ios || hint.appSwitch == .android
    return hint.resumeURL ?? (isNative && !isWeb ? login.detail.request.redirectURI : nil)
  }

  /// The first of the two callbacks of a native app: the bare link, without parameters (§3).
  private func returned(_ login: Transaction<CriiptoLogin>) -> Answer {
    guard let link = mitIDReturnLink(login), login.detail.switches[.appReturn].word == "automatic" else {
      return Answer(mitIDDonePage(login))
    }
    // MitID returns to https links only (§3).
    guard link.hasPrefix("https://") else {
      let finding = Finding(MitIDRules.returnNotHTTPS, link)
      logins.note([finding], on: login.identifier)
      return Answer(mitIDDonePage(login), findings: [finding])
    }
    return Answer(.redirect(to: link))
  }
}
