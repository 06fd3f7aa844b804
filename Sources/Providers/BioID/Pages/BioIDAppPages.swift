import Flow
import HTTP
import ProviderKit

extension BioID {
  static let frame = PageFrame(
    title: "BioID", brand: "BioID®",
    style: HTML(
      markup: """
        .launch input{width:100%}
        .camera{display:block;width:100%;max-width:18rem;margin:var(--gap-4) auto;border:2px solid var(--line);border-radius:1rem;color:var(--faint);background:var(--raised)}
        """))

  private static let camera = HTML(
    markup: """
      <svg class="camera" viewBox="0 0 160 110" aria-hidden="true"><ellipse cx="80" cy="55" rx="30" ry="40" \
      fill="none" stroke="currentColor" stroke-width="2.5" stroke-dasharray="6 5"/></svg>
      """)

  /// The page that waits for the person; it reloads itself, without script.
  func waitingPage(_ transaction: Transaction<BWSOperation>, _ session: BioIDAppSession, _ call: Call)
    -> Response
  {
    let operation = transaction.detail
    let here = pageURL(transaction, call)
    let isManual = transaction.timeline.isManual
    let failed: HTML =
      operation.result.map { result in
        result.isSuccess
          ? "" : "<p class=\"problem\" data-testid=\"failure\">\(result.outcome.term.meaning). Try again.</p>"
      } ?? ""
    let title = BioID.pageTitle(session, operation)
    return BioID.frame.response(
      title: title, language: "en", refresh: PageFrame.Refresh(seconds: isManual ? 2 : 1, url: here),
      """
      <h1>\(title)</h1>
      <p data-testid="who">\(HTML.name(of: transaction.person)), for \(HTML.foreign(clientName(transaction.client), atMost: 80))</p>
      \(failed)
      \(BioID.camera)
      <p data-testid="waiting">Look into the camera\(movements(operation)).</p>
      <p>Attempt \(operation.nextTry).</p>
      <form method="post" action="\(here)">
      <input type="hidden" name="access_token" value="\(operation.token)">
      <input type="hidden" name="return_url" value="\(session.returnURL ?? "")">
      \(session.kind == .webUI ? appLink(operation, session) : "")
      \(session.kind == .webUI && isManual ? button("skip", "Skip the \(operation.request.task.words)") : "")
      \(button("cancel", "Cancel"))
      \(EmulatorStrip.html(
        "what the camera sees",
        """
        \(isManual ? buttons(session) : "")
        <p>BCID <code>\(operation.request.bcid?.text ?? "none")</code></p>
        \(PhoneLink(besides: call.publicBase, of: BioID.slug).line)
        """))
      </form>
      """)
  }

  private static func pageTitle(_ session: BioIDAppSession, _ operation: BWSOperation) -> String {
    session.kind == .webUI ? "Biometric \(operation.request.task.words)" : "BioID app"
  }

  private func movements(_ operation: BWSOperation) -> String {
    guard let challenge = operation.challenge else { return "" }
    return " and move your head " + challenge.map(\.rawValue).joined(separator: ", ")
  }

  private func buttons(_ session: BioIDAppSession) -> HTML {
    """
    \(button("approve", "Be recognized"))
    \(button("wrong_face", "Be somebody else"))
    \(button("fail", "Hold up a photo"))
    \(button("stay", session.kind == .webUI ? "Be recognized and stay here" : "Be recognized and stay in the app"))
    """
  }

  private func button(_ verb: String, _ label: String) -> HTML {
    """
    <button type="submit" name="do" value="\(verb)" data-testid="\(verb)">\(label)</button>
    """
  }

  /// The web user interface offers the app with the same return_url and state (§1.8).
  private func appLink(_ operation: BWSOperation, _ session: BioIDAppSession) -> HTML {
    guard
      let link = BioID.launchLink(operation, returnURL: session.returnURL ?? "", state: session.state)
    else { return "" }
    return "<p><a href=\"\(link)\" data-testid=\"launch\">Use the BioID app</a></p>"
  }

  /// The link that launches the app, if there is one for the token's task; nothing is percent-encoded, as in the guide.
  static func launchLink(_ operation: BWSOperation, returnURL: String, state: String?) -> String? {
    let task = operation.request.task
    guard BWSTask.launched.contains(task) else { return nil }
    let state = state.map { "&state=\($0)" } ?? ""
    return
      "bioid-\(task.rawValue)://?access_token=\(operation.token)&return_url=\(returnURL)\(state)"
  }

  /// The page of an ended session that redirects nowhere.
  func leftPage(_ transaction: Transaction<BWSOperation>, _ session: BioIDAppSession) -> Response {
    let meaning =
      session.ending?.outcome?.term.meaning ?? transaction.detail.result?.outcome.term.meaning ?? ""
    let title = BioID.pageTitle(session, transaction.detail)
    return BioID.frame.response(
      title: title, language: "en",
      """
      <h1>\(title)</h1>
      <p data-testid="left">\(meaning).</p>
      <p>\(session.returnURL == nil ? "The app that launched this one gets its result without an address." : "\(session.kind.title) does not return.")</p>
      """)
  }

  /// The answer to a refused launch: a page for browsers, plain text for others.
  func refusedPage(_ refusal: BioIDLaunchRefusal, _ call: Call) -> Answer {
    let response =
      call.request.prefersHTML
      ? BioID.frame.response(
        .badRequest, title: "BioID app", language: "en",
        """
        <h1>BioID app</h1>
        <p class="problem" data-testid="problem">\(refusal.text)</p>
        \(ErrorLesson.html(refusal.finding, for: call))
        """) : .text(.badRequest, refusal.text + "\n")
    return Answer(response, findings: [refusal.finding])
  }

  /// The URL that continues a running session.
  func pageURL(_ transaction: Transaction<BWSOperation>, _ call: Call) -> String {
    let session = transaction.detail.app
    let path =
      session?.kind == .webUI
      ? "/bws/uui" : "/app/\(transaction.detail.request.task.rawValue)"
    return RedirectLocation.with(
      call.publicBase + path,
      [
        ("access_token", transaction.detail.token), ("return_url", session?.returnURL),
        ("state", session?.state),
        ("skipintro", session?.skipsIntroduction == true ? "true" : nil),
      ])
  }
}
