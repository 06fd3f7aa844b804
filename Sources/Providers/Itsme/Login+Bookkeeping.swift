import Flow
import JSON
import ProviderKit

extension Itsme {
  /// Notes a call on the login of a code or token, and tells which faults strike it.
  ///
  /// A call that is asked again after a fetch counts once.
  ///
  /// - Parameter isMeant: whether the handle is one of the kind that the endpoint takes.
  func faults(
    at endpoint: ItsmeEndpoint, of handle: String, for call: Call,
    isMeant: (Transaction<Login>) -> Bool = { _ in true }
  ) -> (login: Transaction<Login>?, faults: [Fault]) {
    let now = sandbox.environment.clock.now
    // The number in the order of calls; none where the call is asked again.
    let number = call.fetched.isEmpty ? sandbox.nextCall() : nil
    let noted = logins.update(handle) { login -> (NotedCall?, newHandle: String?) in
      guard isMeant(login) else { return (nil, nil) }
      let count = login.count(number, at: endpoint, now)
      return (NotedCall(login: login, faults: login.faults(at: endpoint.rawValue, call: count)), nil)
    }
    guard let noted = noted ?? nil else { return (nil, []) }
    return (noted.login, noted.faults)
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
      let verdict = judge(login, at: now)
      sandbox.changes.note([
        TransactionSummary(login, of: Itsme.slug, state: "ended", isEnded: true, verdict: verdict)
      ])
    }
    if !ended.isEmpty { sandbox.waiters.touch(Waiters.changes) }
  }

  private func judge(_ login: Transaction<Login>, at now: Instant) -> Verdict? {
    guard let scenario = login.decision.scenario, let expectation = scenario.expectation else { return nil }
    let calls = login.calls + sandbox.unownedCalls.calls(from: login.started, to: now)
    let verdict = expectation.verdict(calls: calls, findings: login.findings)
    sandbox.log.write(
      LogEvent(
        verdict == .met ? .info : .warning, provider: Itsme.slug, "\(scenario.name): \(verdict.text)",
        fields: [("transaction", login.identifier), ("client", login.client)]))
    return verdict
  }
}

extension Transaction where Detail == Login {
  /// Notes a call, unless it is asked again, and answers with its number at that endpoint, counted from 1.
  ///
  /// A waiting page asks every second; only its first calls are kept, so that they do not crowd out the client's.
  fileprivate mutating func count(_ number: Int?, at endpoint: ItsmeEndpoint, _ now: Instant) -> Int {
    let known = calls.count { $0.endpoint == endpoint.rawValue }
    guard let number else { return known }
    if endpoint == .authorizePage, known >= 8 { return known + 1 }
    return noteCall(endpoint.rawValue, at: now, number: number)
  }
}

extension Itsme {
  /// Reports a client that meets the provider under two addresses within one login: tokens then name another issuer than
  /// its discovery document does.
  func noteClash(_ login: Transaction<Login>, _ call: Call, _ findings: inout [Finding]) {
    let issuer = issuer(call.publicBase)
    guard issuer != login.detail.issuer else { return }
    findings.append(
      Finding(TokenRules.addressClash, "it began at \(login.detail.issuer) and goes on at \(issuer)"))
  }
}

// MARK: For the control plane

extension Itsme {
  var transactions: [TransactionSummary] { logins.all.map { summary($0) } }

  func transaction(_ identifier: String) -> TransactionSummary? {
    logins.find(identifier).map { summary($0) }
  }

  func act(_ word: String, reason: String?, on transaction: String) throws(PhoneRefusal) {
    guard let verb = ItsmeVerb(rawValue: word) else {
      throw .unknownVerb(closest: nearestNames(word, in: ItsmeVerb.allCases.map(\.rawValue), limit: 3))
    }
    let now = sandbox.environment.clock.now
    let refusal = logins.update(transaction) { login -> (PhoneRefusal?, newHandle: String?) in
      guard [.waiting, .identifying].contains(login.phase(at: now)) else {
        return (.decided(state: login.state(at: now)), nil)
      }
      login.timeline.act(verb.rawValue, reason: reason, at: now)
      return (nil, nil)
    }
    guard let refusal else { throw .unknownTransaction }
    if let refusal { throw refusal }
    sandbox.waiters.touch(transaction)
  }

  private func summary(_ login: Transaction<Login>) -> TransactionSummary {
    TransactionSummary(login, of: Itsme.slug, state: login.state(at: sandbox.environment.clock.now))
  }
}

extension Transaction where Detail == Login {
  /// Where the login stands, in one word.
  func state(at now: Instant) -> String {
    if detail.hasReadUserinfo { return ItsmeOutcome.completed.rawValue }
    if detail.codeRedeemed != nil { return "exchanged" }
    return switch phase(at: now) {
    case .identifying: "identifying"
    case .waiting: "waiting"
    case .approved: ItsmeOutcome.approved.rawValue
    case .refused(let outcome): outcome.rawValue
    case .timedOut: ItsmeOutcome.timedOut.rawValue
    }
  }
}
