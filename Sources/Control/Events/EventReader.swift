import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization

/// Writes a stream of events.
///
/// Only its position is kept for a reader: events are made from the change log, the journal, the findings and the steps
/// of campaigns as the reader asks for them. A reader too slow for these ring buffers is told how much it lost.
struct EventReader: Sendable {
  /// The source of findings at the root, which cover all sandboxes.
  struct Whole: Sendable {
    let sandboxes: Sandboxes
    let past: PastSandboxes

    var total: RunTally { sandboxes.blueprint.total }
  }

  let sandbox: Sandbox
  let bench: Bench
  /// `nil` in a sandbox other than the root.
  let whole: Whole?
  let providers: Providers
  let filter: EventFilter
  /// The longest time without sending.
  let heartbeat: Duration
  /// When the stream ends by itself, in real time; `nil` for never.
  let end: Instant?
  /// Released with the reader.
  let seat: Seat

  /// The limits of a chunk: events of each log, and roughly bytes.
  private static let batch = (events: 64, bytes: 32 << 10)

  /// The first step: the reconnection time (`retry`), then what happened since.
  func begin(at position: EventPlace) -> StreamStep {
    .send(Array("retry: 1000\n\n".utf8)) { next(position, since: sandbox.environment.clock.read().real) }
  }

  private func next(_ position: EventPlace, since lastSent: Instant) -> StreamStep {
    let now = sandbox.environment.clock.read().real
    if sandbox.isEnded { return .end }
    sandbox.observe(providers)
    let (bytes, reached) = read(position)
    if !bytes.isEmpty { return .send(bytes) { next(reached, since: now) } }
    if let end, now >= end { return .end }
    if now - lastSent >= heartbeat {
      return .send(Array(": heartbeat\n\n".utf8)) { next(reached, since: now) }
    }
    let waiter = sandbox.waiters.waiter(for: Waiters.changes)
    // A change before the waiter was registered does not wake it, nor does time alone.
    let isNew = EventPlace(endOf: sandbox, bench, whole?.total).isAhead(of: reached)
    return .wait(waiter, atMost: isNew ? .zero : .milliseconds(200)) { next(reached, since: lastSent) }
  }

  // MARK: Reading

  private func read(_ position: EventPlace) -> (bytes: [UInt8], position: EventPlace) {
    var events = Events(position: position, redaction: sandbox.settings.redaction)
    readJournal(&events)
    readFindings(&events)
    readChanges(&events)
    readSteps(&events)
    return (events.bytes, events.position)
  }

  private func readJournal(_ events: inout Events) {
    guard sandbox.journal.count > events.position.entry else { return }
    let (entries, lost) = sandbox.journal.page(after: events.position.entry, limit: Self.batch.events)
    events.addLost(lost, of: "journal", at: \.entry)
    events.add(.journal, entries, at: \.entry, upTo: Self.batch.bytes) { entry in
      (entry.number, filter.takes(entry) ? entry.event : nil)
    }
  }

  /// Read from their own log, because some belong to no exchange, such as a call still missing when the transaction
  /// ends.
  private func readFindings(_ events: inout Events) {
    if let whole { return readFindings(of: whole, &events) }
    guard sandbox.findings.last > events.position.finding else { return }
    let (findings, lost) = sandbox.findings.page(after: events.position.finding, limit: Self.batch.events)
    events.addLost(lost, of: "findings", at: \.finding)
    events.add(.finding, findings, at: \.finding, upTo: 2 * Self.batch.bytes) { finding in
      (finding.number, filter.takes(finding) ? finding.json : nil)
    }
  }

  private func readFindings(of whole: Whole, _ events: inout Events) {
    guard whole.total.lastFinding > events.position.finding else { return }
    let run = WholeRun(whole.sandboxes, whole.past)
    let findings = run.findings(after: events.position.finding)
    // Findings no longer kept leave gaps between the numbers.
    for finding in findings.prefix(Self.batch.events) where events.bytes.count < 2 * Self.batch.bytes {
      events.addLost(finding.number - 1 - events.position.finding, of: "findings", at: \.finding)
      events.add(.finding, [finding], at: \.finding, upTo: .max) { finding in
        (finding.number, filter.takes(finding.occurrence) ? finding.json : nil)
      }
    }
    guard findings.isEmpty || findings.last?.number == events.position.finding else { return }
    events.addLost(run.lastFinding - events.position.finding, of: "findings", at: \.finding)
  }

  private func readChanges(_ events: inout Events) {
    guard sandbox.changes.last > events.position.change else { return }
    let (changes, lost) = sandbox.changes.page(after: events.position.change, limit: Self.batch.events)
    events.addLost(lost, of: "transactions", at: \.change)
    events.add(.transaction, changes, at: \.change, upTo: 3 * Self.batch.bytes) { change in
      (change.number, filter.takes(change) ? TransactionsResource.json(change) : nil)
    }
  }

  private func readSteps(_ events: inout Events) {
    let campaigns = bench.steps
    guard campaigns.last > events.position.step else { return }
    let (steps, lost) = campaigns.page(after: events.position.step, limit: Self.batch.events)
    events.addLost(lost, of: "steps", at: \.step)
    events.add(.judge, steps, at: \.step, upTo: 4 * Self.batch.bytes) { step in
      (step.number, filter.takes(step) ? step.event : nil)
    }
  }

  /// Events as they go onto the wire.
  private struct Events {
    var position: EventPlace
    let redaction: Redaction?
    var bytes: [UInt8] = []

    /// Advances the position through the records of a log and adds the wanted events, until there are `limit` bytes.
    mutating func add<Record>(
      _ kind: EventKind, _ records: [Record], at log: WritableKeyPath<EventPlace, Int>,
      upTo limit: Int, _ event: (Record) -> (number: Int, data: JSON?)
    ) {
      for record in records where bytes.count < limit {
        let (number, data) = event(record)
        position[keyPath: log] = number
        if let data { add(kind.rawValue, data) }
      }
    }

    /// Skips records that a log dropped before they were read, and reports how many.
    mutating func addLost(_ count: Int, of name: String, at log: WritableKeyPath<EventPlace, Int>) {
      guard count > 0 else { return }
      position[keyPath: log] += count
      add("lost", .object(JSONObject([(name: name, value: .integer(count))])))
    }

    /// The data fits one line, because compact JSON has no line breaks.
    private mutating func add(_ type: String, _ data: JSON) {
      bytes += Array("id: \(position.text)\nevent: \(type)\ndata: ".utf8)
      bytes += data.redacted(redaction).bytes()
      bytes += Array("\n\n".utf8)
    }
  }

  /// One of the streams that may be open at once.
  final class Seat: Sendable {
    private let state: ControlState
    private let owner: Int

    /// `nil` if all streams that the token may open are open.
    init?(_ call: ControlCall) {
      guard call.state.takeSeat(of: call.tokenNumber, among: call.sandbox.settings.control.streams) else {
        return nil
      }
      (state, owner) = (call.state, call.tokenNumber)
    }

    deinit { state.giveSeatBack(of: owner) }
  }
}
