package import Flow

/// The transactions of a sandbox: open ones, and ended ones that are still in the change log.
package struct KnownTransactions {
  let sandbox: Sandbox
  let providers: Providers
  /// When their states are asked for, on the sandbox's clock.
  let now: Instant

  package init(sandbox: Sandbox, providers: Providers, at now: Instant) {
    (self.sandbox, self.providers, self.now) = (sandbox, providers, now)
  }

  /// In the order in which they started.
  package var all: [TransactionSummary] {
    var known = sandbox.changes.known.mapValues(\.transaction)
    for transaction in providers.used.flatMap({ $0.transactions(at: now) }) {
      known[transaction.ordinal] = transaction
    }
    // Only the numbers are sorted, because a summary is large.
    return known.keys.sorted().compactMap { known[$0] }
  }

  package subscript(identifier: String) -> TransactionSummary? {
    for provider in providers.used {
      // Providers find transactions by other identifiers too.
      if let transaction = provider.transaction(identifier, at: now), transaction.identifier == identifier {
        return transaction
      }
    }
    return sandbox.changes.changes(after: 0).last { $0.transaction.identifier == identifier }?.transaction
  }
}
