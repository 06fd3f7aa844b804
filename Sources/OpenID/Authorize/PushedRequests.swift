package import Flow
import ProviderKit

/// The authorization requests that were pushed (RFC 9126): limited in number and lifetime, each usable once.
package final class PushedRequests: Restorable {
  struct Pushed: Sendable {
    let client: String
    let parameters: AuthorizationParameters
    let until: Instant
  }

  /// What became of the request behind a `request_uri`.
  enum Taken: Sendable {
    case found(AuthorizationParameters)
    case used
    case expired
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
        state.gone[uri] = .expired
        return .expired
      }
      state.gone[uri] = .used
      return .found(pushed.parameters)
    }
  }

  /// Drops the contents of expired requests, and remembers only that they expired.
  package func forgetExpired(at now: Instant) {
    state.withLock { state in
      let expired = state.waiting.filter { $0.value.until <= now }.keys
      for uri in expired {
        state.waiting[uri] = nil
        state.gone[uri] = .expired
      }
    }
  }

  package func saved() -> Restoration { state.saved() }
}
