import Synchronization

/// How often each documented outcome happened in a sandbox, for coverage.
///
/// Bounded: outcomes are words of the providers' vocabularies.
package final class OutcomeTally: Sendable {
  private let tally = Mutex(OutcomeCounts())
  /// Counts the outcomes of all sandboxes.
  private let total: RunTally?

  package init(total: RunTally? = nil) {
    self.total = total
  }

  package func note(_ outcome: String, of provider: String) {
    tally.withLock { $0.add(outcome, of: provider) }
    total?.note(outcome, of: provider)
  }

  /// Outcomes that never happened are absent.
  package func counts(of provider: String) -> [String: Int] {
    tally.withLock { $0.counts(of: provider) }
  }

  /// By provider; outcomes that never happened are absent.
  package var counts: [String: [String: Int]] { tally.withLock { $0.all } }

  package func clear() { tally.withLock { $0 = OutcomeCounts() } }
}
