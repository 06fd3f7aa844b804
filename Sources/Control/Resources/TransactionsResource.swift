import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/transactions`: every login or verification with its state, decision and timeline.
enum TransactionsResource {
  static let routes = [
    ControlRoute(
      .get, "transactions", "Every login or verification with its state, decision and timeline.",
      [
        .provider, .client, .state,
        .init(name: "since", meaning: "Only those that started then or later.", schema: .instant),
        .init(
          name: "limit", meaning: "At most this many, the latest.",
          schema: .number(1...ControlLimits.listedTransactions, default: ControlLimits.listedTransactions)),
      ],
      answers: [
        .json(
          "The transactions in the order of their starts: open ones, and the ended ones that are still known; how many "
            + "ended ones --keep made it forget.",
          .answer(
            ["transactions": .list(.component("Transaction")), "forgotten": .wholeNumber],
            optional: ["note": .noteOnClient]))
      ], problems: [.unknownName], weight: .heavy, list),
    ControlRoute(
      .get, "transactions/{id}", "One transaction.", [.secrets],
      answers: [.json("The transaction.", .component("Transaction"))], show),
    ControlRoute(
      .post, "transactions/{id}/phone", "Acts as the person; the verbs are those of scenarios.",
      body: .body(["do": .anyText, "reason": .shortText], required: ["do"]),
      answers: [.json("The transaction afterwards.", .component("Transaction"))],
      problems: [.problem(409, "It is decided already."), .unknownName], phone),
  ]

  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    call.sandbox.observe(call.providers)
    let filter = try Filter(call)
    let since = try call.query("since")
    let start = since.flatMap { Instant($0) }
    if since != nil, start == nil { throw .parameter("since", "an instant such as \"2026-11-21T12:00:00Z\"") }
    let all = call.knownTransactions.all.filter { transaction in
      filter.takes(transaction) && (start.map { transaction.started >= $0 } ?? true)
    }
    let limit = try call.number(
      "limit", in: 1...ControlLimits.listedTransactions, orElse: ControlLimits.listedTransactions)
    var answer: JSONObject = [
      "transactions": .array(all.suffix(limit).map(json)),
      "forgotten": .integer(call.sandbox.changes.forgotten),
    ]
    answer["note"] = filter.note.map(JSON.string)
    return .ok(.object(answer))
  }

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let transaction = try find(call)
    return .ok(json(transaction).redacted(try call.redaction(of: transaction)))
  }

  static func phone(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let step = try call.body { reader -> (String, String?)? in
      let reason = reader.value("reason")?.shortText()
      return reader.requiredString("do").map { ($0, reason) }
    }
    let transaction = try find(call)
    let provider = try call.provider(transaction.provider)
    do throws(PhoneRefusal) {
      try provider.act(step.0, reason: step.1, on: transaction.identifier, at: call.call.now)
    } catch {
      switch error {
      case .unknownTransaction: throw unknown(call)
      case .unknownVerb(let closest): throw .unknown("verb", step.0, among: closest)
      case .unknownReason(let closest):
        throw .noSuchName("reason", step.1 ?? "", among: closest)
      case .early(let state):
        throw .conflict(
          "transaction-too-early", "It is too early for that",
          "The transaction is \(state), and \"\(step.0)\" comes later.")
      case .decided(let state):
        throw .conflict(
          "transaction-decided", "Nothing more can be done", "The transaction is \(state) already.")
      }
    }
    call.sandbox.observe(call.providers)
    return .ok(json(try find(call)))
  }

  // MARK: Finding

  static func find(_ call: ControlCall) throws(ControlProblem) -> TransactionSummary {
    guard let transaction = call.knownTransactions[call["id"]] else { throw unknown(call) }
    return transaction
  }

  private static func unknown(_ call: ControlCall) -> ControlProblem {
    .unknown("transaction", call["id"], among: [])
  }

  struct Filter {
    private let provider: String?
    private let client: String?
    private let state: String?
    /// A note about the client.
    let note: String?

    init(_ call: ControlCall) throws(ControlProblem) {
      provider = try call.query("provider")
      client = try call.query("client")
      state = try call.query("state")
      note = try call.checkNames(provider: provider, client: client, state: state)
    }

    func takes(_ transaction: TransactionSummary) -> Bool {
      (provider.map { $0 == transaction.provider } ?? true)
        && (client.map { $0 == transaction.client } ?? true)
        && (state.map { $0 == ControlCall.endedState ? transaction.isEnded : $0 == transaction.state } ?? true)
    }
  }

  // MARK: Showing

  static func json(_ change: ChangeLog.Change) -> JSON {
    ["cursor": .integer(change.number), "transaction": json(change.transaction)]
  }

  static func json(_ transaction: TransactionSummary) -> JSON {
    var object: JSONObject = [
      "id": .string(transaction.identifier), "provider": .string(transaction.provider),
      "client": .string(transaction.client), "person": .string(transaction.person),
      "state": .string(transaction.state), "started": .string(transaction.started.text),
      "ends": .string(transaction.ends.text), "decision": decision(transaction.decision),
      "timeline": timeline(transaction.timeline),
      "calls": .array(
        transaction.calls.map { ["endpoint": .string($0.endpoint), "at": .string($0.at.text)] }),
      "findings": .array(transaction.findings.map(JSON.string)), "ended": .bool(transaction.isEnded),
    ]
    object["verdict"] = transaction.verdict.map { .object($0.json) }
    // What traffic showed is only known where the scenario says what is right.
    let shown = transaction.verdict?.seen.map { $0.source == .traffic ? [$0] : [] } ?? []
    let seen = transaction.sightings + shown
    if !seen.isEmpty { object["seen"] = .array(seen.map(\.json)) }
    return .object(object)
  }

  private static func decision(_ decision: Decision) -> JSON {
    [
      "scenario": decision.scenario.map { .string($0.name) } ?? .null, "text": .string(decision.text),
      "near_misses": .array(
        decision.nearMisses.map { ["scenario": .string($0.scenario), "text": .string($0.text)] }),
    ]
  }

  private static func timeline(_ timeline: Timeline) -> JSON {
    [
      "manual": .bool(timeline.isManual), "deadline": .string(timeline.deadline.text),
      "steps": .array(
        timeline.steps.map { step in
          var object: JSONObject = ["at": .string(step.at.text), "do": .string(step.verb)]
          object["reason"] = step.reason.map(JSON.string)
          return .object(object)
        }),
    ]
  }
}
