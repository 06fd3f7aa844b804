import Synchronization

/// The latest verdicts on what relying parties did in scenarios.
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

  /// At most this many verdicts are kept; the oldest go first.
  package static let capacity = 1024

  private let state = Mutex<[Entry]>([])
  /// Counts the verdicts of all sandboxes.
  private let total: RunTally?
  private let sandbox: SandboxLabel

  package init(of sandbox: SandboxLabel = .root, total: RunTally? = nil) {
    (self.sandbox, self.total) = (sandbox, total)
  }

  package func note(_ entry: Entry) {
    state.withLock { entries in
      entries.append(entry)
      if entries.count > 2 * Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    }
    total?.note(entry, 1, in: sandbox)
  }

  /// Changes the verdict on a transaction that was judged before; `nil` if none is kept.
  package func change(of transaction: String, _ change: (inout Verdict) -> Void) -> Entry? {
    let changed = state.withLock { entries -> (old: Entry, new: Entry)? in
      guard let index = entries.lastIndex(where: { $0.transaction == transaction }) else { return nil }
      let old = entries[index]
      change(&entries[index].verdict)
      return (old, entries[index])
    }
    guard let changed else { return nil }
    total?.note(changed.old, -1, in: sandbox)
    total?.note(changed.new, 1, in: sandbox)
    return changed.new
  }

  /// Oldest first.
  package var entries: [Entry] { state.withLock { $0.suffix(Self.capacity) } }

  package func clear() { state.withLock { $0 = [] } }
}
