/// A transaction as the control plane and pages show it, whatever its provider.
package struct TransactionSummary: Sendable {
  package let identifier: String
  /// In the order of starts.
  package let ordinal: Int
  package let provider: String
  package let client: String
  /// The key of the person.
  package var person: String { whole.key }
  /// The person with all attributes.
  package let whole: Person
  /// A word of the provider.
  package let state: String
  /// True if nothing more can happen to it.
  package let isEnded: Bool
  package let started: Instant
  /// When its last credential expires.
  package let ends: Instant
  package let decision: Decision
  package let timeline: Timeline
  package let calls: [EndpointCall]
  /// The ids of the rules that were broken.
  package let findings: [String]
  /// `nil` before the end, or if the scenario expects nothing.
  package let verdict: Verdict?

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
