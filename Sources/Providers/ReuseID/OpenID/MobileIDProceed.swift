import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// Answers a browser, or a client without pages, as far as an operation has come.
  func proceed(_ identifier: String, for call: Call, at now: Instant) -> Outcome {
    guard let operation = settled(identifier, at: now) else {
      return .answer(unknownOperation(call.request))
    }
    if operation.detail.phase.isFinal {
      return .answer(Answer(.redirect(to: callback(operation, at: now))))
    }
    if call.request.prefersHTML { return .answer(Answer(waitingPage(operation, call))) }
    let next = [operation.timeline.next(after: now), operation.detail.deadline].compactMap { $0 }.min()
    return .wait(transaction: identifier, until: next) { [self] call in
      proceed(identifier, for: call, at: call.now)
    }
  }

  /// Where a browser goes when the operation is over: with a code, or with an error.
  func callback(_ operation: Transaction<Operation>, at now: Instant) -> String {
    let request = operation.detail.request
    let uri = request?.redirectURI ?? ""
    guard operation.detail.phase == .completed else {
      // The vendor's words for every such end (§1c).
      return RedirectLocation.with(
        uri,
        [("error", "access_denied"), ("error_description", Self.notCompleted), ("state", request?.state)])
    }
    let code = sandbox.environment.identifier(
      length: 43, from: .base64URL, ordinal: operation.ordinal, purpose: "reuseid/code")
    _ = ledger.transactions.update(operation.identifier) { operation in
      let isFirst = operation.detail.grant.code == nil
      if isFirst { (operation.detail.grant.code, operation.detail.grant.codeSent) = (code, now) }
      return (isFirst, newHandle: isFirst ? "code/\(code)" : nil)
    }
    return RedirectLocation.with(uri, [("code", code), ("state", request?.state)])
  }

  /// What the vendor says where the person has not completed the login (§1c).
  static let notCompleted =
    "The Resource Owner did not complete the login. urn:signicat:error; Unspecified error"

  // MARK: The page

  static let pages = PageFrame(title: "Signicat", brand: "Signicat")

  /// The operation whose page waits: a browser reloads it, and posts what a human decides.
  static var waitHandle: CallHandle {
    CallHandle { call in
      let form = try? call.request.method == .post ? call.request.form : call.request.target.query
      return form?["transaction"]
    }
  }

  /// The page behind the waiting page: reloads it, and takes what a human decides.
  func waitingPage(_ call: OwnedCall<Operation>) -> Outcome {
    guard let operation = call.transaction else { return .answer(unknownOperation(call.request)) }
    guard call.request.method == .post else {
      return proceed(operation.identifier, for: call.call, at: call.now)
    }
    let word = (try? call.request.form)?["do"] ?? ""
    // No page disturbs a scripted person; leaving is always possible.
    guard let verb = Verb(rawValue: word), verb == .cancel || operation.timeline.isManual else {
      let refusal = OpenIDRefusal(
        "invalid_request", OpenIDRules.requestMalformed, word, "That cannot be done here")
      return .answer(Answer(call.request.prefersHTML ? errorPage(refusal) : refusal.response))
    }
    try? act(verb.rawValue, reason: nil, on: operation.identifier, at: call.now)
    return .answer(Answer(.redirect(303, to: waitingURL(operation, call.call))))
  }

  private func waitingURL(_ operation: Transaction<Operation>, _ call: Call) -> String {
    "\(call.publicBase)/auth/open/connect/wait?transaction=\(operation.identifier)"
  }

  private func waitingPage(_ operation: Transaction<Operation>, _ call: Call) -> Response {
    let isManual = operation.timeline.isManual
    let context: HTML =
      operation.preContext.map {
        "<section data-testid=\"context\"><h2>\($0.title ?? "")</h2><p>\($0.content)</p></section>"
      } ?? ""
    let verbs: [Verb] = isManual ? [.approve, .wrongPIN, .reject, .cancel] : [.cancel]
    let buttons = verbs.map { verb -> HTML in
      "<button name=\"do\" value=\"\(verb.rawValue)\" data-testid=\"\(verb.rawValue)\">\(verb.label)</button>"
    }
    return Self.pages.response(
      title: "Waiting for the app", language: "en",
      refresh: PageFrame.Refresh(seconds: isManual ? 5 : 1, url: waitingURL(operation, call)),
      """
      <h1>Open your app</h1>
      <p data-testid="person">\(operation.person.fullName ?? operation.person.key) confirms the login in the app.</p>
      \(context)
      <form method="post" action="\(waitingURL(operation, call))">
      <input type="hidden" name="transaction" value="\(operation.identifier)">
      \(HTML(buttons))
      </form>
      \(PhoneLink(besides: call.publicBase, of: Self.slug).line)
      """)
  }

  func errorPage(_ refusal: OpenIDRefusal) -> Response {
    Self.pages.response(
      refusal.status, title: "Error", language: "en",
      """
      <h1>The login cannot begin</h1>
      <p class="problem" data-testid="error">\(refusal.error): \(refusal.description)</p>
      <p data-testid="hint"><strong>Eidolon:</strong> \(refusal.findings.first?.text ?? "")</p>
      """)
  }

  func unknownOperation(_ request: Request) -> Answer {
    let refusal = OpenIDRefusal(
      "invalid_request", OpenIDRules.handleUnknown, request.target.path, "There is no such operation")
    return Answer(request.prefersHTML ? errorPage(refusal) : refusal.forApp, findings: refusal.findings)
  }
}

extension ReuseID.Verb {
  /// What the button of a page says.
  fileprivate var label: String {
    switch self {
    case .approve: "Give the right PIN"
    case .wrongPIN: "Give a wrong PIN"
    case .reject: "Decline"
    case .cancel: "Cancel"
    case .open, .verify, .failVerification, .cancelVerification, .ignore: rawValue
    }
  }
}
