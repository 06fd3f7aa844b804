import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// The SDK's `authenticate(profile, vidSessionId)`: answers when the person has decided (§1c, §1d).
  func sdkAuthenticate(_ call: OwnedCall<Session>) -> Outcome {
    let asked: SDKAuthentication
    do throws(SDKRequest.Malformed) {
      asked = try SDKAuthentication(call.request)
    } catch { return .answer(malformed(error)) }
    guard let session = call.transaction else {
      // The server never issued this identifier, for which the SDK only reports NONE (§3).
      let finding = Finding(SDKRules.sessionUnknown, "\"\(asked.session)\"")
      return .answer(answer(SDKResult(status: .none), nil, [finding]))
    }
    if let refused = refusal(of: session, asked.profile, at: call.now) {
      ledger.note([refused], on: session.identifier)
      return .answer(answer(failed(.none, session), session, [refused]))
    }
    let isHidden = session.isAnswerHidden(at: VeridiumEndpoint.sdkAuthenticate.rawValue)
    guard !session.detail.isDelivered else {
      // The scenario kept the end from the app, which may ask again, but gets no new token (§3).
      ledger.update(session.identifier) { $0.detail.noteDelivery(isHidden: isHidden) }
      return .answer(answer(failed(.none, session), session))
    }
    begin(session, asked, at: call.now)
    if let contradiction = contradiction(asked, session.identifier, isHidden: isHidden, at: call.now) {
      return .answer(answer(failed(.none, session), session, [contradiction]))
    }
    let patience = call.now + session.detail.switches[veridium: .longPoll]
    return result(of: session.identifier, isHidden: isHidden, at: call.call.time, until: patience)
  }

  /// Why the app cannot authenticate with this session: another profile's, already over, or not scanned (§3).
  private func refusal(
    of session: Transaction<Session>, _ profile: String, at now: Instant
  ) -> Finding? {
    if session.detail.isHeard {
      return Finding(SDKRules.sessionReused, session.state(at: now))
    }
    guard session.isAttached(at: now) else { return Finding(SDKRules.sessionNotAttached) }
    guard isProfile(profile, of: session) else {
      return Finding(SDKRules.sessionOfAnotherProfile, "\"\(profile)\"")
    }
    return nil
  }

  /// True if the friend gave the session's profile this name, or if it is the profile of the session's person.
  private func isProfile(_ name: String, of session: Transaction<Session>) -> Bool {
    if session.detail.profile == name || Profile(person: session.person).isNamed(name) { return true }
    guard let profile = sandbox.library.world.profile(named: name) else { return false }
    return profile.person.key == session.person.key || profile.externalIdentifier == session.detail.profile
  }

  /// The finding about a result other than success for a session that has been completed meanwhile, and can no longer
  /// be used (§3).
  private func contradiction(
    _ asked: SDKAuthentication, _ identifier: String, isHidden: Bool, at now: Instant
  ) -> Finding? {
    guard let decision = asked.decision, decision.verb != .approve else { return nil }
    let finding = ledger.update(identifier) { session -> Finding? in
      guard case .completed = session.phase(at: now) else { return nil }
      session.detail.noteDelivery(isHidden: isHidden)
      return Finding(
        SDKRules.sessionReused, "it was completed before the app reported \(decision.status.rawValue)")
    }.flatMap { $0 }
    if let finding { ledger.note([finding], on: identifier) }
    return finding
  }

  /// The SDK picks up the session: the tester decides, otherwise the usual person approves at once.
  private func begin(_ session: Transaction<Session>, _ asked: SDKAuthentication, at now: Instant) {
    ledger.update(session.identifier) { session in
      session.detail.biometricMethod = asked.biometricMethod ?? session.detail.biometricMethod
      let isStandard = session.detail.isStandard
      switch asked.decision {
      case let decision? where isStandard && session.isUndecided(at: now):
        session.decide(decision.verb, reason: decision.reason?.rawValue, at: now)
      case let decision? where !session.phase(at: now).isEnd:
        session.timeline.act(decision.verb.rawValue, reason: decision.reason?.rawValue, at: now)
      case nil where isStandard && !session.phase(at: now).isEnd:
        session.decide(.approve, at: now)
      default: break
      }
      session.ends = max(
        session.ends, now + session.detail.switches[veridium: .readable] + Veridium.remembrance)
    }
    noteLock(of: session.identifier)
    sandbox.waiters.touch(session.identifier)
  }

  /// The result for the app, held until there is one or `patience` is over.
  ///
  /// - Parameter isHidden: true if a fault hides the answer from the app.
  private func result(
    of identifier: String, isHidden: Bool, at time: ClockReading, until patience: Instant
  ) -> Outcome {
    let now = time.now
    guard let session = ledger.find(identifier) else {
      return .answer(answer(SDKResult(status: .none), nil))
    }
    let interruptions = session.interruptions(at: now)
    if interruptions.count > session.detail.interruptionsTold {
      let step = interruptions[session.detail.interruptionsTold]
      ledger.update(identifier) { $0.detail.interruptionsTold += 1 }
      return .answer(answer(interruption(step, session), session))
    }
    let phase = session.phase(at: now)
    if phase.isEnd {
      ledger.update(identifier) { $0.detail.noteDelivery(isHidden: isHidden) }
      return .answer(answer(end(phase, session, time), session))
    }
    guard now < patience else { return .answer(unfinished) }
    let next = session.timeline.next(after: now).map { min($0, patience) } ?? patience
    return .wait(transaction: identifier, until: next) { [self] call in
      result(of: identifier, isHidden: isHidden, at: call.time, until: patience)
    }
  }

  /// The result of an ended session for the app (§3, §4 4).
  private func end(
    _ phase: Session.Phase, _ session: Transaction<Session>, _ time: ClockReading
  ) -> SDKResult {
    switch phase {
    case .completed:
      if session.detail.switches[veridium: .truth].word == "server_only" {
        return failed(.biometricMismatch, session)
      }
      guard let token = token(of: session.identifier, at: time) else { return failed(.none, session) }
      return SDKResult(status: .authenticated, token: token)
    case .canceled:
      let isDelegate = session.detail.switches[veridium: .cancelDelivery].word == "delegate"
      return SDKResult(status: .canceled, delegate: isDelegate ? .canceled : .finished)
    case .timedOut: return SDKResult(status: .timeout)
    case .failed(_, .none): return SDKResult(status: .none)
    case .failed(_, let reason): return failed(reason, session)
    case .opportunity, .created, .refused: return SDKResult(status: .none)
    }
  }

  private func interruption(_ step: Timeline.Step, _ session: Transaction<Session>) -> SDKResult {
    switch VeridiumVerb(rawValue: step.verb) {
    case .authenticateByAdmin: SDKResult(status: .authenticatedByAdmin)
    // Only the error tells the app that it has to enrol again.
    case .biometryChanged:
      SDKResult(status: .failed, error: .requiresBiometryRevalidation, delegate: .failed)
    default: SDKResult(status: .ongoing)
    }
  }

  private func failed(_ reason: FailureReason, _ session: Transaction<Session>) -> SDKResult {
    guard session.detail.switches[veridium: .failureDelivery].word == "error" else {
      return SDKResult(status: .failed)
    }
    return SDKResult(status: .failed, error: reason, delegate: .failed)
  }

  /// No result yet: the app asks again as long as the session is open.
  private var unfinished: Answer {
    let body: JSON = ["status": .null, "identityToken": .null, "error": .null, "delegate": .null]
    return Answer(.notStored(202, body))
  }

  private func answer(
    _ result: SDKResult, _ session: Transaction<Session>?, _ findings: [Finding] = []
  ) -> Answer {
    let remarks = session.map { ["\($0.person.key)'s app is told \(result.status.rawValue)"] } ?? []
    return Answer(.notStored(.ok, result.json), findings: findings, remarks: remarks)
  }

  func malformed(_ problem: SDKRequest.Malformed) -> Answer {
    Answer(
      .notStored(400, ["error": ["code": 400, "localizedReason": .string(problem.reason)]]),
      findings: [Finding(SDKRules.requestMalformed, problem.reason)])
  }
}
