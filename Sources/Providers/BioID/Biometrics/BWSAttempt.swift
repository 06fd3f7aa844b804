import Flow

/// What the person does in the next attempt.
enum BWSAttempt: Sendable, Hashable {
  /// The step is due.
  case step(BioIDVerb, reason: String?)
  /// The step is not due yet; `nil` if it is unknown when it will be.
  case pending(until: Instant?)
  /// The person makes no attempt at all.
  case none
}

extension Transaction where Detail == BWSOperation {
  /// The next attempt: one step each; the last step is repeated for all further attempts.
  ///
  /// Where a human acts as the person, each attempt waits for a step of its own.
  func nextAttempt(at now: Instant) -> BWSAttempt {
    guard let step = attemptStep, let verb = BioIDVerb(rawValue: step.verb) else {
      return timeline.isManual ? .pending(until: timeline.next(after: now)) : .none
    }
    return step.at <= now ? .step(verb, reason: step.reason) : .pending(until: step.at)
  }

  /// The moment at which a wait for the next attempt is judged, whoever looks later: the person's step, or the wait's
  /// end.
  func attemptMoment(from start: Instant, to end: Instant) -> Instant {
    guard let step = attemptStep, step.at <= end else { return max(end, start) }
    return max(step.at, start)
  }

  private var attemptStep: Timeline.Step? {
    let steps = timeline.steps.filter { BioIDVerb(rawValue: $0.verb)?.isAttempt ?? false }
    guard detail.attempts < steps.count else { return timeline.isManual ? nil : steps.last }
    return steps[detail.attempts]
  }

  /// Takes the next due step about samples, if any; each applies to one sample.
  mutating func nextSampleStep(at now: Instant) -> (verb: BioIDVerb, reason: String?)? {
    let steps = timeline.steps.filter {
      $0.verb == BioIDVerb.badSample.rawValue || $0.verb == BioIDVerb.poorSample.rawValue
    }
    guard detail.sampleSteps < steps.count, steps[detail.sampleSteps].at <= now,
      let verb = BioIDVerb(rawValue: steps[detail.sampleSteps].verb)
    else { return nil }
    defer { detail.sampleSteps += 1 }
    return (verb, steps[detail.sampleSteps].reason)
  }
}

extension BioIDVerb {
  /// True if the verb uses up one attempt.
  var isAttempt: Bool {
    switch self {
    case .wrongFace, .fail, .approve, .stay, .reject, .cancel, .skip: true
    case .open, .poorSample, .badSample, .ignore: false
    }
  }
}
