package import Flow
import Synchronization

/// The latest calls at endpoints that no transaction owns, such as the key set; at most 256.
package final class UnownedCalls: Sendable {
  /// Nothing was called yet.
  package init() {}

  private struct State {
    var ring: [EndpointCall] = []
    var next = 0
  }

  private let state = Mutex(State())

  /// Notes a call.
  package func note(_ endpoint: String, at instant: Instant, number: Int) {
    let call = EndpointCall(endpoint: endpoint, at: instant, number: number)
    state.withLock { state in
      if state.ring.count < 256 {
        state.ring.append(call)
      } else {
        state.ring[state.next] = call
      }
      state.next = (state.next + 1) % 256
    }
  }

  /// What puts the calls back to those of now.
  func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in self?.state.withLock { $0 = saved } }
  }

  /// The calls within a span of time, oldest first.
  package func calls(from start: Instant, to end: Instant) -> [EndpointCall] {
    state.withLock { state in
      state.ring.filter { $0.at >= start && $0.at <= end }.sorted { $0.number < $1.number }
    }
  }
}
