import Flow
import HTTP
import ProviderKit

extension BioID {
  /// The simulated app: what `bioid-verify://` and `bioid-enroll://` open on a phone (§1.8).
  ///
  /// Exchange the scheme and `//` of the launch link for this endpoint's address, and the query stays as it is.
  func app(_ call: Call, for task: BWSTask) -> Outcome {
    let isPost = call.request.method == .post
    guard let query = try? isPost ? call.request.form : call.request.target.query else {
      return .answer(refusedPage(Finding(BWSTokenRules.queryMalformed), "This link is broken.", call))
    }
    guard let token = query["access_token"], !token.isEmpty else {
      return .answer(refusedPage(Finding(BioIDAppRules.tokenMissing), "This link has no access_token.", call))
    }
    let noted = operations.call(at: BioIDEndpoint.app, of: token, for: call) { $0.detail.token == token }
    guard let transaction = noted.transaction else {
      return .answer(refusedPage(unknown(token, switches(of: nil)).finding, "This token is not valid.", call))
    }
    if let instead = noted.answerInstead { return .answer(instead) }
    if isPost { return .answer(act(query, on: transaction, call, noted.faults)) }
    if let refusal = launchRefusal(query["return_url"], isAndroid: Platform(call.request) == .android) {
      return .answer(refusedPage(refusal.finding, refusal.text, call, transaction))
    }
    var findings: [Finding] = []
    openApp(query, transaction, for: task, &findings)
    return proceed(transaction.identifier, call, findings, noted.faults)
  }

  /// Why the app cannot do anything with a link: it must know where to return, except on Android (§1.8).
  func launchRefusal(_ returnURL: String?, isAndroid: Bool) -> (finding: Finding, text: String)? {
    guard let returnURL else {
      return isAndroid ? nil : (Finding(BioIDAppRules.returnMissing), "This link has no return_url.")
    }
    guard BioIDAppReturn.address(returnURL) == nil else { return nil }
    return (Finding(BioIDAppRules.returnInvalid, returnURL), "The return_url cannot be opened.")
  }

  /// Opens the app with a link that it can do something with.
  func openApp(
    _ query: Form, _ transaction: Transaction<BWSOperation>, for task: BWSTask, isOnPhone: Bool = false,
    _ findings: inout [Finding]
  ) {
    if transaction.detail.request.task != task {
      findings.append(
        Finding(
          BioIDAppRules.wrongScheme,
          "bioid-\(task.rawValue) with a token for \(transaction.detail.request.task.rawValue)"))
    }
    noteState(query["state"], transaction.detail, &findings)
    var session = BioIDAppSession(
      kind: .app, returnURL: query["return_url"], state: query["state"],
      deadline: transaction.detail.expires)
    session.isOnPhone = isOnPhone
    launch(session, transaction)
  }

  /// The web user interface, under both its addresses (§1.8).
  func webUI(_ call: Call) -> Outcome {
    let isPost = call.request.method == .post
    guard let query = try? isPost ? call.request.form : call.request.target.query,
      let token = query["access_token"], !token.isEmpty
    else { return .answer(plain("The access token is missing.", Finding(BioIDAppRules.tokenMissing))) }
    guard let url = query["return_url"] ?? (isPost ? "" : nil) else {
      return .answer(plain("The return URL is missing.", Finding(BioIDAppRules.returnMissing)))
    }
    // A URL, not the bare name of an app (§1.8).
    guard isPost || url.contains("://") && BioIDAppReturn.address(url) != nil else {
      return .answer(plain("The return URL is not valid.", Finding(BioIDAppRules.returnInvalid, url)))
    }
    let noted = operations.call(at: BioIDEndpoint.webUI, of: token, for: call) { $0.detail.token == token }
    guard let transaction = noted.transaction else {
      return .answer(plain("The token is not valid.", unknown(token, switches(of: nil)).finding))
    }
    if let instead = noted.answerInstead { return .answer(instead) }
    if isPost { return .answer(act(query, on: transaction, call, noted.faults)) }
    var findings: [Finding] = []
    noteState(query["state"], transaction.detail, &findings)
    let patience = transaction.detail.switches[.activity]
    let session = BioIDAppSession(
      kind: .webUI, returnURL: url, state: query["state"],
      skipsIntroduction: query["skipintro"]?.lowercased() == "true",
      deadline: min(transaction.detail.expires, operations.now + patience))
    launch(session, transaction)
    return proceed(transaction.identifier, call, findings, noted.faults)
  }

