import Flow
import HTTP
import ProviderKit

/// Moves a sandbox's clock from event to event, so that each happens at its own time and in order.
///
/// A call that is held until one of them is answered before the clock goes on.
struct ClockMove: Sendable {
  private let call: ControlCall
  private let end: Instant
  private var now: Instant
  private var fired: FiredEvents
  private var steps = 0
  /// Ring as the calls that were woken at `now` have been answered.
  private var unanswered: [Waiter] = []
  /// When it goes on nevertheless, in real time.
  private var patience: Instant

  init(_ call: ControlCall, to end: Instant) {
    (self.call, self.end, now) = (call, end, call.call.now)
    call.sandbox.observe(call.providers)
    fired = FiredEvents(call.sandbox, from: now)
    patience = now
  }

  /// - Parameter answer: gets what happened on the way.
  func finished(_ answer: @escaping @Sendable (FiredEvents) -> ControlAnswer) -> ControlAnswer {
    var move = self
    while move.isAnswered {
      guard move.advance() else { return answer(move.fired) }
    }
    return .wait { [move] in move.finished(answer) }
  }

  private var clock: SandboxClock { call.sandbox.environment.clock }

  private var isAnswered: Bool { unanswered.allSatisfy(\.isDone) || clock.read().real >= patience }

  /// Finishes the present step and begins the next one; false at the end.
  private mutating func advance() -> Bool {
    let sandbox = call.sandbox
    sandbox.settle(call.providers)
    fired.collect(until: now)
    guard now < end else {
      sandbox.clockMoved()
      return false
    }
    let next = steps < 10_000 ? nextEvent : end
    clock.advance(by: next - now)
    (now, steps, patience) = (next, steps + 1, clock.read().real + .seconds(1))
    unanswered = sandbox.waiters.wake(dueAt: now)
    for waiter in unanswered { waiter.onWake { sandbox.waiters.touch(Waiters.changes) } }
    return true
  }

  /// The next time at which a transaction changes, a held call asks again or a message falls due.
  private var nextEvent: Instant {
    let changes = call.providers.used.flatMap { $0.ledgers.map { $0.nextChange(after: now) } }
    let others = [call.sandbox.waiters.next(after: now), call.sandbox.deliveries.next(after: now)]
    return (changes + others).compactMap { $0 }.filter { $0 > now && $0 <= end }.min() ?? end
  }
}
