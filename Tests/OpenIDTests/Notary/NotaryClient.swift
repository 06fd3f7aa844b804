import Flow
import JSON
import OpenID
import ProviderKit

/// A client of the notary: with keys, or with a secret.
struct NotaryClient: OpenIDClient {
  let identifier: String
  var keys: ClientKeys?
  var sharedSecret: String?
  var registeredMethod: RegisteredMethod?
  var redirectURIs: [String]
  let requestURIs: [String]
  var isWildcard = false
  var quirks: [String: QuirkValue] = [:]
  /// What a test switches on for it.
  let habits: Set<String>

  var requiresProofKey: Bool { habits.contains("pkce") }

  init(_ identifier: String, _ reader: ObjectReader) {
    self.identifier = identifier
    keys = ClientKeys.read(reader)
    sharedSecret = reader.string("secret")
    registeredMethod = reader.string("method").flatMap { RegisteredMethod(rawValue: $0) }
    redirectURIs = reader.redirectURIs()
    requestURIs = reader.strings("request_uris") ?? []
    habits = Set(reader.strings("habits") ?? [])
    isWildcard = reader.bool("anything") ?? false
    reader.finish()
  }
}
