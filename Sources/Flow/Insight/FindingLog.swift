import Synchronization

/// The rules that the clients of a sandbox broke: how often each, and the latest occurrences.
package final class FindingLog: Sendable {
  package struct Occurrence: Sendable {
    /// From 1, without gaps.
    package let number: Int
    /// Among the findings of all sandboxes, in the order in which they occurred.
    package let processNumber: Int
    package let finding: Finding
    /// On the sandbox's clock.
    package let at: Instant
    package let provider: String
    /// By its catalog name.
    package let endpoint: String
    /// `nil` if the call does not say which.
    package let client: String?

    package init(
      number: Int, processNumber: Int, finding: Finding, at: Instant, provider: String, endpoint: String,
      client: String?
    ) {
      (self.number, self.processNumber, self.finding, self.at) = (number, processNumber, finding, at)
      (self.provider, self.endpoint, self.client) = (provider, endpoint, client)
    }
  }

  private struct State {
    var occurrences: [Occurrence] = []
    var last = 0
    /// Without the findings that a scenario expects.
    var counts: [String: Int] = [:]
    var expected: [String: Int] = [:]
    var worst: Rule.Severity?
  }

  /// How many of the latest occurrences are kept; counts are kept for all.
  package static let capacity = 1024

  private let state = Mutex(State())
  /// Counts the rules of all sandboxes.
  private let total: RunTally?
  private let sandbox: SandboxLabel

  package init(of sandbox: SandboxLabel = .root, total: RunTally? = nil) {
    (self.sandbox, self.total) = (sandbox, total)
  }

  /// Notes the rules that one call broke.
  package func note(
    _ findings: [Finding], at instant: Instant, provider: String, endpoint: String, client: String?
  ) {
    guard !findings.isEmpty else { return }
    state.withLock { state in
      for finding in findings {
        state.last += 1
        state.occurrences.append(
          Occurrence(
            // Taken within the lock, so that both numbers are in the same order.
            number: state.last, processNumber: total?.nextFinding() ?? state.last, finding: finding,
            at: instant, provider: provider, endpoint: endpoint, client: client))
        if finding.isExpected {
          state.expected[finding.rule.identifier, default: 0] += 1
          continue
        }
        total?.note(
          finding.rule, in: sandbox, isFirst: state.counts[finding.rule.identifier] == nil)
        state.counts[finding.rule.identifier, default: 0] += 1
        state.worst = max(state.worst ?? finding.rule.severity, finding.rule.severity)
      }
      // Removed in batches, so that each finding costs little.
      if state.occurrences.count > 2 * Self.capacity {
        state.occurrences.removeFirst(state.occurrences.count - Self.capacity)
      }
    }
  }

  /// How often it was broken, without the times that a scenario expected.
  package func count(of rule: Rule) -> Int { state.withLock { $0.counts[rule.identifier] ?? 0 } }

  /// How often each rule was broken, by its id; those that never were are absent, as are the times that a scenario
  /// expected.
  package var counts: [String: Int] { state.withLock { $0.counts } }

  /// How often each rule was broken as a scenario expected, by its id.
  package var expectedCounts: [String: Int] { state.withLock { $0.expected } }

  /// The worst severity of the rules that were broken; `nil` if none was, apart from those expected.
  package var worst: Rule.Severity? { state.withLock { $0.worst } }

  /// The number of the last occurrence, 0 before the first.
  package var last: Int { state.withLock { $0.last } }

  /// The first occurrences kept after a number, and how many before them are no longer kept.
  package func page(after number: Int, limit: Int) -> (occurrences: [Occurrence], lost: Int) {
    state.withLock { state in
      let kept = state.occurrences.suffix(Self.capacity)
      return (
        Array(kept.drop { $0.number <= number }.prefix(limit)), max(0, state.last - kept.count - number)
      )
    }
  }

  /// The occurrences kept after a number, oldest first.
  package func occurrences(after number: Int = 0) -> [Occurrence] {
    page(after: number, limit: .max).occurrences
  }

  /// Forgets everything; numbers continue.
  package func clear() {
    state.withLock { $0 = State(last: $0.last) }
  }
}

extension Rule.Severity: Comparable {
  /// Notes are the least severe, errors the most.
  package static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
