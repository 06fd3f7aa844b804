import Flow
import HTTP
import ProviderKit

extension Criipto {
  /// Answers as far as a login has come: with the client's answer when it is decided, else as its eID does.
  func proceed(_ handle: String, _ call: Call) -> Outcome {
    guard let login = logins.find(handle) else { return .answer(Answer(expiredPage(call))) }
    return proceed(login, call)
  }

  /// The same for a login that is at hand.
  func proceed(_ login: Transaction<CriiptoLogin>, _ call: Call) -> Outcome {
    guard login.detail.course.signedOn == nil, let method = login.detail.method.method else {
      return proceedInBrowser(login, call, page: selectionPage)
    }
    return method.answer(login, call, at: self)
  }

  /// What a hosted page does: a decided login is finished; an undecided one shows the page to a browser, and lets anybody
  /// else wait for the decision (scenarios.md, "What an authorize call answers").
  func proceedInBrowser(
    _ login: Transaction<CriiptoLogin>, _ call: Call, page: (Transaction<CriiptoLogin>) -> Response
  ) -> Outcome {
    switch login.phase(at: call.now) {
    case .authenticated, .failed: return .answer(finish(login, call))
    case .choosing, .pending:
      if call.request.prefersHTML { return .answer(Answer(page(login))) }
      let handle = login.identifier
      return .wait(transaction: handle, until: login.timeline.next(after: call.now)) { [self] call in
        proceed(handle, call)
      }
    }
  }

  /// The answer of a decided login to its client, in the response mode of the request.
  func finish(_ login: Transaction<CriiptoLogin>, _ call: Call) -> Answer {
    let (answer, remarks) = authorizationAnswer(of: login, for: call)
    let response = respond(answer, mode: login.detail.request.responseMode, login.detail.switches)
    return Answer(setSession(of: login, on: response, call), remarks: remarks)
  }

  /// What a decided login tells its client: the code, the id_token, or the error; the same however often it is asked, with a
  /// remark the first time.
  ///
  /// An undecided login is answered with `access_denied`; callers look at the phase first.
  func authorizationAnswer(
    of login: Transaction<CriiptoLogin>, for call: Call
  ) -> (answer: AuthorizationAnswer, remarks: [String]) {
    let request = login.detail.request
    switch login.phase(at: call.now) {
    case .authenticated(let moment):
      return success(of: login, authenticated: moment, call)
    case .failed(let failure):
      let remark = "\(login.person.key): \(failure.outcome); \(failure.error) is sent to \(login.client)"
      return (
        AuthorizationAnswer(failure: failure, to: request),
        remarks: isFirstAnswer(of: login, at: call.now) ? [remark] : []
      )
    case .choosing, .pending:
      let failure = LoginFailure("access_denied", outcome: "cancelled")
      return (AuthorizationAnswer(failure: failure, to: request), remarks: [])
    }
  }

  private func success(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, _ call: Call
  ) -> (answer: AuthorizationAnswer, remarks: [String]) {
    let request = login.detail.request
    let code =
      request.responseType.hasCode ? login.detail.course.code ?? login.makeCode(sandbox.environment) : nil
    var remarks: [String] = []
    if isFirstAnswer(of: login, at: call.now, code: code) {
      remarks = ["\(login.person.key) identified; the answer is sent to \(login.client)"]
      keepSession(of: login, authenticated: authenticated, at: call.now)
    }
    var answer = AuthorizationAnswer(to: request)
    answer.parameters.append(("code", code))
    if request.responseType.hasIDToken {
      do throws(TokenRecipe.Problem) {
        let token = try idToken(of: login, authenticated: authenticated, from: .authorize, for: call)
        answer.parameters.append(("id_token", token))
      } catch {
        let failure = LoginFailure("server_error", "\(error)", .refused)
        return (AuthorizationAnswer(failure: failure, to: request), remarks)
      }
    }
    answer.parameters.append(("state", request.state))
    return (answer, remarks)
  }

  /// Notes that the client is answered; `true` for the first time.
  private func isFirstAnswer(of login: Transaction<CriiptoLogin>, at now: Instant, code: String? = nil)
    -> Bool
  {
    let isFirst = logins.transactions.update(login.identifier) { login in
      let isFirst = login.detail.course.answered == nil
      if isFirst {
        login.detail.course.answered = now
        login.detail.course.code = code
        login.ends = max(login.ends, now + login.detail.switches.codeLifetime + Criipto.remembrance)
      }
      return (isFirst, newHandle: isFirst ? code : nil)
    }
    return isFirst ?? false
  }

  /// How long a login is remembered after its last credential ended.
  static let remembrance: Duration = .seconds(600)
}
