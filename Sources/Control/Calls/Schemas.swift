import Flow
import JSON
import ProviderKit

// The schemas of what control calls take and answer (JSON Schema 2020-12, as OpenAPI 3.1 uses it).

extension JSON {
  static let anyText: JSON = ["type": "string"]
  static let shortText: JSON = ["type": "string", "maxLength": .integer(ControlLimits.textLength)]
  static let flag: JSON = ["type": "boolean"]
  static let wholeNumber: JSON = ["type": "integer", "minimum": 0]
  static let anyObject: JSON = ["type": "object"]

  /// Such as `"250ms"`, `"3s"` or `"3m"`, as in scenarios.
  static let duration: JSON = duration("At most \(DurationText.text(DurationText.longest)).")
  /// A duration that may be negative.
  static let offset: JSON = [
    "type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$", "examples": ["-5m"],
    "description": .string(
      "From -\(DurationText.text(DurationText.longest)) to \(DurationText.text(DurationText.longest))."),
  ]

  /// The schema of a duration, whose bounds no keyword can say.
  static func duration(_ bounds: String) -> JSON {
    [
      "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$", "examples": ["3s"],
      "description": .string(bounds),
    ]
  }

  /// A date and time of RFC 3339.
  static let instant: JSON = ["type": "string", "format": "date-time", "examples": ["2026-11-21T12:00:00Z"]]

  static func words(_ words: [String]) -> JSON {
    ["type": "string", "enum": .array(words.map(JSON.string))]
  }

  static func number(_ range: ClosedRange<Int>, default standard: Int? = nil) -> JSON {
    var schema: JSONObject = [
      "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
    ]
    schema["default"] = standard.map(JSON.integer)
    return .object(schema)
  }

  static func list(_ elements: JSON) -> JSON { ["type": "array", "items": elements] }

  /// An object with exactly these members, for bodies: unknown members are refused.
  static func body(_ properties: JSONObject, required: [String] = []) -> JSON {
    .object(JSONObject.exactly.adding(properties, required))
  }

  /// An object for answers: every member but the optional ones is always there.
  static func answer(_ properties: JSONObject, optional: JSONObject = [:]) -> JSON {
    let required = properties.map(\.name)
    var all = properties
    for (name, schema) in optional { all[name] = schema }
    return .object(JSONObject.exactly.adding(all, required))
  }

  /// A note about a client that may be misspelt, since any name is possible.
  static let noteOnClient = anyText.saying(
    "Where the client has no entry of its own and was not seen yet: that, with the closest ones.")

  static func component(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/\(name)")] }

  func saying(_ text: String) -> JSON {
    guard var object else { return self }
    object["description"] = .string(text)
    return .object(object)
  }
}

extension JSONObject {
  /// An object with no members but its properties.
  fileprivate static let exactly: JSONObject = ["type": "object", "additionalProperties": false]

  fileprivate func adding(_ properties: JSONObject, _ required: [String]) -> JSONObject {
    var object = self
    object["properties"] = .object(properties)
    if !required.isEmpty { object["required"] = .array(required.map(JSON.string)) }
    return object
  }
}

extension JSON {
  /// An object with one more member.
  func adding(_ name: String, _ value: JSON) -> JSON {
    guard var object else { return self }
    object[name] = value
    return .object(object)
  }
}
