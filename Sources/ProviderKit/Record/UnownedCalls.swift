package import Flow
import Synchronization

/// The latest calls that no transaction owns, such as those for the key set; at most 256.
package final class UnownedCalls: Sendable {
  package init() {}

  private struct State {
    var ring: [(provider: String, call: EndpointCall)] = []
    var next = 0
    /// When each endpoint was called last, in real time; their names are the emulator's own.
    var latest: [String: Instant] = [:]
    /// The first client that logged in at each provider.
    var clients: [String: String] = [:]
    /// The providers at which another one did too.
    var shared: Set<String> = []
  }

  private let state = Mutex(State())

  /// - Parameter real: when it came, in real time.
  package func note(_ call: EndpointCall, of provider: String, real: Instant) {
    state.withLock { state in
      state.latest[call.endpoint] = real
      if state.ring.count < 256 {
        state.ring.append((provider, call))
      } else {
        state.ring[state.next] = (provider, call)
      }
      state.next = (state.next + 1) % 256
    }
  }

  /// Notes that a client logs in at a provider.
  func note(client: String, of provider: String) {
    state.withLock { state in
      let first = state.clients[provider] ?? client
      state.clients[provider] = first
      if first != client { state.shared.insert(provider) }
    }
  }

  /// True while only one client logged in at a provider, so that the calls are taken for its own: they name none.
  func isOnlyClient(of provider: String) -> Bool { state.withLock { !$0.shared.contains(provider) } }

  func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in self?.state.withLock { $0 = saved } }
  }

  /// When the endpoint was called last, in real time; `nil` if it never was.
  package func latest(at endpoint: String) -> Instant? { state.withLock { $0.latest[endpoint] } }

  /// Oldest first; both bounds are included.
  ///
  /// - Parameter provider: `nil` for those of all.
  package func calls(of provider: String? = nil, from start: Instant, to end: Instant) -> [EndpointCall] {
    state.withLock { state in
      state.ring.filter { provider ?? $0.provider == $0.provider }.map(\.call)
        .filter { $0.at >= start && $0.at <= end }.sorted { $0.number < $1.number }
    }
  }
}
