import Flow
import HTTP
import JSON
import Judge
import ProviderKit

/// `/_eidolon/saw` and `/_eidolon/settle`: reports what a relying party did with a login, and judges it now.
enum VerdictsResource {
  static let routes = [
    ControlRoute(
      .post, "saw",
      "Says what the relying party made of a login: the latest one, unless a transaction is named.",
      body: .body(
        [
          "saw": .words(Sighting.Kind.allCases.map(\.rawValue)), "transaction": .shortText,
          "words": .shortText.saying("What it said or showed, for people."),
        ], required: ["saw"]),
      answers: [.json("The transaction afterwards.", .component("Transaction"))],
      problems: [.problem(404, "There is no such login, or none at all.")], saw),
    ControlRoute(
      .post, "settle",
      "Judges now the logins whose stories expect something, which otherwise happens when their credentials expire.",
      body: .body(["transaction": .shortText]),
      answers: [
        .json("What was judged now.", .answer(["judged": .list(.component("Judged"))]))
      ],
      problems: [.problem(404, "There is no such login.")], weight: .heavy, settle),
  ]

  static func saw(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let said = try call.body { reader -> (Sighting.Kind, String?, String)? in
      let transaction = reader.value("transaction")?.shortText()
      let words = reader.value("words")?.shortText() ?? ""
      let kinds = Sighting.Kind.allCases.map(\.rawValue)
      return reader.requiredValue("saw")?.oneOf(kinds, what: "thing to see")
        .flatMap { Sighting.Kind(rawValue: $0) }.map { ($0, transaction, words) }
    }
    let transaction = try transaction(said.1, call)
    let sighting = Sighting(said.0, .said, said.2, at: call.call.now)
    Sightings(sandbox: call.sandbox, providers: call.providers).note(sighting, of: transaction)
    if let word = Look.Said(rawValue: said.0.rawValue) {
      // A campaign may be waiting for this report.
      _ = call.bench.signal(
        Signal(said: word, words: sighting.words), about: transaction.identifier, isNamed: said.1 != nil)
    }
    return try shown(transaction, call)
  }

  static func settle(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let named = try call.body { reader -> String?? in .some(reader.value("transaction")?.shortText()) }
    if let named { _ = try transaction(named, call) }
    let judged = call.providers.used.flatMap(\.ledgers).flatMap { $0.settle(named, at: call.call.now) }
    return .ok(["judged": .array(judged.map(\.json))])
  }

  private static func transaction(
    _ identifier: String?, _ call: ControlCall
  ) throws(ControlProblem) -> TransactionSummary {
    let known = call.knownTransactions
    guard let identifier else {
      guard let latest = known.all.last else {
        throw ControlProblem(
          kind: "unknown-transaction", status: .notFound, title: "No such transaction",
          detail: "There is no login yet.")
      }
      return latest
    }
    guard let transaction = known[identifier] else {
      throw .unknown("transaction", identifier, among: known.all.map(\.identifier))
    }
    return transaction
  }

  private static func shown(
    _ transaction: TransactionSummary, _ call: ControlCall
  ) throws(ControlProblem) -> ControlAnswer {
    .about(
      transaction.identifier,
      TransactionsResource.json(try self.transaction(transaction.identifier, call)))
  }
}
