package import Flow
package import HTTP

/// The result of reading a call before its transaction is looked up: who makes it, and what it asks.
package enum CallReading<Content: Sendable, Detail: Sendable>: Sendable {
  /// The call counts on no transaction.
  case refused(Answer)
  /// A handle, if there is one, counts only for a transaction that `isMeant` accepts.
  case accepted(
    Content, handle: String?, isMeant: @Sendable (Transaction<Detail>) -> Bool = { _ in true })
}

extension Endpoint where Owner: Provider {
  /// An endpoint whose calls are read before their transaction is looked up.
  ///
  /// For clients that must authenticate before they learn anything about transactions, and for handles that depend on
  /// the provider's state.
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
