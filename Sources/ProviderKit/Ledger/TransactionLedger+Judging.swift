package import Flow
package import HTTP

// A transaction is judged when its last credential expires, by `settle`, or at the end of its sandbox, whichever
// comes first. Until then its verdict is pending, except that a failure which nothing can mend shows at once.

extension TransactionLedger {
  /// The verdict on an open transaction now; `nil` if its scenario expects nothing.
  func standingVerdict(_ transaction: Transaction<Detail>, at now: Instant) -> Verdict? {
    transaction.settled ?? verdict(on: transaction, .open, at: now)
  }

  private func verdict(
    on transaction: Transaction<Detail>, _ stage: Verdict.Stage, at now: Instant
  ) -> Verdict? {
    guard let scenario = transaction.decision.scenario,
      let expectation = scenario.expectation?.without(neverCalled(transaction))
    else { return nil }
    let record = sandbox.unownedCalls
    let shared = record.calls(of: provider, from: transaction.started, to: now)
    let (calls, others) =
      record.isOnlyClient(of: provider) ? (transaction.calls + shared, []) : (transaction.calls, shared)
    let delivered = delivered(transaction, of: scenario)
    guard expectation.right != nil else {
      return expectation.verdict(
        of: scenario.title, calls: calls, perhaps: others, unlisted: transaction.unlistedCalls,
        findings: transaction.findings, stage, isDelivered: delivered != nil, obstacle: transaction.obstacle)
    }
    var verdict = expectation.verdict(
      of: scenario.title, calls: calls, perhaps: others, unlisted: transaction.unlistedCalls,
      findings: transaction.findings, stage, isDelivered: delivered != nil, hasDefect: scenario.hasDefect,
      obstacle: transaction.obstacle,
      safeguard: safeguard(of: transaction, scenario),
      seen: (transaction.sightings + (delivered.map { shown(by: transaction, since: $0, stage, now) } ?? []))
        .decisive, advice: scenario.advice(in: vocabulary))
    verdict.hint = delivered.flatMap { sent in
      later(of: transaction, than: sent).first { vocabulary.signals.accepting.contains($0.endpoint) }
        .map { "\($0.endpoint) was called" }
    }
    return verdict
  }

  // MARK: Judging

  /// Judges at the end, when more is known than at the time of a verdict that was settled before.
  func judge(_ transaction: Transaction<Detail>, at now: Instant) -> Verdict? {
    let stage: Verdict.Stage = now < transaction.ends ? .early : .over
    guard let verdict = verdict(on: transaction, stage, at: now) else { return nil }
    guard let settled = transaction.settled else {
      note(verdict, on: transaction)
      return verdict
    }
    _ = sandbox.verdicts.change(of: transaction.identifier) { $0 = verdict }
    if verdict.text != settled.text { log(verdict, on: transaction) }
    return verdict
  }

  /// Judges now, once, every transaction whose scenario expects something.
  ///
  /// - Parameter identifier: only this transaction.
  package func settle(_ identifier: String?, at now: Instant) -> [VerdictLog.Entry] {
    transactions.all.compactMap { transaction in
      guard identifier == nil || identifier == transaction.identifier, transaction.settled == nil,
        let verdict = verdict(on: transaction, .early, at: now)
      else { return nil }
      let sent = transaction.decision.scenario.flatMap { delivered(transaction, of: $0) }
      update(transaction.identifier) {
        $0.settled = verdict
        // Who armed a fault may forget it before the end.
        $0.delivered = $0.delivered ?? sent
      }
      return note(verdict, on: transaction)
    }
  }

  /// Notes what was reported of the relying party; false if no such transaction is open.
  package func saw(_ sighting: Sighting, of identifier: String, at now: Instant) -> Bool {
    let settled = update(identifier) { transaction -> Bool in
      transaction.noteSighting(sighting)
      transaction.heard = sandbox.lastCall
      transaction.settled?.seen = sighting
      return transaction.settled != nil
    }
    if settled == true { _ = sandbox.verdicts.change(of: identifier) { $0.seen = sighting } }
    return settled != nil
  }

  @discardableResult
  private func note(_ verdict: Verdict, on transaction: Transaction<Detail>) -> VerdictLog.Entry {
    let entry = VerdictLog.Entry(
      scenario: transaction.decision.scenario?.name ?? "", provider: provider,
      transaction: transaction.identifier, client: transaction.client, verdict: verdict)
    sandbox.verdicts.note(entry)
    log(verdict, on: transaction)
    return entry
  }

  private func log(_ verdict: Verdict, on transaction: Transaction<Detail>) {
    let level: LogEvent.Level =
      switch verdict.result {
      case .met, .pending: .info
      case .warn, .inconclusive, .notRun: .warning
      case .unmet: sandbox.settings.unmetLevel
      }
    sandbox.log.write(
      LogEvent(
        level, provider: provider, "\(transaction.decision.scenario?.name ?? ""): \(verdict.text)",
        fields: [("transaction", transaction.identifier), ("client", transaction.client)] + verdict.fields))
  }

  // MARK: What was sent

