import Flow
import ProviderKit

extension Itsme {
  /// Notes a call on the login of a code or token, and tells which faults strike it.
  ///
  /// A call that is asked again after a fetch counts once.
  func faults(
    at endpoint: ItsmeEndpoint, of handle: String, for call: Call
  ) -> (login: Transaction<Login>?, faults: [Fault]) {
    let now = sandbox.environment.clock.now
    let isFirst = call.fetched.isEmpty
    let noted = logins.update(handle) { login -> (NotedCall, newHandle: String?) in
      let number =
        isFirst
        ? login.noteCall(endpoint.rawValue, at: now)
        : login.calls.count { $0.endpoint == endpoint.rawValue }
      return (NotedCall(login: login, faults: login.faults(at: endpoint.rawValue, call: number)), nil)
    }
    return (noted?.login, noted?.faults ?? [])
  }

  private struct NotedCall: Sendable {
    let login: Transaction<Login>
    let faults: [Fault]
  }

  /// Notes broken rules on a login.
  func note(_ findings: [Finding], on handle: String) {
    guard !findings.isEmpty else { return }
    _ = logins.update(handle) { login in
      for finding in findings { login.noteFinding(finding.rule.identifier) }
      return (true, newHandle: nil)
    }
  }

  /// Ends what has run out: judges what its scenario expects, and forgets it.
  func sweep(isLast: Bool) {
    let now = sandbox.environment.clock.now
    let ended = isLast ? logins.takeEnded(by: Instant(milliseconds: .max)) : logins.takeEnded(by: now)
    for login in ended {
      sandbox.armedFaults.disarm(login.identifier)
      judge(login, at: now)
    }
  }

  private func judge(_ login: Transaction<Login>, at now: Instant) {
    guard let scenario = login.decision.scenario, let expectation = scenario.expectation else { return }
    let calls = login.calls + sandbox.unownedCalls.calls(from: login.started, to: now)
    let verdict = expectation.verdict(calls: calls, findings: login.findings)
    sandbox.log.write(
      LogEvent(
        verdict == .met ? .info : .warning, provider: Itsme.slug, "\(scenario.name): \(verdict.text)",
        fields: [("transaction", login.identifier), ("client", login.client)]))
  }
}
