import Flow
import JSON
import OpenID
import ProviderKit

/// A BWS client application with its Web API key, which is a client of BioID Connect too (guide A.1, B.2).
struct BioIDClient: OpenIDClient {
  /// App-ID and client_id.
  let identifier: String
  /// The name in `clnt` and on the consent page.
  var name: String
  /// App secret and client secret.
  var secret = ""
  /// The storage of its BCIDs.
  var storage = "bws"
  var partition = 0
  /// For BioID Connect.
  var redirectURIs: [String] = []
  var quirks: [String: QuirkValue] = [:]
  /// True if it stands for every id, which is reported each time.
  var isWildcard = false

  var sharedSecret: String? { secret }

  /// True if the BCID is in the client's storage and partition.
  func owns(_ bcid: BCID) -> Bool {
    isWildcard || bcid.storage == storage && bcid.partition == partition
  }
}

extension BioID {
  static let clientSchema: JSON = [
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "note": ["type": "string"],
      "name": ["type": "string", "description": "the name in the token's clnt and on the consent page"],
      "secret": ["type": "string", "minLength": 1],
      "storage": [
        "type": "string", "pattern": "^[A-Za-z0-9_]+$",
        "description": "the first part of the BCIDs that the client may use",
      ],
      "partition": ["type": "integer", "minimum": 0, "description": "the second part of those BCIDs"],
      "redirect_uris": [
        "type": "array", "items": ["type": "string"],
        "description": "where BioID Connect may send the browser",
      ],
      "quirks": ["$ref": "#/$defs/bioid.quirks"],
      "anything": ["type": "boolean"],
    ],
  ]

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? {
    var client = BioIDClient(identifier: identifier, name: reader.string("name") ?? identifier)
    client.isWildcard = reader.bool("anything") ?? false
    if let storage = reader.string("storage") {
      if BCID.isStorage(storage) {
        client.storage = storage
      } else {
        reader.problem(at: "storage", "a storage is a word of letters, digits and underscores")
      }
    }
    let partition = reader.integer("partition", in: 0...(.max))
    client.partition = partition ?? 0
    client.redirectURIs = reader.redirectURIs()
    client.quirks = reader.quirks("quirks", of: vocabulary)
    if client.isWildcard {
      if identifier != World.anyClient {
        reader.problem(at: "anything", "only the client \"*\" stands for any id")
      }
      client.secret = reader.string("secret") ?? ""
    } else {
      client.secret = reader.requiredString("secret") ?? ""
      if client.secret.isEmpty, reader.has("secret") {
        reader.problem(at: "secret", "a secret has at least one character")
      }
      if identifier.contains(":") {
        reader.problem("an App-ID with a colon cannot be sent with Basic authentication")
      }
      if partition == nil, !reader.has("partition") {
        reader.problem("a client needs the partition of its BCIDs")
      }
    }
    reader.finish()
    return client
  }

  /// The client's switches; without a client, those of the client `"*"`, otherwise of the first by name.
  func switches(of client: BioIDClient?, _ scenario: Scenario? = nil) -> BioIDSwitches {
    if let client { return BioIDSwitches(client: client, scenario: scenario) }
    let chosen = sandbox.library.world.standardClient(of: BioID.slug) as? BioIDClient
    return BioIDSwitches(client: chosen, scenario: scenario)
  }
}
