/// A transaction as the control plane and pages show it, whatever its provider.
package struct TransactionSummary: Sendable {
  /// The identifier.
  package let identifier: String
  /// The number in the order of starts.
  package let ordinal: Int
  /// The provider.
  package let provider: String
  /// The client.
  package let client: String
  /// The key of the person.
  package var person: String { whole.key }
  /// The person, with all that the provider was to tell of them.
  package let whole: Person
  /// Where it stands, in a word of the provider.
  package let state: String
  /// True if nothing more can happen to it.
  package let isEnded: Bool
  /// When it started.
  package let started: Instant
  /// When its last credential ends.
  package let ends: Instant
  /// Which scenario it got, and why.
  package let decision: Decision
  /// What the person does and when.
  package let timeline: Timeline
  /// The calls of the relying party.
  package let calls: [EndpointCall]
  /// The rules that were broken, by id.
  package let findings: [String]
  /// Whether the scenario's expectation was met; `nil` before the end, or without one.
  package let verdict: Verdict?

  /// A summary of a transaction in a state.
  package init<Detail>(
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
