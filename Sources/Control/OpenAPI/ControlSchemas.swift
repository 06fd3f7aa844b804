import JSON
import ProviderKit

// The schemas of what control calls take and answer (JSON Schema 2020-12, as OpenAPI 3.1 uses it).

extension JSON {
  /// Any text.
  static let anyText: JSON = ["type": "string"]
  /// A text that is not empty and of bounded length.
  static let shortText: JSON = ["type": "string", "maxLength": .integer(ControlLimits.textLength)]
  static let flag: JSON = ["type": "boolean"]
  static let wholeNumber: JSON = ["type": "integer", "minimum": 0]
  static let anyObject: JSON = ["type": "object"]

  /// Such as `"250ms"`, `"3s"` or `"3m"`; see scenarios.
  static let duration: JSON = [
    "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$", "examples": ["3s"],
  ]
  /// A duration that may be negative.
  static let offset: JSON = [
    "type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$", "examples": ["-5m"],
  ]
  /// A moment as RFC 3339 writes it.
  static let instant: JSON = ["type": "string", "format": "date-time", "examples": ["2026-11-21T12:00:00Z"]]

  /// One of these words.
  static func words(_ words: [String]) -> JSON {
    ["type": "string", "enum": .array(words.map(JSON.string))]
  }

  /// A whole number within a range.
  static func number(_ range: ClosedRange<Int>, default standard: Int? = nil) -> JSON {
    var schema: JSONObject = ["type": "integer", "minimum": .integer(range.lowerBound)]
    if range.upperBound != .max { schema["maximum"] = .integer(range.upperBound) }
    schema["default"] = standard.map(JSON.integer)
    return .object(schema)
  }

  /// A list.
  static func list(_ elements: JSON) -> JSON { ["type": "array", "items": elements] }

  /// An object with exactly these members, for bodies: what is unknown is refused.
  static func body(_ properties: JSONObject, required: [String] = []) -> JSON {
    .object(JSONObject.exactly.adding(properties, required))
  }

  /// An object with these members, all of them but the optional ones always there, for answers.
  static func answer(_ properties: JSONObject, optional: JSONObject = [:]) -> JSON {
    let required = properties.map(\.name)
    var all = properties
    for (name, schema) in optional { all[name] = schema }
    return .object(JSONObject.exactly.adding(all, required))
  }

  /// A component of the document.
  static func component(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/\(name)")] }

  /// With a description.
  func saying(_ text: String) -> JSON {
    guard var object else { return self }
    object["description"] = .string(text)
    return .object(object)
  }
}

extension JSONObject {
  /// An object without other members than its properties.
  fileprivate static let exactly: JSONObject = ["type": "object", "additionalProperties": false]

