package import Flow

extension TransactionLedger {
  /// Notes a call on the transaction of a handle, and tells which faults strike it.
  ///
  /// A call that is asked again after a fetch counts once.
  ///
  /// - Parameters:
  ///   - handle: a code, token or identifier that the call carries.
  ///   - isMeant: whether the handle is one of the kind that the endpoint takes; a transaction has several.
  package func call(
    at endpoint: some RawRepresentable<String>, of handle: String, for call: Call,
    isMeant: (Transaction<Detail>) -> Bool = { _ in true }
  ) -> NotedCall<Detail> {
    let now = call.now
    // The number in the order of calls; none where the call is asked again.
    let number = call.fetched.isEmpty ? sandbox.nextCall() : nil
    let noted = update(handle) { transaction -> NotedCall<Detail>? in
      guard isMeant(transaction) else { return nil }
      let count = count(endpoint.rawValue, number, in: &transaction, at: now)
      return NotedCall(
        transaction: transaction, faults: transaction.faults(at: endpoint.rawValue, call: count))
    }
    guard let noted = noted.flatMap({ $0 }) else { return NotedCall(transaction: nil, faults: []) }
    return NotedCall(
      transaction: noted.transaction, faults: sandbox.rotatingKeys(for: noted.faults, isFirst: number != nil))
  }

  /// The number of a call at its endpoint, from 1; it is kept unless it is asked again or one of very many.
  private func count(
    _ endpoint: String, _ number: Int?, in transaction: inout Transaction<Detail>, at now: Instant
  ) -> Int {
    let known = transaction.calls.count { $0.endpoint == endpoint }
    guard let number else { return known }
    if known >= 8, polledEndpoints.contains(endpoint) { return known + 1 }
    return transaction.noteCall(endpoint, at: now, number: number)
  }
}

/// The transaction that a call belongs to, and what a scenario does to the call.
package struct NotedCall<Detail: Sendable>: Sendable {
  /// The transaction, `nil` when the call carries no handle of one.
  package let transaction: Transaction<Detail>?
  /// The faults that strike the call.
  package let faults: [Fault]

  /// The answer that a fault gives in the endpoint's place, so that the endpoint's effect does not happen.
  package var answerInstead: Answer? {
    faults.answerInstead.map { Answer($0, transaction: transaction?.identifier, faults: faults) }
  }
}
