import Synchronization

/// How often each rule was broken, each outcome happened and scenarios were judged in which way in all sandboxes of a process together, including
/// those that were reset or have ended.
///
/// Bounded: rules and outcomes are words of the providers; of verdicts, the texts of the first `capacity` are kept.
package final class RunTally: Sendable {
  private struct State {
    var rules: [Rule: Int] = [:]
    var outcomes = OutcomeCounts()
    var verdicts: [JudgedScenario: Int] = [:]
  }

  /// A scenario and how it went.
  package struct JudgedScenario: Sendable, Hashable {
    /// Empty for all that came when there were too many to tell apart.
    package let scenario: String
    package let provider: String
    package let result: Verdict.Result
    package let text: String
  }

  package static let capacity = 1024

  private let state = Mutex(State())

  package init() {}

  func note(_ rule: Rule) { state.withLock { $0.rules[rule, default: 0] += 1 } }

  func note(_ outcome: String, of provider: String) {
    state.withLock { $0.outcomes.add(outcome, of: provider) }
  }

  func note(_ entry: VerdictLog.Entry, _ count: Int) {
    let verdict = entry.verdict
    let own = JudgedScenario(
      scenario: entry.scenario, provider: entry.provider, result: verdict.result, text: verdict.text)
    let other = JudgedScenario(
      scenario: "", provider: entry.provider, result: verdict.result, text: "further scenarios")
    state.withLock { state in
      let isKept = state.verdicts[own] != nil || state.verdicts.count < Self.capacity
      let key = isKept ? own : other
      let sum = state.verdicts[key, default: 0] + count
      state.verdicts[key] = sum > 0 ? sum : nil
    }
  }

  /// How scenarios went, by scenario.
  package var verdicts: [(judged: JudgedScenario, count: Int)] {
    state.withLock { $0.verdicts }.map { (judged: $0.key, count: $0.value) }.sorted { left, right in
      (left.judged.provider, left.judged.scenario, left.judged.text)
        < (right.judged.provider, right.judged.scenario, right.judged.text)
    }
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