  /// Notes that the answer with the scenario's defect was sent, if this one is it.
  package func noteAnswer(
    _ response: Response, at endpoint: String, struckBy faults: [Fault], _ idle: [IdleFault],
    of identifier: String, at now: Instant
  ) {
    let effective = faults.filter { fault in !idle.contains { $0.fault == fault } }
    update(identifier) { transaction in
      guard transaction.delivered == nil, let scenario = transaction.decision.scenario else { return }
      if scenario.faults.contains(where: effective.contains) { transaction.clearObstacle(in: endpoint) }
      let isSent = isDefect(response, at: endpoint, struckBy: effective, of: scenario)
      if !isSent, let first = idle.first {
        transaction.note(
          obstacle: "the fault changes nothing: the answer of \(endpoint) \(first.reason)", in: endpoint)
      }
      guard isSent, transaction.obstacle == nil else { return }
      transaction.delivered = EndpointCall(endpoint: endpoint, at: now, number: sandbox.lastCall)
    }
  }

  private func isDefect(
    _ response: Response, at endpoint: String, struckBy faults: [Fault], of scenario: Scenario
  ) -> Bool {
    // A scenario that changes no particular answer counts from the first of the expected calls on.
    guard scenario.hasDefect else {
      return scenario.expectation?.order.first?.endpoints.contains(endpoint) ?? true
    }
    // A rotation of keys happens before the call, so it is not among the faults that struck the answer.
    let isStruck = scenario.faults.contains {
      $0.endpoint == endpoint && ($0.action == .rotateKeys || faults.contains($0))
    }
    return isStruck
      || scenario.tokens.keys.contains { token in
        (vocabulary.signals.carriers[token] ?? []).contains { response.carries($0, at: endpoint) }
      }
  }

  private func delivered(_ transaction: Transaction<Detail>, of scenario: Scenario) -> EndpointCall? {
    if let sent = transaction.delivered { return sent }
    guard transaction.obstacle == nil else { return nil }
    if let struck = sandbox.armedFaults.firstStruck(by: transaction.identifier) { return struck }
    // A message that reached no server shows nothing.
    return messages(of: transaction, scenario).first { $0.status != nil }.map {
      EndpointCall(endpoint: $0.event, at: $0.at, number: 0)
    }
  }

  /// The attempts at delivering messages that carry a token which the scenario changes, with the receiver's status.
  private func messages(
    of transaction: Transaction<Detail>, _ scenario: Scenario
  ) -> [(event: String, at: Instant, status: Int?)] {
    let events = scenario.tokens.keys.flatMap { vocabulary.signals.carriers[$0] ?? [] }.map(\.name)
    guard !events.isEmpty else { return [] }
    return sandbox.deliveries.records.filter {
      $0.transaction == transaction.identifier && events.contains($0.delivery.event)
    }.flatMap { record in
      record.attempts.map { (record.delivery.event, $0.at, try? $0.outcome.get()) }
    }
  }

  // MARK: What the traffic shows

  private func shown(
    by transaction: Transaction<Detail>, since sent: EndpointCall, _ stage: Verdict.Stage, _ now: Instant
  ) -> [Sighting] {
    let scenario = transaction.decision.scenario
    var sightings = later(of: transaction, than: sent).filter {
      vocabulary.signals.refusing.contains($0.endpoint)
    }.map { Sighting(.refused, .traffic, "\($0.endpoint) was called", at: $0.at) }
    if stage != .open, let sighting = sightingAtEnd(transaction, now) { sightings.append(sighting) }
    // Nor does what a client gives up accuse it: the person may have, or the browser never came back.
    if scenario?.expectation?.right == .mustAccept { sightings = [] }
    if let scenario {
      for message in messages(of: transaction, scenario) {
        guard let status = message.status, status >= 400 else { continue }
        sightings.append(
          Sighting(
            status < 500 ? .refused : .crashed, .traffic, "the message was answered with \(status)",
            at: message.at))
      }
    }
    guard stage != .open else { return sightings }
    if let waiting = waiting(transaction, since: sent, now) { sightings.append(waiting) }
    return sightings
  }

  /// The calls of other endpoints since the defect was sent, which can show what came of it.
  private func later(of transaction: Transaction<Detail>, than sent: EndpointCall) -> [EndpointCall] {
    // If the scenario changes no particular answer, a later call shows nothing.
    guard transaction.decision.scenario?.hasDefect == true else { return [] }
    return transaction.calls.filter {
      $0.at >= sent.at && $0.number > sent.number && $0.endpoint != sent.endpoint
    }
  }

  /// A client that polled until just now is still waiting.
  private func waiting(
    _ transaction: Transaction<Detail>, since sent: EndpointCall, _ now: Instant
  ) -> Sighting? {
    guard let latest = transaction.latest, polledEndpoints.contains(latest.endpoint),
      latest.number > sent.number, latest.at + .seconds(10) >= min(now, transaction.ends),
      transaction.calls.count(where: { $0.endpoint == latest.endpoint && $0.number > sent.number }) > 1
    else { return nil }
    return Sighting(.deferred, .traffic, "\(latest.endpoint) is still polled", at: latest.at)
  }
}

extension Scenario {
  /// True if it changes particular answers.
  fileprivate var hasDefect: Bool { !tokens.isEmpty || !faults.isEmpty }
}

extension Sandbox.Settings {
  /// The level of the log line about an expectation that is not met.
  package var unmetLevel: LogEvent.Level { unmetSeverity == .error ? .error : .warning }
}

extension Response {
  fileprivate func carries(_ carrier: Signals.Carrier, at endpoint: String) -> Bool {
    guard carrier.name == endpoint, status.code < 400 else { return false }
    return carrier.mark.isEmpty || body.firstRange(of: carrier.mark) != nil
      || headers["Location"]?.contains(carrier.mark) == true
  }
}
