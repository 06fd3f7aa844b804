import Flow

/// Something that happened to a run and is reported to its client.
struct RunEvent: Sendable, Hashable {
  let event: WebhookEvent
  let at: Instant
  /// The result of a review: `Accepted` or `Rejected`.
  var verdict: String?
}

extension Transaction where Detail == Run {
  /// The events of the present attempt until `now`, in order; later calls only append.
  func events(until now: Instant) -> [RunEvent] {
    guard let start = detail.start, start.refusal == nil else { return [] }
    let isAttended = detail.request.process == .attended
    var events: [RunEvent] = []
    if isAttended { events.append(RunEvent(event: .conversationUpdated, at: start.at)) }
    switch phase(at: now) {
    case .completed(let moment):
      events.append(RunEvent(event: .videoCompleted, at: moment))
      if isAttended { events.append(RunEvent(event: .conversationCompleted, at: moment)) }
      events.append(RunEvent(event: .videoConsolidated, at: moment + detail.switches[.consolidation]))
      if let verdict, let reviewed = reviewed(at: now) {
        events.append(RunEvent(event: .videoVerified, at: reviewed, verdict: verdict))
      }
    case .failed(let failure, let moment):
      let event: WebhookEvent = failure.outcome == .cancelled ? .verificationCanceled : .videoFailed
      events.append(RunEvent(event: event, at: moment))
    case .requested, .expired, .offering, .capturing: break
    }
    return events.filter { $0.at <= now }
  }

  /// True if the present attempt can cause no further event.
  func hasNoFurtherEvents(at now: Instant) -> Bool {
    switch phase(at: now) {
    case .completed(let moment):
      return (reviewed(at: now) ?? moment + detail.switches[.consolidation]) <= now
    case .failed, .expired: return true
    case .requested, .offering, .capturing: return false
    }
  }
}