  fileprivate func adding(_ properties: JSONObject, _ required: [String]) -> JSONObject {
    var object = self
    object["properties"] = .object(properties)
    if !required.isEmpty { object["required"] = .array(required.map(JSON.string)) }
    return object
  }
}

/// The schemas that several calls share, by name.
enum ControlSchemas {
  static let components: JSONObject = [
    "PhoneRequest": PhoneText.schema,
    "Problem": [
      "type": "object", "description": "A problem document of RFC 9457.",
      "required": ["type", "title", "status", "detail"],
      "properties": [
        "type": ["type": "string", "pattern": "^urn:eidolon:problem:[a-z-]+$"], "title": .anyText,
        "status": .number(400...599), "detail": .anyText,
        "closest": .list(.anyText).saying("Where a name was unknown: the closest ones."),
        "problems": .list(.anyObject).saying("Where several things are wrong: each with its place."),
      ],
    ],
    "VerificationProblem": [
      "type": "object", "description": "The problem document of a verification that does not hold.",
      "required": ["type", "title", "status", "detail", "count", "wanted", "closest"],
      "properties": [
        "type": ["const": "urn:eidolon:problem:verification-failed"], "title": .anyText,
        "status": ["const": 409], "detail": .anyText, "count": .wholeNumber, "wanted": .anyText,
        "closest": .list(
          .answer([
            "number": .wholeNumber, "provider": .anyText, "endpoint": .anyText, "first_difference": .anyText,
          ])),
      ],
    ],
    "Event": [
      "type": "object", "description": "One server-sent event; data is JSON in one line.",
      "properties": [
        "id": .anyText.saying("Where to go on: Last-Event-ID, or after."),
        "event": .words(["transaction", "journal", "finding", "lost"]), "data": .anyText,
        "retry": .wholeNumber,
      ],
    ],
    "Condition": JSON.object([
      "description":
        "Equal to this text, or exactly one test. A like knows only * and ?.",
      "anyOf": [
        .anyText, .body(["present": .flag, "note": .anyText], required: ["present"]),
        .body(["contains": .nonEmpty, "note": .anyText], required: ["contains"]),
        .body(["like": .nonEmpty, "note": .anyText], required: ["like"]),
        .body(
          ["one_of": ["type": "array", "items": .anyText, "minItems": 1], "note": .anyText],
          required: ["one_of"]),
      ],
    ]),
    "Conditions": [
      "type": "object", "additionalProperties": .component("Condition"),
      "description": "Conditions by name, as in a scenario's when.",
    ],
    "Story": .anyObject.saying("A scenario, as in a file; scenarios/schema/scenario.schema.json has it all."),
    "World": .anyObject.saying(
      "Clients and people, as in world.json; scenarios/schema/world.schema.json has it all."),
    "Sandbox": .answer([
      "name": .anyText, "urls": ["type": "object", "additionalProperties": .anyText], "ttl": .duration,
      "last_used": .instant,
    ]),
    "QueueEntry": .answer(
      ["number": .wholeNumber, "scenario": .anyText, "provider": .anyText, "times": .wholeNumber],
      optional: ["client": .anyText]),
    "Clock": .answer([
      "mode": .words(["real", "frozen"]), "now": .instant, "skew": .offset,
      "client_times": .words(["real", "sandbox"]),
    ]),
    "Fired": [
      "description": "What happened while time moved: a transaction reached a state, or a message fell due.",
      "anyOf": [
        .answer(["at": .instant, "cursor": .wholeNumber, "transaction": .component("Transaction")]),
        .answer(["at": .instant, "delivery": .component("Delivery")]),
      ],
    ],
    "Change": .answer(["cursor": .wholeNumber, "transaction": .component("Transaction")]),
    "Transaction": .answer(
      [
        "id": .anyText, "provider": .anyText, "client": .anyText, "person": .anyText, "state": .anyText,
        "started": .instant,
        "ends": .instant, "decision": .component("Decision"), "timeline": .component("Timeline"),
        "calls": .list(.answer(["endpoint": .anyText, "at": .instant])), "findings": .list(.anyText),
      ],
      optional: ["verdict": .answer(["met": .flag, "reasons": .list(.anyText)])]),
    "Decision": .answer([
      "scenario": ["type": ["string", "null"]], "text": .anyText,
      "near_misses": .list(.answer(["scenario": .anyText, "text": .anyText])),
    ]),
    "Timeline": .answer([
      "manual": .flag, "deadline": .instant,
      "steps": .list(.answer(["at": .instant, "do": .anyText], optional: ["reason": .anyText])),
    ]),
    "Snapshot": .answer([
      "id": .anyText.saying("The name under which the whole state is kept, logins half way included."),
      "saved": .instant, "sandbox": .anyText, "world": .component("World"),
      "scenarios": ["type": "object", "additionalProperties": .component("Story")],
      "queue": .list(.anyObject), "clock": .component("Clock"), "last_transaction": .wholeNumber,
      "transactions": .list(.anyText), "journal": .wholeNumber.saying("The cursor of the journal then."),
      "keys": .answer(["signing": .anyText, "encryption": .anyText]),
    ]),
    "HTTPArchive": .anyObject.saying("An HTTP Archive (HAR) 1.2, with members of ours below _eidolon."),
    "Clash": .answer(
      [
        "kind": .words(Clash.Kind.allCases.map(\.rawValue)), "clients": .list(.anyText),
        "seen": .list(.anyText), "message": .anyText,
        "set": .list(
          .answer(["at": .words(["emulator", "client", "test"]), "name": .anyText, "value": .anyText])),
      ], optional: ["provider": .anyText]),
    "Delivery": .answer(
      [
        "number": .wholeNumber, "provider": .anyText, "event": .anyText, "state": .anyText, "url": .anyText,
        "due": .instant, "headers": .list(.answer(["name": .anyText, "value": .anyText])), "body": .anyText,
        "attempts": .list(
          .answer(["at": .instant], optional: ["status": .wholeNumber, "problem": .anyText])),
      ], optional: ["client": .anyText, "transaction": .anyText]),
    "Exchange": .answer(
      [
        "number": .wholeNumber, "at": .instant,
        "direction": .words(RecordedExchange.Direction.allCases.map(\.rawValue)).saying(
          "incoming: a request of a client. outgoing: an attempt to deliver a message to its server, such as a webhook."
        ),
        "provider": .anyText,
        "endpoint": .anyText.saying(
          "The catalog's name; of an outgoing message the provider's word for the event."),
        "findings": .list(.anyText),
        "request": .answer(
          [
            "method": .anyText, "target": .anyText.saying("As sent; of an outgoing message the whole URL."),
            "headers": headers, "body_base64": .anyText,
          ],
          optional: ["body": .anyText]),
      ],
      optional: [
        "response": .answer(
          ["status": .wholeNumber, "headers": headers, "body_base64": .anyText], optional: ["body": .anyText]),
        "problem": .anyText.saying("Why an outgoing message got no answer; there is no response then."),
        "client": .anyText, "transaction": .anyText, "tokens": .list(.anyObject),
      ]),
    "Finding": FindingSchemas.finding,
    "Report": FindingSchemas.report,
  ]

  /// Names and values in their order.
  private static let headers: JSON = .list([
    "type": "array", "items": .anyText, "minItems": 2, "maxItems": 2,
  ])
}

extension JSON {
  static let nonEmpty: JSON = ["type": "string", "minLength": 1]
}
