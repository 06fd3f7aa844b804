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

  /// The description moves to the outer schema, where editors show it.
  private static func removable(_ schema: JSON) -> JSON {
    var members = schema.object ?? [:]
    let text = members["description"]
    members["description"] = nil
    var removable: JSONObject = ["anyOf": [.object(members), ["type": "null"]]]
    removable["description"] = text
    return .object(removable)
  }

  private static func object(_ text: String, _ members: JSONObject, _ isPatch: Bool) -> JSON {
    let members =
      isPatch ? JSONObject(members.map { (name: $0.name, value: removable($0.value)) }) : members
    return described(objectSchema(members), text)
  }

  private static func text(_ meaning: String) -> JSON { described(textSchema, meaning) }

  private static func flag(_ meaning: String) -> JSON {
    ["type": "boolean", "description": .string(meaning)]
  }

  private static let country: JSON = [
    "type": "string", "pattern": "^[A-Z]{2}$", "description": "ISO 3166-1 alpha-2.",
  ]
  private static let date: JSON = [
    "type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "description": "A date: 1990-07-14.",
  ]

  private static let moment: JSON = [
    "type": "string", "format": "date-time", "description": "Such as 2026-01-12T15:02:23Z.",
  ]

  private static func app(_ isPatch: Bool) -> JSON {
    object(
      "The account in the identity provider's app.",
      [
        "installed_at": described(moment, "When the app was installed: 2025-02-03T08:00:00Z."),
        "activated_at": described(moment, "When the account was made: 2025-02-03T08:05:00Z."),
        "activated_by": text(
          "How the identity was proven: for itsme CARD_READER, CONTACT_LESS or ID_PROVIDER."),
        "device": [
          "type": "object",
          "description":
            "The phone with the app, as itsme's second version shows it; only what differs from an ordinary one.",
        ],
      ], isPatch)
  }

  private static func personMembers(_ isPatch: Bool) -> JSONObject {
    let age = objectSchema(
      [
        "turns": [
          "type": "integer", "minimum": 0, "maximum": 150, "description": "The age in years that is reached.",
        ],
        "in_days": [
          "type": "integer", "minimum": -3660, "maximum": 3660,
          "description": "In how many days it is reached; today unless said, negative for the past.",
        ],
      ], required: ["turns"])
    return [
      "given_name": text("The first name, or names."), "family_name": text("The last name."),
      "name": text("The full name where it is not given and family name."),
      "birthdate": [
        "anyOf": [date, age],
        "description": "A date, or {\"turns\": 18, \"in_days\": 0}: counted from the day of loading.",
      ],
      "gender": text("Such as female or male; each provider writes it in its own way."),
      "locale": text("The person's language: nl, or nl-BE."), "email": text("The e-mail address."),
      "email_verified": flag("Whether the provider checked the e-mail address."),
      "phone_number": [
        "type": "string", "pattern": "^[+ ]?[0-9]{1,3}[+ ][0-9]{1,15}$",
        "description": "Such as +32 470000001.",
      ],
      "address": object(
        "Where the person lives.",
        [
          "street_address": text("Street and number."), "postal_code": text("The postal code."),
          "locality": text("The city."), "region": text("State or province."),
          "country": country,
        ], isPatch),
      "nationality": country,
      "nationalities": described(arraySchema(country), "All of them, where there are several."),
      "place_of_birth": object(
        "Where the person was born.", ["city": text("The city."), "country": country], isPatch),
      "protected_identity": flag("Name and address are withheld, as some registers do for people at risk."),
      "account": [
        "type": "integer", "minimum": 1,
        "description": "A re-created account has the next number, and another sub.",
      ],
      "ids": object(
        "The person's identifiers, by which requests name the person.",
        JSONObject(
          PersonIdentifier.allCases.map { (name: $0.rawValue, value: described(textSchema, $0.meaning)) }),
        isPatch),
      "documents": described(
        arraySchema(
          objectSchema(
            [
              "type": text("eid, passport, or a provider's own word such as IdCard."),
              "country": text("Who issued it, as the provider writes countries: BE, or esp."),
              "number": text("The number of the document."),
              "personal_number": text("The holder's number that is printed on it."),
              "issuance_locality": text("Where it was issued."),
              "valid_from": described(date, "The first day on which it is valid."),
              "valid_to": described(date, "The last day on which it is valid."),
              "read_at": described(moment, "When the person's app last read it."),
              "printed": described(
                objectSchema([
                  "birthdate": text("Such as 14.07.1990."), "gender": text("Such as V."),
                  "nationality": text("Such as belge."),
                ]), "The document's own words for what the person's members say."),
            ], required: ["type"])), "Identity documents; a provider takes the first that fits."),
      "device": [
        "type": "object", "description": "The phone with the app, as itsme's first version shows it.",
      ],
      "app": app(isPatch),
      "photo": text("A JPEG as base64."),
    ]
  }
}
