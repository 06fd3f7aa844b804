import Flow
import HTTP
import ProviderKit

extension Criipto {
  /// Answers as far as a login has come: with the client's answer when it is decided, else as its eID does.
  func proceed(_ handle: String, _ exchange: CriiptoExchange) -> Outcome {
    guard let login = ledger.find(handle) else {
      return .answer(exchange.answer(expiredPage(exchange.call), of: nil))
    }
    return proceed(login, exchange)
  }

  /// The same for a login that is at hand.
  func proceed(_ login: Transaction<CriiptoLogin>, _ exchange: consuming CriiptoExchange) -> Outcome {
    guard login.detail.course.signedOn == nil, let method = login.detail.method.method else {
      let call = exchange.call
      return proceedInBrowser(login, exchange) { self.selectionPage($0, for: call) }
    }
    return method.answer(login, exchange, at: self)
  }

  /// What a login's own app is answered at once; a login that a session answers has none.
  func answerToApp(_ login: Transaction<CriiptoLogin>) -> Response? {
    guard login.detail.course.signedOn == nil else { return nil }
    return login.detail.method.method?.answerToApp(login, at: self)
  }

  /// What a hosted page does: a decided login is finished; an undecided one shows the page to a browser, and lets anybody
  /// else wait for the decision (scenarios.md, "What an authorize call answers").
  func proceedInBrowser(
    _ login: Transaction<CriiptoLogin>, _ exchange: CriiptoExchange,
    page: (Transaction<CriiptoLogin>) -> Response
  ) -> Outcome {
    let now = sandbox.environment.clock.now
    switch login.phase(at: now) {
    case .authenticated, .failed: return .answer(finish(login, exchange))
    case .choosing, .pending:
      if exchange.call.request.prefersHTML {
        return .answer(exchange.answer(page(login), of: login.identifier))
      }
      let handle = login.identifier
      return .wait(transaction: handle, until: login.timeline.next(after: now)) { [self] in
        proceed(handle, exchange)
      }
    }
  }

  /// The answer of a decided login to its client, in the response mode of the request.
  func finish(_ login: Transaction<CriiptoLogin>, _ exchange: CriiptoExchange) -> Answer {
    var exchange = exchange
    let answer = authorizationAnswer(of: login, &exchange)
    let response = respond(answer, mode: login.detail.request.responseMode, login.detail.switches)
    return exchange.answer(setSession(of: login, on: response, exchange.call), of: login.identifier)
  }

  /// What a decided login tells its client: the code, the id_token, or the error; the same however often it is asked.
  ///
  /// An undecided login is answered with `access_denied`; callers look at the phase first.
  func authorizationAnswer(
    of login: Transaction<CriiptoLogin>, _ exchange: inout CriiptoExchange
  ) -> AuthorizationAnswer {
    let now = sandbox.environment.clock.now
    let request = login.detail.request
    switch login.phase(at: now) {
    case .authenticated(let moment):
      return success(of: login, authenticated: moment, &exchange)
    case .failed(let failure):
      if isFirstAnswer(of: login, at: now) {
        exchange.remarks.append(
          "\(login.person.key): \(failure.outcome); \(failure.error) is sent to \(login.client)")
      }
      return AuthorizationAnswer(failure: failure, to: request)
    case .choosing, .pending:
      return AuthorizationAnswer(failure: LoginFailure("access_denied", outcome: "cancelled"), to: request)
    }
  }

  private func success(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, _ exchange: inout CriiptoExchange
  ) -> AuthorizationAnswer {
    let now = sandbox.environment.clock.now
    let request = login.detail.request
    let code =
      request.responseType.hasCode ? login.detail.course.code ?? login.makeCode(sandbox.environment) : nil
    if isFirstAnswer(of: login, at: now, code: code) {
      exchange.remarks.append("\(login.person.key) identified; the answer is sent to \(login.client)")
      keepSession(of: login, authenticated: authenticated)
    }
    var answer = AuthorizationAnswer(to: request)
    answer.parameters.append(("code", code))
    if request.responseType.hasIDToken {
      do throws(TokenRecipe.Problem) {
        let token = try idToken(of: login, authenticated: authenticated, from: .authorize, for: exchange.call)
        answer.parameters.append(("id_token", token))
      } catch {
        return AuthorizationAnswer(
          failure: LoginFailure("server_error", "\(error)", .refused), to: request)
      }
    }
    answer.parameters.append(("state", request.state))
    return answer
  }

  /// Notes that the client is answered; `true` for the first time.
  private func isFirstAnswer(of login: Transaction<CriiptoLogin>, at now: Instant, code: String? = nil)
    -> Bool
  {
    let isFirst = ledger.transactions.update(login.identifier) { login in
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
