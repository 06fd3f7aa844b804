import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// Answers a browser, or a client without pages, as far as an operation has come.
  func proceed(_ identifier: String, for call: Call, _ opened: OpenedOperation? = nil, faults: [Fault] = [])
    -> Outcome
  {
    guard let operation = settled(identifier) else { return .answer(unknownOperation(call)) }
    var answer = opened?.answer(.text("")) ?? Answer(.text(""), transaction: identifier, faults: faults)
    if operation.detail.phase.isFinal {
      answer.response = .redirect(to: callback(operation))
    } else if call.request.prefersHTML {
      answer.response = waitingPage(operation, call)
    } else {
      let next = [operation.timeline.next(after: ledger.now), operation.detail.deadline].compactMap { $0 }
        .min()
      return .wait(transaction: identifier, until: next) { [self] in
        proceed(identifier, for: call, opened, faults: faults)
      }
    }
    return .answer(answer)
  }

  /// Where a browser goes when the operation is over: with a code, or with an error.
  func callback(_ operation: Transaction<Operation>) -> String {
    let request = operation.detail.request
    let uri = request?.redirectURI ?? ""
    guard operation.detail.phase == .completed else {
      // The vendor's words for every such end (§1c).
      return RedirectLocation.with(
        uri,
        [("error", "access_denied"), ("error_description", Self.notCompleted), ("state", request?.state)])
    }
    let now = ledger.now
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

  /// The page behind the waiting page: reloads it, and takes what a human decides.
  func waitingPage(_ call: Call) -> Outcome {
    let isPost = call.request.method == .post
    guard let form = try? isPost ? call.request.form : call.request.target.query,
      let handle = form["transaction"]
    else { return .answer(unknownOperation(call)) }
    let noted = ledger.call(at: EndpointName.authorizePage, of: handle, for: call) {
      $0.identifier == handle && $0.detail.channel == .browser
    }
    guard let operation = noted.transaction else { return .answer(unknownOperation(call)) }
    if let instead = noted.answerInstead { return .answer(instead) }
    guard isPost else { return proceed(handle, for: call, faults: noted.faults) }
    let verb = Verb(rawValue: form["do"] ?? "")
    // No page disturbs a scripted person; leaving is always possible.
    guard let verb, verb == .cancel || operation.timeline.isManual else {
      let refusal = OpenIDRefusal(
        "invalid_request", OpenIDRules.requestMalformed, form["do"] ?? "", "That cannot be done here")
      return .answer(
        Answer(call.request.prefersHTML ? errorPage(refusal) : refusal.response, transaction: handle))
    }
    try? act(verb.rawValue, reason: nil, on: handle)
    return .answer(Answer(.redirect(303, to: waitingURL(operation, call)), transaction: handle))
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
      <p data-testid="hint"><strong>Eidolon:</strong> \(refusal.finding?.text ?? "")</p>
      """)
  }

  func unknownOperation(_ call: Call) -> Answer {
    let refusal = OpenIDRefusal(
      "invalid_request", OpenIDRules.handleUnknown, call.request.target.path, "There is no such operation")
    return Answer(
      call.request.prefersHTML ? errorPage(refusal) : refusal.forApp,
      findings: [refusal.finding].compactMap { $0 })
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
