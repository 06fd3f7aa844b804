import Flow
import JSON
import ProviderKit

extension RunReport {
  /// The report as JSON (control.md, Findings and Outcome coverage).
  var json: JSON {
    var object: JSONObject = [
      "sandbox": .string(sandbox), "at": .string(at.text), "fail_on": .string(failure.severity.rawValue),
      "summary": [
        "rules": .object(
          JSONObject(RuleResult.allCases.map { ($0.rawValue, .integer(count($0))) })),
        "worst": worst.map { .string($0.rawValue) } ?? .null,
        "expectations": expectations.json,
        "sandboxes": .object(
          JSONObject(SandboxReport.Result.allCases.map { ($0.rawValue, .integer(count($0))) })),
      ],
      "providers": .array(providers.map(\.json)),
      "expectations": .array(verdicts.map { $0.entry.json(in: $0.label) }),
      "sandboxes": .array(sandboxes.map(\.json)),
      "forgotten": [
        "sandboxes": .integer(forgotten.sandboxes), "findings": .integer(forgotten.findings),
        "expectations": .integer(forgotten.expectations),
      ],
    ]
    object["replicas"] = replicas?.json
    return .object(object)
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
    object["occurrences"] = .array(latest.map { .object($0.members) })
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

extension SandboxReport {
  fileprivate var json: JSON {
    var object: JSONObject = [
      "name": .string(label.name), "result": .string(result.rawValue), "ended": .bool(isEnded),
      "calls": .integer(calls),
      "broken": .array(
        broken.map {
          [
            "rule": .string($0.rule.identifier), "severity": .string($0.rule.severity.rawValue),
            "count": .integer($0.count),
          ]
        }),
      "expectations": expectations.json,
    ]
    object["title"] = label.title.map(JSON.string)
    return .object(object)
  }
}

extension SandboxRecord.Expectations {
  fileprivate var json: JSON {
    .object(JSONObject(Verdict.Result.allCases.map { ($0.rawValue, .integer(self[$0])) }))
  }
}

extension PlacedFinding {
  /// Place, time and details, without the rule.
  var members: JSONObject {
    var object = occurrence.members
    object["number"] = .integer(number)
    if !label.name.isEmpty { object["sandbox"] = .string(label.name) }
    return object
  }

  var json: JSON { .object(occurrence.finding.rule.json.adding(members)) }
}

extension FindingLog.Occurrence {
  /// Place, time and details, without the rule.
  fileprivate var members: JSONObject {
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

  var json: JSON { .object(finding.rule.json.adding(members)) }
}

extension JSONObject {
  fileprivate func adding(_ members: JSONObject) -> JSONObject {
    members.reduce(into: self) { $0[$1.name] = $1.value }
  }
}
