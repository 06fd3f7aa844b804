import Flow
import JSON
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// The finding about a client that continues although the id_token has a lower level than requested, or none (A11,
  /// G18).
  func advice(onAcceptedLogin login: Transaction<ItsmeV2Login>, at now: Instant) -> [Finding] {
    let request = login.detail.request
    guard request.asksLevel, request.level == .advanced else { return [] }
    let changes = login.decision.scenario?.tokens["id_token"]?.claims ?? [:]
    let level = changes["acr"] ?? (tellsLevel(of: login) ? .string(request.level.claim) : .null)
    guard level != .string(request.level.claim) else { return [] }
    return Self.book.advice(.levelUnchecked, level.isNull ? "the id_token has none" : level.text())
  }
}
