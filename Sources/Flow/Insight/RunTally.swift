import Synchronization

/// How often each rule was broken and each outcome happened in all sandboxes of a process together, including
/// those that were reset or have ended.
///
/// Bounded: rules and outcomes are words of the providers.
package final class RunTally: Sendable {
  private struct State {
    var rules: [Rule: Int] = [:]
    var outcomes = OutcomeCounts()
  }

  private let state = Mutex(State())

  package init() {}

  func note(_ rule: Rule) { state.withLock { $0.rules[rule, default: 0] += 1 } }

  func note(_ outcome: String, of provider: String) {
    state.withLock { $0.outcomes.add(outcome, of: provider) }
  }

  /// The rules of at least this severity that were broken, the worst and then the most frequent first.
  package func broken(atLeast severity: Rule.Severity) -> [(rule: Rule, count: Int)] {
    let rules = state.withLock { $0.rules }.filter { $0.key.severity >= severity }
    return rules.map { (rule: $0.key, count: $0.value) }.sorted { left, right in
      if left.rule.severity != right.rule.severity { return left.rule.severity > right.rule.severity }
      return left.count == right.count
        ? left.rule.identifier < right.rule.identifier : left.count > right.count
    }
  }

  /// Outcomes that never happened are absent.
  package func outcomes(of provider: String) -> [String: Int] {
    state.withLock { $0.outcomes.counts(of: provider) }
  }
}
