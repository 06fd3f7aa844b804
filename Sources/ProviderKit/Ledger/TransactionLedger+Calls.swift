package import Flow

extension TransactionLedger {
  /// Notes a call on the transaction of a handle, and returns the faults that strike it.
  ///
  /// A call that is answered again after a fetch counts once.
  ///
  /// - Parameters:
  ///   - handle: a code, token or identifier that the call carries.
  ///   - isMeant: true if the handle is of the kind that the endpoint takes; a transaction has several kinds.
  package func call(
    at endpoint: some RawRepresentable<String>, of handle: String, for call: Call,
    isMeant: (Transaction<Detail>) -> Bool = { _ in true }
  ) -> NotedCall<Detail> {
    let now = call.now
    // The number among all calls; none for a call that is answered again.
    let number = call.fetched.isEmpty ? sandbox.nextCall() : nil
    let noted = update(handle) { transaction -> NotedCall<Detail>? in
      guard isMeant(transaction) else { return nil }
      let count = count(endpoint.rawValue, number, in: &transaction, at: now)
      return NotedCall(
        transaction: transaction, faults: transaction.faults(at: endpoint.rawValue, call: count))
    }
    guard let noted = noted.flatMap({ $0 }) else { return NotedCall(transaction: nil, faults: []) }
    return NotedCall(
      transaction: noted.transaction,
      faults: rotatingKeys(for: noted.faults, of: noted.transaction, isFirst: number != nil))
  }

  /// Rotates the keys if a fault says so, and returns the other faults; without a spare key the scenario shows nothing.
  func rotatingKeys(for faults: [Fault], of transaction: Transaction<Detail>?, isFirst: Bool = true)
    -> [Fault]
  {
    let others = sandbox.rotatingKeys(for: faults, isFirst: isFirst) {
      guard let transaction else { return }
      let obstacle = "no spare key is left to rotate to; POST /_eidolon/reset brings them back"
      update(transaction.identifier) { $0.note(obstacle: obstacle) }
      sandbox.log.write(
        LogEvent(.warning, provider: provider, obstacle, transaction: transaction.identifier))
    }
    if isFirst, faults.rotatesKeys, let transaction { noteKnownKey(of: transaction) }
    return others
  }

  /// The number of a call at its endpoint, from 1; the call is kept unless it is answered again or is one of many polls.
  private func count(
    _ endpoint: String, _ number: Int?, in transaction: inout Transaction<Detail>, at now: Instant
  ) -> Int {
    guard let number else { return transaction.callCount(at: endpoint) }
    let limit = polledEndpoints.contains(endpoint) ? 8 : Transaction<Detail>.callLimit
    return transaction.noteCall(endpoint, at: now, number: number, keeping: limit)
  }
}

/// A call's transaction, and what the scenario does to the call.
package struct NotedCall<Detail: Sendable>: Sendable {
  /// `nil` if the call carries no handle of one.
  package let transaction: Transaction<Detail>?
  package let faults: [Fault]

  /// The answer that a fault gives instead of the endpoint, which then has no effect.
  package var answerInstead: Answer? {
    faults.answerInstead.map { Answer($0, transaction: transaction?.identifier, faults: faults) }
  }
}
