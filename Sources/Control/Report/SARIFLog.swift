import JSON

/// A log in SARIF 2.1.0 (OASIS) with one run.
///
/// Its results are about traffic, not files, so locations are logical.
struct SARIFLog {
  let version: String
  let rules: [JSON]
  let results: [JSON]
  /// The run's properties; empty for none.
  var properties: JSONObject = [:]

  var json: JSON {
    var run: JSONObject = [:]
    if !properties.isEmpty { run["properties"] = .object(properties) }
    run["tool"] = [
      "driver": ["name": "Eidolon", "semanticVersion": .string(version), "rules": .array(rules)]
    ]
    run["results"] = .array(results)
    run["columnKind"] = "unicodeCodePoints"
    return [
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0", "runs": [.object(run)],
    ]
  }

  /// `locations` of a result, such as an endpoint of a provider.
  static func locations(_ name: String, of provider: String) -> JSON {
    [
      [
        "logicalLocations": [
          [
            "name": .string(name), "fullyQualifiedName": .string("\(provider)/\(name)"), "kind": "resource",
          ]
        ]
      ]
    ]
  }
}
