import Flow

extension BioID {
  /// Advances the app to a moment: it captures, uploads, performs the task, and retries while that makes sense (§1.8).
  ///
  /// The result depends only on the token, the person's steps and the clock; nothing runs in the background.
  func runApp(_ transaction: inout Transaction<BWSOperation>, at now: Instant) {
    // A token has at most fifteen tries, and each turn takes one or ends.
    for _ in 0...15 {
      guard let app = transaction.detail.app, app.ending == nil else { return }
      let moment = transaction.attemptMoment(from: app.begun, to: now)
      if let ending = BioID.timeOut(app, transaction.detail, at: moment) {
        transaction.detail.app?.ending = ending
        return
      }
      let ending: BioIDAppSession.Ending?
      switch transaction.nextAttempt(at: moment) {
      case .pending, .none: return
      case .step(.cancel, _), .step(.reject, _): ending = .aborted
      case .step(.skip, _): ending = app.kind == .webUI ? .skipped : .aborted
      case let attempt: ending = captureAndPerform(attempt, &transaction, at: moment)
      }
      transaction.detail.app?.ending = ending
    }
  }

  /// One try of the app; `nil` if it should try again.
  private func captureAndPerform(
    _ attempt: BWSAttempt, _ transaction: inout Transaction<BWSOperation>, at now: Instant
  ) -> BioIDAppSession.Ending? {
    let operation = transaction.detail
    guard !operation.isForged, operation.tries < operation.request.maxTries else {
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

  /// Both time out when the token expires; the web user interface also after its deadline.
  private static func timeOut(
    _ app: BioIDAppSession, _ operation: BWSOperation, at now: Instant
  ) -> BioIDAppSession.Ending? {
    if now >= operation.expires { return .unauthorized }
    return app.kind == .webUI && now >= app.deadline ? .timedOut : nil
  }
}
