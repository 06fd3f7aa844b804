import Flow
import OpenID

/// The lifetimes of logins over the back channel (§1.12).
enum BackchannelLifetime: String, Lifetime {
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
      lasting(
        "How long a user discovery session waits for a scan; the guide says 10 minutes", .documented,
        .seconds(900))
    case .discoveryInterval:
      lasting(
        "How long a client waits between two polls of a user discovery session", .documented, .seconds(5))
    case .code: lasting("How long a QR code of a user discovery session counts", .assumed, .seconds(30))
    case .userIdentifierToken:
      lasting("How long after the scan a request may name the person", .assumed, .seconds(120))
    case .authRequest:
      lasting(
        "How long an auth_req_id counts, unless requested_expiry says otherwise", .documented, .seconds(120))
    case .interval:
      lasting(
        "The interval of the backchannel answer; 0s leaves it out, which means five seconds", .documented,
        .seconds(2))
    case .accessToken: lasting("How long an access token of CIBA counts", .documented, .seconds(120))
    }
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
