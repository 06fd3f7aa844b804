import Flow
import OpenID
import ProviderKit

/// How far a person has come with a login; a pure function of the timeline and the clock.
enum LoginPhase: Sendable, Hashable {
  /// The page asks who logs in.
  case identifying
  /// The app has the request, and the person has not decided.
  case waiting
  case approved(at: Instant)
  case refused(ItsmeOutcome)
  case timedOut
}

extension Transaction where Detail: AppLogin {
  func phase(at now: Instant) -> LoginPhase {
    if detail.isOverloaded { return .refused(.refused) }
    guard let step = timeline.decision(at: now, isFinal: { ItsmeVerb(rawValue: $0)?.verb.isFinal ?? false })
    else {
      if timeline.isOver(at: now) { return .timedOut }
      return detail.hasReachedPhone ? .waiting : .identifying
    }
    return switch ItsmeVerb(rawValue: step.verb) {
    case .reject: .refused(.rejected)
    case .wrongIcon: .refused(.wrongIcon)
    case .cancel: .refused(.cancelled)
    default: detail.takes(person, at: client) ? .approved(at: step.at) : .refused(.otherPerson)
    }
  }

  /// True once it is known who logs in; a login that ended before that stays false.
  func isIdentified(at now: Instant) -> Bool {
    guard !detail.hasReachedPhone else { return true }
    return switch phase(at: now) {
    case .identifying, .timedOut, .refused(.cancelled), .refused(.refused): false
    // By the control plane, without the page.
    case .waiting, .approved, .refused: true
    }
  }

  /// The state as the control plane names it.
  func state(at now: Instant) -> String {
    if detail.grant.hasReadUserinfo { return ItsmeOutcome.completed.rawValue }
    if detail.grant.redeemed != nil { return "exchanged" }
    return switch phase(at: now) {
    case .identifying: "identifying"
    case .waiting: "waiting"
    case .approved: ItsmeOutcome.approved.rawValue
    case .refused(let outcome): outcome.rawValue
    case .timedOut: ItsmeOutcome.timedOut.rawValue
    }
  }
}
