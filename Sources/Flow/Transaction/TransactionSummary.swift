/// A transaction as the control plane and pages show it, whatever its provider.
///
/// A class, because it is large, and lists of thousands are sorted and passed on.
package final class TransactionSummary: Sendable {
  package let identifier: String
  /// In the order of starts.
  package let ordinal: Int
  package let provider: String
  package let client: String
  /// The key of the person.
  package var person: String { whole.key }
  /// The person with all attributes.
  package let whole: Person
  /// False if the provider does not know who logs in, or never did; the person is a guess then.
  package let isIdentified: Bool
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
  package let sightings: [Sighting]
  /// `nil` if the scenario expects nothing.
  package let verdict: Verdict?

  package init<Detail>(
    _ transaction: Transaction<Detail>, of provider: String, state: String, isEnded: Bool = false,
    isIdentified: Bool = true, verdict: Verdict? = nil
  ) {
    (identifier, ordinal) = (transaction.identifier, transaction.ordinal)
    (self.provider, client, whole) = (provider, transaction.client, transaction.person)
    (self.state, self.isEnded, self.isIdentified) = (state, isEnded, isIdentified)
    (started, ends) = (transaction.started, transaction.ends)
    (decision, timeline) = (transaction.decision, transaction.timeline)
    (calls, findings, sightings) = (transaction.calls, transaction.findings, transaction.sightings)
    self.verdict = verdict
  }

  /// The summary of an ended transaction after something more was seen.
  package func adding(_ sighting: Sighting, _ verdict: Verdict?) -> TransactionSummary {
    TransactionSummary(self, sightings: sightings + [sighting], verdict: verdict ?? self.verdict)
  }

  private init(_ summary: TransactionSummary, sightings: [Sighting], verdict: Verdict?) {
    (identifier, ordinal) = (summary.identifier, summary.ordinal)
    (provider, client, whole) = (summary.provider, summary.client, summary.whole)
    (state, isEnded, isIdentified) = (summary.state, summary.isEnded, summary.isIdentified)
    (started, ends) = (summary.started, summary.ends)
    (decision, timeline) = (summary.decision, summary.timeline)
    (calls, findings, self.sightings) = (summary.calls, summary.findings, sightings)
    self.verdict = verdict
  }
}
