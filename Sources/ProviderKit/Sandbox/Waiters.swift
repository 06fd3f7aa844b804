package import Flow
package import HTTP
import Synchronization

/// Held calls that wait for a transaction to change.
package final class Waiters: Sendable {
  /// A held call.
  private struct Held {
    let waiter: Waiter
    let until: Instant?
    let answered: Waiter
  }

  private struct State {
    var waiting: [String: [Held]] = [:]
    /// All waiters in the list, done ones included.
    var count = 0
    /// `count` after the last cleaning.
    var cleaned = 0
  }

  /// The name to wait under for changes of any transaction.
  package static let changes = "changes"

  private let state = Mutex(State())

  package init() {}

  /// How many calls are held; some of them may have been answered since.
  package var count: Int { state.withLock { $0.count } }

  /// The waiter is woken when the transaction changes.
  ///
  /// - Parameters:
  ///   - until: when the call asks again, on the sandbox's clock.
  ///   - answered: what the call rings after it has asked again.
  package func waiter(
    for transaction: String, until: Instant? = nil, answered: Waiter = Waiter()
  ) -> Waiter {
    let waiter = Waiter()
    state.withLock { state in
      state.waiting[transaction, default: []].append(
        Held(waiter: waiter, until: until, answered: answered))
      state.count += 1
      clean(&state)
    }
    return waiter
  }

  /// True if a call is held until the transaction changes.
  package func isAwaited(_ transaction: String) -> Bool {
    state.withLock { $0.waiting[transaction]?.contains { !$0.waiter.isDone } ?? false }
  }

  /// The next moment at which a call asks again.
  package func next(after now: Instant) -> Instant? {
    state.withLock { state in
      state.waiting.values.joined().compactMap { $0.waiter.isDone ? nil : $0.until }.filter { $0 > now }.min()
    }
  }

  /// Wakes the calls that ask again at this moment, or were to do so before.
  ///
  /// - Returns: what rings as each of them has asked.
  package func wake(dueAt now: Instant) -> [Waiter] {
    let due = state.withLock { state in
      state.waiting.values.joined().filter { held in held.until.map { $0 <= now } ?? false }
    }
    return due.filter { $0.waiter.wake() }.map(\.answered)
  }

  /// Wakes the waiters of a transaction that changed.
  package func touch(_ transaction: String) {
    let woken = state.withLock { state -> [Held] in
      // Usually there are no waiters, and hashing the name would be all the work.
      guard !state.waiting.isEmpty else { return [] }
      let woken = state.waiting.removeValue(forKey: transaction) ?? []
      state.count -= woken.count
      return woken
    }
    for held in woken { held.waiter.wake() }
  }

  /// Wakes all waiters, because the clock was moved or the program ends.
  package func touchAll() {
    let woken = state.withLock { state in
      defer { state = State() }
      return state.waiting.values.flatMap { $0 }
    }
    for held in woken { held.waiter.wake() }
  }

  /// Drops waiters that timed out or whose client disconnected, each time the list has doubled.
  ///
  /// So the list stays proportional to the open connections, at a constant cost a waiter.
  private func clean(_ state: inout State) {
    guard state.count > 2 * state.cleaned + 64 else { return }
    state.waiting = state.waiting.mapValues { $0.filter { !$0.waiter.isDone } }.filter { !$0.value.isEmpty }
    state.count = state.waiting.values.reduce(0) { $0 + $1.count }
    state.cleaned = state.count
  }
}
