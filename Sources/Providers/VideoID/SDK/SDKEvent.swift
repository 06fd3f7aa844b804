import Flow
import HTTP
import JSON
import ProviderKit

/// An event of the SDK, as its listeners get it (§1.5 #30).
enum SDKEvent: Sendable {
  /// A phase waits for the client to let it begin.
  case phaseStarting(CapturePhase, isManual: Bool)
  case completed(identifier: String)
  case failed(SDKFailure, TokenChange?)

  var response: Response {
    var members: JSONObject
    switch self {
    case .phaseStarting(let phase, let isManual):
      members = ["event": "phaseStarting", "phase": .string(phase.rawValue), "manual": .bool(isManual)]
    case .completed(let identifier): members = ["event": "completed", "id": .string(identifier)]
    case .failed(let failure, let change):
      members = ["event": "failed"]
      for (name, value) in failure.json(change) { members[name] = value }
    }
    return .notStored(.ok, .object(members))
  }
}

extension VideoID {
  /// Answers with the next event of a run, as soon as there is one.
  ///
  /// - Parameter isHidden: true if a fault hides the answer.
  func proceed(
    _ handle: String, at now: Instant, isHidden: Bool, findings: [Finding] = []
  ) -> Outcome {
    guard let run = runs.find(handle) else {
      return .answer(refused(.init(.unknownResult), findings))
    }
    let event: SDKEvent
    var findings = findings
    var remarks: [String] = []
    switch run.phase(at: now) {
    case .offering(let phase): event = .phaseStarting(phase, isManual: run.timeline.isManual)
    case .completed:
      event = .completed(identifier: run.identifier)
      if !isHidden { noteCompletionSeen(handle) }
      findings += noteRejections(of: run, at: now)
      remarks = ["\(run.person.key) completed the \(run.detail.product.title)"]
    case .failed(let failure, _):
      event = .failed(failure, run.decision.scenario?.tokens["sdk_error"])
      remarks = ["the \(run.detail.product.title) failed: \(failure.code.rawValue)"]
    case .requested, .expired, .capturing:
      return .wait(transaction: handle, until: run.timeline.next(after: now)) { [self, findings] call in
        proceed(handle, at: call.now, isHidden: isHidden, findings: findings)
      }
    }
    var answer = Answer(event.response, findings: findings, remarks: remarks)
    answer.deliveries = settle(handle, at: now)
    return .answer(readable(answer))
  }

  func noteCompletionSeen(_ handle: String) {
    runs.update(handle) { $0.detail.isCompletionSeen = true }
  }

  /// Why an ordered verification is rejected although the SDK reports completed, for the journal of that call.
  private func noteRejections(of run: Transaction<Run>, at now: Instant) -> [Finding] {
    guard run.detail.admission != nil else { return [] }
    let reasons = run.rejections(at: now)
    guard !reasons.isEmpty else { return [] }
    let finding = Finding(ResultRules.identityNotProven, reasons.joined(separator: ", "))
    runs.note([finding], on: run.identifier)
    return [finding]
  }
}
