import Synchronization

/// The verdicts on what relying parties did in scenarios: the worst and latest ones, and the counts of all.
package final class VerdictLog: Sendable {
  package struct Entry: Sendable {
    package let scenario: String
    package let provider: String
    package let transaction: String
    package let client: String
    package fileprivate(set) var verdict: Verdict

    package init(scenario: String, provider: String, transaction: String, client: String, verdict: Verdict) {
      (self.scenario, self.provider, self.transaction) = (scenario, provider, transaction)
      (self.client, self.verdict) = (client, verdict)
    }
  }

  private struct State {
    var entries: [Entry] = []
    /// Also of verdicts that are no longer kept.
    var counts: [Verdict.Result: Int] = [:]
  }

  /// At most this many verdicts are kept; failures go last, and otherwise the oldest first.
  package static let capacity = 1024

  private let state = Mutex(State())
  /// Counts the verdicts of all sandboxes.
  private let total: RunTally?
  private let sandbox: SandboxLabel

  package init(of sandbox: SandboxLabel = .root, total: RunTally? = nil) {
    (self.sandbox, self.total) = (sandbox, total)
  }

  package func note(_ entry: Entry) {
    state.withLock { state in
      state.entries.append(entry)
      state.counts[entry.verdict.result, default: 0] += 1
      if state.entries.count > 2 * Self.capacity { state.entries = state.entries.worst(Self.capacity) }
    }
    total?.note(entry, 1, in: sandbox)
  }

  /// Changes the verdict on a transaction that was judged before; `nil` if none is kept.
  package func change(of transaction: String, _ change: (inout Verdict) -> Void) -> Entry? {
    let changed = state.withLock { state -> (old: Entry, new: Entry)? in
      guard let index = state.entries.lastIndex(where: { $0.transaction == transaction }) else { return nil }
      let old = state.entries[index]
      change(&state.entries[index].verdict)
      let new = state.entries[index]
      state.counts[old.verdict.result, default: 0] -= 1
      state.counts[new.verdict.result, default: 0] += 1
      return (old, new)
    }
    guard let changed else { return nil }
    total?.note(changed.old, -1, in: sandbox)
    total?.note(changed.new, 1, in: sandbox)
    return changed.new
  }

  /// Oldest first.
  package var entries: [Entry] { contents.entries }

  /// The verdicts that are kept, oldest first, and how many of each result were given in all.
  package var contents: (entries: [Entry], counts: [Verdict.Result: Int]) {
    let state = state.withLock { $0 }
    return (state.entries.worst(Self.capacity), state.counts)
  }

  package func clear() { state.withLock { $0 = State() } }
}

extension [VerdictLog.Entry] {
  /// So many at most, in the same order: what is unmet before warnings, those before what was not seen, and the latest
  /// of each.
  package func worst(_ limit: Int) -> [VerdictLog.Entry] {
    guard count > limit else { return self }
    let ranked = indices.sorted { left, right in
      let (rank, other) = (self[left].verdict.result.rank, self[right].verdict.result.rank)
      return rank == other ? left > right : rank < other
    }
    return ranked.prefix(limit).sorted().map { self[$0] }
  }
}

extension Verdict.Result {
  fileprivate var rank: Int {
    switch self {
    case .unmet: 0
    case .warn: 1
    case .inconclusive, .notRun: 2
    case .met, .pending: 3
    }
  }
}
