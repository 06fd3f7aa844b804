package import Flow
package import HTTP
import Synchronization

/// What the providers of a sandbox send to relying parties unasked: pending, under way, and the latest completed.
///
/// Bounded: at most `waitingLimit` are pending, and as many completed ones are kept.
package final class Deliveries: Sender {
  private struct State {
    /// In the order of their numbers.
    var records: [DeliveryRecord] = []
    var last = 0
  }

  /// The limit of pending deliveries, and that of completed ones.
  package static let waitingLimit = 256

  private let clock: SandboxClock
  private let journal: Journal
  private let log: any Log
  private let office: DeliveryOffice
  private let redaction: Redaction?
  private let state = Mutex(State())

  /// The journal gets an entry for each attempt.
  init(
    clock: SandboxClock, journal: Journal, office: DeliveryOffice, log: any Log,
    redaction: Redaction?
  ) {
    (self.clock, self.journal, self.office, self.log) = (clock, journal, office, log)
    self.redaction = redaction
  }

  /// Deliveries beyond the limit are refused and logged.
  package func add(_ deliveries: [Delivery], of provider: String, transaction: String? = nil) {
    guard !deliveries.isEmpty else { return }
    let refused = state.withLock { state in
      var refused: [Delivery] = []
      for delivery in deliveries {
        guard state.records.count(where: \.isOpen) < Self.waitingLimit else {
          refused.append(delivery)
          continue
        }
        state.last += 1
        state.records.append(
          DeliveryRecord(
            number: state.last, provider: provider, transaction: transaction, delivery: delivery))
      }
      Self.forget(in: &state)
      return refused
    }
    for delivery in refused {
      log.write(
        LogEvent(
          .warning, provider: provider,
          "\(delivery.event) is not sent: \(Self.waitingLimit) deliveries wait already",
          fields: [("url", delivery.url)]))
    }
    office.announce(self)
  }

  /// In the order in which they were added.
  package var records: [DeliveryRecord] { state.withLock { $0.records } }

  /// When the next pending delivery after `moment` is due; `nil` if there is none.
  package func next(after moment: Instant) -> Instant? {
    state.withLock { state in
      state.records.lazy.filter { $0.state == .waiting && $0.delivery.due > moment }.map(\.delivery.due).min()
    }
  }

  /// Makes a delivery due now, unless it is under way; `nil` if none has this number.
  package func resend(_ number: Int) -> DeliveryRecord? {
    let now = clock.read().now
    let record = state.withLock { state -> DeliveryRecord? in
      guard let index = state.records.firstIndex(where: { $0.number == number }) else { return nil }
      if state.records[index].state != .underway {
        state.records[index].state = .waiting
        state.records[index].delivery.due = now
      }
      return state.records[index]
    }
    if record != nil { office.announce(self) }
    return record
  }

  /// A delivery under way may still arrive.
  package func clear() { state.withLock { $0.records = [] } }

  /// Restores the records: what was sent since is sent again, and numbers continue.
  func saved() -> Restoration {
    let saved = records.map { record in
      var record = record
      // The result of an attempt that was under way will not arrive.
      if record.state == .underway { record.state = .waiting }
      return record
    }
    return { [weak self] in
      guard let self else { return }
      state.withLock { $0.records = saved }
      office.announce(self)
    }
  }

  /// Deliveries may be due now.
  package func clockMoved() { office.ring() }

  /// Takes what is due; `next` is the time until the next delivery, `nil` if there is none or the clock is frozen.
  package func takeDue() -> (due: DuePosts, isWaiting: Bool) {
    let reading = clock.read()
    let now = reading.now
    let (taken, nextDue, isWaiting) = state.withLock { state in
      let taken = Self.take(from: &state, at: reading)
      let waiting = state.records.lazy.filter { $0.state == .waiting }
      return (taken, waiting.map(\.delivery.due).filter { $0 > now }.min(), !waiting.isEmpty)
    }
    let posts = taken.map { post($0) }
    let next = clock.mode == .frozen ? nil : nextDue.map { $0 - now }
    return (DuePosts(posts, next: next), isWaiting)
  }

  /// Takes what is due, in the order in which it fell due, because moving the clock can make several due at once.
  ///
  /// A message waits for an earlier one to the same receiver whose retry may come before it, as it would if the clock
  /// were moved in small steps. Messages of one login are sent one after the other, because two in flight arrive in any
  /// order.
  private static func take(from state: inout State, at reading: ClockReading) -> [DeliveryRecord] {
    var again: [String: Instant] = [:]
    var underway: Set<Line> = []
    func note(_ record: DeliveryRecord) {
      underway.insert(Line(record))
      guard let retry = record.nextRetry else { return }
      again[record.delivery.url] = min(again[record.delivery.url] ?? retry, retry)
    }
    for record in state.records where record.state == .underway { note(record) }
    let due = state.records.indices
      .filter { state.records[$0].state == .waiting && state.records[$0].delivery.due <= reading.now }
      .sorted {
        let (left, right) = (state.records[$0], state.records[$1])
        return (left.delivery.due, left.number) < (right.delivery.due, right.number)
      }
    return due.compactMap { index in
      let record = state.records[index]
      if let retry = again[record.delivery.url], retry <= record.delivery.due { return nil }
      if record.transaction != nil, underway.contains(Line(record)) { return nil }
      state.records[index].state = .underway
      // A receiver in real time, for whom the clock was moved, is told now (`written`).
      let isSkewed = reading.written != reading.now
      state.records[index].delivery.date(isSkewed ? reading.written : record.delivery.due)
      note(record)
      return state.records[index]
    }
  }

  /// Messages about one login to one receiver.
  private struct Line: Hashable {
    let transaction: String?
    let url: String

    init(_ record: DeliveryRecord) { (transaction, url) = (record.transaction, record.delivery.url) }
  }

  private func post(_ record: DeliveryRecord) -> Post {
    var headers = record.delivery.headers
    headers.set("Eidolon", "emulator")
    headers.set("Eidolon-Delivery", "\(record.number); attempt=\(record.attempts.count + 1)")
    let (url, body) = (record.delivery.url, record.delivery.body)
    let sent = Request(.post, url, headers: headers, body: body)
    return Post(url: url, headers: headers, body: body) { [weak self] in
      self?.note($0, of: record.number, sent)
    }
  }

  /// Notes the result of an attempt, and announces the next one.
  private func note(_ result: Result<FetchedDocument, FetchError>, of number: Int, _ sent: Request) {
    let (noted, at, isWaiting) = state.withLock { state -> (DeliveryRecord?, Instant, Bool) in
      guard let index = state.records.firstIndex(where: { $0.number == number }),
        state.records[index].state == .underway
      else { return (nil, clock.read().now, false) }
      let due = state.records[index].delivery.due
      state.records[index].note(result.map(\.status.code))
      let noted = state.records[index]
      Self.forget(in: &state)
      return (noted, due, state.records.contains { $0.state == .waiting })
    }
    guard let noted else { return }
    let exchange = RecordedExchange(sent: sent, result: result).redacted(redaction)
    journal.append(
      Journal.Entry(
        at: at, provider: noted.provider, endpoint: noted.delivery.event, client: noted.delivery.client,
        transaction: noted.transaction, exchange: exchange, findings: []))
    report(noted, result.map(\.status.code))
    noted.delivery.heard?(noted)
    if isWaiting { office.announce(self) }
  }

  private func report(_ record: DeliveryRecord, _ outcome: Result<Int, FetchError>) {
    let said =
      switch outcome {
      case .success(let status): "the receiver answered \(status)"
      case .failure(let error): "\(error)"
      }
    let end =
      switch record.state {
      case .waiting: "; it is sent again at \(record.delivery.due.text)"
      case .failed: "; it is given up"
      default: ""
      }
    var fields = [(name: "url", value: record.delivery.url)]
    if let transaction = record.transaction { fields.append(("transaction", transaction)) }
    log.write(
      LogEvent(
        record.state == .delivered ? .info : .warning, provider: record.provider,
        "\(record.delivery.event) was sent: \(said)\(end)", fields: fields))
  }

  /// Drops the oldest completed deliveries, down to the limit.
  private static func forget(in state: inout State) {
    var surplus = state.records.count { !$0.isOpen } - waitingLimit
    guard surplus > 0 else { return }
    state.records.removeAll { record in
      guard surplus > 0, !record.isOpen else { return false }
      surplus -= 1
      return true
    }
  }
}

extension DeliveryRecord {
  /// True if it is pending or under way.
  fileprivate var isOpen: Bool { state == .waiting || state == .underway }

  /// When it is sent again if the next attempt fails; `nil` if it would then be given up.
  fileprivate var nextRetry: Instant? {
    retried < delivery.retries.count ? delivery.due + delivery.retries[retried] : nil
  }

  /// The attempt counts as made when it was due, even if that was noticed late.
  fileprivate mutating func note(_ outcome: Result<Int, FetchError>) {
    if attempts.count == DeliveryRecord.attemptLimit { attempts.removeFirst() }
    attempts.append(Attempt(at: delivery.due, outcome: outcome))
    if case .success(let status) = outcome, delivery.accepted.contains(status) {
      state = .delivered
    } else if let retry = nextRetry {
      delivery.due = retry
      retried += 1
      state = .waiting
    } else {
      state = .failed
    }
  }
}
