import Flow
import OpenID
import ProviderKit

struct ItsmeLogin: OpenIDLogin {
  var request: AuthenticationRequest
  let issuer: String
  /// The client's, overridden by the scenario's.
  let switches: Switches
  /// True if the request came to a phone in a way that opens the app there.
  let opensApp: Bool
  /// True once it is known who logs in, so that the app has the request.
  var hasReachedPhone: Bool
  var grant = CodeGrant()

  var redirectURI: String { request.redirectURI }
  var state: String? { request.state }
  var nonce: String? { request.nonce }
  var proofKey: ProofKey? { request.proofKey }
  var codeLifetime: Duration { switches[.code] }

  /// A pure function of the timeline and the clock.
  enum Phase: Sendable, Hashable {
    /// The page asks who logs in.
    case identifying
    /// The app has the request, and the person has not decided.
    case waiting
    case approved(at: Instant)
    case refused(ItsmeOutcome)
    case timedOut
  }
}

extension Transaction where Detail == ItsmeLogin {
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
    default: isAskedFor ? .approved(at: step.at) : .refused(.otherPerson)
    }
  }

  /// True unless the request wants another `sub` than this person's (OpenID Connect Core §3.1.2.2).
  var isAskedFor: Bool { detail.request.claims.takes(person, at: client) }

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

  /// True if the client requested claims of userinfo, got an access token, and never used it.
  var missesClaims: Bool {
    missesUserinfo(at: ItsmeEndpoint.userinfo.rawValue)
      && !(detail.request.scopes.isEmpty && detail.request.claims.userinfo.isEmpty)
  }
}
