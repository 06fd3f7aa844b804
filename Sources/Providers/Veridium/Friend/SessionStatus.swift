import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// GetSessionStatus: the status of a session (§1a).
  func sessionStatus(_ call: OwnedCall<Session>, by friend: Friend) -> Outcome {
    asked(call, by: friend) { session, findings in .answer(status(of: session, at: call.call.time, findings))
    }
  }

  /// GetSessionStatusAsync: the same, answered when the status has changed or the wait is over (§1a).
  ///
  /// It waits by the sandbox's clock, so that advancing the clock answers it.
  func sessionStatusAsync(_ call: OwnedCall<Session>, by friend: Friend) -> Outcome {
    asked(call, by: friend) { session, findings in
      let patience = call.now + session.detail.switches[veridium: .longPoll]
      return held(
        session, since: session.phase(at: call.now), at: call.call.time, until: patience, findings)
    }
  }

  private func held(
    _ session: Transaction<Session>, since phase: Session.Phase, at time: ClockReading,
    until patience: Instant, _ findings: [Finding]
  ) -> Outcome {
    let now = time.now
    let present = ledger.find(session.identifier)
    guard let present, present.phase(at: now) == phase, !phase.isEnd, now < patience else {
      return .answer(status(of: present ?? session, at: time, findings))
    }
    let next = present.timeline.next(after: now).map { min($0, patience) } ?? patience
    return .wait(transaction: session.identifier, until: next) { [self] call in
      held(session, since: phase, at: call.time, until: patience, findings)
    }
  }

  /// The answer: `data` is null until the session has completed (§2, §4 2).
  private func status(
    of session: Transaction<Session>, at time: ClockReading, _ findings: [Finding]
  ) -> Answer {
    let phase = session.phase(at: time.now)
    let told = phase.isEnd ? tell(session, phase, at: time.now) : (findings: [], remarks: [])
    let body: JSONObject = [
      "sessionId": .string(session.identifier),
      "status": .string(Veridium.word(of: phase, session.detail.switches)),
      "data": data(of: session, phase, at: time),
    ]
    return Answer(
      succeed(body, session.detail.switches), findings: findings + told.findings, remarks: told.remarks)
  }

  private func data(
    of session: Transaction<Session>, _ phase: Session.Phase, at time: ClockReading
  ) -> JSON {
    let switches = session.detail.switches
    guard case .completed = phase, switches[veridium: .truth].word != "sdk_only" else { return .null }
    var data: JSONObject = ["upn": .string(Profile(person: session.person).principal)]
    if switches[veridium: .tokenInStatus].isOn {
      data["identityToken"] = token(of: session.identifier, at: time).map(JSON.string)
    }
    return .object(data)
  }

  /// The status word of a phase (§1b); only CREATED, OPPORTUNITY and COMPLETED are certain.
  static func word(of phase: Session.Phase, _ switches: Switches) -> String {
    switch phase {
    case .opportunity: return "OPPORTUNITY"
    case .created: return "CREATED"
    case .completed where switches[veridium: .truth].word != "sdk_only": return "COMPLETED"
    case .completed, .canceled, .failed, .timedOut, .refused: break
    }
    let plain =
      switch phase {
      case .canceled: "CANCELED"
      case .timedOut: "TIMEOUT"
      default: "FAILED"
      }
    return switch switches[veridium: .failureStatus].word {
    case "failed": "FAILED"
    case "british": plain == "CANCELED" ? "CANCELLED" : plain
    case "unknown": "DENIED_BY_POLICY"
    default: plain
    }
  }

  /// Notes that the friend learned how a session ended; one that keeps polling did not understand (§4 1).
  private func tell(
    _ session: Transaction<Session>, _ phase: Session.Phase, at now: Instant
  ) -> (findings: [Finding], remarks: [String]) {
    guard session.detail.readsAfterEnd < Veridium.repeatedReadLimit else { return ([], []) }
    let reads = ledger.update(session.identifier) { session -> Int in
      session.detail.isTold = true
      session.detail.readsAfterEnd += 1
      return session.detail.readsAfterEnd
    }
    switch reads {
    case 1:
      ledger.transactions.complete(session.ordinal)
      return ([], ["\(session.client) was told \(session.state(at: now))"])
    case Veridium.repeatedReadLimit:
      let finding = Finding(SessionRules.endIgnored, Veridium.word(of: phase, session.detail.switches))
      ledger.note([finding], on: session.identifier)
      return ([finding], [])
    default: return ([], [])
    }
  }

  /// Fewer reads may be a retry after a lost response, or a second reader.
  static let repeatedReadLimit = 4
}
