import Flow

/// Whose a transaction is, and what is new of it.
package struct TransactionStanding: Sendable {
  let client: String
  /// The transaction, where its state is another than the one that was seen last.
  var news: TransactionSummary?
}
