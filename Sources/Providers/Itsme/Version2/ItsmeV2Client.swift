import Flow
import JSON
import OpenID
import ProviderKit

/// A relying party of version 2, with keys or with a secret (§1.2).
struct ItsmeV2Client: ServiceClient {
  /// The partner code.
  let identifier: String
  var name: String
  var services: [String: Service] = [:]
  /// `nil` for the test key set.
  var keys: ClientKeys?
  /// Given by itsme; `nil` for a client with keys (K9).
  var sharedSecret: String?
  /// What signs the id_token of a client with a secret (K10).
  var idTokenSigning = Signing.rs256
  var requiresProofKey = false
  /// The addresses of its request objects (Q6).
  var requestURIs: [String] = []
  /// The base it was registered for; `nil` for a client that may use both.
  var base: ItsmeBase?
  /// How it learns the outcome of CIBA; `nil` if CIBA is not agreed (K13).
  var backchannelDelivery: BackchannelDelivery?
  var quirks: [String: QuirkValue] = [:]
  var isWildcard = false

  enum Signing: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case hs256 = "HS256"
  }

  var hasSecret: Bool { sharedSecret != nil }

  var registeredMethod: RegisteredMethod? {
    isWildcard ? nil : hasSecret ? .postedSecret : .assertion
  }
}

extension ItsmeV2 {
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
          "required": ["type", "redirect_uris"],
          "properties": [
            "note": ["type": "string"],
            "type": [
              "type": "string", "enum": .array(Service.Kind.allCases.map { .string($0.rawValue) }),
              "description": "what requests for the service must and may ask for",
            ],
            "redirect_uris": [
              "type": "array", "items": ["type": "string"], "minItems": 1,
              "description": "where browsers may be sent back, to the letter",
            ],
            "claims_allowed": [
              "type": "array", "items": ["type": "string"],
              "description": "the claims agreed for the service; without it all",
            ],
          ],
        ],
      ],
      "secret": [
        "type": "string", "minLength": 1, "description": "the client secret; without it the client has keys",
      ],
      "jwks": ClientKeys.setSchema,
      "jwks_uri": ClientKeys.addressSchema,
      "id_token_signing": [
        "type": "string", "enum": .array(ItsmeV2Client.Signing.allCases.map { .string($0.rawValue) }),
        "description": "what signs the id_token of a client with a secret; RS256 unless given",
      ],
      "require_pkce": ["type": "boolean", "description": "whether requests need a code_challenge"],
      "request_uris": [
        "type": "array", "items": ["type": "string"],
        "description": "the registered addresses of request objects",
      ],
      "base": [
        "type": "string", "enum": .array(ItsmeBase.allCases.map { .string($0.rawValue) }),
        "description": "the only base that knows the client; without it both do",
      ],
      "ciba": cibaSchema,
      "preset": ["type": "string", "enum": .array(ItsmeV2Preset.all.map { .string($0.term.name) })],
      "quirks": ["$ref": "#/$defs/itsme-v2.quirks"],
      "anything": ["type": "boolean"],
    ],
  ]

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? {
    var client = ItsmeV2Client(identifier: identifier, name: reader.string("name") ?? identifier)
    client.isWildcard = reader.bool("anything") ?? false
    client.services = readServices(
      reader, wanting: "its type and redirect_uris", of: client, kind: readKind
    ) { $0.oneOf(ItsmeV2Claim.allCases.map(\.rawValue), what: "claim of itsme") }
    client.sharedSecret = reader.string("secret")
    client.keys = readKeys(reader)
    if client.hasSecret, client.keys != nil {
      reader.problem(at: "secret", "a client has a secret or keys, not both")
    }
    if let signing = reader.oneOf(
      "id_token_signing", allowed: ItsmeV2Client.Signing.allCases.map(\.rawValue), what: "signature algorithm"
    ) {
      client.idTokenSigning = ItsmeV2Client.Signing(rawValue: signing) ?? .rs256
      if !client.hasSecret, client.idTokenSigning == .hs256 {
        reader.problem(
          at: "id_token_signing", "HS256 is signed with the secret, which the client does not have")
      }
    }
    client.requiresProofKey = reader.bool("require_pkce") ?? false
    client.requestURIs = reader.strings("request_uris") ?? []
    client.base = reader.oneOf("base", allowed: ItsmeBase.allCases.map(\.rawValue), what: "base")
      .flatMap { ItsmeBase(rawValue: $0) }
    client.backchannelDelivery = client.isWildcard ? .poll : reader.object("ciba").flatMap(readCIBA)
    if client.hasSecret, client.backchannelDelivery != nil {
      reader.problem(at: "ciba", "CIBA needs keys: a secret is not supported there")
    }
    client.quirks = reader.presetAndQuirks(of: vocabulary)
    reader.finish()
    return client
  }

  private static func readKind(_ reader: ObjectReader) -> Service.Kind? {
    let kinds = Service.Kind.allCases.map(\.rawValue)
    let kind = reader.oneOf("type", allowed: kinds, what: "type of service").flatMap {
      Service.Kind(rawValue: $0)
    }
    if kind == nil { reader.problem("a service needs its type: \(kinds.joined(separator: ", "))") }
    return kind
  }
}
