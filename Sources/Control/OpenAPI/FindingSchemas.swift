import Flow
import JSON

enum FindingSchemas {
  static let finding: JSON = .answer(
    rule.merging(occurrence), optional: ruleOptions.merging(occurrenceOptions)
  )
  .saying("A rule that the relying party broke, and the call that broke it.")

  static let report: JSON = .answer(reportMembers, optional: ["replicas": Replicas.schema])

  private static let reportMembers: JSONObject = [
    "sandbox": .anyText.saying("The only one that it is about; empty for the root and for all."),
    "at": .instant,
    "fail_on": .words(severities).saying("From this severity on a broken rule is a failure."),
    "summary": .answer([
      "rules": .answer(JSONObject(RuleResult.allCases.map { ($0.rawValue, .wholeNumber) })),
      "worst": ["enum": .array(severities.map(JSON.string) + [.null])],
      "expectations": expectations,
      "sandboxes": .answer(JSONObject(SandboxReport.Result.allCases.map { ($0.rawValue, .wholeNumber) })),
    ]),
    "providers": .list(provider), "expectations": .list(.component("Judged")), "sandboxes": .list(sandbox),
    "forgotten": .answer([
      "sandboxes": .wholeNumber, "findings": .wholeNumber, "expectations": .wholeNumber,
    ]).saying("What is counted, but no longer told one by one: memory is bounded."),
  ]

  private static let expectations: JSON = .answer(
    JSONObject(Verdict.Result.allCases.map { ($0.rawValue, .wholeNumber) }))

  private static let sandbox: JSON = .answer(
    [
      "name": .anyText.saying("Empty for the root."),
      "result": .words(SandboxReport.Result.allCases.map(\.rawValue)),
      "ended": .flag, "calls": .wholeNumber.saying("Calls of providers."),
      "broken": .list(
        .answer(["rule": .anyText, "severity": .words(severities), "count": .wholeNumber])),
      "expectations": expectations,
    ], optional: ["title": .anyText])

  private static let provider: JSON = .answer([
    "provider": .anyText, "title": .anyText, "used": .flag,
    "coverage": .anyText.saying("Which of the documented outcomes happened, in one sentence."),
    "outcomes": .list(.answer(["outcome": .anyText, "meaning": .anyText, "count": .wholeNumber])),
    "rules": .list(
      .answer(
        rule.merging([
          "result": .words(RuleResult.allCases.map(\.rawValue)), "count": .wholeNumber,
          "expected": .wholeNumber.saying("Times that the scenario of the login expects; not in count."),
          "occurrences": .list(.answer(occurrence, optional: occurrenceOptions)),
        ]), optional: ruleOptions)),
  ])

  static let verdict: JSON = .answer(
    JSONObject([
      ("scenario", .anyText), ("provider", .anyText), ("transaction", .anyText), ("client", .anyText),
    ]).merging(Verdict.members),
    optional: Verdict.optionalMembers.merging(["sandbox": .anyText.saying("Where it is not the root.")])
  )
  .saying("How a login went by its story; pending while its calls can still come.")

  private static let rule: JSONObject = [
    "rule": .anyText, "severity": .words(severities), "message": .anyText, "fix": .anyText,
    "doc": .answer(["title": .anyText, "section": .anyText], optional: ["url": .uri]),
  ]
  private static let ruleOptions: JSONObject = ["spec": .anyText, "spec_url": .uri]

  private static let occurrence: JSONObject = [
    "number": .wholeNumber, "at": .instant, "provider": .anyText, "endpoint": .anyText,
  ]
  private static let occurrenceOptions: JSONObject = [
    "client": .anyText, "transaction": .anyText, "detail": .anyText,
    "expected": .flag.saying("True if the scenario of the login expects it."),
    "sandbox": .anyText.saying("Where it is not the root."),
    "replica": .anyText.saying("With --peers, where it is another: its address."),
  ]

  static let severities = Rule.Severity.allCases.map(\.rawValue)
}

extension JSON {
  fileprivate static let uri: JSON = ["type": "string", "format": "uri"]
}

extension JSONObject {
  fileprivate func merging(_ others: JSONObject) -> JSONObject {
    var object = self
    for (name, value) in others { object[name] = value }
    return object
  }
}
