package import Flow
import Synchronization

/// Counters of all sandboxes since the start of the process, for `/metrics`.
///
/// They only increase, even when sandboxes end. Their labels are bounded: providers, endpoints, statuses, rules and
/// states come from the program, never from a client or a sandbox.
package final class Traffic: Sendable {
  /// Counts of one endpoint by status.
  final class Answers: Sendable {
    private let statuses = Mutex<[Int: Int]>([:])

    func add(_ status: Int) { statuses.withLock { $0[status, default: 0] += 1 } }

    var counts: [Int: Int] { statuses.withLock { $0 } }
  }

  /// Counts of one provider.
  final class Transactions: Sendable {
    private let started = Atomic<Int>(0)
    private let ended = Mutex<[String: Int]>([:])

    func noteStart(_ count: Int = 1) { started.add(count, ordering: .relaxed) }

    func noteEnd(_ state: String, _ count: Int = 1) {
      guard count > 0 else { return }
      ended.withLock { $0[state, default: 0] += count }
    }

    var counts: (started: Int, ended: [String: Int]) {
      // Read `ended` first, so that it never exceeds `started`.
      let ended = ended.withLock { $0 }
      return (started.load(ordering: .relaxed), ended)
    }
  }

  private struct State {
    var answers: [EndpointLabel: Answers] = [:]
    var transactions: [String: Transactions] = [:]
    var findings: [FindingKind: Int] = [:]
  }

  private let state = Mutex(State())
  /// Responses to requests that match no endpoint.
  let unmatched: Answers
  /// Responses to messages that are not HTTP.
  let malformed: Answers

  package init() {
    (unmatched, malformed) = (Answers(), Answers())
    state.withLock { state in
      state.answers[EndpointLabel("", of: "")] = unmatched
      state.answers[EndpointLabel("malformed", of: "")] = malformed
    }
  }

  func answers(at label: EndpointLabel) -> Answers {
    state.withLock { state in
      if let known = state.answers[label] { return known }
      let answers = Answers()
      state.answers[label] = answers
      return answers
    }
  }

  func transactions(of provider: String) -> Transactions {
    state.withLock { state in
      if let known = state.transactions[provider] { return known }
      let transactions = Transactions()
      state.transactions[provider] = transactions
      return transactions
    }
  }

  func note(_ findings: [Finding]) {
    guard !findings.isEmpty else { return }
    state.withLock { state in
      for finding in findings { state.findings[FindingKind(finding), default: 0] += 1 }
    }
  }
}

extension Traffic {
  package struct AnswerCount: Sendable, Hashable {
    /// Empty for the control plane and for requests that match no endpoint.
    package let provider: String
    /// The catalog name; empty for requests that match no endpoint.
    package let endpoint: String
    package let status: Int
    package let count: Int
  }

  /// Sorted by provider, endpoint and status.
  package var answers: [AnswerCount] {
    let known = state.withLock { $0.answers }
    var counts: [String: [String: [Int: Int]]] = [:]
    for (label, answers) in known {
      counts[label.provider, default: [:]][label.endpoint, default: [:]].merge(
        answers.counts, uniquingKeysWith: +)
    }
    return counts.sorted { $0.key < $1.key }.flatMap { provider, endpoints in
      endpoints.sorted { $0.key < $1.key }.flatMap { endpoint, statuses in
        statuses.sorted { $0.key < $1.key }.map {
          AnswerCount(provider: provider, endpoint: endpoint, status: $0.key, count: $0.value)
        }
      }
    }
  }

  /// By provider: how many were started, and how many ended in each state.
  package var transactions: [(provider: String, started: Int, ended: [(state: String, count: Int)])] {
    let known = state.withLock { $0.transactions }
    return known.sorted { $0.key < $1.key }.map { provider, transactions in
      let (started, ended) = transactions.counts
      return (provider, started, ended.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
  }

  package struct FindingKind: Sendable, Hashable {
    package let rule: Rule
    package let isExpected: Bool

    init(_ finding: Finding) { (rule, isExpected) = (finding.rule, finding.isExpected) }
  }

  /// Sorted by rule, those that scenarios expect last.
  package var findings: [(kind: FindingKind, count: Int)] {
    let known = state.withLock { $0.findings }
    return known.map { (kind: $0.key, count: $0.value) }.sorted { left, right in
      left.kind.rule == right.kind.rule
        ? !left.kind.isExpected : left.kind.rule.identifier < right.kind.rule.identifier
    }
  }
}
