import Flow
import JSON
import ProviderKit

extension RunReport {
  /// The report as SARIF 2.1.0, with a result for each occurrence and for each part of a story that was not as expected.
  func sarif(version: String) -> JSON {
    let rules = providers.flatMap(\.rules).map(\.rule)
    let ruleIndexes = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.identifier, $0) })
    let expectations = Shortfall.Member.allCases.map { $0.sarif(unmet: failure.unmet) }
    let occurrences = providers.flatMap { $0.rules(.fail) + $0.rules(.expected) }.flatMap(\.occurrences)
      .sorted { $0.number < $1.number }
    return SARIFLog(
      version: version, rules: rules.map(\.sarif) + expectations,
      results: occurrences.map { $0.sarif(ruleIndex: ruleIndexes[$0.occurrence.finding.rule.identifier]) }
        + verdicts.flatMap { $0.entry.sarif(in: $0.label, failing: failure, expectationsFrom: rules.count) },
      properties: properties
    ).json
  }
}

extension RunReport {
  private var properties: JSONObject {
    var object: JSONObject = [
      "sandboxes": .integer(sandboxes.count), "forgotten": .integer(forgotten.findings),
      "forgotten_expectations": .integer(forgotten.expectations),
    ]
    object["replicas"] = replicas?.json
    return object
  }
}

extension Rule {
  fileprivate var sarif: JSON {
    var object: JSONObject = [
      "id": .string(identifier),
      "shortDescription": ["text": .string(message)],
      "fullDescription": ["text": .string("\(message). \(documentation.text)")],
      "help": ["text": .string("Fix: \(fix). \(documentation.text)\(specification.map { "; \($0)" } ?? "")")],
      "defaultConfiguration": ["level": .string(severity.rawValue)],
    ]
    object["helpUri"] = (documentation.url ?? specification.flatMap(SpecificationLink.url)).map(JSON.string)
    return .object(object)
  }
}

extension PlacedFinding {
  fileprivate func sarif(ruleIndex: Int?) -> JSON {
    let (finding, provider, endpoint) = (occurrence.finding, occurrence.provider, occurrence.endpoint)
    let place = label.name.isEmpty ? "" : ", in sandbox \(label.text)"
    var object: JSONObject = [
      "ruleId": .string(finding.rule.identifier),
      // A result that is not a failure has no level (SARIF 2.1.0 §3.27.10).
      "kind": finding.isExpected ? "informational" : "fail",
      "level": finding.isExpected ? "none" : .string(finding.rule.severity.rawValue),
      "message": [
        "text": .string(
          (finding.isExpected ? "as the scenario expects: " : "") + finding.rule.message
            + (finding.detail.isEmpty ? "" : " (\(finding.detail))") + place)
      ],
      "locations": SARIFLog.locations(endpoint, of: provider),
      "properties": .object(members),
    ]
    object["ruleIndex"] = ruleIndex.map(JSON.integer)
    return .object(object)
  }
}

extension Shortfall.Member {
  /// The rule that a story makes by a member of `expect`.
  fileprivate func sarif(unmet severity: Rule.Severity) -> JSON {
    [
      "id": .string(rule), "shortDescription": ["text": .string("What a story expects: \(rawValue)")],
      "defaultConfiguration": ["level": .string(severity.rawValue)],
    ]
  }
}

extension VerdictLog.Entry {
  /// A result for each part that was not as expected; one for what nobody saw, if that fails the run.
  ///
  /// - Parameter first: the index of the first of the rules `expect.…`.
  fileprivate func sarif(
    in label: SandboxLabel, failing failure: FailureLevel, expectationsFrom first: Int
  ) -> [JSON] {
    let level = verdict.result == .warn ? Rule.Severity.warning : failure.unmet
    let told = verdict.shortfalls.map { sarif($0, ("fail", level.rawValue), in: label, first) }
    guard told.isEmpty, failure.fails(verdict.result) else { return told }
    return [sarif(Shortfall(.right, verdict.text, fix: ""), ("review", "none"), in: label, first)]
  }

  private func sarif(
    _ shortfall: Shortfall, _ weight: (kind: String, level: String), in label: SandboxLabel, _ first: Int
  ) -> JSON {
    let place = label.name.isEmpty ? "" : ", in sandbox \(label.text)"
    let fix = shortfall.fix.isEmpty ? "" : ". Fix: \(shortfall.fix)"
    let story = scenario.hasPrefix("\(provider)/") ? String(scenario.dropFirst(provider.count + 1)) : scenario
    var properties = json(in: label).object ?? [:]
    properties["broken"] = nil
    properties["fix"] = shortfall.fix.isEmpty ? nil : .string(shortfall.fix)
    properties["spec"] = shortfall.clause.isEmpty ? nil : .string(shortfall.clause)
    var object: JSONObject = [
      "ruleId": .string(shortfall.rule), "kind": .string(weight.kind), "level": .string(weight.level),
      "message": ["text": .string("\(scenario)\(place): \(shortfall.text)\(fix)")],
      "locations": SARIFLog.locations(story, of: provider), "properties": .object(properties),
    ]
    object["ruleIndex"] = Shortfall.Member.allCases.firstIndex(of: shortfall.member).map {
      .integer(first + $0)
    }
    return .object(object)
  }
}
