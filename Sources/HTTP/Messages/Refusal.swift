/// Why a request is refused: the status to answer and a sentence that names the rule.
///
/// The connection is closed after the answer, because it is unknown where the bad message ends.
package struct Refusal: Error, Sendable, Hashable {
  package let status: Status
  /// The broken rule with its paragraph, for people.
  package let reason: String
  /// What was asked for; `nil` if the rule was broken before that was known.
  package private(set) var target: Target?

  package init(_ status: Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  /// The refusal of a request for this target.
  package func of(_ target: Target?) -> Refusal {
    var refusal = self
    refusal.target = target
    return refusal
  }
}
