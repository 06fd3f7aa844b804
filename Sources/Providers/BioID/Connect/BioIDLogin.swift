import Crypto
import Flow
import OpenID
import ProviderKit

/// What BioID Connect keeps of one login (§1.9).
struct BioIDLogin: OpenIDLogin {
  /// What was asked for.
  let request: BioIDConnectRequest
  let issuer: String
  /// The client's switches with the scenario's over them.
  let switches: BioIDSwitches
  var grant = CodeGrant()

  var redirectURI: String { request.redirectURI }
  var state: String? { request.state }
  var nonce: String? { request.nonce }
  var proofKey: ProofKey? { request.proofKey }
  var codeLifetime: Duration { switches[.code] }
  /// With the scope `offline_access` alone (§1.9).
  var refreshLifetime: Duration? {
    request.scopes.contains(.offlineAccess) ? switches[.refreshToken] : nil
  }

  /// Where a login stands; a pure function of its timeline and the clock.
  enum Phase: Sendable, Hashable {
    case waiting
    case approved(at: Instant)
    case denied
    case timedOut
  }
}

/// An authorization request that is in order.
struct BioIDConnectRequest: Sendable {
  let redirectURI: String
  let scopes: Set<BioIDConnectScope>
  let state: String?
  let nonce: String?
  let proofKey: ProofKey?
}

/// The scopes of BioID Connect; `basic` where none is asked for (§1.9).
enum BioIDConnectScope: String, CaseIterable, Sendable {
  case basic
  case openid
  case profile
  case email
  case offlineAccess = "offline_access"
}

extension Transaction where Detail == BioIDLogin {
  /// Where the login stands at a moment.
  func phase(at now: Instant) -> BioIDLogin.Phase {
    guard let step = timeline.decision(at: now, isFinal: { BioIDVerb(rawValue: $0)?.verb.isFinal ?? false })
    else { return timeline.isOver(at: now) ? .timedOut : .waiting }
    return switch BioIDVerb(rawValue: step.verb) {
    case .reject, .cancel, .skip: .denied
    default: .approved(at: step.at)
    }
  }

  /// Where the login stands, in one word.
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

  /// The identifier of the person's account: the same at every client.
  var subject: String {
    Alphabet.hexadecimal.text(length: 32) { block in
      Digest.sha256(Array("bioid/\(person.key)/\(person.account)/\(block)".utf8))
    }
  }
}
