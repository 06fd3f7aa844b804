import Synchronization

/// The latest verdicts on what relying parties did in scenarios.
package final class VerdictLog: Sendable {
  package struct Entry: Sendable {
    package let scenario: String
    package let provider: String
    package let transaction: String
    package let client: String
    package let verdict: Verdict

    package init(scenario: String, provider: String, transaction: String, client: String, verdict: Verdict) {
      (self.scenario, self.provider, self.transaction) = (scenario, provider, transaction)
      (self.client, self.verdict) = (client, verdict)
    }
  }

  /// At most this many verdicts are kept; the oldest go first.
  package static let capacity = 1024

  private let state = Mutex<[Entry]>([])

  package init() {}

  package func note(_ entry: Entry) {
    state.withLock { entries in
      entries.append(entry)
      if entries.count > 2 * Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    }
  }

  /// Oldest first.
  package var entries: [Entry] { state.withLock { $0.suffix(Self.capacity) } }

  package func clear() { state.withLock { $0 = [] } }
}
