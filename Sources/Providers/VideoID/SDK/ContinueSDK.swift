import Flow
import HTTP
import JSON
import ProviderKit

extension VideoID {
  /// `sdk.continue`: the client lets the announced phase begin; the answer is the next event.
  ///
  /// A repeated call gets the same answer.
  func continueSDK(_ call: OwnedCall<Run>) -> Outcome {
    sdkCall(call, at: .sdkContinue) { members, run throws(APIRefusal) in
      guard let phase = members["phase"]?.string.flatMap({ CapturePhase(rawValue: $0) }) else {
        throw .invalid(
          "The phase is missing", Finding(CaptureRules.phaseUnknown, members["phase"]?.text() ?? "none"))
      }
      runs.update(run.identifier) { run in
        if run.phase(at: call.now) == .offering(phase) { run.detail.start?.continued?[phase] = call.now }
      }
    }
  }

  /// `sdk.act`: the person acts in front of the camera if a human decides; closing the SDK is always allowed.
  ///
  /// Acting too late is not an error: the response says how the run ended.
  func actInSDK(_ call: OwnedCall<Run>) -> Outcome {
    sdkCall(call, at: .sdkAct) { members, run throws(APIRefusal) in
      let word = members["do"]?.string ?? ""
      let verb = VideoIDVerb(rawValue: word)
      if verb != nil, !run.phase(at: call.now).isRunning { return }
      guard let verb, verb == .cancel || run.timeline.isManual else {
        throw .invalid("\(word) is nothing that can be done here", Finding(CaptureRules.actUnknown, word))
      }
      let reason = members["reason"]?.string
      do throws(PhoneRefusal) {
        try runs.act(verb.rawValue, reason: reason, on: run.identifier, at: call.now)
      } catch {
        guard case .unknownReason = error, let reason else { return }
        throw .invalid(
          "\(reason) is no reason of \(word)",
          Finding(CaptureRules.actUnknown, "\(word) with the reason \(reason)"))
      }
    }
  }

  /// A call to a running SDK.
  private func sdkCall(
    _ call: OwnedCall<Run>, at endpoint: VideoIDEndpoint,
    _ act: (JSONObject, Transaction<Run>) throws(APIRefusal) -> Void
  ) -> Outcome {
    do throws(APIRefusal) {
      let body = try SDKBody(call.request)
      guard let run = call.transaction else {
        throw .invalid("No SDK runs with this authorization", Finding(CaptureRules.notRunning))
      }
      try act(body.members, run)
      sandbox.waiters.touch(run.identifier)
      return proceed(
        run.identifier, at: call.now, isHidden: run.isAnswerHidden(at: endpoint.rawValue))
    } catch {
      return .answer(readable(Answer(error.response(standardSwitches), findings: error.findings)))
    }
  }
}
