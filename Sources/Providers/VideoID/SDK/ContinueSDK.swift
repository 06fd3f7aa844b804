import Flow
import HTTP
import JSON
import ProviderKit

extension VideoID {
  /// `sdk.continue`: the client lets the phase begin that it was told of; the answer is the next event.
  ///
  /// Whoever says it twice gets the same answer.
  func continueSDK(_ call: Call) -> Outcome {
    sdkCall(call, at: .sdkContinue) { members, run throws(APIRefusal) in
      guard let phase = members["phase"]?.string.flatMap({ CapturePhase(rawValue: $0) }) else {
        throw .invalid(
          "The phase is missing", Finding(CaptureRules.phaseUnknown, members["phase"]?.text() ?? "none"))
      }
      let now = sandbox.environment.clock.now
      runs.update(run.identifier) { run in
        if run.phase(at: now) == .offering(phase) { run.detail.start?.continued?[phase] = now }
      }
    }
  }

  /// `sdk.act`: the person does something before the camera where a human decides; closing the SDK is always there.
  func actInSDK(_ call: Call) -> Outcome {
    sdkCall(call, at: .sdkAct) { members, run throws(APIRefusal) in
      let word = members["do"]?.string ?? ""
      guard let verb = VideoIDVerb(rawValue: word), verb == .cancel || run.timeline.isManual else {
        throw .invalid("\(word) is nothing that can be done here", Finding(CaptureRules.actUnknown, word))
      }
      // Too late is nothing to complain about: the answer says what had happened.
      try? runs.act(verb.rawValue, reason: members["reason"]?.string, on: run.identifier)
    }
  }

  /// A call of an SDK that runs.
  private func sdkCall(
    _ call: Call, at endpoint: VideoIDEndpoint,
    _ act: (JSONObject, Transaction<Run>) throws(APIRefusal) -> Void
  ) -> Outcome {
    if call.request.method == .options { return .answer(preflight) }
    do throws(APIRefusal) {
      let members = try SDKBody.members(call.request)
      let authorization = try SDKBody.authorization(members)
      let noted = runs.call(at: endpoint, of: authorization, for: call) {
        $0.detail.authorization == authorization && $0.detail.start != nil
      }
      guard let run = noted.transaction else {
        throw .invalid("No SDK runs with this authorization", Finding(CaptureRules.notRunning))
      }
      if let instead = noted.answerInstead { return .answer(instead) }
      try act(members, run)
      sandbox.waiters.touch(run.identifier)
      return proceed(run.identifier, faults: noted.faults)
    } catch {
      return .answer(readable(Answer(error.response(standardSwitches), findings: error.findings)))
    }
  }
}
