package import Flow

/// The transactions of a sandbox: open ones, and ended ones that are still in the change log.
package struct KnownTransactions {
  let sandbox: Sandbox
  let providers: [any Provider]

  package init(sandbox: Sandbox, providers: [any Provider]) {
    (self.sandbox, self.providers) = (sandbox, providers)
  }

  /// In the order in which they started.
  package var all: [TransactionSummary] {
    var latest: [String: TransactionSummary] = [:]
    for change in sandbox.changes.changes(after: 0) {
      latest[change.transaction.identifier] = change.transaction
    }
    for transaction in providers.flatMap(\.transactions) { latest[transaction.identifier] = transaction }
    return latest.values.sorted { $0.ordinal < $1.ordinal }
  }

  package subscript(identifier: String) -> TransactionSummary? {
    for provider in providers {
      // Providers find transactions by other identifiers too.
      if let transaction = provider.transaction(identifier), transaction.identifier == identifier {
        return transaction
      }
    }
    return sandbox.changes.changes(after: 0).last { $0.transaction.identifier == identifier }?.transaction
  }
}
