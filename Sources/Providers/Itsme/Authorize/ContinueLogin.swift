import Flow
import HTTP
import ProviderKit

extension Itsme {
  /// Answers a browser, or a client without pages, as far as a login has come (scenarios.md, "What an authorize call
  /// answers").
  func proceed(_ handle: String, at now: Instant, for call: Call) -> Outcome {
    guard let login = logins.find(handle) else { return .answer(Answer(expiredPage(for: call, nil))) }
    switch login.phase(at: now) {
    case .approved: return .answer(sendCode(login, at: now))
    case .refused(let outcome): return .answer(sendDenial(login, outcome))
    case .timedOut: return .answer(timedOut(login, for: call))
    case .identifying where call.request.prefersHTML:
      return .answer(Answer(identifyPage(login, for: call)))
    case .waiting where call.request.prefersHTML: return .answer(Answer(waitingPage(login, for: call)))
    case .identifying, .waiting:
      // A client without pages has its answer held until the person has decided.
      return .wait(transaction: handle, until: login.timeline.next(after: now)) { [self] call in
        proceed(handle, at: call.now, for: call)
      }
    }
  }

  /// The success answer: 302 with `code`, and `state` if it was sent (§1.6).
  ///
  /// A browser that asks again gets the same.
  private func sendCode(_ login: Transaction<Login>, at now: Instant) -> Answer {
    let code = login.detail.code ?? login.makeCode(sandbox.environment)
    let isFirst = logins.transactions.update(login.identifier) { login in
      let isFirst = login.detail.codeSent == nil
      if isFirst {
        (login.detail.code, login.detail.codeSent) = (code, now)
        login.ends = now + login.detail.switches[.code] + Itsme.remembrance
      }
      return (isFirst, newHandle: isFirst ? code : nil)
    }
    let request = login.detail.request
    let location = RedirectLocation.with(request.redirectURI, [("code", code), ("state", request.state)])
    let remark = "\(login.person.key) approved; a code is sent to \(login.client)"
    return Answer(.redirect(to: location), remarks: isFirst == true ? [remark] : [])
  }

  /// Rejecting, tapping the wrong icon and cancelling are all `access_denied` (§1.3, §5 #12).
  private func sendDenial(_ login: Transaction<Login>, _ outcome: ItsmeOutcome) -> Answer {
    let description = login.detail.switches[.denialDescription].isOn ? "The user denied the request" : nil
    return Answer(
      denial(login, description), remarks: remarkOnce("\(login.person.key): \(outcome.term.meaning)", login))
  }

  /// The person never reacted: `access_denied`, or a page (§5 #13).
  private func timedOut(_ login: Transaction<Login>, for call: Call) -> Answer {
    let isDenied = login.detail.switches[.timeout].word == "access_denied"
    return Answer(
      isDenied ? denial(login, "The user did not respond in time") : expiredPage(for: call, login),
      remarks: remarkOnce("\(login.person.key) never reacted", login))
  }

  private func denial(_ login: Transaction<Login>, _ description: String?) -> Response {
    errorRedirect(
      .accessDenied, description, to: login.detail.request.redirectURI, state: login.detail.request.state)
  }

  /// A line for the log, the first time that the browser is told of the decision.
  private func remarkOnce(_ remark: String, _ login: Transaction<Login>) -> [String] {
    let isFirst = logins.update(login.identifier) { login in
      defer { login.detail.isDecisionLogged = true }
      return !login.detail.isDecisionLogged
    }
    return isFirst == true ? [remark] : []
  }
}
