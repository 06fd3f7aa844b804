package import Flow

/// The scenario of a request; a queued one is taken until it is given back.
package struct ScenarioChoice: Sendable {
  package let decision: Decision
  let queued: ScenarioQueue.Entry?

  /// `nil` for the provider's default.
  package var scenario: Scenario? { decision.scenario }
}

extension TransactionLedger {
  /// Chooses the scenario of a request; a queued one is taken from the queue.
  ///
  /// - Parameters:
  ///   - facts: what conditions can ask about; evaluated only if a scenario has conditions.
  ///   - asked: the name that the request carries, and by what means.
  /// - Throws: if the request names a scenario that this provider does not have.
  package func choose(
    _ facts: @autoclosure () -> Facts, for client: String, asked: (name: String, means: String)?
  ) throws(UnknownScenario) -> ScenarioChoice {
    var queued: ScenarioQueue.Entry?
    let decision = try sandbox.library.decide(facts(), of: provider, asked: asked) {
      queued = sandbox.queue.take(for: client, of: provider)
      return queued?.scenario
    }
    return ScenarioChoice(decision: decision, queued: queued)
  }

  /// The scenario that `choose` would choose; takes nothing from the queue.
  package func previewScenario(
    _ facts: @autoclosure () -> Facts, for client: String, asked: (name: String, means: String)?
  ) throws(UnknownScenario) -> Decision {
    try sandbox.library.decide(facts(), of: provider, asked: asked) {
      sandbox.queue.next(for: client, of: provider)?.scenario
    }
  }

  /// Returns a queued scenario to the queue because the request was refused.
  package func giveBack(_ choice: ScenarioChoice) {
    if let queued = choice.queued { sandbox.queue.giveBack(queued) }
  }

  /// Takes the next queued scenario if its faults have struck: the request that they kept from opening a transaction
  /// was one of those that it was queued for.
  package func spendStruck(for client: String) {
    let struck = sandbox.queue.next(for: client, of: provider).flatMap {
      sandbox.armedFaults.firstStruck(by: $0.owner)
    }
    guard struck != nil, let entry = sandbox.queue.take(for: client, of: provider), entry.times == 1 else {
      return
    }
    sandbox.armedFaults.release(entry.owner)
  }

  /// The scenario's script, else a human's under `--interactive`, else the provider's standard.
  package func script(_ decision: Decision, standard: PhoneScript) -> PhoneScript {
    decision.scenario?.phone ?? (sandbox.isInteractive ? .manual : standard)
  }

  /// The scenario's person, else the one that the request names, else the usual one.
  package func person(_ decision: Decision, named: Person?) -> Person {
    if let person = decision.scenario?.person ?? named { return person }
    let world = sandbox.library.world
    return world.usualPerson ?? Person(key: world.defaultPerson)
  }

  /// Opens a transaction with the call that began it.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint of that call.
  ///   - now: the instant of that call.
  ///   - noun: what the log calls the transaction.
  ///   - script: what the person does, counted from `now`.
  ///   - patience: how long the provider waits for the person.
  ///   - remembrance: how long after that the transaction is kept, so that late calls are recognized as late.
  ///   - findings: the rules that the request broke.
  ///   - number: the transaction's number if it was needed earlier; by default the next one.
  ///   - identifier: the identifier in addresses; by default 20 letters and digits.
  ///   - detail: what the provider keeps; other identifiers derive from the transaction's number.
  ///   - handles: further handles besides the identifier.
  package func open(
    _ choice: ScenarioChoice, client: String, person: Person, at endpoint: some RawRepresentable<String>,
    now: Instant, noun: String = "a login", script: PhoneScript, patience: Duration, remembrance: Duration,
    findings: [Finding] = [], number: Int? = nil,
    identifier: (_ ordinal: Int) -> String? = { _ in nil },
    handles: (_ transaction: Transaction<Detail>) -> [String] = { _ in [] },
    detail: (_ ordinal: Int, _ identifier: String) -> Detail
  ) -> OpenedTransaction<Detail> {
    let ordinal = number ?? sandbox.nextOrdinal()
    let identifier =
      identifier(ordinal)
      ?? sandbox.environment.identifier(
        length: 20, from: .lowercaseAlphanumeric, ordinal: ordinal, purpose: "\(provider)/transaction")
    let timeline = Timeline(script, reachingPhoneAt: now, waitingFor: patience)
    var transaction = Transaction(
      ordinal: ordinal, identifier: identifier, client: client, started: now, person: person,
      decision: choice.decision, timeline: timeline, ends: timeline.deadline + remembrance,
      detail: detail(ordinal, identifier))
    let call = sandbox.nextCall()
    let count = transaction.noteCall(endpoint.rawValue, at: now, number: call)
    for finding in findings { transaction.noteFinding(finding.rule.identifier) }
    arm(choice, for: transaction)
    traffic.noteStart()
    sandbox.unownedCalls.note(client: client, of: provider, by: call, fetching: vocabulary.discovery)
    transactions.insert(transaction, handles: handles(transaction))
    return OpenedTransaction(
      transaction: transaction,
      faults: rotatingKeys(for: transaction.faults(at: endpoint.rawValue, call: count), of: transaction),
      remarks: remarks(client, noun, choice.decision))
  }

