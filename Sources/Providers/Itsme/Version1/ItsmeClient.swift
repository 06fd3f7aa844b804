import Flow
import JSON
import OpenID
import ProviderKit

/// A relying party as registered in the B2B portal (§1.2).
struct ItsmeClient: ServiceClient {
  /// The PartnerCode.
  let identifier: String
  var name: String
  var services: [String: Service] = [:]
  /// `nil` for the default set of the guide's section 2, which is loaded on demand.
  var keys: ClientKeys?
  /// The switches of its preset, overridden by its own.
  var quirks: [String: QuirkValue] = [:]
  /// True if it stands for every id, which is reported each time.
  var isWildcard = false
}

extension Itsme {
  static let clientSchema: JSON = [
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "note": ["type": "string"],
      "name": ["type": "string", "description": "the name that the app shows"],
      "services": [
        "type": "object",
        "description": "services by their codes",
        "additionalProperties": [
          "type": "object",
          "additionalProperties": false,
          "required": ["redirect_uris"],
          "properties": [
            "note": ["type": "string"],
            "redirect_uris": ["type": "array", "items": ["type": "string"], "minItems": 1],
            "claims_allowed": [
              "type": "array", "items": ["type": "string"],
              "description": "the claims that the service may ask for; all unless said",
            ],
          ],
        ],
      ],
      "jwks": ["type": "object", "required": ["keys"], "properties": ["keys": ["type": "array"]]],
      "jwks_uri": ["type": "string", "pattern": "^https?://"],
      "preset": ["type": "string", "enum": .array(ItsmePreset.all.map { .string($0.term.name) })],
      "quirks": ["$ref": "#/$defs/itsme.quirks"],
      "anything": ["type": "boolean"],
    ],
  ]

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? {
    var client = ItsmeClient(identifier: identifier, name: reader.string("name") ?? identifier)
    client.isWildcard = reader.bool("anything") ?? false
    client.services = readServices(reader, wanting: "its redirect_uris", of: client, claim: readClaim)
    client.keys = readKeys(reader)
    client.quirks = reader.presetAndQuirks(of: vocabulary)
    reader.finish()
    return client
  }

  /// Accepts every spelling that a request may use.
  private static func readClaim(_ value: ValueReader) -> String? {
    guard let text = value.string() else { return nil }
    if let claim = ItsmeClaim(requested: text) { return claim.rawValue }
    return value.oneOf(ItsmeClaim.allCases.map(\.rawValue), what: "claim of itsme")
  }
}
