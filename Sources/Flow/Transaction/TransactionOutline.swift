/// A transaction as lists show it: less than its summary, because they have thousands of lines.
///
/// A class, so that it is cheap to pass on.
package final class TransactionOutline: Sendable {
  package let identifier: String
  /// In the order of starts.
  package let ordinal: Int
  package let provider: String
  package let client: String
  /// The key of the person.
  package let person: String
  package let personName: String?
  /// False if the provider does not know who logs in, or never did; the person is a guess then.
  package let isIdentified: Bool
  /// A word of the provider.
  package let state: String
  package let started: Instant
  /// Of the scenario; `nil` for the provider's default.
  package let story: String?
  package let lastCall: Instant?
  /// The ids of the rules that were broken.
  package let findings: [String]

  package init<Detail>(
    _ transaction: Transaction<Detail>, of provider: String, state: String, isIdentified: Bool = true
  ) {
    (identifier, ordinal) = (transaction.identifier, transaction.ordinal)
    (self.provider, client, self.state) = (provider, transaction.client, state)
    (person, personName) = (transaction.person.key, transaction.person.fullName)
    self.isIdentified = isIdentified
    (started, lastCall) = (transaction.started, transaction.calls.last?.at)
    (story, findings) = (transaction.decision.story, transaction.findings)
  }

  package init(_ summary: TransactionSummary) {
    (identifier, ordinal) = (summary.identifier, summary.ordinal)
    (provider, client, state) = (summary.provider, summary.client, summary.state)
    (person, personName) = (summary.person, summary.whole.fullName)
    isIdentified = summary.isIdentified
    (started, lastCall) = (summary.started, summary.calls.last?.at)
    (story, findings) = (summary.decision.story, summary.findings)
  }
}
