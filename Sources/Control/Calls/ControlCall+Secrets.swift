import Flow
import ProviderKit

extension ControlCall {
  /// What masks the secrets of an answer that carries these exchanges; `nil` unless the call asks for it.
  func redaction(of exchanges: @autoclosure () -> [RecordedExchange]) throws(ControlProblem) -> Redaction? {
    switch try query("secrets") ?? "shown" {
    case "shown": return nil
    case "hidden": return Redaction(exporting: exchanges())
    default: throw .parameter("secrets", "shown or hidden")
    }
  }

  func redaction(of transaction: TransactionSummary) throws(ControlProblem) -> Redaction? {
    try redaction(
      of: sandbox.journal.entries().filter { $0.transaction == transaction.identifier }.map(\.exchange))
  }
}
