import JSON

extension SchemaDocument {
  /// The members of a story that differ from provider to provider.
  static func providerParts(_ schema: ProviderSchema) -> JSONObject {
    let words = schema.vocabulary
    return [
      "when": whenSchema(words.facts), "phone": phoneSchema(words.verbs),
      "faults": faultsSchema(words),
      "tokens": tokensSchema(words.tokens), "lifetimes": lifetimesSchema(words.lifetimes),
      "quirks": quirksSchema(words.quirks), "expect": expectSchema(words),
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
        "do": described(wordsSchema(verbs.map(\.term)), "What the person does."),
        "reason": ["type": "string", "description": "The provider's own word for the failure."],
      ], required: ["do"], rules.isEmpty ? [:] : ["allOf": .array(rules)])
    return ["anyOf": [["const": "manual"], arraySchema(step)]]
  }

  private static func faultsSchema(_ words: Vocabulary) -> JSON {
    let kinds = FaultKind.allCases.map { kind -> JSON in
      var members: JSONObject = [
        "at": described(reference("\(words.provider).endpoint"), "Where it strikes."),
        "do": ["const": .string(kind.rawValue), "description": .string(kind.meaning)],
        "times": [
          "anyOf": [["type": "integer", "minimum": 1], ["const": "always"]],
          "description": "How many calls it strikes, from the first; 1 unless said.",
        ],
        "nth": ["type": "integer", "minimum": 1, "description": "The one call that it strikes."],
      ]
      for name in kind.members { members[name] = faultMember(name) }
      if kind == .alter {
        members["body"] = [
          "type": "object", "description": "What is merged into the answer's JSON; null takes a member out.",
        ]
      }
      return objectSchema(
        members, required: ["at", "do"] + kind.required, ["not": ["required": ["times", "nth"]]])
    }
    return arraySchema(["anyOf": .array(kinds)])
  }

  private static func faultMember(_ name: String) -> JSON {
    switch name {
    case "status":
      ["type": "integer", "minimum": 200, "maximum": 599, "description": "The status of the answer."]
    case "headers":
      [
        "type": "object", "additionalProperties": ["type": "string"],
        "description": "The headers of the answer.",
      ]
    case "body": ["description": "A string is sent as it is, anything else as JSON."]
    case "bytes":
      [
        "type": "integer", "minimum": 0,
        "description": "How many bytes of the answer are sent; 20 unless said.",
      ]
    case "over": described(reference("duration"), "How long the answer takes in all.")
    default:
      [
        "description": "How much later the answer comes: a duration, or a range or spread to draw it from.",
        "anyOf": [
          reference("duration"),
          objectSchema(
            [
              "uniform": described(
                arraySchema(reference("duration"), ["minItems": 2, "maxItems": 2]),
                "The least and the most; all between are as likely.")
            ], required: ["uniform"]),
          objectSchema(
            [
              "lognormal": described(
                objectSchema(
                  [
                    "median": described(reference("duration"), "Half of the answers come sooner."),
                    "sigma": [
                      "type": "number", "minimum": 0, "maximum": 5,
                      "description": "How far they spread: 0 not at all, 1 widely.",
                    ],
                  ], required: ["median", "sigma"]), "Mostly short, at times very long.")
            ], required: ["lognormal"]),
        ],
      ]
    }
  }

  private static func tokensSchema(_ tokens: [TokenTerm]) -> JSON {
    objectSchema(
      JSONObject(
        tokens.map { token in
          let schema = objectSchema([
            "defect": described(wordsSchema(token.defects), "The one thing that is wrong with it."),
            "header": [
              "type": "object", "description": "Members of its header; null takes one out.",
            ],
            "claims": ["type": "object", "description": "Its claims; null takes one out."],
            "lifetime": described(reference("duration"), "How long it is valid."),
            "issued_at": reference("offset"),
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

  /// The id of a rule.
  static func rulesSchema(_ rules: [Rule]) -> JSON {
    guard !rules.isEmpty else { return ["type": "string"] }
    return [
      "oneOf": .array(
        rules.map { ["const": .string($0.identifier), "description": .string($0.message)] })
    ]
  }

  private static func expectSchema(_ words: Vocabulary) -> JSON {
    let endpoint = reference("\(words.provider).endpoint")
    let counts = JSONObject(
      endpointTerms(words).map { endpoint in
        (
          name: endpoint.name,
          value: ["type": "integer", "minimum": 0, "description": .string(endpoint.meaning)] as JSON
        )
      })
    let findings = arraySchema(reference("\(words.provider).rule"))
    return objectSchema([
      "never": described(arraySchema(endpoint), "Endpoints that it must not call."),
      "order": described(
        arraySchema(["anyOf": [endpoint, arraySchema(endpoint, ["minItems": 1])]]),
        "Endpoints that it calls in this order, others may come between; of a list within it, any one."),
      "count": described(objectSchema(counts), "How often it calls an endpoint."),
      "findings": described(
        findings, "Rules that its traffic breaks; these findings fail nobody."),
      "allowed": described(
        findings, "Rules that its traffic may break, or not; these findings fail nobody."),
      "avoid": described(
        arraySchema([
          "anyOf": [reference("\(words.provider).rule"), ["type": "string", "pattern": "^[^.]+$"]]
        ]),
        "Rules that its traffic does not break, though nothing provokes it; in stories of several providers without "
          + "the provider's name. Where either is right, breaking one is a warning."),
      "clause": described(textSchema, "Where it is written what is right; reports say it."),
      "fix": described(textSchema, "What to change in a client that does otherwise; reports say it."),
      "right": rightSchema,
    ])
  }

  /// The provider's endpoints, and the names by which shared stories call them.
  static func endpointTerms(_ words: Vocabulary) -> [Term] {
    let terms = words.endpoints.map(\.term)
    let names = Set(terms.map(\.name))
    return terms
      + words.sharedEndpoints.sorted { $0.key < $1.key }.filter { !names.contains($0.key) }.map {
        shared, own in
        Term(shared, "\(own), in stories of several providers", .assumed)
      }
  }
}
