import JSON

@testable import Flow

/// Two small providers for the tests of the loader, the catalog and the schemas.
enum Toy {
  static let itsme = Vocabulary(
    provider: "itsme", title: "Toy itsme",
    verbs: [
      Verb("open", "Opens the app", .documented, isFinal: false),
      Verb("approve", "Confirms", .documented, isFinal: true),
      Verb("reject", "Taps Reject", .documented, isFinal: true, reasons: ["tooLate", "notMe"]),
      Verb("cancel", "Cancels on the page", .assumed, isFinal: true),
    ],
    endpoints: [
      EndpointTerm("authorize", "The authorization endpoint", .documented, isOwned: true),
      EndpointTerm("token", "The token endpoint", .documented, isOwned: true),
      EndpointTerm("userinfo", "The userinfo endpoint", .documented, isOwned: true),
      EndpointTerm("jwks", "The key set", .observed, isOwned: false),
    ],
    tokens: [
      TokenTerm(
        "id_token", "The id_token", .documented,
        defects: [
          Term("wrong_audience", "aud names another client", .documented),
          Term(
            "expired", "exp is past", .documented, advice: Advice("Core §3.1.3.7 (9)", fix: "look at exp")),
        ]),
      TokenTerm("userinfo", "The signed userinfo", .documented, defects: []),
    ],
    quirks: [
      QuirkTerm(
        "address_format", "How the address is sent", .observed, choices: ["object", "json_string"],
        standard: "object"),
      QuirkTerm("escaped_slashes", "Slashes are escaped", .observed, standard: true),
    ],
    presets: [
      Preset("guide", "As the guide says", .documented, quirks: [:]),
      Preset(
        "realistic", "As captured", .observed,
        quirks: ["address_format": .choice("json_string"), "escaped_slashes": .flag(false)]),
    ],
    lifetimes: [
      LifetimeTerm("code", "How long a code can be exchanged", .documented, standard: .seconds(180)),
      LifetimeTerm("app", "How long the app waits", .assumed, standard: .milliseconds(2500)),
    ],
    outcomes: [Term("approved", "The person approved", .documented)],
    facts: [
      Term("is.client", "The client_id", .assumed),
      Term("is.person", "Whom the request names", .assumed),
    ])

  static let bioid = Vocabulary(
    provider: "bioid", title: "Toy BioID",
    verbs: [Verb("approve", "Shows the face", .documented, isFinal: true)],
    endpoints: [
      EndpointTerm("authorize", "The start", .documented, isOwned: true),
      EndpointTerm("bws_token", "The token call", .documented, isOwned: true),
    ],
    tokens: [], quirks: [], presets: [], lifetimes: [], outcomes: [], facts: [],
    sharedEndpoints: ["token": "bws_token"])

  /// A client with a secret that it must have.
  struct ToyClient: Client, Equatable {
    let identifier: String
    let secret: String
    var quirks: [String: QuirkValue] = [:]
  }

  static let rules = [
    Rule(
      "itsme.code-reused", .error, "The code came twice", fix: "Use each code once.",
      documentation: .init(title: "Guide", section: "3.4")),
    Rule(
      "itsme.no-state", .warning, "No state was sent", fix: "Send one.",
      documentation: .init(title: "Guide", section: "3.1"), specification: "RFC 6749 §10.12"),
  ]

  static let schemas = [
    ProviderSchema(
      vocabulary: itsme, clientSchema: clientSchema(properties: ["quirks": ["type": "object"]]), rules: rules
    ) { identifier, reader in
      let quirks = reader.quirks("quirks", of: itsme)
      _ = reader.preset("preset", of: itsme)
      return reader.requiredString("secret").map {
        ToyClient(identifier: identifier, secret: $0, quirks: quirks)
      }
    },
    ProviderSchema(vocabulary: bioid, clientSchema: clientSchema(properties: [:])) { identifier, reader in
      reader.requiredString("secret").map { ToyClient(identifier: identifier, secret: $0) }
    },
  ]

  private static func clientSchema(properties: JSONObject) -> JSON {
    var properties = properties
    properties["secret"] = ["type": "string"]
    properties["preset"] = ["type": "string"]
    properties["note"] = ["type": "string"]
    return [
      "type": "object", "properties": .object(properties), "required": ["secret"],
      "additionalProperties": false,
    ]
  }

  static let loader = LibraryLoader(schemas)

  /// A day on which nothing special happens.
  static let now = Instant("2026-03-10T12:00:00Z") ?? Instant(seconds: 0)

  /// A world with two people and one client.
  static let world = #"""
    {
      "people": {
        "anna": {
          "given_name": "Anna", "family_name": "Peeters", "birthdate": "1990-07-14", "nationality": "BE",
          "phone_number": "+32 470000001",
          "address": { "street_address": "Jekerstraat 39", "postal_code": "3700", "country": "BE" },
          "ids": { "bcid": "bws.12.4711", "veridium_profile": "anna" }
        },
        "bob": { "given_name": "Bob", "phone_number": "+32 470000002" }
      },
      "clients": { "itsme": { "shop": { "secret": "s" } } }
    }
    """#

  static func layer(_ name: String = "scenarios", _ files: KeyValuePairs<String, String>) -> ScenarioLayer {
    ScenarioLayer(name: name, files: files.map { .init(path: $0.key, bytes: Array($0.value.utf8)) })
  }

  /// Loads these files over the toy world.
  static func load(_ files: KeyValuePairs<String, String>, now: Instant = now) throws(LoadFailure)
    -> ScenarioLibrary
  {
    try loader.load([layer("defaults", ["world.json": world]), layer("scenarios", files)], now: now)
  }

  /// What is wrong with these files over the toy world, as lines.
  static func problems(_ files: KeyValuePairs<String, String>) -> [String] {
    lines { () throws(LoadFailure) in _ = try load(files) }
  }

  /// What a loading complains about, as lines.
  static func lines(of loading: () throws(LoadFailure) -> Void) -> [String] {
    do {
      try loading()
      return []
    } catch {
      return error.problems.map(\.text)
    }
  }
}
