import Flow
import OpenID
import ProviderKit

extension ItsmeVersion {
  /// Rejecting, tapping the wrong icon and cancelling are all `access_denied`; a timeout is that or a page (guide §3.3).
  func decision(on login: Transaction<Login>, at now: Instant) -> LoginDecision? {
    let switches = login.detail.switches
    switch login.phase(at: now) {
    case .identifying, .waiting: return nil
    case .approved: return .approved
    case .refused(.otherPerson): return mismatch(of: login)
    case .refused(.refused):
      return .refused("temporary_unavailable", nil, remark: "turned away for want of room")
    case .refused(let outcome):
      return .refused(
        .accessDenied, switches.describesDenial ? "The user denied the request" : nil,
        remark: "\(login.person.key): \(outcome.term.meaning)")
    case .timedOut where switches.timeout == "access_denied":
      return .refused(
        .accessDenied, "The user did not respond in time", remark: "\(login.person.key) never reacted")
    case .timedOut: return .expired
    }
  }

  /// A plain refusal.
  func mismatch(of login: Transaction<Login>) -> LoginDecision {
    .refused(.accessDenied, nil, remark: "\(login.person.key) approved, but somebody else is asked for")
  }
}

extension Switches {
  /// True if the client gets a description of the refusal.
  var describesDenial: Bool { value("denial_description").isOn }
  /// What happens if the person never reacts: `no_redirect`, `access_denied` or `error_page`.
  var timeout: String { value("timeout").word }
}
