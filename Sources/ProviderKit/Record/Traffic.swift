package import Flow
import Synchronization

/// What the process has answered since its start, in all sandboxes together, for `/metrics`.
///
/// Counts only rise, whatever becomes of sandboxes. What they are told apart by is bounded: providers, endpoints, statuses,
/// rules and states are words of the program, never a client's or a sandbox's.
package final class Traffic: Sendable {
  /// The answers of one endpoint by status.
  final class Answers: Sendable {
    private let statuses = Mutex<[Int: Int]>([:])

    func add(_ status: Int) { statuses.withLock { $0[status, default: 0] += 1 } }

    var counts: [Int: Int] { statuses.withLock { $0 } }
  }

  /// The transactions of one provider.
  final class Transactions: Sendable {
    private let started = Atomic<Int>(0)
    private let ended = Mutex<[String: Int]>([:])

    func noteStart(_ count: Int = 1) { started.add(count, ordering: .relaxed) }

    func noteEnd(_ state: String, _ count: Int = 1) {
      guard count > 0 else { return }
      ended.withLock { $0[state, default: 0] += count }
    }

    var counts: (started: Int, ended: [String: Int]) {
      // What has ended first, so that never more have ended than were started.
      let ended = ended.withLock { $0 }
      return (started.load(ordering: .relaxed), ended)
    }
  }

  private struct State {
    var answers: [String: [String: Answers]] = [:]
    var transactions: [String: Transactions] = [:]
    var findings: [Rule: Int] = [:]
  }

  private let state = Mutex(State())
  /// Answers to what no endpoint fits.
  let unmatched: Answers
  /// Answers to what is no HTTP.
  let malformed: Answers

  /// Nothing was answered yet.
  package init() {
    (unmatched, malformed) = (Answers(), Answers())
    state.withLock { $0.answers[""] = ["": unmatched, "malformed": malformed] }
  }

  /// The answers of an endpoint, made at the first use of its name.
  func answers(_ endpoint: String, of provider: String) -> Answers {
    state.withLock { state in
      if let known = state.answers[provider]?[endpoint] { return known }
      let answers = Answers()
      state.answers[provider, default: [:]][endpoint] = answers
      return answers
    }
  }

  /// The transactions of a provider.
  func transactions(of provider: String) -> Transactions {
    state.withLock { state in
      if let known = state.transactions[provider] { return known }
      let transactions = Transactions()
      state.transactions[provider] = transactions
      return transactions
    }
  }

  /// Notes the rules that a call broke.
  func note(_ findings: [Finding]) {
    guard !findings.isEmpty else { return }
    state.withLock { state in for finding in findings { state.findings[finding.rule, default: 0] += 1 } }
  }
}

extension Traffic {
  /// How often an endpoint answered with a status.
  package struct AnswerCount: Sendable, Hashable {
    /// The provider, empty for the control plane and for what fits no endpoint.
    package let provider: String
    /// The endpoint's catalog name; empty for what fits none.
    package let endpoint: String
    /// The status of the answer.
    package let status: Int
    /// How often.
    package let count: Int
  }

  /// The answers so far, in a fixed order.
  package var answers: [AnswerCount] {
    let known = state.withLock { $0.answers }
    return known.sorted { $0.key < $1.key }.flatMap { provider, endpoints in
      endpoints.sorted { $0.key < $1.key }.flatMap { endpoint, answers in
        answers.counts.sorted { $0.key < $1.key }.map {
          AnswerCount(provider: provider, endpoint: endpoint, status: $0.key, count: $0.value)
        }
      }
    }
  }

  /// The transactions of each provider so far: how many were started, and how many have ended in each state.
  package var transactions: [(provider: String, started: Int, ended: [(state: String, count: Int)])] {
    let known = state.withLock { $0.transactions }
    return known.sorted { $0.key < $1.key }.map { provider, transactions in
      let (started, ended) = transactions.counts
      return (provider, started, ended.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
  }

  /// How often each rule was broken so far.
  package var findings: [(rule: Rule, count: Int)] {
    let known = state.withLock { $0.findings }
    return known.sorted { $0.key.identifier < $1.key.identifier }.map { ($0.key, $0.value) }
  }
}
