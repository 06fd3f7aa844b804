import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// GetSessionStatus: where a session stands (§1a).
  func sessionStatus(_ call: Call) -> Outcome {
    switch sought(call, at: .sessionStatus) {
    case .refused(let answer): .answer(answer)
    case .found(let found): .answer(status(found))
    }
  }

  /// GetSessionStatusAsync: the same, answered when the status has changed or the wait was long enough (§1a).
  ///
  /// The wait is one of the sandbox's clock, so that advancing it answers.
  func sessionStatusAsync(_ call: Call) -> Outcome {
    switch sought(call, at: .sessionStatusAsync) {
    case .refused(let answer): return .answer(answer)
    case .found(let found):
      let patience = ledger.now + found.session.detail.switches[veridium: .longPoll]
      return held(found, since: found.session.phase(at: ledger.now), until: patience)
    }
  }

  private func held(_ found: SoughtSession, since phase: Session.Phase, until patience: Instant) -> Outcome {
    let now = ledger.now
    guard let session = ledger.find(found.session.identifier) else { return .answer(status(found)) }
    let found = SoughtSession(session: session, faults: found.faults, findings: found.findings)
    guard session.phase(at: now) == phase, !phase.isEnd, now < patience else { return .answer(status(found)) }
    let next = session.timeline.next(after: now).map { min($0, patience) } ?? patience
    return .wait(transaction: session.identifier, until: next) { [self] in
      held(found, since: phase, until: patience)
    }
  }

  /// The answer: `data` is null until the session has completed (§2, §4 2).
  private func status(_ found: SoughtSession) -> Answer {
    let session = found.session
    let phase = session.phase(at: ledger.now)
    var findings = found.findings
    var remarks: [String] = []
    if phase.isEnd { told(session, phase, &findings, &remarks) }
    var body = JSONText()
    body.add("sessionId", session.identifier)
    body.add("status", Veridium.word(of: phase, session.detail.switches))
    addData(of: session, phase, to: &body)
    return Answer(
      succeed(body, session.detail.switches), transaction: session.identifier, findings: findings,
      faults: found.faults, remarks: remarks)
  }

  private func addData(of session: Transaction<Session>, _ phase: Session.Phase, to body: inout JSONText) {
    let switches = session.detail.switches
    guard case .completed = phase, switches[veridium: .truth].word != "sdk_only" else {
      return body.add("data", .null)
    }
    body.addObject("data") { data in
      data.add("upn", Profile(person: session.person).principal)
      guard switches[veridium: .tokenInStatus].isOn else { return }
      data.add("identityToken", token(of: session.identifier))
    }
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

  /// The friend learns how a session ended; one that goes on asking did not understand (§4 1).
  private func told(
    _ session: Transaction<Session>, _ phase: Session.Phase, _ findings: inout [Finding],
    _ remarks: inout [String]
  ) {
    guard session.detail.readsAfterEnd < Veridium.readsThatAreEnough else { return }
    let reads = ledger.update(session.identifier) { session -> Int in
      session.detail.isTold = true
      session.detail.readsAfterEnd += 1
      return session.detail.readsAfterEnd
    }
    if reads == 1 {
      ledger.transactions.complete(session.ordinal)
      remarks.append("\(session.client) was told \(session.state(at: ledger.now))")
    }
    if reads == Veridium.readsThatAreEnough {
      let finding = Finding(SessionRules.endIgnored, Veridium.word(of: phase, session.detail.switches))
      ledger.note([finding], on: session.identifier)
      findings.append(finding)
    }
  }

  /// A retry after a lost answer or a second reader is no misunderstanding yet.
  static let readsThatAreEnough = 4
}