  /// A launch link that somebody pasted: `bioid-verify://?…` leads to the simulated app.
  func openLink(_ call: Call) -> Outcome {
    let link = (try? call.request.target.query)?["link"] ?? ""
    for task in [BWSTask.verify, .enroll] {
      let start = "bioid-\(task.rawValue)://"
      guard link.hasPrefix(start) else { continue }
      let query = link.dropFirst(start.count).drop { $0 == "/" }
      return .answer(Answer(.redirect(303, to: "\(call.publicBase)/app/\(task.rawValue)\(query)")))
    }
    return .answer(
      refusedPage(
        Finding(BioIDAppRules.linkUnknown, String(link.prefix(60))), "This is no link of the BioID app.", call
      ))
  }

  /// `state` is recommended, and what is not encoded on the way back should need no encoding (§4.8).
  private func noteState(_ state: String?, _ operation: BWSOperation, _ findings: inout [Finding]) {
    guard let state, !state.isEmpty else {
      findings.append(Finding(BioIDAppRules.stateMissing))
      return
    }
    if operation.switches[.stateEncoding].word == "verbatim", !BioIDAppReturn.survives(state) {
      findings.append(Finding(BioIDAppRules.stateDamaged, state))
    }
  }

  /// Begins a session, unless it is the one that runs: the person's time counts from now.
  private func launch(_ session: BioIDAppSession, _ transaction: Transaction<BWSOperation>) {
    let now = operations.now
    operations.update(transaction.identifier) { transaction in
      if let running = transaction.detail.app, running.isSame(as: session), running.goesOn { return }
      transaction.detail.app = session
      guard !transaction.timeline.isManual else { return }
      transaction.timeline = Timeline(
        operations.script(transaction.decision, standard: BioID.approval), reachingPhoneAt: now,
        waitingFor: max(.zero, session.deadline - now))
    }
  }

  /// Answers as far as the person has come: with the way back, with a page, or later.
  private func proceed(
    _ identifier: String, _ call: Call, _ findings: [Finding] = [], _ faults: [Fault] = []
  ) -> Outcome {
    let now = operations.now
    let current = operations.update(identifier) { transaction -> Transaction<BWSOperation> in
      runApp(&transaction, at: now)
      return transaction
    }
    guard let current, let session = current.detail.app else {
      return .answer(
        refusedPage(Finding(BWSAuthenticationRules.tokenExpired), "This token is not valid.", call))
    }
    operations.note(findings, on: identifier)
    var answer = Answer(.text(""), transaction: identifier, findings: findings, faults: faults)
    if session.ending != nil {
      operations.update(identifier) { $0.detail.app?.isEndingTold = true }
      answer.response =
        session.location(current.detail).map { .redirect(to: $0) } ?? leftPage(current, session)
      if session.ending == .finished || session.ending == .stayed, let result = current.detail.result {
        answer.remarks = ["the app: \(result.outcome.term.meaning)"]
      }
      return .answer(answer)
    }
    guard !call.request.prefersHTML else {
      answer.response = waitingPage(current, session, call)
      return .answer(answer)
    }
    let next = [current.timeline.next(after: now), session.deadline > now ? session.deadline : nil]
    return .wait(transaction: identifier, until: next.compactMap { $0 }.min() ?? current.detail.expires) {
      [self] in proceed(identifier, call, findings, faults)
    }
  }

  /// A human plays the person on the waiting page: the verbs are those of scenarios.
  ///
  /// Cancelling is always there; the rest only where a human decides, so that no page disturbs a scripted person.
  private func act(
    _ form: Form, on transaction: Transaction<BWSOperation>, _ call: Call, _ faults: [Fault]
  ) -> Answer {
    guard let verb = form["do"].flatMap({ BioIDVerb(rawValue: $0) }),
      verb == .cancel || transaction.timeline.isManual
    else {
      return Answer(
        .text(.badRequest, "nothing that can be done here\n"), transaction: transaction.identifier,
        faults: faults)
    }
    try? operations.act(verb.rawValue, reason: form["reason"], on: transaction.identifier)
    let current = operations.find(transaction.identifier) ?? transaction
    return Answer(
      .redirect(303, to: pageURL(current, call)), transaction: transaction.identifier, faults: faults)
  }

  /// The address of a running session, which continues it.
  func pageURL(_ transaction: Transaction<BWSOperation>, _ call: Call) -> String {
    let session = transaction.detail.app
    let path =
      session?.kind == .webUI
      ? "/bws/uui" : "/app/\(transaction.detail.request.task == .enroll ? "enroll" : "verify")"
    return RedirectLocation.with(
      call.publicBase + path,
      [
        ("access_token", transaction.detail.token), ("return_url", session?.returnURL),
        ("state", session?.state),
        ("skipintro", session?.skipsIntroduction == true ? "true" : nil),
      ])
  }

  /// The web user interface refuses in plain words and redirects nowhere (§1.8).
  private func plain(_ text: String, _ finding: Finding) -> Answer {
    Answer(.text(.badRequest, text + "\n"), findings: [finding])
  }
}
