import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// What the SDK's `authenticate(profile, vidSessionId)` does: answers when the person has decided (§1c, §1d).
  func sdkAuthenticate(_ call: OwnedCall<Session>) -> Outcome {
    let asked: SDKAuthentication
    do throws(SDKRequest.Malformed) {
      asked = try SDKAuthentication(call.request)
    } catch { return .answer(malformed(error)) }
    guard let session = call.transaction else {
      // An identifier that the server never gave: the SDK cannot say more than NONE (§3).
      let finding = Finding(SDKRules.sessionUnknown, "\"\(asked.session)\"")
      return .answer(answer(SDKResult(status: .none), nil, [finding]))
    }
    if let refused = refusal(of: session, asked.profile, at: call.now) {
      ledger.note([refused], on: session.identifier)
      return .answer(answer(failed(.none, session), session, [refused]))
    }
    begin(session, asked, at: call.now)
    let patience = call.now + session.detail.switches[veridium: .longPoll]
    return result(of: session.identifier, at: call.call.time, until: patience)
  }

  /// Why the app cannot authenticate with this session: somebody else's, over already, or not scanned (§3).
  private func refusal(
    of session: Transaction<Session>, _ profile: String, at now: Instant
  ) -> Finding? {
    if session.detail.isDelivered {
      return Finding(SDKRules.sessionReused, session.state(at: now))
    }
    guard session.isAttached(at: now) else { return Finding(SDKRules.sessionNotAttached) }
    guard isProfile(profile, of: session) else {
      return Finding(SDKRules.sessionOfAnotherProfile, "\"\(profile)\"")
    }
    return nil
  }

  /// The session is for the profile as the friend named it, and for its person's profile.
  private func isProfile(_ name: String, of session: Transaction<Session>) -> Bool {
    if session.detail.profile == name { return true }
    return sandbox.library.world.profile(named: name)?.person.key == session.person.key
  }

  /// The SDK has the session: the tester decides where one says so, and the usual person approves as soon as the app asks.
  ///
  /// A tester's word counts as long as nobody was told what the usual person did.
  private func begin(_ session: Transaction<Session>, _ asked: SDKAuthentication, at now: Instant) {
    ledger.update(session.identifier) { session in
      session.detail.biometricMethod = asked.biometricMethod ?? session.detail.biometricMethod
      let isOpen = !session.phase(at: now).isEnd
      switch asked.decision {
      case let (verb, reason)? where session.detail.isStandard && !session.detail.isTold && verb.isFinal:
        session.decide(verb, reason: reason?.rawValue, at: now)
      case let (verb, reason)? where session.detail.isStandard && !session.detail.isTold:
        // The session stays open: what the usual person would have done at once no longer happens.
        session.timeline = Timeline(
          .manual, reachingPhoneAt: now, waitingFor: session.timeline.deadline - now)
        session.timeline.act(verb.rawValue, reason: reason?.rawValue, at: now)
      case let (verb, reason)? where isOpen:
        session.timeline.act(verb.rawValue, reason: reason?.rawValue, at: now)
      case nil where isOpen && session.detail.isStandard:
        session.decide(.approve, at: now)
      default: break
      }
      session.ends = max(
        session.ends, now + session.detail.switches[veridium: .readable] + Veridium.remembrance)
    }
    noteLock(of: session.identifier)
    sandbox.waiters.touch(session.identifier)
  }

  /// What the app is told, now or as soon as there is something to tell.
  private func result(
    of identifier: String, at time: ClockReading, until patience: Instant
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
      ledger.update(identifier) { $0.detail.isDelivered = true }
      return .answer(answer(end(phase, session, time), session))
    }
    guard now < patience else { return .answer(unfinished) }
    let next = session.timeline.next(after: now).map { min($0, patience) } ?? patience
    return .wait(transaction: identifier, until: next) { [self] call in
      result(of: identifier, at: call.time, until: patience)
    }
  }

  /// How a session that ended ends for the app (§3, §4 4).
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
    guard step.verb == VeridiumVerb.biometryChanged.rawValue else { return SDKResult(status: .ongoing) }
    // Without the error the app could not know that it has to enrol again.
    return SDKResult(status: .failed, error: .requiresBiometryRevalidation, delegate: .failed)
  }

  private func failed(_ reason: FailureReason, _ session: Transaction<Session>) -> SDKResult {
    guard session.detail.switches[veridium: .failureDelivery].word == "error" else {
      return SDKResult(status: .failed)
    }
    return SDKResult(status: .failed, error: reason, delegate: .failed)
  }

  /// Nothing to tell yet: the app asks again, as long as the session is open.
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

  /// The answer to a call of the SDK stub that cannot be understood.
  func malformed(_ problem: SDKRequest.Malformed) -> Answer {
    Answer(.notStored(400, ["error": ["code": 400, "localizedReason": .string(problem.reason)]]))
  }
}
