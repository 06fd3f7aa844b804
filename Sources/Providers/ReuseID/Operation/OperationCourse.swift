import Flow

// The course of an operation: the person's timed steps, and what the app and the verification report.

extension Transaction where Detail == ReuseID.Operation {
  /// Applies everything due.
  ///
  /// - Parameters:
  ///   - wrongPIN: counts a wrong PIN; true if that locks the device.
  ///   - authenticated: called when the person has been authenticated.
  mutating func settle(
    at now: Instant, wrongPIN: (ReuseID.Operation) -> Bool, authenticated: (ReuseID.Operation) -> Void
  ) {
    let steps = timeline.steps.dropFirst(detail.settledSteps)
    for step in steps {
      guard step.at <= now, step.at < detail.deadline, !detail.phase.isFinal else { break }
      detail.settledSteps += 1
      apply(step, wrongPIN, authenticated)
    }
    if !detail.phase.isFinal, now >= detail.deadline { end(.expired, at: detail.deadline) }
  }

  private mutating func apply(
    _ step: Timeline.Step, _ wrongPIN: (ReuseID.Operation) -> Bool,
    _ authenticated: (ReuseID.Operation) -> Void
  ) {
    switch ReuseIDVerb(rawValue: step.verb) {
    case .open where detail.phase == .created: start(at: step.at)
    case .wrongPIN where detail.phase.isOpenToApp:
      start(at: step.at)
      if wrongPIN(detail) { end(.failed(.locked), at: step.at) }
    case .approve where detail.phase.isOpenToApp:
      start(at: step.at)
      authenticate(with: .pin, at: step.at)
      authenticated(detail)
    case .reject where detail.phase.isOpenToApp, .cancel where detail.phase.isOpenToApp:
      end(.cancelled, at: step.at)
    case .verify where detail.phase.isOpenToVerification: end(.completed, at: step.at)
    case .failVerification where detail.phase.isOpenToVerification:
      verificationEnded(.verificationFailed, at: step.at)
    case .cancelVerification where detail.phase.isOpenToVerification:
      verificationEnded(.verificationCancelled, at: step.at)
    default: break
    }
  }

  mutating func start(at now: Instant) {
    guard detail.phase == .created else { return }
    detail.phase = .started
    detail.started = now
  }

  /// The person was authenticated, or the device activated; a plain operation ends.
  mutating func authenticate(with method: AuthenticationMethod, at now: Instant) {
    detail.method = method
    detail.authenticated = now
    guard detail.purpose.isVerified else { return end(.completed, at: now) }
    detail.phase = .authenticated
    detail.deadline = now + detail.switches[lifetime: .verification]
    remember()
  }

  /// The verification has begun; from now on its provider decides when it times out, and reports its end.
  mutating func beginVerification(at now: Instant) {
    guard detail.phase == .authenticated else { return }
    detail.phase = .verifying
    detail.deadline = now + .seconds(86_400)
    remember()
  }

  /// A verification attempt failed; the operation fails too, unless another is allowed (§3).
  private mutating func verificationEnded(_ failure: ReuseID.Failure, at now: Instant) {
    guard detail.retriesLeft > 0 else { return end(.failed(failure), at: now) }
    detail.retriesLeft -= 1
  }

  mutating func end(_ phase: ReuseID.Phase, at now: Instant) {
    guard !detail.phase.isFinal else { return }
    detail.phase = phase
    detail.ended = now
    remember()
  }

  /// Keeps the operation as long as its result can be read (§3).
  private mutating func remember() {
    ends = (detail.ended ?? detail.deadline) + detail.switches[lifetime: .result]
  }
}
