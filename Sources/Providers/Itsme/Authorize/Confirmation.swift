import Flow
import HTTP
import ProviderKit

extension Itsme {
  /// The page behind the identify page: takes the phone number, waits for the app, and takes what a human decides (§1.5).
  func confirmation(_ call: Call) -> Outcome {
    guard let form = try? call.request.method == .post ? call.request.form : call.request.target.query,
      let handle = form["transaction"]
    else { return .answer(Answer(expiredPage(for: call, nil))) }
    let noted = logins.call(at: ItsmeEndpoint.authorizePage, of: handle, for: call) {
      $0.identifier == handle
    }
    guard let login = noted.transaction else { return .answer(Answer(expiredPage(for: call, nil))) }
    if let instead = noted.answerInstead { return .answer(instead) }
    let faults = noted.faults
    if let language = form["language"].flatMap({ PageLanguage(rawValue: $0) }) {
      logins.update(handle) { $0.detail.request.language = language }
    }
    guard call.request.method == .post else { return proceed(handle, for: call, faults: faults) }
    var answer = form["do"].map { act($0, on: login, for: call) } ?? identify(form, login, call)
    answer.faults = faults
    return .answer(answer)
  }

  /// A human plays the person: the verbs are those of scenarios.
  ///
  /// Cancelling is always there; the rest only where a human decides, so that no page disturbs a scripted person.
  private func act(_ word: String, on login: Transaction<Login>, for call: Call) -> Answer {
    let now = sandbox.environment.clock.now
    guard let verb = ItsmeVerb(rawValue: word), verb == .cancel || login.timeline.isManual else {
      return Answer(
        .text(.badRequest, "\(word) is nothing that can be done here\n"), transaction: login.identifier)
    }
    let isWaiting = [.waiting, .identifying].contains(login.phase(at: now))
    if isWaiting {
      logins.update(login.identifier) { $0.timeline.act(verb.rawValue, at: now) }
      sandbox.waiters.touch(login.identifier)
    }
    return seeOther(login, call)
  }

  /// Takes the phone number of the identify page: the request reaches the phone now.
  private func identify(_ form: Form, _ login: Transaction<Login>, _ call: Call) -> Answer {
    let now = sandbox.environment.clock.now
    guard login.phase(at: now) == .identifying else { return seeOther(login, call) }
    // People type 0470/12.34.56 and the like; anything but digits and what separates them is no number.
    let national = (form["phone"] ?? "").filter { !" ./-()".contains($0) }.trimmingLeadingZeros()
    let typed = form["pick"] ?? "\(form["country"] ?? "32")+\(national)"
    guard let phone = PhoneNumber(typed) else {
      return Answer(identifyPage(login, for: call, problem: .malformed), transaction: login.identifier)
    }
    let world = sandbox.library.world
    var findings: [Finding] = []
    var person = world.person(withPhone: phone)
    if person == nil {
      findings.append(Finding(AuthorizeRules.personUnknown, phone.claim))
      guard !sandbox.settings.isStrict else {
        return Answer(
          identifyPage(login, for: call, problem: .unknown), transaction: login.identifier,
          findings: findings)
      }
      person = world.people[World.usualPerson]
    }
    logins.update(login.identifier) { login in
      if let person { login.person = person }
      login.detail.hasReachedPhone = true
      login.timeline = Timeline(
        .manual, reachingPhoneAt: now, waitingFor: login.detail.switches[.app])
      login.ends = login.timeline.deadline + login.detail.switches[.code] + Itsme.remembrance
    }
    logins.note(findings, on: login.identifier)
    sandbox.waiters.touch(login.identifier)
    var answer = seeOther(login, call)
    answer.findings = findings
    if form["remember"] != nil {
      let cookie = Cookie("mobileid-phonenumber", phone.hint, path: "/", maxAge: 30 * 86_400)
      answer.response.headers.append("Set-Cookie", cookie.fieldValue)
    }
    return answer
  }

  /// Back to the waiting page with GET, so that a reload posts nothing twice.
  private func seeOther(_ login: Transaction<Login>, _ call: Call) -> Answer {
    Answer(.redirect(303, to: confirmationURL(login, call)), transaction: login.identifier)
  }

  func confirmationURL(_ login: Transaction<Login>, _ call: Call) -> String {
    "\(call.publicBase)/oidc/authorization/phone/confirmation?transaction=\(login.identifier)"
  }
}

extension String {
  fileprivate func trimmingLeadingZeros() -> String { String(drop { $0 == "0" }) }
}
