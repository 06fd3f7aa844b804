import Synchronization

/// How many calls each endpoint of each provider of a sandbox got.
package final class EndpointCalls: Sendable {
  private let counts = Mutex<[String: [String: Int]]>([:])

  /// Nothing was called.
  package init() {}

  /// Counts a call.
  func add(_ endpoint: String, of provider: String) {
    counts.withLock { $0[provider, default: [:]][endpoint, default: 0] += 1 }
  }

  /// How many calls each endpoint of a provider got; those that got none are left out.
  package func calls(of provider: String) -> [String: Int] { counts.withLock { $0[provider] ?? [:] } }

  /// Begins again at zero.
  package func clear() { counts.withLock { $0 = [:] } }
}
