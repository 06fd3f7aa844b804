package import Flow
import Synchronization

/// The latest calls that no transaction owns, such as those for the key set; at most 256.
package final class UnownedCalls: Sendable {
  package init() {}

  private struct State {
    var ring: [EndpointCall] = []
    var next = 0
  }

  private let state = Mutex(State())

  package func note(_ call: EndpointCall) {
    state.withLock { state in
      if state.ring.count < 256 {
        state.ring.append(call)
      } else {
        state.ring[state.next] = call
      }
      state.next = (state.next + 1) % 256
    }
  }

  func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in self?.state.withLock { $0 = saved } }
  }

  /// Oldest first; both bounds are included.
  package func calls(from start: Instant, to end: Instant) -> [EndpointCall] {
    state.withLock { state in
      state.ring.filter { $0.at >= start && $0.at <= end }.sorted { $0.number < $1.number }
    }
  }
}
