import Flow
import JSON
import ProviderKit

extension Veridium {
  /// What VeridiumID keeps of a session: the server's status and the SDK's result both derive from it (§5).
  struct Session: Sendable {
    let flow: Flow
    /// The integration that the friend named.
    let member: String
    /// The profile that the friend named, or whose app scanned the code.
    var profile: String?
    let prompt: Prompt
    /// The friend's switches, overridden by the scenario's.
    let switches: Switches
    /// The issuer of the token: this provider, at the address where the session began.
    let issuer: String
    /// True if neither a scenario nor a human decides: the person approves by default.
    let isStandard: Bool
    /// True if the request was refused; the session is only kept to be judged.
    var isRefused = false
    /// When a separate call attached an app.
    var attached: Instant?
    /// True once the friend was told how the session ended.
    var isTold = false
    /// How often the friend has read the end.
    var readsAfterEnd = 0
    /// True once an app was told how the session ended.
    private(set) var isDelivered = false
    /// True once no fault hid that from the app.
    private(set) var isHeard = false
    /// How many of the interrupted SDK calls have been reported.
    var interruptionsTold = 0
    /// The method of biometry that the app says it used.
    var biometricMethod: String?
    /// Made only once.
    var token: String?

    mutating func noteDelivery(isHidden: Bool) {
      isDelivered = true
      isHeard = isHeard || !isHidden
    }

    /// How a session reaches a phone.
    enum Flow: Sendable, Hashable {
      /// A push to the devices of a profile, or an app that is given the identifier.
      case push
      /// A code that any app may scan.
      case opportunity(alias: String)
    }

    /// What the friend wants the person to see; empty strings count as absent (§4 13).
    struct Prompt: Sendable {
      var transactionText: String?
      var context: JSON?

      /// The app's title for it.
      var heading: String { transactionText == nil ? "Login request" : "Transaction to approve" }
    }

    /// The phases of a session; a pure function of its timeline and the clock (§3).
    enum Phase: Sendable, Hashable {
      /// No app is attached.
      case opportunity
      /// The person has not finished.
      case created
      /// The person was authenticated.
      case completed(at: Instant)
      /// The person rejected or closed the request.
      case canceled(at: Instant)
      /// The authentication failed for good.
      case failed(at: Instant, FailureReason)
      case timedOut(at: Instant)
      /// There is no device to push to.
      case refused

      /// `nil` while the session is open, or if it was refused.
      var end: Instant? {
        switch self {
        case .opportunity, .created, .refused: nil
        case .completed(let at), .canceled(let at), .failed(let at, _), .timedOut(let at): at
        }
      }

      var isEnd: Bool { self == .refused || end != nil }
    }
  }
}

extension Transaction where Detail == Veridium.Session {
  func phase(at now: Instant) -> Veridium.Session.Phase {
    if detail.isRefused { return .refused }
    guard
      let step = timeline.decision(at: now, isFinal: { VeridiumVerb(rawValue: $0)?.verb.isFinal ?? false })
    else {
      if timeline.isOver(at: now) { return .timedOut(at: timeline.deadline) }
      return isAttached(at: now) ? .created : .opportunity
    }
    return switch VeridiumVerb(rawValue: step.verb) {
    case .reject, .cancel: .canceled(at: step.at)
    case .fail:
      .failed(at: step.at, step.reason.flatMap { FailureReason(rawValue: $0) } ?? .biometricMismatch)
    case .timeOut: .timedOut(at: step.at)
    default: .completed(at: step.at)
    }
  }

  /// True if an app has the session: a push reaches one at once, a code must be scanned.
  func isAttached(at now: Instant) -> Bool {
    detail.flow == .push || detail.attached != nil
      || timeline.steps.contains { $0.verb == VeridiumVerb.scan.rawValue && $0.at <= now }
  }

  /// True once it is known who logs in; a session that ended before any app scanned its code stays false.
  func isIdentified(at now: Instant) -> Bool {
    guard !isAttached(at: now) else { return true }
    return switch phase(at: now) {
    case .opportunity, .timedOut: false
    case .created, .completed, .canceled, .failed, .refused: true
    }
  }

  /// True while an app can scan the code: nobody has, or only the usual person did, of whom no one was told.
  func canBeScanned(at now: Instant) -> Bool {
    let isByDefault =
      detail.isStandard && !detail.isTold && !detail.isDelivered && detail.attached == nil
    return switch phase(at: now) {
    case .opportunity: true
    case .created: isByDefault
    // A terminal state stays (§3), except that of an approval that nobody has made.
    case .completed: isByDefault && !timeline.isManual
    case .canceled, .failed, .timedOut, .refused: false
    }
  }

  func isPushLost(at now: Instant) -> Bool {
    timeline.steps.contains { $0.verb == VeridiumVerb.pushLost.rawValue && $0.at <= now }
  }

  /// The steps until now that each ended, or should have ended, one call of the SDK.
  func interruptions(at now: Instant) -> [Timeline.Step] {
    let end = phase(at: now).end
    return timeline.steps.filter { step in
      guard let verb = VeridiumVerb(rawValue: step.verb), verb.interruptsSDK else { return false }
      return step.at <= now && (end.map { step.at <= $0 } ?? true)
    }
  }

  func state(at now: Instant) -> String {
    switch phase(at: now) {
    case .opportunity: "opportunity"
    case .created: "created"
    case .completed: VeridiumOutcome.completed.rawValue
    case .canceled: VeridiumOutcome.canceled.rawValue
    case .failed(_, .accountLocked): VeridiumOutcome.locked.rawValue
    case .failed: VeridiumOutcome.failed.rawValue
    case .timedOut: VeridiumOutcome.timedOut.rawValue
    case .refused: VeridiumOutcome.noDevice.rawValue
    }
  }

  /// True while the session is open, and for some time after its end (§3).
  func isReadable(at now: Instant) -> Bool {
    guard let end = phase(at: now).end else { return !detail.isRefused }
    return now < end + detail.switches[veridium: .readable]
  }

  /// The person acts now, instead of what the usual person would have done.
  mutating func decide(_ verb: VeridiumVerb, reason: String? = nil, at now: Instant) {
    if !timeline.isManual {
      timeline = Timeline(.manual, reachingPhoneAt: now, waitingFor: timeline.deadline - now)
    }
    timeline.act(verb.rawValue, reason: reason, at: now)
  }

  /// True while an app can still decide: the session is open, or it was approved by default and the friend has not been
  /// told.
  func isUndecided(at now: Instant) -> Bool {
    !phase(at: now).isEnd || detail.isStandard && !detail.isTold && !timeline.isManual
  }
}
