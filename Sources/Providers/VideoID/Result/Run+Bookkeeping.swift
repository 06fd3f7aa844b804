import Flow
import ProviderKit

// MARK: For the control plane

extension VideoID {
  func act(
    _ verb: String, reason: String?, on transaction: String, at now: Instant
  ) throws(PhoneRefusal) {
    try runs.act(verb, reason: reason, on: transaction, at: now)
    deliver(settle(transaction, at: now), of: transaction)
  }

  func expire(at now: Instant) {
    // Some runs end by time alone: their webhooks are due, and the ordering provider is told.
    for handle in watched.withLock({ $0 }).sorted() { deliver(settle(handle, at: now), of: handle) }
    admissions.sweep(at: now)
  }

  var expiresMore: Bool { !runs.isEmpty }
}

// MARK: Reporting

extension VideoID {
  /// Watches a run until its end has been reported.
  func watch(_ handle: String) { watched.withLock { _ = $0.insert(handle) } }

  /// The webhooks that a run has caused since the last call, each once; also reports to the ordering provider.
  func settle(_ handle: String, at now: Instant) -> [Delivery] {
    let news = runs.update(handle) { run -> News in
      let events = run.events(until: now)
      var news = News(run: run, events: Array(events.dropFirst(run.detail.toldEvents)))
      run.detail.toldEvents = events.count
      if !run.detail.isEndingTold, let ending = run.ending(at: now) {
        news.ending = ending
        run.detail.isEndingTold = true
      }
      news.isOver = run.hasNoFurtherEvents(at: now)
      return news
    }
    guard let news else { return [] }
    for event in news.events { noteVerdict(event) }
    if news.isOver { watched.withLock { _ = $0.remove(handle) } }
    if let ending = news.ending {
      admissions.noteEnding(of: news.run, ending, at: now)
    } else if let reviewed = news.run.reviewed(at: now) {
      admissions.keepOpen(news.run, until: reviewed)
    }
    guard let webhook = news.run.detail.webhook else { return [] }
    if !webhook.url.hasPrefix("https://"), !news.events.isEmpty, news.ending != nil {
      runs.report([Finding(ResultRules.webhookNotSecure, webhook.url)], on: handle, at: now)
    }
    return news.events.filter { webhook.events?.contains($0.event.rawValue) ?? true }.flatMap { event in
      // If the clock was moved for a receiver in real time, it is told now.
      let skew = sandbox.environment.clock.skew
      return WebhookMessage(
        run: news.run, event: event, webhook: webhook,
        skew: skew == .zero ? .zero : skew + (now - event.at)
      ).deliveries.map { reporting($0, on: news.run) }
    }
  }

  /// Reports attempts that were not answered 200 (§1.6).
  ///
  /// Of a message that the scenario changed nothing is reported: to refuse it is right.
  private func reporting(_ delivery: Delivery, on run: Transaction<Run>) -> Delivery {
    guard run.decision.scenario?.tokens["webhook"] == nil else { return delivery }
    var delivery = delivery
    // The sandbox owns the delivery, so the delivery must not retain the sandbox.
    delivery.heard = { [weak runs] record in
      guard record.state != .delivered, let attempt = record.attempts.last else { return }
      let seen =
        switch attempt.outcome {
        case .success(let status): "\(record.delivery.url) answered \(status)"
        case .failure(let error): "\(record.delivery.url): \(error)"
        }
      let finding = Finding(ResultRules.webhookNotTaken, "\(record.delivery.event): \(seen)")
      runs?.report([finding], on: run.identifier, at: attempt.at)
    }
    return delivery
  }

  /// A review is an outcome, not a state of the run.
  private func noteVerdict(_ event: RunEvent) {
    switch event.verdict {
    case "Accepted": runs.note(outcome: VideoIDOutcome.accepted)
    case "Rejected": runs.note(outcome: VideoIDOutcome.rejected)
    default: break
    }
  }

  private struct News: Sendable {
    let run: Transaction<Run>
    let events: [RunEvent]
    var ending: IdentityVerifications.Ending?
    var isOver = false
  }

  /// Queues deliveries that belong to no response.
  private func deliver(_ deliveries: [Delivery], of transaction: String) {
    sandbox.deliveries.add(deliveries, of: VideoID.slug, transaction: transaction)
  }
}
