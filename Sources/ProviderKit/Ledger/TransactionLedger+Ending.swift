package import Flow
import JSON

extension TransactionLedger {
  /// In the order of their starts.
  package func summaries(at now: Instant) -> [TransactionSummary] {
    isEmpty ? [] : transactions.all.map { summary($0, at: now) }
  }

  package func outlines(at now: Instant) -> [TransactionOutline] {
    transactions.map { transaction in
      TransactionOutline(
        transaction, of: provider, state: state(transaction, now),
        isIdentified: isIdentified(transaction, now))
    }.sorted { $0.ordinal < $1.ordinal }
  }

  package var isEmpty: Bool { transactions.count == 0 }

  /// `nil` unless the transaction is open.
  package func summary(_ identifier: String, at now: Instant) -> TransactionSummary? {
    transactions.find(identifier).map { summary($0, at: now) }
  }

  /// Most calls change nothing, so a summary is made only for a new state.
  package func standing(_ identifier: String, at now: Instant) -> TransactionStatus? {
    guard let transaction = transactions.find(identifier) else { return nil }
    let state = state(transaction, now)
    let isNew = sandbox.changes.isNew(state, of: transaction.ordinal)
    return TransactionStatus(
      client: transaction.client,
      news: isNew ? summary(transaction, state: state, at: now) : nil,
      awaitsDefect: transaction.delivered == nil
        && transaction.decision.scenario?.expectation != nil)
  }

  package func expectation(of identifier: String) -> Expectation? {
    transactions.find(identifier)?.decision.scenario?.expectation
  }

  private func summary(_ transaction: Transaction<Detail>, at now: Instant) -> TransactionSummary {
    summary(
      transaction, state: state(transaction, now), verdict: standingVerdict(transaction, at: now), at: now)
  }

  private func summary(
    _ transaction: Transaction<Detail>, state: String, isEnded: Bool = false, verdict: Verdict? = nil,
    at now: Instant
  ) -> TransactionSummary {
    TransactionSummary(
      transaction, of: provider, state: state, isEnded: isEnded,
      isIdentified: isIdentified(transaction, now), verdict: verdict)
  }

  package func nextChange(after now: Instant) -> Instant? {
    transactions.map { transaction in
      let own = [transaction.timeline.next(after: now), transaction.ends].compactMap { $0 }
      return (own + moments(transaction, now)).filter { $0 > now }.min()
    }.compactMap { $0 }.min()
  }

  package func moment(of identifier: String, after start: Instant, before end: Instant) -> Instant? {
    transactions.find(identifier).flatMap { transaction in
      moments(transaction, start).filter { $0 > start && $0 < end }.min()
    }
  }

  /// A human does something on the phone.
  ///
  /// - Throws: why it cannot be done.
  package func act(
    _ verb: String, reason: String?, on identifier: String, at now: Instant
  ) throws(PhoneRefusal) {
    try act(verb, reason: reason, on: identifier, at: now) { _ in }
  }

  /// The same, with a change of the provider's own in the same step.
  package func act(
    _ verb: String, reason: String?, on identifier: String, at now: Instant,
    alongside change: (inout Transaction<Detail>) -> Void
  ) throws(PhoneRefusal) {
    let verbs = vocabulary.verbs
    guard let known = verbs.first(where: { $0.term.name == verb }) else {
      throw .unknownVerb(closest: nearestNames(verb, in: verbs.map(\.term.name).sorted(), limit: 3))
    }
    // A form has an empty field for no reason.
    let reason = reason == "" ? nil : reason
    if let reason, !known.reasons.contains(reason) {
      throw .unknownReason(closest: nearestNames(reason, in: known.reasons, limit: 3))
    }
    let refusal = update(identifier) { transaction -> PhoneRefusal? in
      guard isOpen(transaction, now) else { return .decided(state: state(transaction, now)) }
      transaction.timeline.act(verb, reason: reason, at: now)
      change(&transaction)
      return nil
    }
    guard let refusal else { throw .unknownTransaction }
    if let refusal { throw refusal }
    sandbox.waiters.touch(identifier)
  }

  /// Ends the transactions that have expired: judges their scenarios' expectations and forgets them.
  package func sweep(isLast: Bool, at now: Instant) {
    let moment = isLast ? Instant(milliseconds: .max) : now
    guard let next = transactions.nextEnd, next <= moment else { return }
    // In batches, because thousands may end at once and the store is locked while they are taken. Bounded, because
    // calls may push transactions out as fast as they are judged here.
    for _ in 0..<max(8, 2 * transactions.capacity / Self.batchSize) {
      let ended = transactions.takeEnded(by: moment, limit: Self.batchSize)
      for transaction in ended { end(transaction, at: now) }
      if !ended.isEmpty { sandbox.waiters.touch(Waiters.changes) }
      guard ended.count >= Self.batchSize else { break }
    }
    traffic.noteEnd("forgotten", transactions.takeForgotten())
  }

  private static var batchSize: Int { 256 }

  private func end(_ transaction: Transaction<Detail>, at now: Instant) {
    var transaction = transaction
    note(findingsAtEnd(transaction, now), atEndOf: &transaction, now)
    let verdict = judge(transaction, at: now)
    sandbox.armedFaults.disarm(transaction.identifier)
    let last = summary(transaction, state: state(transaction, now), at: now)
    traffic.noteEnd(last.state)
    sandbox.changes.note(
      [
        // It may have reached this state by the passing of time, unobserved.
        last,
        summary(transaction, state: last.state, isEnded: true, verdict: verdict, at: now),
      ], at: now)
    forget(transaction)
  }

  /// Reports broken rules that belong to no answer, at the endpoint of the transaction's last call.
  package func report(_ findings: [Finding], on handle: String, at now: Instant) {
    guard !findings.isEmpty else { return }
    update(handle) { note(findings, atEndOf: &$0, now) }
  }

  private func note(
    _ findings: [Finding], atEndOf transaction: inout Transaction<Detail>, _ now: Instant
  ) {
    guard !findings.isEmpty else { return }
    let endpoint = transaction.calls.last?.endpoint ?? ""
    let expectation = transaction.decision.scenario?.expectation
    let findings = findings.map { finding in
      var own = Finding(finding.rule, finding.detail, transaction: transaction.identifier)
      own.isExpected = expectation?.expects(finding.rule.identifier) == true
      return own
    }
    for finding in findings {
      transaction.noteFinding(finding.rule.identifier)
      sandbox.log.write(LogEvent(finding, provider: provider, endpoint: endpoint))
    }
    sandbox.findings.note(
      findings, at: now, provider: provider, endpoint: endpoint, client: transaction.client)
  }
}
