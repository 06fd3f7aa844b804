import Flow

/// What the person does in the next attempt.
enum BWSAttempt: Sendable, Hashable {
  /// The person does it now, or has done it.
  case step(BioIDVerb, reason: String?)
  /// The person has not come that far.
  case pending(until: Instant?)
  /// The person does nothing any more.
  case none
}

extension Transaction where Detail == BWSOperation {
  /// The person's next attempt: the first step, then the next, and the last one again and again.
  ///
  /// Where a human decides, each attempt waits for the human.
  func nextAttempt(at now: Instant) -> BWSAttempt {
    let steps = timeline.steps.filter { BioIDVerb(rawValue: $0.verb)?.isAttempt ?? false }
    guard detail.attempts < steps.count || !timeline.isManual else {
      return .pending(until: timeline.next(after: now))
    }
    guard let step = detail.attempts < steps.count ? steps[detail.attempts] : steps.last,
      let verb = BioIDVerb(rawValue: step.verb)
    else { return .none }
    return step.at <= now ? .step(verb, reason: step.reason) : .pending(until: step.at)
  }

  /// What the person's next sample is like: the error or warning of a step that is due, each step for one sample.
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
  /// The person tries it, once a task.
  var isAttempt: Bool {
    switch self {
    case .wrongFace, .fail, .approve, .stay, .reject, .cancel, .skip: true
    case .open, .poorSample, .badSample, .ignore: false
    }
  }
}
