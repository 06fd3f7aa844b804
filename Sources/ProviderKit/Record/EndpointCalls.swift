import Synchronization

/// How many calls each endpoint of each provider of a sandbox got.
package final class EndpointCalls: Sendable {
  private let counts = Mutex<[String: [String: Int]]>([:])

  package init() {}

  func add(_ endpoint: String, of provider: String) {
    counts.withLock { $0[provider, default: [:]][endpoint, default: 0] += 1 }
  }

  /// By provider and endpoint; those without calls are left out.
  package var all: [String: [String: Int]] { counts.withLock { $0 } }

  package func clear() { counts.withLock { $0 = [:] } }
}
