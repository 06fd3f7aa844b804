import Flow
import HTTP
import OpenID
import ProviderKit

extension ReuseID {
  func current(_ handle: String, at now: Instant) -> Transaction<Operation>? { settled(handle, at: now) }

  func decision(on login: Transaction<Operation>, at now: Instant) -> LoginDecision? {
    switch login.detail.phase {
    case .created, .started, .authenticated, .verifying: nil
    case .completed: .approved
    case .expired where login.detail.channel == .ciba: .expired
    case .expired, .failed, .cancelled, .replaced:
      .refused(
        .accessDenied, login.detail.channel == .ciba ? "The person did not approve" : Self.notCompleted,
        remark: "\(login.person.key) did not approve")
    }
  }

  /// The vendor's text for every login that was not completed (§1c).
  static let notCompleted =
    "The Resource Owner did not complete the login. urn:signicat:error; Unspecified error"

  // MARK: The page

  static let pages = PageFrame(title: "Signicat", brand: "Signicat")

  /// Serves the waiting page, and takes a human's decision there.
  func waitingPage(_ call: OwnedCall<Operation>) -> Outcome {
    guard let login = call.transaction else { return .answer(expired(nil, for: call.call)) }
    guard call.request.method == .post else { return proceed(login.identifier, call.call) }
    let word = call.request.submitted?["do"] ?? ""
    // A page must not interfere with a scripted person; cancelling is always possible.
    guard let verb = ReuseIDVerb(rawValue: word), verb == .cancel || login.timeline.isManual else {
      let refusal = OpenIDRefusal(.invalidRequest, "That cannot be done here")
      return .answer(Answer(errorPage(refusal, for: call.call)))
    }
    try? act(verb.rawValue, reason: nil, on: login.identifier, at: call.now)
    return .answer(Answer(.redirect(303, to: waitingURL(login, call.call))))
  }

  private func waitingURL(_ login: Transaction<Operation>, _ call: Call) -> String {
    "\(call.publicBase)/auth/open/connect/wait?transaction=\(login.identifier)"
  }

  func page(of login: Transaction<Operation>, for call: Call) -> Response {
    let isManual = login.timeline.isManual
    let client = sandbox.library.world.name(ofClient: login.client, of: Self.slug)
    let context = login.preContext.map { told -> HTML in
      let title: HTML? = told.title.map { "<h2><bdi>\($0)</bdi></h2>" }
      return "<section data-testid=\"context\">\(title)<p><bdi>\(told.content)</bdi></p></section>"
    }
    let verbs: [ReuseIDVerb] = isManual ? [.approve, .wrongPIN, .reject] : []
    let button = { (verb: ReuseIDVerb) -> HTML in
      "<button name=\"do\" value=\"\(verb.rawValue)\" data-testid=\"\(verb.rawValue)\">\(verb.label)</button>"
    }
    return Self.pages.response(
      title: "Waiting for the app", language: "en",
      refresh: PageFrame.Refresh(seconds: isManual ? 5 : 1, url: waitingURL(login, call)),
      """
      <h1>Confirm in your app</h1>
      <p data-testid="person">\(HTML.name(of: login.person)), confirm the login to \(HTML.foreign(client, atMost: 80)) in your app.</p>
      \(context)
      <form method="post" action="\(waitingURL(login, call))">
      <input type="hidden" name="transaction" value="\(login.identifier)">
      \(button(.cancel))
      \(EmulatorStrip.html(
        "the person’s app",
        """
        \(HTML(verbs.map(button)))
        \(PhoneLink(besides: call.publicBase, of: Self.slug).line)
        """))
      </form>
      """)
  }

  // MARK: Refusing

  /// A page for browsers; for apps the form of the older addresses (§1c).
  func errorPage(_ refusal: OpenIDRefusal, for call: Call) -> Response {
    if call.isOfApp { return refusal.forApp }
    guard call.request.prefersHTML else { return .uncached(.badRequest, refusal.body) }
    return Self.pages.response(
      .badRequest, title: "Error", language: "en",
      """
      <h1>The login cannot begin</h1>
      <p class="problem" data-testid="error">\(refusal.error.rawValue): \(refusal.description)</p>
      \(ErrorLesson.html(refusal.finding, for: call))
      """)
  }

  /// For an operation that this sandbox does not know, or no more: a page stays open over a restart of the emulator.
  func expired(_ login: Transaction<Operation>?, for call: Call) -> Answer {
    unknownOperation(Self.book[.loginExpired], for: call)
  }

  /// - Parameter rule: what the one who calls has missed.
  func unknownOperation(_ rule: Rule, for call: Call) -> Answer {
    let refusal = OpenIDRefusal(
      .invalidRequest, rule, call.request.target.path, "There is no such operation")
    return Answer(
      call.request.prefersHTML ? errorPage(refusal, for: call) : refusal.forApp, findings: refusal.findings)
  }
}
