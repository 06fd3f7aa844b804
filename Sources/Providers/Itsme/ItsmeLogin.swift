import Flow
import OpenID
import ProviderKit

/// What itsme keeps of one login.
struct ItsmeLogin: OpenIDLogin {
  /// What was asked for.
  var request: AuthenticationRequest
  let issuer: String
  /// The client's switches with the scenario's over them.
  let switches: Switches
  /// Somebody is known to log in, so the request is on their phone.
  var hasReachedPhone: Bool
  var grant = CodeGrant()

  var redirectURI: String { request.redirectURI }
  var state: String? { request.state }
  var nonce: String? { request.nonce }
  var proofKey: ProofKey? { request.proofKey }
  var codeLifetime: Duration { switches[.code] }

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

extension Transaction where Detail == ItsmeLogin {
  /// Where the login stands at a moment.
  func phase(at now: Instant) -> ItsmeLogin.Phase {
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

  /// Where the login stands, in one word.
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

  /// The client asked for what only userinfo gives, got an access token for it, and never used it.
  var missesClaims: Bool {
    missesUserinfo(at: ItsmeEndpoint.userinfo.rawValue)
      && !(detail.request.scopes.isEmpty && detail.request.claims.userinfo.isEmpty)
  }
}
