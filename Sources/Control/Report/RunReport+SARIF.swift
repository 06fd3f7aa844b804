import Flow
import JSON
import ProviderKit

extension RunReport {
  /// The report as SARIF 2.1.0, with a result for each occurrence.
  func sarif(version: String) -> JSON {
    let rules = providers.flatMap(\.rules).map(\.rule)
    let ruleIndexes = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.identifier, $0) })
    let occurrences = providers.flatMap { $0.rules(.fail) + $0.rules(.expected) }.flatMap(\.occurrences)
      .sorted { $0.number < $1.number }
    return SARIFLog(
      version: version, rules: rules.map(\.sarif),
      results: occurrences.map { $0.sarif(ruleIndex: ruleIndexes[$0.occurrence.finding.rule.identifier]) },
      properties: properties
    ).json
  }
}

extension RunReport {
  private var properties: JSONObject {
    var object: JSONObject = [
      "sandboxes": .integer(sandboxes.count), "forgotten": .integer(forgotten.findings),
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
      // A result that is no failure has no level (SARIF 2.1.0 §3.27.10).
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
