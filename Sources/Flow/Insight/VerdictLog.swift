import Synchronization

/// Whether relying parties did what scenarios expect: the latest verdicts.
public final class VerdictLog: Sendable {
  /// A transaction was judged.
  public struct Entry: Sendable {
    /// The scenario.
    public let scenario: String
    /// The provider.
    public let provider: String
    /// The transaction.
    public let transaction: String
    /// The client.
    public let client: String
    /// Whether its expectation was met.
    public let verdict: Verdict

    /// A verdict on a transaction of a scenario.
    public init(scenario: String, provider: String, transaction: String, client: String, verdict: Verdict) {
      (self.scenario, self.provider, self.transaction) = (scenario, provider, transaction)
      (self.client, self.verdict) = (client, verdict)
    }
  }

  /// How many verdicts are kept at the most; the oldest go first.
  public static let capacity = 1024

  private let state = Mutex<[Entry]>([])

  /// Nothing was judged.
  public init() {}

  /// Notes a verdict.
  public func note(_ entry: Entry) {
    state.withLock { entries in
      entries.append(entry)
      if entries.count > 2 * Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    }
  }

  /// The verdicts still kept, oldest first.
  public var entries: [Entry] { state.withLock { $0.suffix(Self.capacity) } }

  /// Forgets everything.
  public func clear() { state.withLock { $0 = [] } }
}
