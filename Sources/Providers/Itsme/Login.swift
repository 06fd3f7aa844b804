import Flow
import ProviderKit

/// What itsme keeps of one login.
struct Login: Sendable {
  /// What was asked for.
  var request: AuthenticationRequest
  /// The issuer at the address under which the login began.
  let issuer: String
  /// The client's switches with the scenario's over them.
  let switches: Switches
  /// Somebody is known to log in, so the request is on their phone.
  var hasReachedPhone: Bool
  var code: String?
  var codeSent: Instant?
  var codeRedeemed: Instant?
  var accessToken: String?
  var hasReadUserinfo = false
  var isDecisionLogged = false

  /// Where a login stands; a pure function of its timeline and the clock.
  enum Phase: Sendable, Hashable {
    /// The page asks who logs in.
    case identifying
    /// The person has not decided.
    case waiting
    /// The person approved.
    case approved(at: Instant)
    /// The person refused.
    case refused(ItsmeOutcome)
    /// Time ran out.
    case timedOut
  }
}

extension Transaction where Detail == Login {
  /// Where the login stands at a moment.
  func phase(at now: Instant) -> Login.Phase {
    guard let step = timeline.decision(at: now, isFinal: { ItsmeVerb(rawValue: $0)?.verb.isFinal ?? false })
    else {
      if timeline.isOver(at: now) { return .timedOut }
      return detail.hasReachedPhone ? .waiting : .identifying
    }
    return switch ItsmeVerb(rawValue: step.verb) {
    case .reject: .refused(.rejected)
    case .wrongIcon: .refused(.wrongIcon)
    case .cancel: .refused(.cancelled)
    default: .approved(at: step.at)
    }
  }

  /// Makes the authorization code: 36 letters and digits (§1.6).
  func makeCode(_ environment: Environment) -> String {
    environment.identifier(length: 36, from: .lowercaseAlphanumeric, ordinal: ordinal, purpose: "code")
  }

  /// Makes the access token: 32 bytes as base64url (§1.8).
  func makeAccessToken(_ environment: Environment) -> String {
    environment.identifier(length: 43, from: .base64URL, ordinal: ordinal, purpose: "access_token")
  }
}
