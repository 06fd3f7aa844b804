package import Flow
import Synchronization

/// The latest calls that no transaction owns, such as those for the key set; at most 256.
package final class UnownedCalls: Sendable {
  package init() {}

  private struct State {
    var ring: [EndpointCall] = []
    var next = 0
    /// When each endpoint was called last, in real time; their names are the emulator's own.
    var latest: [String: Instant] = [:]
  }

  private let state = Mutex(State())

  /// - Parameter real: when it came, in real time.
  package func note(_ call: EndpointCall, real: Instant) {
    state.withLock { state in
      state.latest[call.endpoint] = real
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

  /// When the endpoint was called last, in real time; `nil` if it never was.
  package func latest(at endpoint: String) -> Instant? { state.withLock { $0.latest[endpoint] } }

  /// Oldest first; both bounds are included.
  package func calls(from start: Instant, to end: Instant) -> [EndpointCall] {
    state.withLock { state in
      state.ring.filter { $0.at >= start && $0.at <= end }.sorted { $0.number < $1.number }
    }
  }
}
