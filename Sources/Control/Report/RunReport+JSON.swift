import Flow
import JSON

extension RunReport {
  /// The report as JSON (control.md, Findings and Outcome coverage).
  var json: JSON {
    [
      "sandbox": .string(sandbox), "at": .string(at.text),
      "summary": [
        "rules": .object(
          JSONObject(RuleResult.allCases.map { ($0.rawValue, .integer(count($0))) })),
        "worst": worst.map { .string($0.rawValue) } ?? .null,
        "expectations": .object(
          JSONObject(Verdict.Result.allCases.map { ($0.rawValue, .integer(count($0))) })),
      ],
      "providers": .array(providers.map(\.json)),
      "expectations": .array(verdicts.map(\.json)),
    ]
  }
}

extension RunReport.ProviderReport {
  fileprivate var json: JSON {
    [
      "provider": .string(slug), "title": .string(title), "used": .bool(isUsed),
      "coverage": .string(coverage.text),
      "outcomes": .array(
        coverage.outcomes.map { outcome in
          [
            "outcome": .string(outcome.term.name), "meaning": .string(outcome.term.meaning),
            "count": .integer(outcome.count),
          ]
        }),
      "rules": .array(rules.map(\.json)),
    ]
  }
}

extension RunReport.RuleReport {
  fileprivate var json: JSON {
    var object = rule.json
    object["result"] = .string(result.rawValue)
    object["count"] = .integer(count)
    object["expected"] = .integer(expected)
    object["occurrences"] = .array(occurrences.map { .object($0.occurrenceMembers) })
    return .object(object)
  }
}

extension Rule {
  var json: JSONObject {
    var object: JSONObject = [
      "rule": .string(identifier), "severity": .string(severity.rawValue), "message": .string(message),
      "fix": .string(fix),
    ]
    var document: JSONObject = [
      "title": .string(documentation.title), "section": .string(documentation.section),
    ]
    document["url"] = documentation.url.map(JSON.string)
    object["doc"] = .object(document)
    object["spec"] = specification.map(JSON.string)
    object["spec_url"] = specification.flatMap(SpecificationLink.url).map(JSON.string)
    return object
  }
}

extension FindingLog.Occurrence {
  /// Where and when it happened, and in what detail, without the rule.
  var occurrenceMembers: JSONObject {
    var object: JSONObject = [
      "number": .integer(number), "at": .string(at.text), "provider": .string(provider),
      "endpoint": .string(endpoint),
    ]
    object["client"] = client.map(JSON.string)
    object["transaction"] = finding.transaction.map(JSON.string)
    if !finding.detail.isEmpty { object["detail"] = .string(finding.detail) }
    if finding.isExpected { object["expected"] = true }
    return object
  }

  var json: JSON {
    var object = finding.rule.json
    for (name, value) in occurrenceMembers { object[name] = value }
    return .object(object)
  }
}
