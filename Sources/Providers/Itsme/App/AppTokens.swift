import Flow
import OpenID
import ProviderKit

// What the tokens of every version have in common.
extension ItsmeVersion {
  /// When the person authenticated, by the clock used in tokens.
  func authenticated(_ login: Transaction<Login>, by call: Call) -> Instant {
    guard case .approved(let at) = login.phase(at: call.now) else { return call.time.written }
    return at + (call.time.written - call.now)
  }

  /// A token that cannot be made is a server error, because the call is valid.
  func failed(_ finding: Finding) -> Interruption {
    .refused(OpenIDRefusal(.serverError, finding.rule, finding.detail, finding.rule.message))
  }
}
