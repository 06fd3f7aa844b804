import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/findings`: the rules that the relying party broke, a finding for each rule that a call broke.
enum FindingsResource {
  static let routes = [
    ControlRoute(
      .get, "findings",
      "What the relying party did wrong: each broken rule with its documentation and its fix.",
      [
        .sandbox, .provider, .client, .transaction,
        .init(name: "rule", meaning: "Only of this rule.", schema: .anyText),
        .init(
          name: "severity", meaning: "Only findings that are at least so severe.",
          schema: .words(FindingSchemas.severities)),
        .init(
          name: "after", meaning: "Only findings with a larger number.",
          schema: .number(0...Int.max, default: 0)),
        .init(name: "limit", meaning: "At most so many.", schema: .number(1...1000, default: 200)),
      ],
      answers: [
        .json(
          "Findings that are still kept, oldest first.",
          .answer([
            "findings": .list(.component("Finding")), "cursor": .wholeNumber, "more": .flag,
          ]))
      ], problems: [.unknownName, .unknownTransaction], isHeavy: true, list)
  ]

  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let after = try call.number("after", in: 0...Int.max, orElse: 0)
    let limit = try call.number("limit", in: 1...1000, orElse: 200)
    let filter = try Filter(call)
    try call.checkTransaction(filter.transaction, isEverywhere: true)
    let findings = try call.findings(after: after).filter { filter.takes($0.occurrence) }
    let page = findings.prefix(limit)
    return .ok([
      "findings": .array(page.map(\.json)), "cursor": .integer(page.last?.number ?? after),
      "more": .bool(findings.count > page.count),
    ])
  }

  private struct Filter {
    let provider: String?
    let client: String?
    let transaction: String?
    let rule: String?
    let severity: Rule.Severity?

    init(_ call: ControlCall) throws(ControlProblem) {
      provider = try call.query("provider")
      client = try call.query("client")
      transaction = try call.query("transaction")
      rule = try call.query("rule")
      try call.checkNames(provider: provider, client: client)
      if let rule {
        let known = call.providers.flatMap { type(of: $0).rules }.map(\.identifier)
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
