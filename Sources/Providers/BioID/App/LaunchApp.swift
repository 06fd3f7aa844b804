import OpenID
import Flow
import HTTP
import ProviderKit

extension BioID {
  /// The simulated app, which `bioid-verify://` and `bioid-enroll://` open on a phone (§1.8).
  ///
  /// The query is that of the launch link; only the scheme and `//` are replaced by this endpoint's address.
  func app(_ call: OwnedCall<BWSOperation>, for task: BWSTask) -> Outcome {
    do throws(BioIDLaunchRefusal) {
      guard let query = call.request.submitted else {
        throw BioIDLaunchRefusal("This link is broken.", Finding(BWSTokenRules.queryMalformed))
      }
      guard !call.handle.isEmpty else {
        throw BioIDLaunchRefusal("This link has no access_token.", Finding(BioIDAppRules.tokenMissing))
      }
      guard let transaction = call.transaction else {
        throw BioIDLaunchRefusal(
          "This token is not valid.", unknown(call.handle, switches(of: nil)).finding)
      }
      if call.request.method == .post { return .answer(act(query, on: transaction, call.call)) }
      try checkReturn(query["return_url"], isRequired: Platform(call.request) != .android)
      let findings = openApp(query, transaction, for: task, at: call.now)
      return proceed(transaction.identifier, call.call, findings)
    } catch {
      if let transaction = call.transaction { operations.note([error.finding], on: transaction.identifier) }
      return .answer(refusedPage(error, call.call))
    }
  }

  /// `return_url` is required except on Android (§1.8).
  func checkReturn(_ returnURL: String?, isRequired: Bool) throws(BioIDLaunchRefusal) {
    guard let returnURL else {
      guard isRequired else { return }
      throw BioIDLaunchRefusal("This link has no return_url.", Finding(BioIDAppRules.returnMissing))
    }
    guard BioIDAppReturn.address(returnURL) != nil else {
      throw BioIDLaunchRefusal(
        "The return_url cannot be opened.", Finding(BioIDAppRules.returnInvalid, returnURL))
    }
  }

  /// Opens the app with a usable link.
  ///
  /// - Returns: the rules that the link breaks nevertheless.
  func openApp(
    _ query: Form, _ transaction: Transaction<BWSOperation>, for task: BWSTask, isOnPhone: Bool = false,
    at now: Instant
  ) -> [Finding] {
    var session = BioIDAppSession(
      kind: .app, returnURL: query["return_url"], state: query["state"],
      begun: now, deadline: transaction.detail.expires)
    session.isOnPhone = isOnPhone
    let wanted = transaction.detail.request.task
    var wrongScheme: Finding?
    if wanted != task {
      session.ending = .wrongTask
      wrongScheme = Finding(
        BioIDAppRules.wrongScheme, "bioid-\(task.rawValue) with a token for \(wanted.rawValue)")
    }
    let late = launch(session, transaction, at: now)
    return [wrongScheme, late, stateProblem(query["state"], transaction.detail)].compactMap { $0 }
  }

  /// Redirects a pasted launch link, such as `bioid-verify://?…`, to the simulated app.
  func openLink(_ call: Call) -> Outcome {
    let link = (try? call.request.target.query)?["link"] ?? ""
    for task in BWSTask.launched {
      let start = "bioid-\(task.rawValue)://"
      guard link.hasPrefix(start) else { continue }
      let query = link.dropFirst(start.count).drop { $0 == "/" }
      return .answer(Answer(.redirect(303, to: "\(call.publicBase)/app/\(task.rawValue)\(query)")))
    }
    return .answer(
      refusedPage(
        BioIDLaunchRefusal(
          "This is not a link of the BioID app.", Finding(BioIDAppRules.linkUnknown, String(link.prefix(60)))),
        call))
  }

  /// `state` is recommended, and must survive the return unencoded (§4.8).
  func stateProblem(_ state: String?, _ operation: BWSOperation) -> Finding? {
    guard let state, !state.isEmpty else { return Finding(BioIDAppRules.stateMissing) }
    let isVerbatim = operation.switches[.stateEncoding].word == "verbatim"
    return isVerbatim && !BioIDAppReturn.survives(state) ? Finding(BioIDAppRules.stateDamaged, state) : nil
  }

  /// Begins a session, unless one of the same launch is still running; the person's steps are timed from now.
  ///
  /// - Returns: the finding of a launch with an expired token, which the app learns when it uploads (§4.5).
  func launch(
    _ session: BioIDAppSession, _ transaction: Transaction<BWSOperation>, at now: Instant
  ) -> Finding? {
    let isNew = operations.update(transaction.identifier) { transaction -> Bool in
      if session.ending == nil, let running = transaction.detail.app, running.isSame(as: session),
        running.isCurrent
      {
        return false
      }
      begin(session, &transaction, at: now)
      return true
    }
    guard isNew == true, now >= transaction.detail.expires, !transaction.isBroken else { return nil }
    return Finding(BWSAuthenticationRules.tokenExpired, transaction.detail.age(at: now))
  }

  private func begin(
    _ session: BioIDAppSession, _ transaction: inout Transaction<BWSOperation>, at now: Instant
  ) {
    transaction.detail.app = session
    guard !transaction.timeline.isManual else { return }
    transaction.timeline = Timeline(
      operations.script(transaction.decision, standard: BioID.approval), reachingPhoneAt: now,
      waitingFor: max(.zero, session.deadline - now))
  }

  /// Redirects if the session has ended; otherwise shows browsers the waiting page, and lets other clients wait.
  func proceed(_ identifier: String, _ call: Call, _ findings: [Finding]) -> Outcome {
    let current = operations.update(identifier) { transaction -> Transaction<BWSOperation> in
      runApp(&transaction, at: call.now)
      return transaction
    }
    guard let current, let session = current.detail.app else {
      return .answer(
        refusedPage(
          BioIDLaunchRefusal("This token is not valid.", Finding(BWSAuthenticationRules.tokenExpired)), call))
    }
    operations.note(findings, on: identifier)
    var answer = Answer(.text(""), findings: findings)
    if session.ending != nil {
      operations.update(identifier) { $0.detail.app?.isEndingTold = true }
      answer.response =
        session.location(current.detail).map { .redirect(to: $0) } ?? leftPage(current, session)
      if session.ending == .finished || session.ending == .stayed, let result = current.detail.result {
        answer.remarks = ["\(session.kind.name): \(result.outcome.term.meaning)"]
      }
      return .answer(answer)
    }
    guard !call.request.prefersHTML else {
      answer.response = waitingPage(current, session, call)
      return .answer(answer)
    }
    let next = [current.timeline.next(after: call.now), session.deadline > call.now ? session.deadline : nil]
    return .wait(transaction: identifier, until: next.compactMap { $0 }.min() ?? current.detail.expires) {
      [self] call in proceed(identifier, call, findings)
    }
  }

  /// Handles a button of the waiting page, named like the verb of a scenario.
  ///
  /// While a scenario scripts the person, only cancelling is possible.
  func act(_ form: Form, on transaction: Transaction<BWSOperation>, _ call: Call) -> Answer {
    guard let verb = form["do"].flatMap({ BioIDVerb(rawValue: $0) }),
      verb == .cancel || transaction.timeline.isManual
    else { return Answer(.text(.badRequest, "nothing that can be done here\n")) }
    try? operations.act(verb.rawValue, reason: form["reason"], on: transaction.identifier, at: call.now)
    let current = operations.find(transaction.identifier) ?? transaction
    return Answer(.redirect(303, to: pageURL(current, call)))
  }
}
