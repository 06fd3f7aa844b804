/// A transaction as the control plane and pages show it, whatever its provider.
public struct TransactionSummary: Sendable {
  /// The identifier.
  public let identifier: String
  /// The number in the order of starts.
  public let ordinal: Int
  /// The provider.
  public let provider: String
  /// The client.
  public let client: String
  /// The key of the person.
  public var person: String { whole.key }
  /// The person, with all that the provider was to tell of them.
  public let whole: Person
  /// Where it stands, in a word of the provider.
  public let state: String
  /// Whether nothing more can happen to it.
  public let isEnded: Bool
  /// When it started.
  public let started: Instant
  /// When its last credential ends.
  public let ends: Instant
  /// Which scenario it got, and why.
  public let decision: Decision
  /// What the person does and when.
  public let timeline: Timeline
  /// The calls of the relying party.
  public let calls: CallHistory
  /// The rules that were broken, by id.
  public let findings: [String]
  /// Whether the scenario's expectation was met; `nil` before the end, or without one.
  public let verdict: Verdict?

  /// A summary of a transaction in a state.
  public init<Detail>(
    _ transaction: Transaction<Detail>, of provider: String, state: String, isEnded: Bool = false,
    verdict: Verdict? = nil
  ) {
    (identifier, ordinal) = (transaction.identifier, transaction.ordinal)
    (self.provider, client, whole) = (provider, transaction.client, transaction.person)
    (self.state, self.isEnded) = (state, isEnded)
    (started, ends) = (transaction.started, transaction.ends)
    (decision, timeline) = (transaction.decision, transaction.timeline)
    (calls, findings, self.verdict) = (transaction.calls, transaction.findings, verdict)
  }
}
