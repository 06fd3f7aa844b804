import Flow
import ProviderKit

/// What VideoID keeps of one run, from `videoid.request` on.
struct Run: Sendable {
  let product: Product
  let request: RunRequest
  /// What the SDK is started with; never a bearer token (§4.1).
  let authorization: String
  let authorizedUntil: Instant
  /// The client's switches, overridden by the scenario's.
  let switches: Switches
  /// The bearer token of another provider's order; `nil` for a tenant's own run.
  let admission: String?
  let webhook: VideoIDClient.Webhook?
  /// `nil` before the SDK is started.
  var start: Start?
  /// How many events of the attempt have been reported.
  var toldEvents = 0
  /// True once the ordering provider was told how the attempt ended.
  var isEndingTold = false
  /// True once an answer that no fault hid said that the run is completed.
  var isCompletionSeen = false
  /// True once the client has read the result of the completed run.
  var isRead = false

  struct Start: Sendable {
    let at: Instant
    /// `nil` if the product has none.
    let document: DocumentType?
    /// The lowest similarity that the client asks for (§1.5 #30).
    let minimum: Similarity?
    /// When the client let each phase begin; `nil` if phases begin by themselves.
    var continued: [CapturePhase: Instant]?
    /// Why nothing was captured.
    var refusal: SDKFailure?
  }

  /// The phases of a run; a pure function of its timeline and the clock.
  enum Phase: Sendable, Hashable {
    /// The SDK has not begun.
    case requested
    /// It never will: the authorization has expired.
    case expired
    /// The SDK waits for the client to let a phase begin.
    case offering(CapturePhase)
    /// The SDK waits for the person.
    case capturing(CapturePhase)
    /// Everything was shown.
    case completed(at: Instant)
    case failed(SDKFailure, at: Instant)

    var isRunning: Bool {
      switch self {
      case .offering, .capturing: true
      default: false
      }
    }
  }
}

extension Run {
  /// The lowest similarity that passes: the client's, otherwise the one in the vendor's samples.
  var minimumSimilarity: Similarity { start?.minimum ?? .low }
}

extension Transaction where Detail == Run {
  func phase(at now: Instant) -> Run.Phase {
    guard let start = detail.start else { return now < detail.authorizedUntil ? .requested : .expired }
    if let refusal = start.refusal { return .failed(refusal, at: start.at) }
    // `complete` shows whatever is still needed; closing the SDK may come first while the client offers a phase.
    let last = timeline.decision(at: now) { VideoIDVerb(rawValue: $0)?.isFailure ?? false }
    let failure = last.flatMap { step in SDKFailure(step).map { ($0, step.at) } }
    let end = failure?.1 ?? min(now, timeline.deadline)
    let progress = progress(start, until: end)
    if case .completed(let moment) = progress {
      guard let failure = similarityFailure else { return progress }
      return .failed(failure, at: moment)
    }
    if let (failure, moment) = failure { return .failed(failure, at: moment) }
    guard timeline.isOver(at: now) else { return progress }
    return .failed(SDKFailure(.timedOut), at: timeline.deadline)
  }

  /// True if no app or browser can know of the completion, because the scenario hid answers from them.
  var isCompletionHidden: Bool {
    let endpoints: [VideoIDEndpoint] = [.sdkStart, .sdkContinue, .sdkAct, .capture]
    return !detail.isCompletionSeen && endpoints.contains { hasHiddenAnswer(at: $0.rawValue) }
  }

  /// The progress of the person and the client until a moment: each phase begins once the previous one is over and the
  /// client lets it begin, and ends when the person has shown what it asks for.
  private func progress(_ start: Run.Start, until end: Instant) -> Run.Phase {
    var moment = start.at
    for phase in detail.product.phases(of: start.document) {
      if let continued = start.continued {
        guard let begun = continued[phase], begun <= end else { return .offering(phase) }
        moment = max(moment, begun)
      }
      let shown = timeline.steps.first { step in
        step.at <= end && [phase.verb.rawValue, VideoIDVerb.complete.rawValue].contains(step.verb)
      }
      guard let shown else { return .capturing(phase) }
      moment = max(moment, shown.at)
    }
    return .completed(at: moment)
  }

  /// The failure for a face less similar than the client (or the samples) requires, if the quirk makes that a failure.
  private var similarityFailure: SDKFailure? {
    guard detail.product.hasFace, detail.switches[.minimumSimilarity].word == "enforce",
      Similarity(of: decision.scenario) < detail.minimumSimilarity
    else { return nil }
    return SDKFailure(.similarityTooLow)
  }

  func state(at now: Instant) -> String {
    switch phase(at: now) {
    case .requested: "requested"
    case .expired: VideoIDOutcome.authorizationExpired.rawValue
    case .offering(let phase), .capturing(let phase): phase.rawValue.lowercased()
    case .completed: detail.isRead ? VideoIDOutcome.read.rawValue : VideoIDOutcome.completed.rawValue
    case .failed(let failure, _): failure.outcome.rawValue
    }
  }

  /// The word of the result's `status` (§5).
  func status(at now: Instant) -> String {
    switch phase(at: now) {
    case .requested, .expired: "Requested"
    case .offering, .capturing: "Started"
    case .completed: "Completed"
    case .failed(let failure, _): failure.outcome == .cancelled ? "Canceled" : "Failed"
    }
  }

  /// When somebody is told what becomes of a completed video.
  func reports(at now: Instant) -> [Instant] {
    guard case .completed(let moment) = phase(at: now) else { return [] }
    return [moment + detail.switches[.consolidation], reviewed(at: now)].compactMap { $0 }
  }

  /// When a completed video is reviewed; `nil` if it is not.
  func reviewed(at now: Instant) -> Instant? {
    guard verdict != nil, case .completed(let moment) = phase(at: now) else { return nil }
    return moment + detail.switches[.consolidation] + detail.switches[.review]
  }

  /// The result of a review after consolidation; `nil` without a review.
  var verdict: String? {
    switch detail.switches[.review].word {
    case "accepted": "Accepted"
    case "rejected": "Rejected"
    default: nil
    }
  }
}
