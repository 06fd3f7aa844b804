public import Flow
public import HTTP

extension TransactionLedger {
  /// Notes a call on the transaction of a handle, and tells which faults strike it.
  ///
  /// A call that is asked again after a fetch counts once.
  ///
  /// - Parameters:
  ///   - handle: a code, token or identifier that the call carries.
  ///   - isMeant: whether the handle is one of the kind that the endpoint takes; a transaction has several.
  public func call(
    at endpoint: some RawRepresentable<String>, of handle: String, for call: Call,
    isMeant: (Transaction<Detail>) -> Bool = { _ in true }
  ) -> NotedCall<Detail> {
    let now = now
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
      transaction: noted.transaction, faults: rotatingKeys(for: noted.faults, isFirst: number != nil))
  }

  /// Rotates the keys where a fault says so, before the endpoint does anything; the faults that are left for its answer.
  func rotatingKeys(for faults: [Fault], isFirst: Bool = true) -> [Fault] {
    guard faults.rotatesKeys else { return faults }
    if isFirst { sandbox.keys.rotateSigning() }
    return faults.filter { $0.action != .rotateKeys }
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

  /// An answer at an endpoint that no transaction owns, with the faults that are armed there.
  public func unowned(
    _ response: consuming Response, at endpoint: some RawRepresentable<String>
  ) -> Answer {
    sandbox.unownedCalls.note(endpoint.rawValue, at: now, number: sandbox.nextCall())
    let faults = rotatingKeys(for: sandbox.armedFaults.strike(endpoint.rawValue, of: provider))
    guard let instead = faults.answerInstead else { return Answer(response, faults: faults) }
    return Answer(instead, faults: faults)
  }
}

/// The transaction that a call belongs to, and what a scenario does to the call.
public struct NotedCall<Detail: Sendable>: Sendable {
  /// The transaction, `nil` when the call carries no handle of one.
  public let transaction: Transaction<Detail>?
  /// The faults that strike the call.
  public let faults: [Fault]

  /// The answer that a fault gives in the endpoint's place, so that the endpoint's effect does not happen.
  public var answerInstead: Answer? {
    faults.answerInstead.map { Answer($0, transaction: transaction?.identifier, faults: faults) }
  }
}
