package import Flow
package import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// Answers a browser, or a client without pages, according to the state of its login (scenarios.md, "What an
  /// authorize call answers").
  package func proceed(_ identifier: String, _ call: Call) -> Outcome {
    guard let login = current(identifier, at: call.now) else { return .answer(expired(nil, for: call)) }
    return proceed(login, call)
  }

  package func proceed(_ login: Transaction<Login>, _ call: Call) -> Outcome { proceedOnPage(login, call) }

  /// Sends the browser back if the login is decided; otherwise shows browsers the page, and lets other clients wait.
  package func proceedOnPage(_ login: Transaction<Login>, _ call: Call) -> Outcome {
    guard decision(on: login, at: call.now) == nil else { return .answer(finish(login, call)) }
    if call.request.prefersHTML { return .answer(Answer(page(of: login, for: call))) }
    // The answer to a client without pages is held until the person has decided.
    let identifier = login.identifier
    return .wait(transaction: identifier, until: login.timeline.next(after: call.now)) { [self] call in
      proceed(identifier, call)
    }
  }

  /// Tells the client how a decided login ended; a browser that asks again gets the same answer.
  package func finish(_ login: Transaction<Login>, _ call: Call) -> Answer {
    guard let ending = ending(of: login, for: call) else { return expired(login, for: call) }
    return Answer(
      respond(ending.answer, of: login, for: call), findings: ending.findings, remarks: ending.remarks)
  }

  /// What the client of a decided login is told, with a remark the first time; `nil` if it is told nothing.
  package func ending(of login: Transaction<Login>, for call: Call) -> LoginEnding? {
    switch decision(on: login, at: call.now) {
    case .approved: success(of: login, call)
    case .refused(let error, let description, let remark, let findings):
      refused(login, error, description, remark, findings, call)
    case .expired, nil: nil
    }
  }

  private func refused(
    _ login: Transaction<Login>, _ error: OAuthError, _ description: String?, _ remark: String,
    _ findings: [Finding], _ call: Call
  ) -> LoginEnding {
    let isFirst = noteAnswer(of: login, at: call.now)
    if isFirst { logins.note(findings, on: login.identifier) }
    noteUnchanged(Callback.name, "the login ends in an error", of: login)
    return LoginEnding(
      answer: AuthorizationAnswer(
        error, description, state: login.detail.state, to: login.detail.redirectURI),
      findings: isFirst ? findings : [], remarks: isFirst ? [remark] : [])
  }

  /// A code, tokens of the front channel, or both, and `state` if it was sent (RFC 6749 §4.1.2).
  private func success(of login: Transaction<Login>, _ call: Call) -> LoginEnding {
    let detail = login.detail
    let code = detail.wantsCode ? detail.grant.code ?? makeCode(of: login) : nil
    let isFirst = noteAnswer(of: login, code: code, at: call.now)
    let what = code == nil ? "an id_token" : "a code"
    let remarks = isFirst ? ["\(login.person.key) approved; \(what) is sent to \(login.client)"] : []
    do throws(OpenIDRefusal) {
      let tokens = try frontChannelTokens(of: login, call)
      let answer = AuthorizationAnswer(
        to: detail.redirectURI, [("code", code)] + tokens + [("state", detail.state)])
      if isFirst, let code { note(code, of: login, call) }
      return LoginEnding(answer: changed(answer, of: login, at: call.publicBase), remarks: remarks)
    } catch {
      noteUnchanged(Callback.name, "the login ends in an error", of: login)
      return LoginEnding(
        answer: AuthorizationAnswer(
          error.error, error.description, state: detail.state, to: detail.redirectURI),
        findings: error.findings, remarks: remarks)
    }
  }

  /// Notes a code for stories of other providers that mix it up with theirs.
  private func note(_ code: String, of login: Transaction<Login>, _ call: Call) {
    let base = call.publicBase
    sandbox.latestCodes.note(
      LatestCodes.Entry(
        of: Self.slug, issuer: issuer(of: login, at: base), redirectURI: login.detail.redirectURI, code: code
      ) {
        Self.endpoints.first { $0.name == Self.tokenEndpointName }.map { base + $0.path } ?? ""
      })
  }

  /// Notes what the client is told at the end of its request; `true` the first time.
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

  /// None, because the code is enough.
  package func frontChannelTokens(
    of login: Transaction<Login>, _ call: Call
  ) throws(OpenIDRefusal) -> [(name: String, value: String?)] { [] }

  package func respond(
    _ answer: AuthorizationAnswer, of login: Transaction<Login>, for call: Call
  ) -> Response { ResponseMode.query.response(answer) }
}

/// How an authorization request ended, for its client and for the log.
package struct LoginEnding: Sendable {
  package let answer: AuthorizationAnswer
  /// Why it gets an error, if a rule was broken.
  package var findings: [Finding] = []
  /// Lines for the log, only the first time.
  package let remarks: [String]
}
