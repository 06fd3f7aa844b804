import Flow
import JSON
import ProviderKit

/// `/_eidolon/wait`: a long poll for the next transaction or state, with a cursor.
enum WaitResource {
  static func wait(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let filter = try TransactionsResource.Filter(call)
    let after = try call.number("after", in: 0...Int.max, orElse: 0)
    let timeout = try call.duration("timeout", atMost: .seconds(60), orElse: .seconds(30))
    return next(call, filter, after, until: call.sandbox.environment.clock.real + timeout)
  }

  private static func next(
    _ call: ControlCall, _ filter: TransactionsResource.Filter, _ after: Int, until end: Instant
  ) -> ControlAnswer {
    call.sandbox.observe(call.providers)
    if let change = call.sandbox.changes.changes(after: after).first(where: { filter.takes($0.transaction) })
    {
      return .ok(TransactionsResource.json(change))
    }
    guard call.sandbox.environment.clock.real < end else {
      return .ok(["cursor": .integer(max(after, call.sandbox.changes.last)), "transaction": .null])
    }
    return .wait { next(call, filter, after, until: end) }
  }
}