  /// Continues an open transaction by a call whose request did not name it beforehand, unless a fault answers that
  /// call.
  ///
  /// - Parameters:
  ///   - choice: the scenario from now on; `nil` to keep the transaction's.
  ///   - change: what the call does, which may give the transaction another handle.
  /// - Returns: `nil` if the handle names no transaction.
  package func goOn<Failure: Error>(
    with handle: String, _ choice: ScenarioChoice? = nil, at endpoint: some RawRepresentable<String>,
    now: Instant, findings: [Finding] = [],
    _ change: (inout Transaction<Detail>) throws(Failure) -> String?
  ) throws(Failure) -> OpenedTransaction<Detail>? {
    let number = sandbox.nextCall()
    let result = transactions.update(handle) {
      transaction -> (Result<OpenedTransaction<Detail>, Failure>, newHandle: String?) in
      let before = transaction.decision
      if let choice { transaction.decision = choice.decision }
      let count = transaction.noteCall(endpoint.rawValue, at: now, number: number)
      for finding in findings { transaction.noteFinding(finding.rule.identifier) }
      let faults = transaction.faults(at: endpoint.rawValue, call: count)
      do throws(Failure) {
        let newHandle = faults.answerInstead == nil ? try change(&transaction) : nil
        let remarks = choice.map { ["\(transaction.client) goes on: \($0.decision.text)"] } ?? []
        let opened = OpenedTransaction(transaction: transaction, faults: faults, remarks: remarks)
        return (.success(opened), newHandle)
      } catch {
        transaction.decision = before
        return (.failure(error), nil)
      }
    }
    guard let opened = try result?.get() else { return nil }
    if let choice { arm(choice, for: opened.transaction) }
    sandbox.waiters.touch(opened.transaction.identifier)
    return OpenedTransaction(
      transaction: opened.transaction, faults: rotatingKeys(for: opened.faults, of: opened.transaction),
      remarks: opened.remarks)
  }

  /// Log lines: the scenario, and others that nearly matched.
  private func remarks(_ client: String, _ noun: String, _ decision: Decision) -> [String] {
    let remark = "\(client) starts \(noun): \(decision.text)"
    let misses = decision.nearMisses
    return misses.isEmpty ? [remark] : [remark] + misses.map { "not \($0.text)" }
  }

  /// Arms faults at unowned endpoints for the whole sandbox; those of a queued scenario are armed already.
  private func arm(_ choice: ScenarioChoice, for transaction: Transaction<Detail>) {
    guard let faults = choice.scenario?.faults, !faults.isEmpty else { return }
    if let queued = choice.queued {
      sandbox.armedFaults.handOver(from: queued.owner, to: transaction.identifier)
    } else {
      let unowned = vocabulary.unownedEndpoints
      sandbox.armedFaults.arm(
        faults.filter { unowned.contains($0.endpoint) }, at: provider, for: transaction.identifier,
        right: choice.scenario?.right)
    }
  }
}

/// A new transaction, and what belongs to the answer of the call that began it.
package struct OpenedTransaction<Detail: Sendable>: Sendable {
  package let transaction: Transaction<Detail>
  package let faults: [Fault]
  /// Log lines: the scenario, and others that nearly matched.
  package let remarks: [String]
}
