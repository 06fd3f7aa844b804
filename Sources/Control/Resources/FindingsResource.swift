import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/findings`: how the relying party broke rules, one finding for each rule that a call broke.
enum FindingsResource {
  static let routes = [
    ControlRoute(
      .get, "findings",
      "What the relying party did wrong: each broken rule with its documentation and its fix.",
      [
        .sandbox, .provider, .client, .transaction, .rule, .severity, .of,
        .init(
          name: "after", meaning: "Only findings with a larger number, of this replica.",
          schema: .number(0...Int.max, default: 0)),
        .init(name: "limit", meaning: "At most so many.", schema: .number(1...1000, default: 200)),
      ],
      answers: [
        .json(
          "Findings that are still kept, oldest first.",
          .answer(
            ["findings": .list(.component("Finding")), "cursor": .wholeNumber, "more": .flag],
            optional: ["note": .noteOnClient, "replicas": Replicas.schema]))
      ], problems: [.unknownName, .unknownTransaction], weight: .heavy, list)
  ]

  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let after = try call.number("after", in: 0...Int.max, orElse: 0)
    let limit = try call.number("limit", in: 1...1000, orElse: 200)
    // Numbers belong to one process, so only its own findings can be paged through.
    guard after == 0 else {
      return answer(try page(call), nil, after: try call.cursor(upTo: call.lastFinding), limit: limit)
    }
    return try call.everywhere(.findings, own: call.attempt(page)) {
      answer($0, $1, after: after, limit: limit)
    }
  }

  /// Findings of this process, and whether there are more.
  struct Page: Sendable {
    let findings: [PlacedFinding]
    let hasMore: Bool
    let note: String?
  }

  static func page(_ call: ControlCall) throws(ControlProblem) -> Page {
    let after = try call.cursor(upTo: call.lastFinding)
    let limit = try call.number("limit", in: 1...1000, orElse: 200)
    let filter = try Filter(call)
    try call.checkTransaction(filter.transaction, isEverywhere: true)
    let findings = try call.findings(after: after).filter { filter.takes($0.occurrence) }
    return Page(findings: Array(findings.prefix(limit)), hasMore: findings.count > limit, note: filter.note)
  }

  private static func answer(_ page: Page?, _ replicas: Replicas?, after: Int, limit: Int) -> ControlAnswer {
    var findings = page?.findings.map(\.json) ?? []
    for (address, content) in replicas?.contents ?? [] {
      findings += (content.array ?? []).map { $0.adding("replica", .string(address)) }
    }
    if replicas != nil { findings.sort { $0["at"]?.string ?? "" < $1["at"]?.string ?? "" } }
    var object: JSONObject = [
      "findings": .array(Array(findings.prefix(limit))),
      "cursor": .integer(page?.findings.last?.number ?? after),
      "more": .bool(page?.hasMore == true || findings.count > limit),
    ]
    object["note"] = page?.note.map(JSON.string)
    object["replicas"] = replicas?.json
    return .ok(.object(object))
  }

  private struct Filter {
    let provider: String?
    let client: String?
    let transaction: String?
    let rule: String?
    let severity: Rule.Severity?
    /// A note about the client.
    let note: String?

    init(_ call: ControlCall) throws(ControlProblem) {
      provider = try call.query("provider")
      client = try call.query("client")
      transaction = try call.query("transaction")
      rule = try call.query("rule")
      note = try call.checkNames(provider: provider, client: client)
      if let rule {
        let known = call.providers.types.flatMap { $0.allRules }.map(\.identifier)
        guard known.contains(rule) else { throw .noSuchName("rule", rule, among: known) }
      }
      severity = try call.severity()
    }

    func takes(_ occurrence: FindingLog.Occurrence) -> Bool {
      (provider.map { $0 == occurrence.provider } ?? true)
        && (client.map { $0 == occurrence.client } ?? true)
        && (transaction.map { $0 == occurrence.finding.transaction } ?? true)
        && (rule.map { $0 == occurrence.finding.rule.identifier } ?? true)
        && (severity.map { $0 <= occurrence.finding.rule.severity } ?? true)
    }
  }
}
