import Flow

/// A transaction's client, and its state if that is new.
package struct TransactionStanding: Sendable {
  let client: String
  /// Set if the state has changed since it was last seen.
  var news: TransactionSummary?
}
