import Synchronization

/// The rules that the clients of a sandbox broke: how often each, and the latest occurrences.
package final class FindingLog: Sendable {
  /// A rule was broken once.
  package struct Occurrence: Sendable {
    /// The number, from 1, without gaps.
    package let number: Int
    /// The rule and what was seen.
    package let finding: Finding
    /// When, on the sandbox's clock.
    package let at: Instant
    /// The provider.
    package let provider: String
    /// The endpoint's catalog name.
    package let endpoint: String
    /// The client, where the call says which.
    package let client: String?
  }

  private struct State {
    var occurrences: [Occurrence] = []
    var last = 0
    var counts: [String: Int] = [:]
    var worst: Rule.Severity?
  }

  /// How many occurrences are kept at the most, the latest; counts stay.
  package static let capacity = 1024

  private let state = Mutex(State())
  private let total: RunTally?

  /// No rule was broken.
  ///
  /// - Parameter total: counts the rules of all sandboxes.
  package init(total: RunTally? = nil) {
    self.total = total
  }

  /// Notes broken rules of one call.
  package func note(
    _ findings: [Finding], at instant: Instant, provider: String, endpoint: String, client: String?
  ) {
    guard !findings.isEmpty else { return }
    for finding in findings { total?.note(finding.rule) }
    state.withLock { state in
      for finding in findings {
        state.last += 1
        state.occurrences.append(
          Occurrence(
            number: state.last, finding: finding, at: instant, provider: provider, endpoint: endpoint,
            client: client))
        state.counts[finding.rule.identifier, default: 0] += 1
        state.worst = max(state.worst ?? finding.rule.severity, finding.rule.severity)
      }
      // Given back in larger pieces, so that each finding costs little.
      if state.occurrences.count > 2 * Self.capacity {
        state.occurrences.removeFirst(state.occurrences.count - Self.capacity)
      }
    }
  }

  /// How often a rule was broken.
  package func count(of rule: Rule) -> Int { state.withLock { $0.counts[rule.identifier] ?? 0 } }

  /// The severity of the worst rule that was broken, `nil` when none was.
  package var worst: Rule.Severity? { state.withLock { $0.worst } }

  /// The number of the last occurrence, 0 before the first.
  package var last: Int { state.withLock { $0.last } }

  /// The first occurrences still kept with a number above the given one, and how many before them are no longer kept.
  package func page(after number: Int, limit: Int) -> (occurrences: [Occurrence], lost: Int) {
    state.withLock { state in
      let kept = state.occurrences.suffix(Self.capacity)
      return (
        Array(kept.drop { $0.number <= number }.prefix(limit)), max(0, state.last - kept.count - number)
      )
    }
  }

  /// The occurrences still kept with a number above the given one, oldest first.
  package func occurrences(after number: Int = 0) -> [Occurrence] {
    page(after: number, limit: .max).occurrences
  }

  /// Forgets everything; numbers go on.
  package func clear() {
    state.withLock { $0 = State(last: $0.last) }
  }
}

extension Rule.Severity: Comparable {
  /// Notes are the least, errors the worst.
  package static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
