import Flow
import HTTP
import ProviderKit

extension Itsme {
  /// Answers a browser, or a client without pages, as far as a login has come (scenarios.md, "What an authorize call
  /// answers").
  func proceed(
    _ handle: String, for call: Call, findings: [Finding] = [], remarks: [String] = [], faults: [Fault] = []
  ) -> Outcome {
    let now = sandbox.environment.clock.now
    guard let login = logins.find(handle) else {
      return .answer(Answer(expiredPage(for: call, nil), findings: findings))
    }
    var remarks = remarks
    let response: Response
    switch login.phase(at: now) {
    case .approved:
      response = sendCode(login, at: now, &remarks)
    case .refused(let outcome):
      response = sendDenial(login, outcome, &remarks)
    case .timedOut:
      response = timedOut(login, for: call, &remarks)
    case .identifying where call.request.prefersHTML:
      response = identifyPage(login, for: call)
    case .waiting where call.request.prefersHTML:
      response = waitingPage(login, for: call)
    case .identifying, .waiting:
      // A client without pages has its answer held until the person has decided.
      return .wait(transaction: handle, until: login.timeline.next(after: now)) { [self, remarks] in
        proceed(handle, for: call, findings: findings, remarks: remarks, faults: faults)
      }
    }
    return .answer(
      Answer(response, transaction: handle, findings: findings, faults: faults, remarks: remarks))
  }

  /// The success answer: 302 with `code`, and `state` if it was sent (§1.6).
  ///
  /// A browser that asks again gets the same.
  private func sendCode(_ login: Transaction<Login>, at now: Instant, _ remarks: inout [String]) -> Response {
    let code = login.detail.code ?? login.makeCode(sandbox.environment)
    let isFirst = logins.transactions.update(login.identifier) { login in
      let isFirst = login.detail.codeSent == nil
      if isFirst {
        (login.detail.code, login.detail.codeSent) = (code, now)
        login.ends = now + login.detail.switches[.code] + Itsme.remembrance
      }
      return (isFirst, newHandle: isFirst ? code : nil)
    }
    if isFirst == true { remarks.append("\(login.person.key) approved; a code is sent to \(login.client)") }
    let request = login.detail.request
    return .redirect(
      to: RedirectLocation.with(request.redirectURI, [("code", code), ("state", request.state)]))
  }

  /// Rejecting, tapping the wrong icon and cancelling are all `access_denied` (§1.3, §5 #12).
  private func sendDenial(
    _ login: Transaction<Login>, _ outcome: ItsmeOutcome, _ remarks: inout [String]
  ) -> Response {
    if logFirst(login) { remarks.append("\(login.person.key): \(outcome.term.meaning)") }
    let description = login.detail.switches[.denialDescription].isOn ? "The user denied the request" : nil
    return errorRedirect(
      .accessDenied, description, to: login.detail.request.redirectURI, state: login.detail.request.state)
  }

  /// The person never reacted: `access_denied`, or a page (§5 #13).
  private func timedOut(_ login: Transaction<Login>, for call: Call, _ remarks: inout [String]) -> Response {
    if logFirst(login) { remarks.append("\(login.person.key) never reacted") }
    guard login.detail.switches[.timeout].word == "access_denied" else {
      return expiredPage(for: call, login)
    }
    return errorRedirect(
      .accessDenied, "The user did not respond in time", to: login.detail.request.redirectURI,
      state: login.detail.request.state)
  }

  private func logFirst(_ login: Transaction<Login>) -> Bool {
    logins.update(login.identifier) { login in
      defer { login.detail.isDecisionLogged = true }
      return !login.detail.isDecisionLogged
    } ?? false
  }
}
