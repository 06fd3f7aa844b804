import JSON

extension SchemaDocument {
  /// A person of the world; as a patch, `like` is required and `null` removes a member.
  static func personSchema(isPatch: Bool) -> JSON {
    var members: JSONObject = [:]
    for (name, schema) in personMembers(isPatch) { members[name] = isPatch ? removable(schema) : schema }
    guard isPatch else { return objectSchema(members, [:]) }
    members["like"] = ["type": "string", "description": "The key of the person that this one is like."]
    return objectSchema(members, required: ["like"])
  }

  private static func removable(_ schema: JSON) -> JSON { ["anyOf": [schema, ["type": "null"]]] }

  private static func object(_ members: JSONObject, _ isPatch: Bool) -> JSON {
    guard isPatch else { return objectSchema(members) }
    return objectSchema(JSONObject(members.map { (name: $0.name, value: removable($0.value)) }))
  }

  private static let country: JSON = [
    "type": "string", "pattern": "^[A-Z]{2}$", "description": "ISO 3166-1 alpha-2.",
  ]
  private static let date: JSON = [
    "type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
  ]

  private static let moment: JSON = [
    "type": "string", "format": "date-time", "description": "Such as 2026-01-12T15:02:23Z.",
  ]

  private static func app(_ isPatch: Bool) -> JSON {
    described(
      object(
        [
          "installed_at": moment, "activated_at": moment,
          "activated_by": described(
            textSchema, "How the identity was proven: for itsme CARD_READER, CONTACT_LESS or ID_PROVIDER."),
          "device": [
            "type": "object",
            "description":
              "The phone with the app, as itsme's second version shows it; only what differs from an ordinary one.",
          ],
        ], isPatch), "The account in the identity provider's app.")
  }

  private static func personMembers(_ isPatch: Bool) -> JSONObject {
    let age = objectSchema(
      [
        "turns": ["type": "integer", "minimum": 0, "maximum": 150],
        "in_days": ["type": "integer", "minimum": -3660, "maximum": 3660],
      ], required: ["turns"])
    return [
      "given_name": textSchema, "family_name": textSchema,
      "name": described(textSchema, "The full name where it is not given and family name."),
      "birthdate": [
        "anyOf": [date, age],
        "description": "A date, or {\"turns\": 18, \"in_days\": 0}: counted from the day of loading.",
      ],
      "gender": textSchema, "locale": textSchema, "email": textSchema, "email_verified": ["type": "boolean"],
      "phone_number": [
        "type": "string", "pattern": "^[+ ]?[0-9]{1,3}[+ ][0-9]{1,15}$",
        "description": "Such as +32 470000001.",
      ],
      "address": object(
        [
          "street_address": textSchema, "postal_code": textSchema, "locality": textSchema,
          "region": textSchema,
          "country": country,
        ], isPatch),
      "nationality": country, "nationalities": arraySchema(country),
      "place_of_birth": object(["city": textSchema, "country": country], isPatch),
      "protected_identity": ["type": "boolean"],
      "account": [
        "type": "integer", "minimum": 1,
        "description": "A re-created account has the next number, and another sub.",
      ],
      "ids": object(
        JSONObject(
          PersonIdentifier.allCases.map { (name: $0.rawValue, value: described(textSchema, $0.meaning)) }),
        isPatch),
      "documents": arraySchema(
        objectSchema(
          [
            "type": described(textSchema, "eid, passport, or a provider's own word such as IdCard."),
            "country": textSchema, "number": textSchema,
            "personal_number": described(textSchema, "The holder's number that is printed on it."),
            "issuance_locality": textSchema, "valid_from": date,
            "valid_to": date,
            "read_at": described(moment, "When the person's app last read it."),
            "printed": described(
              objectSchema([
                "birthdate": described(textSchema, "Such as 14.07.1990."),
                "gender": described(textSchema, "Such as V."),
                "nationality": described(textSchema, "Such as belge."),
              ]), "The document's own words for what the person's members say."),
          ], required: ["type"])),
      "device": [
        "type": "object", "description": "The phone with the app, as itsme's first version shows it.",
      ],
      "app": app(isPatch),
      "photo": described(textSchema, "A JPEG as base64."),
    ]
  }
}
