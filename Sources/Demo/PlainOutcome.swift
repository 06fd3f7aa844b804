import Flow
import HTTP
import ProviderKit

/// The outcome of a visit in one sentence, for people who see it for the first time.
///
/// The relying party knows only what the provider told it; the presenter may know what the person did.
struct PlainOutcome {
  let visit: DemoVisit
  let flow: DemoFlow
  /// What the provider knows about it; `nil` if nothing began.
  let transaction: TransactionSummary?
  let now: Instant

  var text: String {
    switch visit.state {
    case .welcomed(let name, _): "Welcome, \(name)."
    case .underway(DemoVisit.beginning) where transaction != nil: "\(name) is asked by \(flow.eID)."
    case .underway(let what): what
    case .refused: "\(cause); you are not logged in."
    }
  }

  private var cause: String {
    let mistrust = "What \(flow.eID) answered is not to be trusted"
    if visit.step == .forged { return mistrust }
    if let cause = deed ?? standing { return cause }
    if visit.checks.contains(where: { $0.result == .failed }) { return mistrust }
    return isLate ? "Nobody reacted in time" : "\(flow.eID) did not say who you are"
  }

  /// What the provider's final state means.
  private var standing: String? {
    let state = transaction?.state.lowercased() ?? ""
    if state.contains("lock") { return "The PIN was wrong too often" }
    if state.contains("expired") || state.contains("time") { return "Nobody reacted in time" }
    return state.contains("cancel") || state.contains("reject") ? "\(name) refused" : nil
  }

  private var name: String { transaction?.whole.givenName ?? transaction?.whole.fullName ?? "The person" }

  /// The person's last step, if it explains the refusal.
  private var deed: String? {
    guard let transaction, let step = transaction.timeline.steps.last(where: { $0.at <= now }) else {
      return nil
    }
    switch step.verb {
    case "reject", "cancel", "skip", "cancel_verification": return "\(name) refused"
    case "wrong_icon": return "\(name) tapped the wrong icon"
    case "wrong_pin": return "The PIN was wrong"
    case "wrong_face": return "Somebody else looked into the camera"
    case "refuse_camera": return "\(name) did not let the camera look"
    case "fail_verification": return "The verification failed"
    case "return": return "\(name) came back without having finished"
    case "ignore", "time_out", "push_lost": return "Nobody reacted in time"
    case "fail": return "\(flow.eID) could not do it"
    default: return nil
    }
  }

  private var isLate: Bool {
    guard let timeline = transaction?.timeline else { return false }
    return timeline.isOver(at: now) || !timeline.isManual && timeline.steps.isEmpty
  }
}
