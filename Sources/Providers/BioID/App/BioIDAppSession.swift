import Flow

/// The BioID app, or the web user interface, at work with a token (§1.8).
struct BioIDAppSession: Sendable {
  /// What captures the samples.
  let kind: Kind
  /// Where it returns to; `nil` where an Android app waits for it.
  let returnURL: String?
  /// Given back as it came.
  let state: String?
  /// The introduction is skipped; given back by the web user interface.
  var skipsIntroduction = false
  /// When it gives up waiting for the person.
  let deadline: Instant
  /// How it ended; `nil` while the person is at it.
  var ending: Ending?
  /// The fake handset shows it, and no page.
  var isOnPhone = false
  /// A page was told how it ended, so that the same launch begins another one.
  var isEndingTold = false

  /// What captures the samples.
  enum Kind: Sendable, Hashable {
    case app
    case webUI
  }

  /// How a session ends.
  enum Ending: Sendable, Hashable {
    /// The operation was performed, whatever came out.
    case finished
    /// The token ran out first, so that no operation was performed.
    case unauthorized
    case aborted
    case skipped
    /// The person did not move in time.
    case timedOut
    /// The operation was performed, and the app stays open.
    case stayed

    /// The outcome, where the result does not say it.
    var outcome: BioIDOutcome? {
      switch self {
      case .finished: nil
      case .unauthorized: .expired
      case .aborted: .aborted
      case .skipped: .skipped
      case .timedOut: .timedOut
      case .stayed: .neverReturned
      }
    }
  }

  /// The same launch means this session: while it runs, and until the page that waits knows how it ended.
  var goesOn: Bool { ending == nil || !(isOnPhone || isEndingTold) }

  /// A page that refreshes asks for the same launch again.
  func isSame(as other: BioIDAppSession) -> Bool {
    kind == other.kind && returnURL == other.returnURL && state == other.state
  }
}

extension BioID {
  /// Lets the app do what the person has made possible by now: captures, uploads, performs the task, and tries again as
  /// long as that makes sense (§1.8).
  ///
  /// A pure function of what the token is, the person's steps and the clock; nothing runs in the background.
  func runApp(_ transaction: inout Transaction<BWSOperation>, at now: Instant) {
    // A token has at most fifteen tries, and each turn takes one or ends.
    for _ in 0...15 {
      guard let app = transaction.detail.app, app.ending == nil else { return }
      let ending: BioIDAppSession.Ending?
      switch transaction.nextAttempt(at: now) {
      case .pending, .none:
        ending = BioID.timeOut(app, transaction.detail, at: now)
        if ending == nil { return }
      case .step(.cancel, _), .step(.reject, _): ending = .aborted
      case .step(.skip, _): ending = app.kind == .webUI ? .skipped : .aborted
      case let attempt:
        ending = captureAndPerform(attempt, &transaction, at: now)
      }
      transaction.detail.app?.ending = ending
    }
  }

  /// One try of the app; `nil` when another one makes sense.
  private func captureAndPerform(
    _ attempt: BWSAttempt, _ transaction: inout Transaction<BWSOperation>, at now: Instant
  ) -> BioIDAppSession.Ending? {
    let operation = transaction.detail
    guard !operation.isForged, now < operation.expires, operation.tries < operation.request.maxTries else {
      return .unauthorized
    }
    // Samples that a step spoils are simply captured again.
    while transaction.nextSampleStep(at: now) != nil {}
    transaction.detail.samples = []
    transaction.detail.attempts += 1
    let result = conclude(outcome(of: attempt, [], maxResults: 20, in: transaction), &transaction)
    if case .step(.stay, _) = attempt { return .stayed }
    let isWorthARetry = !result.isSuccess && (result.error?.isWorthARetry ?? true)
    return isWorthARetry && transaction.detail.tries < operation.request.maxTries ? nil : .finished
  }

  /// The web user interface gives up when nobody moves, everything when the token ends.
  private static func timeOut(
    _ app: BioIDAppSession, _ operation: BWSOperation, at now: Instant
  ) -> BioIDAppSession.Ending? {
    if now >= operation.expires { return .unauthorized }
    return app.kind == .webUI && now >= app.deadline ? .timedOut : nil
  }
}
