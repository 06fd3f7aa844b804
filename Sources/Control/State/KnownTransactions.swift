import Flow
import ProviderKit

/// The transactions of a sandbox: open ones, and the ended ones that the change log still knows.
struct KnownTransactions {
  let sandbox: Sandbox
  let providers: [any Provider]

  /// All of them in the order of their starts.
  var all: [TransactionSummary] {
    var latest: [String: TransactionSummary] = [:]
    for change in sandbox.changes.changes(after: 0) {
      latest[change.transaction.identifier] = change.transaction
    }
    for transaction in providers.flatMap(\.transactions) { latest[transaction.identifier] = transaction }
    return latest.values.sorted { $0.ordinal < $1.ordinal }
  }

  /// The one of an identifier.
  subscript(identifier: String) -> TransactionSummary? {
    for provider in providers {
      // A provider finds its transactions by other handles too.
      if let transaction = provider.transaction(identifier), transaction.identifier == identifier {
        return transaction
      }
    }
    return sandbox.changes.changes(after: 0).last { $0.transaction.identifier == identifier }?.transaction
  }
}
