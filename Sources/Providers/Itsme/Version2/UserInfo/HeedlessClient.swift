import Flow
import JSON
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// A client that reads on although the id_token told it less, or more, than it may pass over (A11, C21).
  func advice(onGoingOnWith login: Transaction<ItsmeV2Login>, at now: Instant) -> [Finding] {
    let request = login.detail.request
    let changes = login.decision.scenario?.tokens["id_token"]?.claims ?? [:]
    var findings: [Finding] = []
    let level = changes["acr"] ?? (tellsLevel(of: login) ? .string(request.level.claim) : .null)
    if request.asksLevel, request.level == .advanced, level != .string(request.level.claim) {
      findings += Self.book.advice(.levelUnchecked, level.isNull ? "the id_token has none" : level.text())
    }
    let isCalling =
      changes[ItsmeV2Claim.ongoingCall.rawValue]
      ?? .bool(login.isCalling(at: login.detail.grant.issued ?? now))
    if request.claims.idToken.contains(.ongoingCall), isCalling == true {
      findings += Self.book.advice(.callIgnored)
    }
    return findings
  }
}
