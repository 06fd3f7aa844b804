package import Flow

/// The open transactions of one provider in one sandbox, with the bookkeeping that every provider needs.
///
///     choose      the scenario of a request, maybe from the queue
///     open        a transaction begins
///     call        a call of a transaction is counted, and faults may strike it
///     note        broken rules, and outcomes that are not states
///     saw         somebody says what the relying party made of it
///     settle      open transactions are judged now
///     act         a human does something on the phone
///     sweep       expired transactions are judged and forgotten
///
/// The states of a transaction are the provider's own.
package final class TransactionLedger<Detail: Sendable>: Sendable {
  package let sandbox: Sandbox
  /// The name in files and addresses.
  package let provider: String
  package let transactions: Transactions<Detail>

  let traffic: Traffic.Transactions
  private let words: @Sendable () -> Vocabulary
  let polledEndpoints: Set<String>
  let state: @Sendable (Transaction<Detail>, Instant) -> String
  let isOpen: @Sendable (Transaction<Detail>, Instant) -> Bool
  let moments: @Sendable (Transaction<Detail>, Instant) -> [Instant]
  let isIdentified: @Sendable (Transaction<Detail>, Instant) -> Bool
  let findingsAtEnd: @Sendable (Transaction<Detail>, Instant) -> [Finding]
  let neverCalled: @Sendable (Transaction<Detail>) -> Set<String>
  let sightingAtEnd: @Sendable (Transaction<Detail>, Instant) -> Sighting?
  let forget: @Sendable (Transaction<Detail>) -> Void

  /// - Parameters:
  ///   - transactions: the store, with its bounds.
  ///   - polledEndpoints: only their first calls are kept, so that they do not crowd out others.
  ///   - state: the provider's word for the state of a transaction at an instant.
  ///   - isOpen: true while the person can still do something.
  ///   - moments: when time alone changes something, besides the person's steps, the deadline and the end, as far as it
  ///     is known at an instant; the clock stops there on its way.
  ///   - isIdentified: false if it is not known who logs in, or never was.
  ///   - findingsAtEnd: rules that can only be judged at the end, such as that of a call that never came.
  ///   - neverCalled: endpoints that the transaction's client has no business with, so that no story can expect it there.
  ///   - sightingAtEnd: what a call that never came shows of the relying party.
  ///   - forget: called with each transaction that is forgotten.
  package init(
    _ vocabulary: @autoclosure @escaping @Sendable () -> Vocabulary, in sandbox: Sandbox,
    transactions: Transactions<Detail> = Transactions(),
    polledEndpoints: Set<String> = [],
    state: @escaping @Sendable (Transaction<Detail>, Instant) -> String,
    isOpen: @escaping @Sendable (Transaction<Detail>, Instant) -> Bool,
    moments: @escaping @Sendable (Transaction<Detail>, Instant) -> [Instant] = { _, _ in [] },
    isIdentified: @escaping @Sendable (Transaction<Detail>, Instant) -> Bool = { _, _ in true },
    findingsAtEnd: @escaping @Sendable (Transaction<Detail>, Instant) -> [Finding] = { _, _ in [] },
    neverCalled: @escaping @Sendable (Transaction<Detail>) -> Set<String> = { _ in [] },
    sightingAtEnd: @escaping @Sendable (Transaction<Detail>, Instant) -> Sighting? = { _, _ in nil },
    forget: @escaping @Sendable (Transaction<Detail>) -> Void = { _ in }
  ) {
    (words, self.sandbox, self.transactions) = (vocabulary, sandbox, transactions)
    provider = words().provider
    traffic = sandbox.traffic.transactions(of: provider)
    (self.polledEndpoints, self.state, self.isOpen) = (polledEndpoints, state, isOpen)
    (self.moments, self.isIdentified) = (moments, isIdentified)
    (self.findingsAtEnd, self.neverCalled) = (findingsAtEnd, neverCalled)
    (self.sightingAtEnd, self.forget) = (sightingAtEnd, forget)
  }

  /// Asked for each time, because a copy in each ledger of each sandbox would be its largest part.
  var vocabulary: Vocabulary { words() }

  package func find(_ handle: String) -> Transaction<Detail>? { transactions.find(handle) }

  /// Changes a transaction atomically; `nil` if the handle names none.
  @discardableResult
  package func update<Result: Sendable>(
    _ handle: String, _ change: (inout Transaction<Detail>) -> Result
  ) -> Result? {
    transactions.update(handle) { (change(&$0), newHandle: nil) }
  }

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

  package func note(_ findings: [Finding], on handle: String) {
    guard !findings.isEmpty else { return }
    update(handle) { transaction in
      for finding in findings { transaction.noteFinding(finding.rule.identifier) }
    }
  }

  /// Notes an outcome that is not a state, such as a code that was used twice.
  package func note(outcome: some RawRepresentable<String>) {
    sandbox.outcomes.note(outcome.rawValue, of: provider)
  }
}
