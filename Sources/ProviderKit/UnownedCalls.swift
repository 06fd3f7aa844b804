public import Flow
import Synchronization

/// The latest calls at endpoints that no transaction owns, such as the key set; at most 256.
public final class UnownedCalls: Sendable {
  private struct State {
    var ring: [EndpointCall] = []
    var next = 0
  }

  private let state = Mutex(State())

  /// Notes a call.
  public func note(_ endpoint: String, at instant: Instant) {
    state.withLock { state in
      if state.ring.count < 256 {
        state.ring.append(EndpointCall(endpoint: endpoint, at: instant))
      } else {
        state.ring[state.next] = EndpointCall(endpoint: endpoint, at: instant)
      }
      state.next = (state.next + 1) % 256
    }
  }

  /// The calls within a span of time, oldest first.
  public func calls(from start: Instant, to end: Instant) -> [EndpointCall] {
    state.withLock { state in
      state.ring.filter { $0.at >= start && $0.at <= end }.sorted { $0.at < $1.at }
    }
  }
}
