import Flow

/// A run of the BioID app or of the web user interface with a token (§1.8).
struct BioIDAppSession: Sendable {
  let kind: Kind
  /// `nil` if an Android app launched it and waits for its result.
  let returnURL: String?
  /// Returned unchanged.
  let state: String?
  /// Returned by the web user interface as `skipintro`.
  var skipsIntroduction = false
  let deadline: Instant
  /// `nil` while the session runs.
  var ending: Ending?
  /// True if the fake handset shows it instead of a page.
  var isOnPhone = false
  /// True once a page has shown the ending; the same launch then begins a new session.
  var isEndingTold = false

  /// What captures the samples.
  enum Kind: Sendable, Hashable {
    case app
    case webUI

    /// As the log writes it.
    var name: String { self == .webUI ? "the web user interface" : "the app" }
    /// At the start of a sentence.
    var title: String { self == .webUI ? "The web user interface" : "The app" }
  }

  enum Ending: Sendable, Hashable {
    /// The operation was performed, successfully or not.
    case finished
    /// The token expired before an operation was performed.
    case unauthorized
    /// The app was launched for another task than the token's: the Web API refuses it (§3).
    case wrongTask
    case aborted
    case skipped
    case timedOut
    /// The operation was performed, and the app stays open.
    case stayed

    /// `nil` if the result of the operation is the outcome.
    var outcome: BioIDOutcome? {
      switch self {
      case .finished: nil
      case .unauthorized: .expired
      case .wrongTask: .wrongTask
      case .aborted: .aborted
      case .skipped: .skipped
      case .timedOut: .timedOut
      case .stayed: .neverReturned
      }
    }
  }

  /// True if the same launch continues this session: until it has ended and the waiting page has shown it.
  var isCurrent: Bool { ending == nil || !(isOnPhone || isEndingTold) }

  /// True if both come from the same launch, which a page repeats when it refreshes.
  func isSame(as other: BioIDAppSession) -> Bool {
    kind == other.kind && returnURL == other.returnURL && state == other.state
  }
}

extension BioID {
  /// Advances the app to a moment: it captures, uploads, performs the task, and retries while that makes sense (§1.8).
  ///
  /// The result depends on the token, the person's steps and the clock alone; nothing runs in the background.
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

  /// One try of the app; `nil` if it should try again.
  private func captureAndPerform(
    _ attempt: BWSAttempt, _ transaction: inout Transaction<BWSOperation>, at now: Instant
  ) -> BioIDAppSession.Ending? {
    let operation = transaction.detail
    guard !operation.isForged, now < operation.expires, operation.tries < operation.request.maxTries else {
      return .unauthorized
    }
    // The app recaptures every sample that a step spoils.
    while transaction.nextSampleStep(at: now) != nil {}
    transaction.detail.samples = []
    transaction.detail.attempts += 1
    let result = conclude(outcome(of: attempt, [], maxResults: 20, in: transaction), &transaction)
    if case .step(.stay, _) = attempt { return .stayed }
    let isWorthARetry = !result.isSuccess && (result.error?.isWorthARetry ?? true)
    return isWorthARetry && transaction.detail.tries < operation.request.maxTries ? nil : .finished
  }

  /// Both end when the token expires; the web user interface also when nobody moves for a while.
  private static func timeOut(
    _ app: BioIDAppSession, _ operation: BWSOperation, at now: Instant
  ) -> BioIDAppSession.Ending? {
    if now >= operation.expires { return .unauthorized }
    return app.kind == .webUI && now >= app.deadline ? .timedOut : nil
  }
}
