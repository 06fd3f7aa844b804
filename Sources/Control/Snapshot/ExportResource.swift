import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/transactions/{id}/export`: a run as a scenario file.
enum ExportResource {
  static let routes = [
    ControlRoute(
      .get, "transactions/{id}/export",
      "The run as a scenario file, which makes it happen again; its note says in what sandbox.", [.secrets],
      answers: [.json("The scenario.", .component("Story"))], export)
  ]

  static func export(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let transaction = try TransactionsResource.find(call)
    let provider = try call.provider(transaction.provider)
    let seed = try call.sandboxes.seed(of: call.sandbox.name)
    let story = RunExport(transaction, in: call.sandbox, of: type(of: provider).vocabulary, seed: seed).json
    return .ok(story.redacted(try call.redaction(of: transaction)))
  }
}
