import Crypto
import Flow
import OpenID
import ProviderKit

/// What BioID Connect keeps of one login (§1.9).
struct BioIDLogin: CodeFlowLogin {
  let asked: CodeRequest
  let scopes: Set<BioIDConnectScope>
  /// The client's, overridden by the scenario's.
  let switches: BioIDSwitches
  var grant = CodeGrant()

  var codeLifetime: Duration { switches[.code] }
  /// Only the scope `offline_access` gives refresh tokens (§1.9).
  var refreshLifetime: Duration? {
    scopes.contains(.offlineAccess) ? switches[.refreshToken] : nil
  }

  /// A pure function of the timeline and the clock.
  enum Phase: Sendable, Hashable {
    case waiting
    case approved(at: Instant)
    case denied
    case timedOut
  }
}

/// The scopes of BioID Connect; `basic` is the default (§1.9).
enum BioIDConnectScope: String, CaseIterable, Sendable {
  case basic
  case openid
  case profile
  case email
  case offlineAccess = "offline_access"

  /// What it lets the client learn, for the person who is asked.
  var words: String {
    switch self {
    case .basic: "your name"
    case .openid: "who you are"
    case .profile: "your profile"
    case .email: "your e-mail address"
    case .offlineAccess: "all this also while you are away"
    }
  }
}

extension Transaction where Detail == BioIDLogin {
  func phase(at now: Instant) -> BioIDLogin.Phase {
    guard let step = timeline.decision(at: now, isFinal: { BioIDVerb(rawValue: $0)?.verb.isFinal ?? false })
    else { return timeline.isOver(at: now) ? .timedOut : .waiting }
    return switch BioIDVerb(rawValue: step.verb) {
    case .reject, .cancel, .skip: .denied
    default: .approved(at: step.at)
    }
  }

  /// The state as the control plane names it.
  func state(at now: Instant) -> String {
    if detail.grant.hasReadUserinfo { return BioIDOutcome.completed.rawValue }
    if detail.grant.redeemed != nil { return "exchanged" }
    return switch phase(at: now) {
    case .waiting: "waiting"
    case .approved: BioIDOutcome.loggedIn.rawValue
    case .denied: BioIDOutcome.denied.rawValue
    case .timedOut: BioIDOutcome.timedOut.rawValue
    }
  }

  /// The person's account, the same at every client.
  var subject: String {
    Alphabet.hexadecimal.text(length: 32) { block in
      Digest.sha256(Array("bioid/\(person.key)/\(person.account)/\(block)".utf8))
    }
  }
}

extension Transaction where Detail == BioIDLogin {
  /// True if the client's tokens do not identify the person, and it never called the user API.
  var missesPerson: Bool {
    !detail.scopes.contains(.openid) && missesUserinfo(at: BioIDEndpoint.peopleMe.rawValue)
  }
}
