package import Flow
package import HTTP

/// A call with the transaction that its handle names, which has counted it.
package struct OwnedCall<Detail: Sendable>: Sendable {
  package let call: Call
  /// Empty if the call carries none.
  package let handle: String
  /// The transaction as it was when the call was counted; `nil` if the handle names none.
  package let transaction: Transaction<Detail>?

  package var request: Request { call.request }
  package var now: Instant { call.now }
}

extension Endpoint where Owner: Provider {
  /// An endpoint whose calls belong to a transaction, answered by a method of the provider.
  ///
  /// The kit finds the transaction, counts the call there, and applies the scenario's faults: one that answers instead
  /// of the endpoint prevents its effect. The kit adds the transaction and the faults to the answer.
  ///
  /// - Parameters:
  ///   - ledger: holds the transaction.
  ///   - isMeant: true if the handle is of the kind that the endpoint takes; a transaction has several kinds.
  package init<Detail>(
    _ name: Owner.EndpointName, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    wrongMethod: (@Sendable (Owner, Call) -> Answer)? = nil,
    on ledger: any KeyPath<Owner, TransactionLedger<Detail>> & Sendable, by handle: CallHandle,
    where isMeant: @escaping @Sendable (_ transaction: Transaction<Detail>, _ handle: String) -> Bool = {
      _, _ in
      true
    },
    answer: @escaping @Sendable (Owner) -> (OwnedCall<Detail>) throws(DocumentNeeded) -> Outcome
  ) {
    self.init(name, methods, path, weight, wrongMethod: wrongMethod) { owner, call throws(DocumentNeeded) in
      let handle = handle.text(call) ?? ""
      let ledger = owner[keyPath: ledger]
      return try ledger.run(call, at: name, of: handle, isMeant: { isMeant($0, handle) }, answer(owner))
    }
  }

  /// Wraps the endpoint in something that handles every call first, such as CORS.
  package func inside(
    _ around:
      @escaping @Sendable (
        Owner, Call, @Sendable (Owner, Call) throws(DocumentNeeded) -> Outcome
      ) throws(DocumentNeeded) -> Outcome
  ) -> Endpoint {
    let answer = answer
    let wrapped = Endpoint(named: name, methods, path, weight, wrongMethod: wrongMethod) {
      owner, call throws(DocumentNeeded) in
      try around(owner, call, answer)
    }
    return isChanging ? wrapped.changing : wrapped
  }
}

extension TransactionLedger {
  /// Counts a call on the transaction of its handle and answers it, unless a fault does.
  func run(
    _ call: Call, at endpoint: some RawRepresentable<String>, of handle: String,
    isMeant: (Transaction<Detail>) -> Bool,
    _ answer: (OwnedCall<Detail>) throws(DocumentNeeded) -> Outcome
  ) throws(DocumentNeeded) -> Outcome {
    let noted = self.call(at: endpoint, of: handle, for: call, isMeant: isMeant)
    if let instead = noted.answerInstead { return .answer(instead) }
    let owned = OwnedCall(call: call, handle: handle, transaction: noted.transaction)
    return try answer(owned).adding(noted.faults, of: noted.transaction?.identifier)
  }
}

extension OpenedTransaction {
  /// The answer to the call that began the transaction; `make` is not called if a fault answers.
  package func answer(findings: [Finding] = [], _ make: () -> Response) -> Answer {
    Answer(
      faults.answerInstead ?? make(), transaction: transaction.identifier, findings: findings, faults: faults,
      remarks: remarks)
  }

  /// The outcome of the call that began the transaction; `make` is not called if a fault answers.
  package func outcome(findings: [Finding] = [], _ make: () -> Outcome) -> Outcome {
    let outcome = faults.answerInstead.map { .answer(Answer($0)) } ?? make()
    return outcome.adding(faults, of: transaction.identifier, findings: findings, remarks: remarks)
  }
}
