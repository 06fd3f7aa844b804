package import Flow
package import HTTP

/// What a call says of itself before its transaction is looked for: who makes it, and what it asks.
package enum CallReading<Content: Sendable, Detail: Sendable>: Sendable {
  /// The call is refused; it counts on no transaction.
  case refused(Answer)
  /// The call is in order; it may carry a handle, which must be one of a transaction that `isMeant` lets through.
  case accepted(
    Content, handle: String?, isMeant: @Sendable (Transaction<Detail>) -> Bool = { _ in true })
}

extension Endpoint where Owner: Provider {
  /// An endpoint whose calls belong to a transaction, but only after they were read: where a client must authenticate before
  /// anything is said of its transactions, or where its handle takes a look at what the provider keeps.
  package init<Content, Detail>(
    _ name: Owner.EndpointName, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    on ledger: any KeyPath<Owner, TransactionLedger<Detail>> & Sendable,
    reading read: @escaping @Sendable (Owner) -> (Call) -> CallReading<Content, Detail>,
    answer: @escaping @Sendable (Owner) -> (OwnedCall<Detail>, Content) throws(DocumentNeeded) -> Outcome
  ) {
    self.init(name, methods, path, weight) { owner, call throws(DocumentNeeded) in
      switch read(owner)(call) {
      case .refused(let refusal): return .answer(refusal)
      case .accepted(let content, nil, _):
        return try answer(owner)(OwnedCall(call: call, handle: "", transaction: nil), content)
      case .accepted(let content, let handle?, let isMeant):
        return try owner[keyPath: ledger].run(call, at: name, of: handle, isMeant: isMeant) {
          owned throws(DocumentNeeded) in try answer(owner)(owned, content)
        }
      }
    }
  }
}
