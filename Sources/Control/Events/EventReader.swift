import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization

/// What a stream of events says next.
///
/// Nothing is kept for a reader but its place: events are made of the change log, the journal and the findings when the
/// reader has taken those before. One that is too slow for these rings is told how much it lost.
struct EventReader: Sendable {
  let sandbox: Sandbox
  let providers: [any Provider]
  let filter: EventFilter
  /// How long the stream may be silent.
  let heartbeat: Duration
  /// When it ends by itself, in real time.
  let end: Instant?
  /// Given back when nobody reads any more.
  let seat: Seat

  /// How many events go in one piece, and about how many bytes.
  private static let batch = (events: 64, bytes: 32 << 10)

  /// The first step: how soon to come back after a break, then what happened since.
  func begin(at place: EventPlace) -> StreamStep {
    .send(Array("retry: 1000\n\n".utf8)) { next(place, since: sandbox.environment.clock.real) }
  }

  private func next(_ place: EventPlace, since spoken: Instant) -> StreamStep {
    let now = sandbox.environment.clock.real
    if sandbox.isEnded { return .end }
    sandbox.observe(providers)
    let (bytes, reached) = read(place)
    if !bytes.isEmpty { return .send(bytes) { next(reached, since: now) } }
    if let end, now >= end { return .end }
    if now - spoken >= heartbeat { return .send(Array(": heartbeat\n\n".utf8)) { next(reached, since: now) } }
    let waiter = sandbox.waiters.waiter(for: Waiters.changes)
    // What happened before the bell hung rang for nobody, and time alone rings for nobody at all.
    let isNew = EventPlace(endOf: sandbox).isAhead(of: reached)
    return .wait(waiter, atMost: isNew ? .zero : .milliseconds(200)) { next(reached, since: spoken) }
  }

  // MARK: Reading

  private func read(_ place: EventPlace) -> (bytes: [UInt8], place: EventPlace) {
    var events = Events(place: place)
    readJournal(&events)
    readFindings(&events)
    readChanges(&events)
    return (events.bytes, events.place)
  }

  private func readJournal(_ events: inout Events) {
    guard sandbox.journal.count > events.place.entry else { return }
    let (entries, lost) = sandbox.journal.page(after: events.place.entry, limit: Self.batch.events)
    events.addLost(lost, of: "journal", at: \.entry)
    events.add(.journal, entries, at: \.entry, upTo: Self.batch.bytes) { entry in
      (entry.number, filter.takes(entry) ? entry.event : nil)
    }
  }

  /// From their own log, because some belong to no exchange: what a client left undone shows when its transaction ends.
  private func readFindings(_ events: inout Events) {
    guard sandbox.findings.last > events.place.finding else { return }
    let (findings, lost) = sandbox.findings.page(after: events.place.finding, limit: Self.batch.events)
    events.addLost(lost, of: "findings", at: \.finding)
    events.add(.finding, findings, at: \.finding, upTo: 2 * Self.batch.bytes) { finding in
      (finding.number, filter.takes(finding) ? finding.json : nil)
    }
  }

  private func readChanges(_ events: inout Events) {
    guard sandbox.changes.last > events.place.change else { return }
    let (changes, lost) = sandbox.changes.page(after: events.place.change, limit: Self.batch.events)
    events.addLost(lost, of: "transactions", at: \.change)
    events.add(.transaction, changes, at: \.change, upTo: 3 * Self.batch.bytes) { change in
      (change.number, filter.takes(change) ? TransactionsResource.json(change) : nil)
    }
  }

  /// Events as they go onto the wire.
  private struct Events {
    var place: EventPlace
    var bytes: [UInt8] = []

    /// Adds what a log tells while there are fewer than so many bytes, and goes on with its place; no event for what is not wanted.
    mutating func add<Record>(
      _ kind: EventFilter.Kind, _ records: [Record], at log: WritableKeyPath<EventPlace, Int>,
      upTo limit: Int, _ event: (Record) -> (number: Int, data: JSON?)
    ) {
      for record in records where bytes.count < limit {
        let (number, data) = event(record)
        place[keyPath: log] = number
        if let data { add(kind.rawValue, data) }
      }
    }

    /// Says how many records of a log are gone that were not told.
    mutating func addLost(_ count: Int, of name: String, at log: WritableKeyPath<EventPlace, Int>) {
      guard count > 0 else { return }
      place[keyPath: log] += count
      add("lost", .object(JSONObject([(name: name, value: .integer(count))])))
    }

    /// A text in one line: JSON has no line breaks of its own.
    private mutating func add(_ type: String, _ data: JSON) {
      bytes += Array("id: \(place.text)\nevent: \(type)\ndata: ".utf8)
      bytes += data.bytes()
      bytes += Array("\n\n".utf8)
    }
  }

  /// One of the readers that there may be at once.
  final class Seat: Sendable {
    private let state: ControlState

    /// A seat, `nil` when all are taken.
    init?(_ state: ControlState) {
      guard state.takeSeat() else { return nil }
      self.state = state
    }

    deinit { state.giveSeatBack() }
  }
}
