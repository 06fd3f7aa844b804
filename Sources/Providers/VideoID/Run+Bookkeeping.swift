import Flow
import ProviderKit
import Synchronization

// MARK: For the control plane

extension VideoID {
  var transactions: [TransactionSummary] { runs.summaries }

  func transaction(_ identifier: String) -> TransactionSummary? { runs.summary(identifier) }

  func standing(_ identifier: String) -> TransactionStanding? { runs.standing(identifier) }

  func act(_ verb: String, reason: String?, on transaction: String) throws(PhoneRefusal) {
    try runs.act(verb, reason: reason, on: transaction)
    deliver(settle(transaction), of: transaction)
  }

  func saved() -> [Restoration] {
    let watched = watched.withLock { $0 }
    return [
      runs.saved(), admissions.saved(), { [weak self] in self?.watched.withLock { $0 = watched } },
    ]
  }

  func sweep(isLast: Bool) {
    // Ends that time alone has brought: webhooks are due, and whoever ordered is told.
    for handle in watched.withLock({ $0 }).sorted() { deliver(settle(handle), of: handle) }
    admissions.sweep(at: sandbox.environment.clock.now)
    runs.sweep(isLast: isLast) { run in
      watched.withLock { _ = $0.remove(run.identifier) }
    } findings: { run in
      isUnread(run) ? [Finding(ResultRules.neverRead)] : []
    }
  }

  /// Whether a run was completed and nobody read its result: its client trusted the SDK alone (§4.7).
  ///
  /// The result of a run that another provider ordered is that provider's matter.
  private func isUnread(_ run: Transaction<Run>) -> Bool {
    guard run.detail.admission == nil, !run.detail.isRead,
      case .completed = run.phase(at: sandbox.environment.clock.now)
    else { return false }
    return true
  }
}

// MARK: Telling how a run went

extension VideoID {
  /// Looks after a run until everybody has been told how it ended.
  func watch(_ handle: String) { watched.withLock { _ = $0.insert(handle) } }

  /// What has happened to a run since it was looked at last: the webhooks of it, each once; whoever ordered the run is told.
  func settle(_ handle: String) -> [Delivery] {
    let now = sandbox.environment.clock.now
    let news = runs.update(handle) { run -> News in
      let events = run.events(until: now)
      var news = News(run: run, events: Array(events.dropFirst(run.detail.toldEvents)))
      run.detail.toldEvents = events.count
      switch run.phase(at: now) {
      case .completed, .failed:
        if !run.detail.isEndingTold { news.ending = run.phase(at: now) }
        run.detail.isEndingTold = true
      case .requested, .expired, .offering, .capturing: break
      }
      news.isOver = run.isToldOut(at: now)
      return news
    }
    guard let news else { return [] }
    for event in news.events { noteVerdict(event) }
    if news.isOver { watched.withLock { _ = $0.remove(handle) } }
    if let ending = news.ending { admissions.noteEnding(of: news.run, ending) }
    guard let webhook = news.run.detail.webhook else { return [] }
    if !webhook.url.hasPrefix("https://"), !news.events.isEmpty, news.ending != nil {
      runs.report([Finding(ResultRules.webhookNotSecure, webhook.url)], on: handle)
    }
    return news.events.filter { webhook.events?.contains($0.event.rawValue) ?? true }.flatMap { event in
      WebhookMessage(run: news.run, event: event, webhook: webhook).deliveries
    }
  }

  /// A review is no state of a run, but an outcome.
  private func noteVerdict(_ event: RunEvent) {
    switch event.verdict {
    case "Accepted": runs.note(outcome: VideoIDOutcome.accepted)
    case "Rejected": runs.note(outcome: VideoIDOutcome.rejected)
    default: break
    }
  }

  /// What is new about a run.
  private struct News: Sendable {
    let run: Transaction<Run>
    let events: [RunEvent]
    var ending: Run.Phase?
    var isOver = false
  }

  /// Sends what belongs to no answer.
  private func deliver(_ deliveries: [Delivery], of transaction: String) {
    sandbox.deliveries.add(deliveries, of: VideoID.slug, transaction: transaction)
  }
}
