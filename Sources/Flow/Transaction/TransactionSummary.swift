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
  /// What was seen of the relying party.
  package private(set) var sightings: [Sighting]
  /// `nil` if the scenario expects nothing.
  package private(set) var verdict: Verdict?

  package init<Detail>(
    _ transaction: Transaction<Detail>, of provider: String, state: String, isEnded: Bool = false,
    verdict: Verdict? = nil
  ) {
    (identifier, ordinal) = (transaction.identifier, transaction.ordinal)
    (self.provider, client, whole) = (provider, transaction.client, transaction.person)
    (self.state, self.isEnded) = (state, isEnded)
    (started, ends) = (transaction.started, transaction.ends)
    (decision, timeline) = (transaction.decision, transaction.timeline)
    (calls, findings, sightings) = (transaction.calls, transaction.findings, transaction.sightings)
    self.verdict = verdict
  }

  /// The summary of an ended transaction of which more was seen since.
  package func adding(_ sighting: Sighting, _ verdict: Verdict?) -> TransactionSummary {
    var summary = self
    summary.sightings.append(sighting)
    summary.verdict = verdict ?? self.verdict
    return summary
  }
}
