package import JSON

/// JSON Schemas (2020-12) of scenario files, for editors, made from the declarations that the loader reads.
///
/// What a schema cannot say (that `after` does not go back, that a person exists, check digits) only the loader checks.
package enum SchemaDocument {
  /// The schema of a story, `PROVIDER/STORY.json` or `judge/STORY.json`.
  package static func scenario(_ schemas: [ProviderSchema]) -> JSON {
    let members = scenarioMembers(schemas.map(\.vocabulary.provider))
    var definitions: JSONObject = [
      "duration": durationSchema, "offset": offsetSchema, "condition": conditionSchema,
      "person": personSchema(isPatch: true),
    ]
    var cases: [JSON] = []
    for schema in schemas {
      let provider = schema.vocabulary.provider
      definitions["\(provider).endpoint"] = wordsSchema(endpointTerms(schema.vocabulary))
      definitions["\(provider).rule"] = rulesSchema(schema.rules)
      var refined: JSONObject = [:]
      for (name, part) in providerParts(schema) {
        definitions["\(provider).\(name)"] = part
        refined[name] = reference("\(provider).\(name)")
      }
      cases.append(Flow.schema(where: "provider", is: provider, then: ["properties": .object(refined)]))
      cases.append([
        "if": [
          "properties": ["providers": ["contains": ["const": .string(provider)]]], "required": ["providers"],
        ],
        "then": ["properties": .object(refined)],
      ])
    }
    return document(
      "A story of Eidolon: which login, who, what the person does, and what goes wrong.",
      objectSchema(
        members,
        [
          "oneOf": [["required": ["provider"]], ["required": ["providers"]]], "allOf": .array(cases),
        ]), definitions)
  }

  /// The schema of `world.json`.
  package static func world(_ schemas: [ProviderSchema]) -> JSON {
    var definitions: JSONObject = ["duration": durationSchema, "person": personSchema(isPatch: false)]
    var clients: JSONObject = [:]
    for schema in schemas {
      let provider = schema.vocabulary.provider
      definitions["\(provider).quirks"] = quirksSchema(schema.vocabulary.quirks)
      definitions["\(provider).client"] = ClientMembers.described(schema.clientSchema)
      clients[provider] = [
        "type": "object", "properties": ["note": noteSchema],
        "additionalProperties": reference("\(provider).client"),
        "description": "The clients of \(schema.vocabulary.title) by id; \"*\" stands for every other id.",
      ]
    }
    let people: JSON = [
      "type": "object", "description": "The people by key.", "properties": ["note": noteSchema],
      "propertyNames": ["pattern": "^[a-z0-9_-]+$"], "additionalProperties": reference("person"),
    ]
    let members: JSONObject = [
      "$schema": schemaMember, "people": people,
      "default_person": [
        "type": "string",
        "description":
          "The key of the person who logs in where neither story nor request names one; else anna.",
      ],
      "clients": described(objectSchema(clients), "The clients by provider."),
      "apps": [
        "type": "object", "properties": ["note": noteSchema], "additionalProperties": appSchema,
        "description":
          "Apps of relying parties, by key, that open links of the emulator's own host: what apple-app-site-association and assetlinks.json say.",
      ],
    ]
    return document("The clients and people of Eidolon.", objectSchema(members), definitions)
  }

  private static let appSchema: JSON = objectSchema([
    "note": noteSchema,
    "ios": described(
      objectSchema(
        [
          "app_id": [
            "type": "string", "pattern": "^[A-Z0-9]{10}(\\.[A-Za-z0-9_-]+)+$",
            "description": "Team and bundle id: A1B2C3D4E5.com.example.shop.",
          ],
          "paths": described(
            arraySchema(["type": "string", "pattern": "^(\\*|(NOT )?/.*)$"]),
            "Paths that the app opens, as apple-app-site-association writes them; all unless said."),
        ], required: ["app_id"]), "The app for iOS."),
    "android": described(
      objectSchema(
        [
          "package": [
            "type": "string", "pattern": "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+$",
            "description": "The package name: com.example.shop.",
          ],
          "sha256_cert_fingerprints": described(
            arraySchema(["type": "string", "pattern": "^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31}$"]),
            "Fingerprints of the certificates that sign the app."),
        ], required: ["package", "sha256_cert_fingerprints"]), "The app for Android."),
  ])

  private static let schemaMember: JSON = [
    "type": "string", "description": "Where editors find this schema; means nothing else.",
  ]

  private static func document(_ title: String, _ schema: JSON, _ definitions: JSONObject) -> JSON {
    var document: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
    ]
    for (name, value) in schema.object ?? [:] { document[name] = value }
    document["$defs"] = .object(definitions)
    return .object(document)
  }

  private static func scenarioMembers(_ providers: [String]) -> JSONObject {
    [
      "$schema": schemaMember,
      "title": described(textSchema, "One line for people; shows in logs, pages and reports."),
      "provider": [
        "enum": .array(providers.map(JSON.string)),
        "description": "The provider, also the name of the file's folder.",
      ],
      "providers": [
        "type": "array", "items": ["enum": .array(providers.map(JSON.string))], "minItems": 1,
        "uniqueItems": true,
        "description":
          "In the folder judge: the providers that have this story, each as PROVIDER/judge/STORY.",
      ],
      "when": [
        "type": "object",
        "description":
          "Which transactions it applies to; without it a request must ask for the story by name.",
      ],
      "person": [
        "description": "Who logs in: a key of people, or an object that changes one of them (RFC 7396).",
        "anyOf": [["type": "string"], reference("person")],
      ],
      "phone": [
        "description": "What the person does, in order, or \"manual\" for a human who decides.",
        "anyOf": [["const": "manual"], ["type": "array"]],
      ],
      "faults": ["type": "array", "description": "What the server does wrong."],
      "tokens": ["type": "object", "description": "What is different in tokens, by kind."],
      "lifetimes": ["type": "object", "description": "Lifetimes that differ."],
      "quirks": ["type": "object", "description": "The provider's documented switches."],
      "expect": ["type": "object", "description": "What a correct relying party does here."],
      "judge": judgeSchema,
    ]
  }

  private static let judgeSchema: JSON = described(
    objectSchema(
      [
        "family": [
          "description": "What it is about.",
          "oneOf": .array(
            JudgeCase.Family.allCases.map {
              ["const": .string($0.rawValue), "description": .string($0.meaning)]
            }),
        ],
        "right": rightSchema,
        "attack": described(
          textSchema, "What becomes possible if a relying party gets it wrong, in one sentence."),
        "fix": described(textSchema, "What to change in one that does; else what is said of the defect."),
        "clause": described(textSchema, "Where it is written what is right; else the defect's clause."),
        "suite": [
          "description":
            "Its name in the OpenID Foundation's conformance suite or in PrOfESSOS; one or several.",
          "anyOf": [textSchema, arraySchema(textSchema, ["minItems": 1])],
        ],
        "before": [
          "description":
            "The login that a campaign plays first, and leaves at its redirect URI unless it says otherwise.",
          "oneOf": .array(
            JudgeCase.Before.allCases.map {
              ["const": .string($0.rawValue), "description": .string($0.meaning)]
            }),
        ],
        "way_back": [
          "description": "What the browser does where the provider sends it back to the relying party.",
          "oneOf": .array(
            JudgeCase.WayBack.allCases.map {
              ["const": .string($0.rawValue), "description": .string($0.meaning)]
            }),
        ],
      ], required: ["family", "attack"]), "Makes it a case that eidolon judge plays.")

  /// What a correct relying party makes of the login.
  static let rightSchema: JSON = [
    "description": "What it makes of the login. Calls show it, or POST /_eidolon/saw says it.",
    "oneOf": .array(
      Right.allCases.map { ["const": .string($0.rawValue), "description": .string($0.meaning)] }),
  ]

  private static let conditionSchema: JSON = [
    "anyOf": [
      ["type": "string", "description": "The value is this."],
      objectSchema(
        ["present": ["type": "boolean", "description": "Whether it was sent at all."]], required: ["present"]),
      objectSchema(["contains": described(textSchema, "The value contains this.")], required: ["contains"]),
      objectSchema(["like": described(textSchema, "* is any run, ? any one character.")], required: ["like"]),
      objectSchema(
        [
          "one_of": described(
            arraySchema(["type": "string"], ["minItems": 1]), "The value is one of these.")
        ], required: ["one_of"]),
    ]
  ]
}

extension SchemaDocument {
  /// The files of `scenarios/schema/`, as they are committed.
  package static func files(_ schemas: [ProviderSchema]) -> [(name: String, text: String)] {
    [
      (name: "scenario.schema.json", text: scenario(schemas).text(pretty: true) + "\n"),
      (name: "world.schema.json", text: world(schemas).text(pretty: true) + "\n"),
    ]
  }
}
