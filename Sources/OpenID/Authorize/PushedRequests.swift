package import Flow
package import ProviderKit

/// What a story has to do with a pushed request.
package struct PushedStory: Sendable {
  /// The choice of a story about pushed requests, which is used up with them.
  package var choice: ScenarioChoice?
  /// True if the story says how long the request can be used.
  package var setsLifetime: Bool

  package init(choice: ScenarioChoice? = nil, setsLifetime: Bool = false) {
    (self.choice, self.setsLifetime) = (choice, setsLifetime)
  }
}

/// The authorization requests that were pushed (RFC 9126): limited in number and lifetime, each usable once.
package final class PushedRequests: Restorable {
  struct Pushed: Sendable {
    let client: String
    let parameters: AuthorizationParameters
    let until: Instant
    var story = PushedStory()
  }

  /// What became of the request behind a `request_uri`.
  enum Taken: Sendable {
    case found(AuthorizationParameters, PushedStory)
    case used
    /// True if a story shortened its time.
    case expired(byStory: Bool)
    case unknown
  }

  private struct State {
    var waiting: [String: Pushed] = [:]
    /// Used and expired ones, for a precise error.
    var gone: [String: Taken] = [:]
    var order: [String] = []
  }

  private static let capacity = 10_000
  private let state = Kept(State())

  package init() {}

  func keep(_ pushed: Pushed, as uri: String) {
    state.withLock { state in
      state.waiting[uri] = pushed
      state.order.append(uri)
      guard state.order.count > Self.capacity else { return }
      let oldest = state.order.removeFirst()
      (state.waiting[oldest], state.gone[oldest]) = (nil, nil)
    }
  }

  /// Takes the request of a URI for a client, and so uses it up.
  func take(_ uri: String, for client: String, at now: Instant) -> Taken {
    state.withLock { state in
      guard let pushed = state.waiting[uri], pushed.client == client else {
        return state.gone[uri] ?? .unknown
      }
      state.waiting[uri] = nil
      guard pushed.until > now else {
        let expired = Taken.expired(byStory: pushed.story.setsLifetime)
        state.gone[uri] = expired
        return expired
      }
      state.gone[uri] = .used
      return .found(pushed.parameters, pushed.story)
    }
  }

  /// Drops the contents of expired requests, and remembers only that they expired.
  package func forgetExpired(at now: Instant) {
    state.withLock { state in
      for (uri, pushed) in state.waiting where pushed.until <= now {
        state.waiting[uri] = nil
        state.gone[uri] = .expired(byStory: pushed.story.setsLifetime)
      }
    }
  }

  package func saved() -> Restoration { state.saved() }
}
