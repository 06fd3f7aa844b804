package import Flow
import Synchronization

/// The latest calls that no transaction owns, such as those for the key set; at most 256.
package final class UnownedCalls: Sendable {
  package init() {}

  private struct Endpoint: Hashable {
    let provider: String
    let name: String
  }

  private struct Latest {
    /// In real time.
    var instant: Instant
    var number = 0
    /// The number of the latest one that no fault struck.
    var right: Int?
  }

  /// The logins at a provider.
  private struct Logins {
    /// The first client that logged in.
    let client: String
    /// True once another one did too.
    var isShared = false
    /// The number of the call that began the latest one.
    var latest = 0
    /// Those before which no wrong discovery document was fetched.
    var count = 0
    /// Those of them since whose predecessor it was fetched.
    var fetching = 0
  }

  private struct State {
    var ring: [(provider: String, call: EndpointCall)] = []
    var next = 0
    /// Of the emulator's own endpoints.
    var latest: [Endpoint: Latest] = [:]
    /// By provider.
    var logins: [String: Logins] = [:]
  }

  private let state = Mutex(State())

  /// - Parameters:
  ///   - real: when it came, in real time.
  ///   - isStruck: true if a fault strikes it.
  package func note(_ call: EndpointCall, of provider: String, real: Instant, isStruck: Bool) {
    state.withLock { state in
      let endpoint = Endpoint(provider: provider, name: call.endpoint)
      let right = isStruck ? state.latest[endpoint]?.right : call.number
      state.latest[endpoint] = Latest(instant: real, number: call.number, right: right)
      if state.ring.count < 256 {
        state.ring.append((provider, call))
      } else {
        state.ring[state.next] = (provider, call)
      }
      state.next = (state.next + 1) % 256
    }
  }

  /// Notes that a client logs in at a provider.
  ///
  /// - Parameters:
  ///   - number: of the call that begins the login.
  ///   - discovery: the endpoint of the discovery document.
  func note(client: String, of provider: String, by number: Int, fetching discovery: String) {
    state.withLock { state in
      var logins = state.logins[provider] ?? Logins(client: client)
      if logins.client != client { logins.isShared = true }
      let fetched = state.latest[Endpoint(provider: provider, name: discovery)]
      let isFetched = fetched?.number ?? 0 > logins.latest
      if !isFetched || fetched?.right == fetched?.number {
        logins.count += 1
        if isFetched { logins.fetching += 1 }
      }
      logins.latest = number
      state.logins[provider] = logins
    }
  }

  /// True while only one client logged in at a provider, so that the calls are taken for its own: they name none.
  func isOnlyClient(of provider: String) -> Bool {
    state.withLock { $0.logins[provider]?.isShared != true }
  }

  /// True if a client may still have a provider's right discovery document from an earlier fetch.
  ///
  /// Not if the document was never right, nor if the only client has fetched it for each of several logins.
  func mayKeep(_ discovery: String, of provider: String) -> Bool {
    state.withLock { state in
      guard state.latest[Endpoint(provider: provider, name: discovery)]?.right != nil else { return false }
      guard let logins = state.logins[provider], !logins.isShared, logins.count > 1 else { return true }
      return logins.fetching < logins.count
    }
  }

  func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in self?.state.withLock { $0 = saved } }
  }

  /// When the provider's endpoint was called last, in real time; `nil` if it never was.
  package func latest(at endpoint: String, of provider: String) -> Instant? {
    state.withLock { $0.latest[Endpoint(provider: provider, name: endpoint)]?.instant }
  }

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
