import Flow
import OpenID

/// The lifetimes of logins over the back channel (§1.12).
enum BackchannelLifetime: String, CaseIterable {
  case discovery
  case discoveryInterval = "discovery_interval"
  case code = "qr"
  case userIdentifierToken = "user_identifier_token"
  case authRequest = "auth_req"
  case interval = "ciba_interval"
  case accessToken = "ciba_access_token"

  var term: LifetimeTerm {
    switch self {
    case .discovery:
      make("How long a user discovery session waits for a scan; the guide says 10 minutes", .documented, 900)
    case .discoveryInterval:
      make("How long a client waits between two polls of a user discovery session", .documented, 5)
    case .code: make("How long a QR code of a user discovery session counts", .assumed, 30)
    case .userIdentifierToken:
      make("How long after the scan a request may name the person", .assumed, 120)
    case .authRequest:
      make("How long an auth_req_id counts, unless requested_expiry says otherwise", .documented, 120)
    case .interval:
      make(
        "The interval of the backchannel answer; 0s leaves it out, which means five seconds", .documented, 2)
    case .accessToken: make("How long an access token of CIBA counts", .documented, 120)
    }
  }

  private func make(_ meaning: String, _ basis: Basis, _ seconds: Int) -> LifetimeTerm {
    LifetimeTerm(rawValue, meaning, basis, standard: .seconds(seconds))
  }
}

extension BackchannelOutcome {
  /// The outcome of a call that breaks a rule; `nil` for other rules.
  init?(refusing rule: Rule) {
    switch rule {
    case ItsmeV2.book[.discoveryPolledTooFast], ItsmeV2.book[.polledTooFast], ItsmeV2.book[.slowDownIgnored]:
      self = .polledTooFast
    case ItsmeV2.book[.userIdentifierTokenExpired]: self = .hintExpired
    case ItsmeV2.book[.userIdentifierTokenUnknown], ItsmeV2.book[.userIdentifierTokenReused],
      ItsmeV2.book[.accountUnknown]:
      self = .userUnknown
    default: return nil
    }
  }
}

extension Switches {
  subscript(ciba lifetime: BackchannelLifetime) -> Duration { self.lifetime(lifetime.rawValue) }
}

/// The outcomes of logins over the back channel, besides those of every version.
enum BackchannelOutcome: String, CaseIterable {
  case discovered
  case discoveryEnded = "discovery_ended"
  case userUnknown = "user_unknown"
  case hintExpired = "hint_expired"
  case polledTooFast = "polled_too_fast"
  case requestExpired = "auth_req_expired"

  var term: Term {
    switch self {
    case .discovered: Term(rawValue, "The person scanned the QR code of the client’s page", .documented)
    case .discoveryEnded: Term(rawValue, "Nobody scanned the QR code in time", .documented)
    case .userUnknown: Term(rawValue, "The login_hint_token names nobody, or was used", .documented)
    case .hintExpired: Term(rawValue, "No request named the discovered person in time", .documented)
    case .polledTooFast: Term(rawValue, "The client asked before the interval was over", .documented)
    case .requestExpired: Term(rawValue, "Nobody decided, or fetched the tokens, in time", .documented)
    }
  }
}
