package import HTTP
import Synchronization

/// Who waits for a transaction to change.
package final class Waiters: Sendable {
  private struct State {
    var waiting: [String: [Waiter]] = [:]
    /// How many waiters are kept, done ones included.
    var count = 0
    /// How many were kept when the list was last cleaned.
    var cleaned = 0
  }

  /// The name under which changes of any transaction are waited for.
  package static let changes = "changes"

  private let state = Mutex(State())

  /// Nobody waits.
  package init() {}

  /// A waiter that is woken when the transaction changes.
  package func waiter(for transaction: String) -> Waiter {
    let waiter = Waiter()
    state.withLock { state in
      state.waiting[transaction, default: []].append(waiter)
      state.count += 1
      clean(&state)
    }
    return waiter
  }

  /// The transaction changed.
  package func touch(_ transaction: String) {
    let woken = state.withLock { state -> [Waiter] in
      // Mostly nobody waits, and hashing the name would be all the work.
      guard !state.waiting.isEmpty else { return [] }
      let woken = state.waiting.removeValue(forKey: transaction) ?? []
      state.count -= woken.count
      return woken
    }
    for waiter in woken { waiter.wake() }
  }

  /// Everything may have changed: the clock was moved, or the program ends.
  package func touchAll() {
    let woken = state.withLock { state in
      defer { state = State() }
      return state.waiting.values.flatMap { $0 }
    }
    for waiter in woken { waiter.wake() }
  }

  /// Drops the waiters whose time was up or whose client went away, whenever the list has doubled: so it stays as long
  /// as the open connections, and each waiter costs little.
  private func clean(_ state: inout State) {
    guard state.count > 2 * state.cleaned + 64 else { return }
    state.waiting = state.waiting.mapValues { $0.filter { !$0.isDone } }.filter { !$0.value.isEmpty }
    state.count = state.waiting.values.reduce(0) { $0 + $1.count }
    state.cleaned = state.count
  }
}
