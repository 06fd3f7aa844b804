import Flow
import JSON
import ProviderKit

/// What happens in a sandbox while its clock is advanced: states that transactions reach, and messages that fall due.
struct FiredEvents {
  private let sandbox: Sandbox
  private let start: Instant
  private var events: [(at: Instant, json: JSONObject)] = []
  private var change: Int
  private var deliveries: Set<Int>

  /// Collects what happens from now on.
  init(_ sandbox: Sandbox, from start: Instant) {
    (self.sandbox, self.start) = (sandbox, start)
    change = sandbox.changes.last
    deliveries = Set(sandbox.deliveries.records.lazy.filter { $0.delivery.due <= start }.map(\.number))
  }

  /// Adds what happened since the last call.
  mutating func collect(until now: Instant) {
    for new in sandbox.changes.changes(after: change) {
      change = new.number
      guard new.isNewState else { continue }
      events.append((now, TransactionsResource.json(new).object ?? [:]))
    }
    // A delivery that was just ordered may have been due earlier.
    for record in sandbox.deliveries.records
    where record.delivery.due <= now && deliveries.insert(record.number).inserted {
      events.append((max(record.delivery.due, start), ["delivery": DeliveriesResource.json(record)]))
    }
  }

  /// Sorted by time.
  var json: JSON {
    let ordered = events.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    return .array(
      ordered.map { event in
        var object: JSONObject = ["at": .string(event.element.at.text)]
        for (name, value) in event.element.json { object[name] = value }
        return .object(object)
      })
  }
}
