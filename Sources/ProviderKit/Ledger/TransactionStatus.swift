import Flow

/// A transaction's client, and its state if that is new.
package struct TransactionStatus: Sendable {
  let client: String
  /// Set if the state has changed since it was last seen.
  var news: TransactionSummary?
  /// True if the scenario expects something, and the answer with its defect was not sent yet.
  let awaitsDefect: Bool
}
