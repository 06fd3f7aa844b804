import Synchronization

/// How many calls each endpoint of each provider of a sandbox got.
package final class EndpointCalls: Sendable {
  private let counts = Mutex<[EndpointLabel: Int]>([:])

  package init() {}

  func add(_ label: EndpointLabel) { counts.withLock { $0[label, default: 0] += 1 } }

  /// By provider and endpoint; those without calls are left out.
  package var all: [String: [String: Int]] {
    counts.withLock { $0 }.reduce(into: [:]) { all, call in
      all[call.key.provider, default: [:]][call.key.endpoint, default: 0] += call.value
    }
  }

  package func clear() { counts.withLock { $0 = [:] } }
}
