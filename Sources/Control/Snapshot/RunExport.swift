import Flow
import JSON
import ProviderKit

/// A transaction as a scenario file that repeats it.
///
/// It contains the person's steps with their times, scripted or by hand; faults, defects, lifetimes and quirks are
/// those of the transaction's scenario.
struct RunExport {
  let transaction: TransactionSummary
  let sandbox: Sandbox
  /// The verbs that end the person's part.
  private let finalVerbs: Set<String>
  private let seed: UInt64?

  /// - Parameter seed: the sandbox's seed, if one was requested.
  init(_ transaction: TransactionSummary, in sandbox: Sandbox, of vocabulary: Vocabulary, seed: UInt64?) {
    (self.transaction, self.sandbox, self.seed) = (transaction, sandbox, seed)
    finalVerbs = Set(vocabulary.verbs.filter(\.isFinal).map(\.term.name))
  }

  var json: JSON {
    .object(scenario.json(people: sandbox.library.world.people, note: note))
  }

  /// The transaction's scenario, or an empty one, with what happened instead of what was planned.
  var scenario: Scenario {
    var scenario =
      transaction.decision.scenario
      ?? Scenario(name: "\(transaction.provider)/run", title: "", provider: transaction.provider)
    if scenario.title.isEmpty { scenario.title = "A plain run of \(transaction.client)" }
    scenario.conditions = nil
    scenario.person = transaction.whole
    scenario.phone = phone
    scenario.expectation = scenario.expectation ?? expectation
    return scenario
  }

  /// A manual timeline without steps stays manual: the human has not acted yet.
  private var phone: PhoneScript {
    let timeline = transaction.timeline
    if timeline.isManual, timeline.steps.isEmpty { return .manual }
    var steps: [PhoneStep] = []
    for step in timeline.steps {
      steps.append(
        PhoneStep(after: max(.zero, step.at - timeline.start), step.verb, reason: step.reason))
      // A file has no steps after a final one.
      if finalVerbs.contains(step.verb) { break }
    }
    return .steps(steps)
  }

  /// The calls made, in order; used if the scenario expects nothing.
  private var expectation: Expectation? {
    let calls = transaction.calls.map(\.endpoint)
    return calls.isEmpty ? nil : Expectation(order: calls.map { .init([$0]) })
  }

  private var note: String {
    var order: JSONObject = [:]
    order["seed"] = seed.flatMap { Int(exactly: $0) }.map(JSON.integer)
    order["clock"] = ["mode": "frozen", "at": .string(transaction.started.text)]
    order["first_transaction"] = .integer(transaction.ordinal)
    let seed = seed == nil ? " and the same seed" : ""
    return
      "Transaction \(transaction.identifier), last seen \(transaction.state). The same requests give the same bytes in a "
      + "sandbox made with \(JSON.object(order).text())\(seed)."
  }
}
