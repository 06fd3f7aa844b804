package import HTTP
import Synchronization

/// Held calls that wait for a transaction to change.
package final class Waiters: Sendable {
  private struct State {
    var waiting: [String: [Waiter]] = [:]
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
  package func waiter(for transaction: String) -> Waiter {
    let waiter = Waiter()
    state.withLock { state in
      state.waiting[transaction, default: []].append(waiter)
      state.count += 1
      clean(&state)
    }
    return waiter
  }

  /// True if a call is held until the transaction changes.
  package func isAwaited(_ transaction: String) -> Bool {
    state.withLock { $0.waiting[transaction]?.contains { !$0.isDone } ?? false }
  }

  /// Wakes the waiters of a transaction that changed.
  package func touch(_ transaction: String) {
    let woken = state.withLock { state -> [Waiter] in
      // Usually there are no waiters, and hashing the name would be all the work.
      guard !state.waiting.isEmpty else { return [] }
      let woken = state.waiting.removeValue(forKey: transaction) ?? []
      state.count -= woken.count
      return woken
    }
    for waiter in woken { waiter.wake() }
  }

  /// Wakes all waiters, because the clock was moved or the program ends.
  package func touchAll() {
    let woken = state.withLock { state in
      defer { state = State() }
      return state.waiting.values.flatMap { $0 }
    }
    for waiter in woken { waiter.wake() }
  }

  /// Drops waiters that timed out or whose client disconnected, each time the list has doubled.
  ///
  /// So the list stays proportional to the open connections, at a constant cost a waiter.
  private func clean(_ state: inout State) {
    guard state.count > 2 * state.cleaned + 64 else { return }
    state.waiting = state.waiting.mapValues { $0.filter { !$0.isDone } }.filter { !$0.value.isEmpty }
    state.count = state.waiting.values.reduce(0) { $0 + $1.count }
    state.cleaned = state.count
  }
}
