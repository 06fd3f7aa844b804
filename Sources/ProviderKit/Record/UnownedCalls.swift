package import Flow
import Synchronization

/// The latest calls that no transaction owns, such as those for the key set; at most 256.
package final class UnownedCalls: Sendable {
  private struct Endpoint: Hashable {
    let provider: String
    let name: String
  }

  private struct Latest {
    /// In real time.
    var instant: Instant
    var number = 0
    /// False if a fault kept the right answer from the caller.
    var isRight = true
    /// The number of the first one with the right answer; 0 if that was before a reset.
    var firstRight: Int?
  }

  /// The clients that log in at a provider.
  private struct Clients {
    let first: String
    var areSeveral = false

    mutating func note(_ client: String) { if client != first { areSeveral = true } }
  }

  /// How often a provider's clients fetch its discovery document.
  private struct Habit {
    var clients: Clients
    /// The number of the call that began the latest login.
    var latest = 0
    /// Logins before which no wrong document was fetched.
    var count = 0
    /// Those of them since whose predecessor it was fetched.
    var fetching = 0
  }

  private struct State {
    var ring: [(provider: String, call: EndpointCall)] = []
    var next = 0
    /// Of the emulator's own endpoints.
    var latest: [Endpoint: Latest] = [:]
    /// Those of the calls in the ring, by provider.
    var clients: [String: Clients] = [:]
    /// By provider.
    var habits: [String: Habit] = [:]

    /// Takes over what clients still have, whatever becomes of the sandbox.
    mutating func keep(_ fetched: [Endpoint: Latest]) {
      for (endpoint, before) in fetched {
        var known = latest[endpoint] ?? Latest(instant: before.instant)
        known.instant = max(known.instant, before.instant)
        known.firstRight = known.firstRight ?? before.firstRight.map { _ in 0 }
        latest[endpoint] = known
      }
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// - Parameters:
  ///   - real: when it came, in real time.
  ///   - isRight: false if a fault keeps the right answer from the caller.
  package func note(_ call: EndpointCall, of provider: String, real: Instant, isRight: Bool) {
    state.withLock { state in
      let endpoint = Endpoint(provider: provider, name: call.endpoint)
      let first = state.latest[endpoint]?.firstRight ?? (isRight ? call.number : nil)
      state.latest[endpoint] = Latest(
        instant: real, number: call.number, isRight: isRight, firstRight: first)
      if state.ring.count < 256 {
        state.ring.append((provider, call))
      } else {
        state.ring[state.next] = (provider, call)
      }
      state.next = (state.next + 1) % 256
    }
  }

  /// The faults that struck a call changed nothing.
  func noteRight(_ call: EndpointCall, of provider: String) {
    state.withLock { state in
      let endpoint = Endpoint(provider: provider, name: call.endpoint)
      guard var latest = state.latest[endpoint], latest.number == call.number else { return }
      (latest.isRight, latest.firstRight) = (true, latest.firstRight ?? call.number)
      state.latest[endpoint] = latest
    }
  }

  /// Notes that a client logs in at a provider.
  ///
  /// - Parameters:
  ///   - number: of the call that begins the login.
  ///   - discovery: the endpoint of the discovery document.
  func note(client: String, of provider: String, by number: Int, fetching discovery: String) {
    state.withLock { state in
      state.clients[provider, default: Clients(first: client)].note(client)
      var habit = state.habits[provider] ?? Habit(clients: Clients(first: client))
      habit.clients.note(client)
      let fetched = state.latest[Endpoint(provider: provider, name: discovery)]
      let isFetched = fetched?.number ?? 0 > habit.latest
      if !isFetched || fetched?.isRight == true {
        habit.count += 1
        if isFetched { habit.fetching += 1 }
      }
      habit.latest = number
      state.habits[provider] = habit
    }
  }

  /// True while only one client logged in at a provider, so that the calls are taken for its own: they name none.
  func isOnlyClient(of provider: String) -> Bool {
    state.withLock { $0.clients[provider]?.areSeveral != true }
  }

  /// True if a client may still have had a provider's right document from an earlier fetch.
  ///
  /// - Parameter last: the number of the latest call that can have brought it.
  func mayKeep(_ document: String, of provider: String, by last: Int) -> Bool {
    state.withLock { state in
      state.latest[Endpoint(provider: provider, name: document)]?.firstRight.map { $0 <= last } ?? false
    }
  }

  /// True if the only client has fetched a provider's discovery document for each of several logins.
  func isFetchedEachTime(of provider: String) -> Bool {
    state.withLock { state in
      guard let habit = state.habits[provider], !habit.clients.areSeveral, habit.count > 1 else {
        return false
      }
      return habit.fetching == habit.count
    }
  }

  /// Takes over from those of the sandbox that this one replaces what its clients still have.
  func follow(_ earlier: UnownedCalls) {
    let before = earlier.state.withLock { $0 }
    state.withLock { state in
      state.keep(before.latest)
      // The calls of the new sandbox are counted from 1.
      state.habits = before.habits.mapValues { habit in
        var habit = habit
        habit.latest = 0
        return habit
      }
    }
  }

  func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in
      self?.state.withLock { state in
        let fetched = state.latest
        state = saved
        state.keep(fetched)
      }
    }
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
