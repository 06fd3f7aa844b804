package import Flow
import ProviderKit

/// Identifiers that may be used only once, such as the `jti` of an assertion, for as long as they could be replayed.
///
/// Only hashes are kept, with their times, and at most `capacity` of them: the oldest go first.
package struct UsedIdentifiers: Restorable {
  private struct State {
    /// Until when each is remembered.
    var seen: [UInt64: Instant] = [:]
    /// All of them in the order of use; one that was used again after its time is in it twice.
    var ring: [(hash: UInt64, until: Instant)] = []
    var oldest = 0
  }

  private let capacity: Int
  private let state = Kept(State())

  package init(capacity: Int = 100_000) {
    self.capacity = capacity
  }

  package var count: Int { state.withLock { $0.ring.count - $0.oldest } }

  /// Notes an identifier of an owner until a moment; `false` if it was noted before and that moment has not passed.
  package func use(_ identifier: String, of owner: String, until: Instant, at now: Instant) -> Bool {
    var hasher = Hasher()
    hasher.combine(owner)
    hasher.combine(identifier)
    let hash = UInt64(truncatingIfNeeded: hasher.finalize())
    return state.withLock { state in
      dropOld(now, of: &state)
      if let known = state.seen[hash], known > now { return false }
      state.seen[hash] = until
      if state.ring.count - state.oldest >= capacity { dropFirst(of: &state) }
      state.ring.append((hash, until))
      return true
    }
  }

  private func dropOld(_ now: Instant, of state: inout State) {
    while state.oldest < state.ring.count, state.ring[state.oldest].until <= now { dropFirst(of: &state) }
  }

  private func dropFirst(of state: inout State) {
    let (hash, until) = state.ring[state.oldest]
    if state.seen[hash] == until { state.seen[hash] = nil }
    state.oldest += 1
    // The used front is removed once it is half of the array, so that each drop costs little.
    if state.oldest > 1024, state.oldest * 2 > state.ring.count {
      state.ring.removeFirst(state.oldest)
      state.oldest = 0
    }
  }

  package func saved() -> Restoration { state.saved() }
}
