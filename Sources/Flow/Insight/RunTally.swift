import Synchronization

/// Counts of broken rules, outcomes and verdicts in all sandboxes of the process together, including those that were
/// reset or have ended.
///
/// Bounded: rules and outcomes are words of the providers; verdicts keep their first `capacity` texts, and the first
/// few sandboxes are named.
package final class RunTally: Sendable {
  /// The first sandboxes in which something happened, and the number of others.
  package struct Places: Sendable {
    package fileprivate(set) var sandboxes: [SandboxLabel] = []
    package fileprivate(set) var further = 0

    /// `nil` if it was in the root alone.
    package var text: String? {
      guard sandboxes != [.root] else { return nil }
      return (sandboxes.map(\.text) + (further > 0 ? ["\(further) more"] : [])).joined(separator: ", ")
    }

    fileprivate mutating func note(_ sandbox: SandboxLabel) {
      guard !sandboxes.contains(sandbox) else { return }
      if sandboxes.count < RunTally.namedSandboxes { sandboxes.append(sandbox) } else { further += 1 }
    }
  }

  /// A broken rule, and where it was broken.
  package struct Breach: Sendable {
    package fileprivate(set) var rule: Rule
    package fileprivate(set) var count = 0
    package fileprivate(set) var places = Places()
  }

  /// A scenario and how it went.
  package struct JudgedScenario: Sendable, Hashable {
    /// Empty once there are too many to tell apart.
    package let scenario: String
    package let provider: String
    package let result: Verdict.Result
    package let text: String
    /// The rules that this breaks and what to do about them, a sentence each.
    package var advices: [String] = []
    /// The names of those rules.
    package var rules: [String] = []
  }

  private struct State {
    var breaches: [Rule: Breach] = [:]
    var outcomes = OutcomeCounts()
    var verdicts: [JudgedScenario: (count: Int, places: Places)] = [:]
    var lastFinding = 0
  }

  package static let capacity = 1024
  package static let namedSandboxes = 20

  private let state = Mutex(State())

  package init() {}

  /// The number of the next finding of the process.
  func nextFinding() -> Int {
    state.withLock { state in
      state.lastFinding += 1
      return state.lastFinding
    }
  }

  /// The number of the last finding of the process, 0 before the first.
  package var lastFinding: Int { state.withLock { $0.lastFinding } }

  /// - Parameter isFirst: true if the sandbox had not broken the rule before.
  func note(_ rule: Rule, in sandbox: SandboxLabel, isFirst: Bool) {
    state.withLock { state in
      var breach = state.breaches[rule] ?? Breach(rule: rule)
      breach.rule = breach.rule.telling(rule)
      breach.count += 1
      if isFirst { breach.places.note(sandbox) }
      state.breaches[rule] = breach
    }
  }

  func note(_ outcome: String, of provider: String) {
    state.withLock { $0.outcomes.add(outcome, of: provider) }
  }

  func note(_ entry: VerdictLog.Entry, _ count: Int, in sandbox: SandboxLabel) {
    let verdict = entry.verdict
    let own = JudgedScenario(
      scenario: entry.scenario, provider: entry.provider, result: verdict.result, text: verdict.text,
      advices: verdict.advices, rules: verdict.shortfalls.map(\.rule))
    let other = JudgedScenario(
      scenario: "", provider: entry.provider, result: verdict.result, text: "further scenarios")
    state.withLock { state in
      let isKept = state.verdicts[own] != nil || state.verdicts.count < Self.capacity
      let key = isKept ? own : other
      var (sum, places) = state.verdicts[key] ?? (0, Places())
      sum += count
      if count > 0 { places.note(sandbox) }
      state.verdicts[key] = sum > 0 ? (sum, places) : nil
    }
  }

  /// How scenarios went, by scenario.
  package var verdicts: [(judged: JudgedScenario, count: Int, places: Places)] {
    state.withLock { $0.verdicts }.map { (judged: $0.key, count: $0.value.count, places: $0.value.places) }
      .sorted { left, right in
        (left.judged.provider, left.judged.scenario, left.judged.text)
          < (right.judged.provider, right.judged.scenario, right.judged.text)
      }
  }

  /// The rules of at least this severity that were broken, the worst and then the most frequent first.
  package func broken(atLeast severity: Rule.Severity) -> [Breach] {
    state.withLock { $0.breaches }.values.filter { $0.rule.severity >= severity }.sorted { left, right in
      if left.rule.severity != right.rule.severity { return left.rule.severity > right.rule.severity }
      if left.count != right.count { return left.count > right.count }
      return left.rule.identifier < right.rule.identifier
    }
  }

  /// Outcomes that never happened are absent.
  package func outcomes(of provider: String) -> [String: Int] {
    state.withLock { $0.outcomes.counts(of: provider) }
  }
}
