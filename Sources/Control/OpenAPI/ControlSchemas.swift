import Flow
import JSON
import ProviderKit

/// The named schemas of the OpenAPI document.
enum ControlSchemas {
  static let components: JSONObject = [
    "PhoneRequest": PhoneText.schema,
    "Campaign": Bench.View.schema,
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
        "note": .noteOnClient,
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
        "event": .words(EventKind.words + ["lost"]), "data": .anyText,
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
    "Sandbox": .answer(
      [
        "name": .anyText, "urls": ["type": "object", "additionalProperties": .anyText], "ttl": .duration,
        "last_used": .instant,
      ],
      optional: [
        "title": .anyText, "replica": .anyText.saying("With --peers, where it is another: its address."),
      ]),
    "QueueEntry": .answer(
      ["number": .wholeNumber, "scenario": .anyText, "provider": .anyText, "times": .wholeNumber],
      optional: ["client": .anyText, "note": .noteOnClient]),
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
        "ended": .flag.saying("True once its credentials have expired; its state stays."),
      ],
      optional: [
        "verdict": .answer(Verdict.members, optional: Verdict.optionalMembers),
        "seen": .list(Sighting.schema),
      ]),
    "Judged": FindingSchemas.verdict,
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
      ],
      optional: [
        "provider": .anyText,
        "sandboxes": .list(.anyText).saying("The first sandboxes in which it was found, at the root."),
      ]),
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

  /// Pairs of name and value, in order.
  private static let headers: JSON = .list([
    "type": "array", "items": .anyText, "minItems": 2, "maxItems": 2,
  ])
}

extension JSON {
  static let nonEmpty: JSON = ["type": "string", "minLength": 1]
}
