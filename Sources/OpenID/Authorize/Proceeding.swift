package import Flow
import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// Answers a browser, or a client without pages, as far as a login has come (scenarios.md, "What an authorize call answers").
  package func proceed(_ identifier: String, _ call: Call) -> Outcome {
    guard let login = current(identifier, at: call.now) else { return .answer(expired(nil, for: call)) }
    switch decision(on: login, at: call.now) {
    case .approved: return .answer(sendCode(of: login, at: call.now))
    case .refused(let error, let description, let remark):
      let answer = AuthorizationAnswer(
        error, description, state: login.detail.state, to: login.detail.redirectURI)
      return .answer(
        Answer(
          ResponseMode.query.response(answer), remarks: noteAnswer(of: login, at: call.now) ? [remark] : []))
    case .expired: return .answer(expired(login, for: call))
    case nil:
      if call.request.prefersHTML { return .answer(Answer(page(of: login, for: call))) }
      // A client without pages has its answer held until the person has decided.
      return .wait(transaction: identifier, until: login.timeline.next(after: call.now)) { [self] call in
        proceed(identifier, call)
      }
    }
  }

  /// The success answer: a redirect with `code`, and `state` if it was sent (RFC 6749 §4.1.2).
  ///
  /// A browser that asks again gets the same.
  package func sendCode(of login: Transaction<Login>, at now: Instant) -> Answer {
    let code = login.detail.grant.code ?? makeCode(of: login)
    let isFirst = noteAnswer(of: login, code: code, at: now)
    let answer = AuthorizationAnswer(
      to: login.detail.redirectURI, [("code", code), ("state", login.detail.state)])
    let remark = "\(login.person.key) approved; a code is sent to \(login.client)"
    return Answer(ResponseMode.query.response(answer), remarks: isFirst ? [remark] : [])
  }

  /// Notes what the client is told at the end of its request; `true` for the first time.
  package func noteAnswer(of login: Transaction<Login>, code: String? = nil, at now: Instant) -> Bool {
    let isFirst = logins.transactions.update(login.identifier) { login in
      let isFirst = login.detail.grant.sent == nil
      if isFirst {
        (login.detail.grant.code, login.detail.grant.sent) = (code, now)
        if code != nil { login.ends = end(of: login, at: now) }
      }
      return (isFirst, newHandle: isFirst ? code : nil)
    }
    return isFirst ?? false
  }
}
