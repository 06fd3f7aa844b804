import Synchronization

/// Whether relying parties did what scenarios expect: the latest verdicts.
package final class VerdictLog: Sendable {
  /// A transaction was judged.
  package struct Entry: Sendable {
    /// The scenario.
    package let scenario: String
    /// The provider.
    package let provider: String
    /// The transaction.
    package let transaction: String
    /// The client.
    package let client: String
    /// Whether its expectation was met.
    package let verdict: Verdict

    /// A verdict on a transaction of a scenario.
    package init(scenario: String, provider: String, transaction: String, client: String, verdict: Verdict) {
      (self.scenario, self.provider, self.transaction) = (scenario, provider, transaction)
      (self.client, self.verdict) = (client, verdict)
    }
  }

  /// How many verdicts are kept at the most; the oldest go first.
  package static let capacity = 1024

  private let state = Mutex<[Entry]>([])

  /// Nothing was judged.
  package init() {}

  /// Notes a verdict.
  package func note(_ entry: Entry) {
    state.withLock { entries in
      entries.append(entry)
      if entries.count > 2 * Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    }
  }

  /// The verdicts still kept, oldest first.
  package var entries: [Entry] { state.withLock { $0.suffix(Self.capacity) } }

  /// Forgets everything.
  package func clear() { state.withLock { $0 = [] } }
}
