import Flow
import OpenID
import ProviderKit

extension Itsme {
  /// Rejecting, tapping the wrong icon and cancelling are all `access_denied` (§1.3, §5 #12); a timeout is that or a page
  /// (§5 #13).
  func decision(on login: Transaction<ItsmeLogin>, at now: Instant) -> LoginDecision? {
    let switches = login.detail.switches
    switch login.phase(at: now) {
    case .identifying, .waiting: return nil
    case .approved: return .approved
    case .refused(.otherPerson):
      let subject = login.detail.request.claims.subjectText
      return .refused(
        switches.subjectError, "The user is not the one whose sub is requested",
        remark: "\(login.person.key) approved, but the request asks for the sub \(subject)",
        findings: [
          Finding(
            AuthorizeRules.subjectMismatch,
            "asked for is \(subject), \(login.person.key) has \(Subject.of(login.person, at: login.client))")
        ])
    case .refused(let outcome):
      return .refused(
        .accessDenied, switches[.denialDescription].isOn ? "The user denied the request" : nil,
        remark: "\(login.person.key): \(outcome.term.meaning)")
    case .timedOut where switches[.timeout].word == "access_denied":
      return .refused(
        .accessDenied, "The user did not respond in time", remark: "\(login.person.key) never reacted")
    case .timedOut: return .expired
    }
  }
}

extension Switches {
  /// What a client is told that asked for somebody else's `sub`.
  var subjectError: OAuthError {
    self[.subjectMismatch].word == "login_required" ? .loginRequired : .accessDenied
  }
}
