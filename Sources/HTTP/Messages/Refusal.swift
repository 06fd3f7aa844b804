/// Why a request is refused: the status to answer and a sentence that names the rule.
///
/// The connection is closed after the answer: what follows on it cannot be told apart from the bad message.
package struct Refusal: Error, Sendable, Hashable {
  package let status: Status
  /// The broken rule with its paragraph, for people.
  package let reason: String

  package init(_ status: Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
