import Flow
import JSON
import OpenID
import ProviderKit

/// A BWS client application with its Web API key, and at the same time a client of BioID Connect (guide A.1, B.2).
struct BioIDClient: OpenIDClient {
  /// The App-ID and client_id.
  let identifier: String
  /// The name in `clnt` and on the consent page.
  var name: String
  /// The app secret and client secret.
  var secret = ""
  /// Where its BCIDs lie.
  var storage = "bws"
  var partition = 0
  /// Where BioID Connect may send the browser.
  var redirectURIs: [String] = []
  /// Its own switches, by name.
  var quirks: [String: QuirkValue] = [:]
  /// It stands for every id, with every leniency reported.
  var isAnything = false

  var sharedSecret: String? { secret }

  /// The BCID lies in the client's storage and partition.
  func owns(_ bcid: BCID) -> Bool {
    isAnything || bcid.storage == storage && bcid.partition == partition
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
      "storage": ["type": "string", "pattern": "^[A-Za-z0-9_]+$"],
      "partition": ["type": "integer", "minimum": 0],
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
    client.isAnything = reader.bool("anything") ?? false
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
    if client.isAnything {
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

  /// The switches of a client; of the client `"*"`, else of the first by name, where nobody knows who asks.
  func switches(of client: BioIDClient?, _ scenario: Scenario? = nil) -> BioIDSwitches {
    if let client { return BioIDSwitches(client: client, scenario: scenario) }
    let clients = sandbox.library.world.clients[BioID.slug] ?? [:]
    let chosen = (clients[World.anyClient] ?? clients.min { $0.key < $1.key }?.value) as? BioIDClient
    return BioIDSwitches(client: chosen, scenario: scenario)
  }
}
