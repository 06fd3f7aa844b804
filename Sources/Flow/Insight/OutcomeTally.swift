import Synchronization

/// How often each documented outcome happened in a sandbox, for coverage.
///
/// Bounded: outcomes are words of the providers' vocabularies.
package final class OutcomeTally: Sendable {
  private let counts = Mutex(OutcomeCounts())
  private let total: RunTally?

  /// Nothing has happened.
  ///
  /// - Parameter total: counts the outcomes of all sandboxes.
  package init(total: RunTally? = nil) {
    self.total = total
  }

  /// Notes that an outcome of a provider happened.
  package func note(_ outcome: String, of provider: String) {
    counts.withLock { $0.add(outcome, of: provider) }
    total?.note(outcome, of: provider)
  }

  /// How often each outcome of a provider happened; those that never did are absent.
  package func counts(of provider: String) -> [String: Int] {
    counts.withLock { $0.counts(of: provider) }
  }

  /// Forgets everything.
  package func clear() { counts.withLock { $0 = OutcomeCounts() } }
}
