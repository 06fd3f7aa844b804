package import Flow

extension Sandbox {
  /// Ends what has expired, queues the deliveries that follow from it, and notes the states of the other transactions.
  package func settle(_ providers: Providers) {
    let now = environment.clock.read().now
    for provider in providers.used { provider.sweep(isLast: false, at: now) }
    observe(providers)
  }

  /// Notes the states of all open transactions, because some change by time alone.
  ///
  /// - Returns: the open transactions.
  @discardableResult
  package func observe(_ providers: Providers) -> [TransactionOutline] {
    let now = environment.clock.read().now
    var open: [TransactionOutline] = []
    var news: [TransactionSummary] = []
    for provider in providers.used {
      let outlines = provider.ledgers.flatMap { $0.outlines(at: now) }
      news += changes.news(outlines).sorted { $0.ordinal < $1.ordinal }
        .compactMap { provider.transaction($0.identifier, at: now) }
      open += outlines
    }
    if changes.note(news, at: now) { waiters.touch(Waiters.changes) }
    return open
  }

  /// Arms a queued scenario's faults at endpoints that no transaction owns, since these cannot wait for a transaction.
  package func arm(_ entry: ScenarioQueue.Entry, _ providers: Providers) {
    guard let provider = providers.types.first(where: { $0.slug == entry.scenario.provider }) else { return }
    let unowned = provider.vocabulary.unownedEndpoints
    armedFaults.arm(
      entry.scenario.faults.filter { unowned.contains($0.endpoint) }, at: entry.scenario.provider,
      for: entry.owner, right: entry.scenario.right)
  }

  package func snapshot(of providers: Providers, at time: ClockReading) -> Snapshots.Snapshot {
    snapshots.keep(saved() + providers.flatMap { $0.saved() }, at: time)
  }

  /// Wakes all waiters.
  package func restore(_ snapshot: Snapshots.Snapshot) {
    beginEpoch()
    for restore in snapshot.restorations { restore() }
    clockMoved()
  }
}
