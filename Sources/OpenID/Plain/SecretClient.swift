package import Flow
package import JSON
import ProviderKit

/// A relying party with a secret and redirect URIs, and nothing vendor-specific.
package struct SecretClient: OpenIDClient {
  package let identifier: String
  package var sharedSecret: String?
  package var redirectURIs: [String]
  package var isWildcard: Bool
  package var quirks: [String: QuirkValue]

  /// Reads an entry of `world.json`, noting every problem.
  package init(_ identifier: String, _ reader: ObjectReader, _ vocabulary: Vocabulary) {
    self.identifier = identifier
    sharedSecret = reader.string("secret")
    redirectURIs = reader.redirectURIs()
    isWildcard = reader.bool("anything") ?? false
    quirks = reader.quirks("quirks", of: vocabulary)
    if isWildcard, identifier != World.anyClient {
      reader.problem(at: "anything", "only the client \"*\" stands for any id")
    }
    if !isWildcard, sharedSecret == nil { reader.problem("a client needs a secret") }
    reader.finish()
  }

  package static func schema(of provider: String) -> JSON {
    [
      "type": "object", "additionalProperties": false,
      "properties": [
        "secret": ["type": "string", "minLength": 1],
        "redirect_uris": ["type": "array", "items": ["type": "string"]],
        "quirks": ["$ref": .string("#/$defs/\(provider).quirks")],
        "anything": ["type": "boolean"],
      ],
    ]
  }
}
