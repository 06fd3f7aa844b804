package import Flow

/// The open transactions of one provider in one sandbox, with the bookkeeping that every provider needs.
///
///     choose      which scenario a request gets; its faults, and the queue it may come from
///     open        a transaction begins
///     call        a call belongs to a transaction: it is counted, and faults may strike it
///     note        rules that its traffic broke, outcomes that are no state
///     act         a human does something on the phone
///     sweep       what has run out is judged and forgotten
///
/// What a transaction goes through is the provider's own.
package final class TransactionLedger<Detail: Sendable>: Sendable {
  /// The sandbox that the transactions belong to.
  package let sandbox: Sandbox
  /// The provider's name in files and addresses.
  package let provider: String
  /// The transactions, found by their handles.
  package let transactions: Transactions<Detail>

  let traffic: Traffic.Transactions
  let vocabulary: Vocabulary
  let polledEndpoints: Set<String>
  let state: @Sendable (Transaction<Detail>, Instant) -> String
  let isOpen: @Sendable (Transaction<Detail>, Instant) -> Bool
  let findingsAtEnd: @Sendable (Transaction<Detail>, Instant) -> [Finding]
  let forget: @Sendable (Transaction<Detail>) -> Void

  /// A ledger without transactions.
  ///
  /// - Parameters:
  ///   - vocabulary: the words of the provider whose transactions they are.
  ///   - transactions: the store, with its bounds.
  ///   - polledEndpoints: those that are asked again and again; only the first calls are kept, so that they do not crowd out the
  ///     others.
  ///   - state: where a transaction stands at a moment, in a word of the provider.
  ///   - isOpen: whether the person can still do something.
  ///   - findingsAtEnd: the rules that can be judged at the end alone, such as that of a call that never came.
  ///   - forget: is told of each transaction that is forgotten.
  package init(
    _ vocabulary: Vocabulary, in sandbox: Sandbox, transactions: Transactions<Detail> = Transactions(),
    polledEndpoints: Set<String> = [],
    state: @escaping @Sendable (Transaction<Detail>, Instant) -> String,
    isOpen: @escaping @Sendable (Transaction<Detail>, Instant) -> Bool,
    findingsAtEnd: @escaping @Sendable (Transaction<Detail>, Instant) -> [Finding] = { _, _ in [] },
    forget: @escaping @Sendable (Transaction<Detail>) -> Void = { _ in }
  ) {
    (self.vocabulary, self.sandbox, self.transactions) = (vocabulary, sandbox, transactions)
    provider = vocabulary.provider
    traffic = sandbox.traffic.transactions(of: provider)
    (self.polledEndpoints, self.state, self.isOpen) = (polledEndpoints, state, isOpen)
    (self.findingsAtEnd, self.forget) = (findingsAtEnd, forget)
  }

  /// The sandbox's present moment.
  package var now: Instant { sandbox.environment.clock.now }

  /// The transaction of a handle.
  package func find(_ handle: String) -> Transaction<Detail>? { transactions.find(handle) }

  /// Changes the transaction of a handle in one step that nothing else can come between; `nil` when there is none.
  @discardableResult
  package func update<Result: Sendable>(
    _ handle: String, _ change: (inout Transaction<Detail>) -> Result
  ) -> Result? {
    transactions.update(handle) { (change(&$0), newHandle: nil) }
  }

  /// What puts the transactions back to where they stand now.
  package func saved() -> Restoration {
    let saved = transactions.saved()
    return { [weak self] in
      guard let self else { return }
      let before = transactions.count
      saved()
      let more = transactions.count - before
      if more > 0 { traffic.noteStart(more) } else { traffic.noteEnd("put_back", -more) }
    }
  }

  /// Notes broken rules on a transaction.
  package func note(_ findings: [Finding], on handle: String) {
    guard !findings.isEmpty else { return }
    update(handle) { transaction in
      for finding in findings { transaction.noteFinding(finding.rule.identifier) }
    }
  }

  /// Notes an outcome that is no state of a transaction, such as a code that came twice.
  package func note(outcome: some RawRepresentable<String>) {
    sandbox.outcomes.note(outcome.rawValue, of: provider)
  }
}
