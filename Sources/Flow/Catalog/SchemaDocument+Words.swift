import JSON

extension SchemaDocument {
  /// The members of a story that differ from provider to provider.
  static func providerParts(_ schema: ProviderSchema) -> JSONObject {
    let words = schema.vocabulary
    return [
      "when": whenSchema(words.facts), "phone": phoneSchema(words.verbs),
      "faults": faultsSchema(words),
      "tokens": tokensSchema(words.tokens), "lifetimes": lifetimesSchema(words.lifetimes),
      "quirks": quirksSchema(words.quirks), "expect": expectSchema(words, schema.rules),
    ]
  }

  static func quirksSchema(_ quirks: [QuirkTerm]) -> JSON {
    objectSchema(
      JSONObject(
        quirks.map { quirk in
          var schema: JSONObject =
            switch quirk.values {
            case .flag: ["type": "boolean"]
            case .choices(let choices): ["enum": .array(choices.map(JSON.string))]
            }
          schema["description"] = .string(quirk.term.meaning)
          schema["default"] = quirk.standard.json
          return (name: quirk.term.name, value: .object(schema))
        }))
  }

  private static func whenSchema(_ facts: [Term]) -> JSON {
    var properties: JSONObject = ["note": noteSchema]
    for fact in facts {
      properties[fact.name] = ["$ref": "#/$defs/condition", "description": .string(fact.meaning)]
    }
    return [
      "type": "object", "minProperties": 1, "properties": .object(properties),
      "additionalProperties": reference("condition"),
      "propertyNames": [
        "anyOf": [["not": ["pattern": "^is\\."]], ["enum": .array(facts.map { .string($0.name) })]]
      ],
    ]
  }

  private static func phoneSchema(_ verbs: [Verb]) -> JSON {
    let silent = verbs.filter(\.reasons.isEmpty).map { JSON.string($0.term.name) }
    var rules = verbs.filter { !$0.reasons.isEmpty }.map { verb in
      schema(
        where: "do", is: verb.term.name,
        then: ["properties": ["reason": ["enum": .array(verb.reasons.map(JSON.string))]]])
    }
    if !silent.isEmpty {
      rules.append([
        "if": ["properties": ["do": ["enum": .array(silent)]], "required": ["do"]],
        "then": ["properties": ["reason": false]],
      ])
    }
    let step = objectSchema(
      [
        "after": described(reference("duration"), "When, counted from the start; does not go back."),
        "do": wordsSchema(verbs.map(\.term)),
        "reason": ["type": "string", "description": "The provider's own word for the failure."],
      ], required: ["do"], rules.isEmpty ? [:] : ["allOf": .array(rules)])
    return ["anyOf": [["const": "manual"], arraySchema(step)]]
  }

  private static func faultsSchema(_ words: Vocabulary) -> JSON {
    let kinds = FaultKind.allCases.map { kind in
      var members: JSONObject = [
        "at": reference("\(words.provider).endpoint"),
        "do": ["const": .string(kind.rawValue), "description": .string(kind.meaning)],
        "times": ["anyOf": [["type": "integer", "minimum": 1], ["const": "always"]]],
        "nth": ["type": "integer", "minimum": 1],
      ]
      for name in kind.members { members[name] = faultMember(name) }
      return objectSchema(
        members, required: ["at", "do"] + kind.required, ["not": ["required": ["times", "nth"]]])
    }
    return arraySchema(["anyOf": .array(kinds)])
  }

  private static func faultMember(_ name: String) -> JSON {
    switch name {
    case "status": ["type": "integer", "minimum": 200, "maximum": 599]
    case "headers": ["type": "object", "additionalProperties": ["type": "string"]]
    case "body": ["description": "A string is sent as it is, anything else as JSON."]
    case "bytes":
      [
        "type": "integer", "minimum": 0,
        "description": "How many bytes of the answer are sent; 20 unless said.",
      ]
    case "over": reference("duration")
    default:
      [
        "anyOf": [
          reference("duration"),
          objectSchema(
            ["uniform": arraySchema(reference("duration"), ["minItems": 2, "maxItems": 2])],
            required: ["uniform"]),
          objectSchema(
            [
              "lognormal": objectSchema(
                ["median": reference("duration"), "sigma": ["type": "number", "minimum": 0, "maximum": 5]],
                required: ["median", "sigma"])
            ], required: ["lognormal"]),
        ]
      ]
    }
  }

  private static func tokensSchema(_ tokens: [TokenTerm]) -> JSON {
    objectSchema(
      JSONObject(
        tokens.map { token in
          let schema = objectSchema([
            "defect": wordsSchema(token.defects), "header": ["type": "object"], "claims": ["type": "object"],
            "lifetime": reference("duration"), "issued_at": reference("offset"),
          ])
          return (name: token.term.name, value: described(schema, token.term.meaning))
        }))
  }

  private static func lifetimesSchema(_ lifetimes: [LifetimeTerm]) -> JSON {
    objectSchema(
      JSONObject(
        lifetimes.map { lifetime in
          let text = "\(lifetime.term.meaning); \(DurationText.text(lifetime.standard)) unless said."
          return (name: lifetime.term.name, value: described(reference("duration"), text))
        }))
  }

  private static func expectSchema(_ words: Vocabulary, _ rules: [Rule]) -> JSON {
    let endpoint = reference("\(words.provider).endpoint")
    let counts = JSONObject(
      words.endpoints.map { (name: $0.term.name, value: ["type": "integer", "minimum": 0] as JSON) })
    let findings: JSON =
      rules.isEmpty
      ? ["type": "string"]
      : [
        "oneOf": .array(
          rules.map { ["const": .string($0.identifier), "description": .string($0.message)] })
      ]
    return objectSchema([
      "never": described(arraySchema(endpoint), "Endpoints that it must not call."),
      "order": described(
        arraySchema(endpoint), "Endpoints that it calls in this order; others may stand between."),
      "count": described(objectSchema(counts), "How often it calls an endpoint."),
      "findings": described(
        arraySchema(findings), "Rules that its traffic breaks; these findings fail nobody."),
      "right": [
        "description": "What it makes of the login. Calls show it, or POST /_eidolon/saw says it.",
        "oneOf": .array(
          Right.allCases.map {
            ["const": .string($0.rawValue), "description": .string($0.meaning)]
          }),
      ],
    ])
  }
}
