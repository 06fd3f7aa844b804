import Crypto
package import Flow
package import JOSE
package import JSON

/// The source of a client's public keys.
package enum ClientKeys: Sendable {
  /// In the world.
  case given(JWKSet)
  /// Behind a URL.
  case at(String)

  /// The JSON Schema of a client entry's `jwks`, for clients that may use the test key set.
  package static let setSchema: JSON = [
    "type": "object", "required": ["keys"], "properties": ["keys": ["type": "array"]],
    "description": "the client's public keys; without them those of the test key set",
  ]
  /// The JSON Schema of a client entry's `jwks_uri`.
  package static let addressSchema: JSON = [
    "type": "string", "pattern": "^https?://",
    "description": "where the client's public keys are fetched",
  ]

  /// Notes a key set in the world with which its client could not sign a token with RS256.
  package func checkSigning(_ reader: ObjectReader) {
    guard case .given(let set) = self, set.ignored.isEmpty,
      set.candidates(use: "sig", alg: JWSAlgorithm.rs256.rawValue).isEmpty
    else { return }
    reader.problem(
      at: "jwks", "the client signs, and no key is for that: add its public RSA key with \"use\": \"sig\"")
  }

  /// Reads `jwks` or `jwks_uri` of a client entry and notes every problem; `nil` if neither is there or usable.
  ///
  /// - Parameter reason: why a client has only one of them, for people.
  package static func read(
    _ reader: ObjectReader, because reason: String = "a client has exactly one key set"
  ) -> ClientKeys? {
    let given = reader.value("jwks")
    let url = reader.string("jwks_uri")
    if given != nil, url != nil { reader.problem(at: "jwks_uri", "give either jwks or jwks_uri: \(reason)") }
    if let url {
      if !url.hasPrefix("https://"), !url.hasPrefix("http://") {
        reader.problem(at: "jwks_uri", "expected an http or https URL")
      }
      return .at(url)
    }
    guard let given else { return nil }
    do throws(JWKSetError) {
      let set = try JWKSet(given.node.json)
      for ignored in set.ignored {
        given.problem("the key number \(ignored.index + 1) cannot be used: \(ignored.reason)")
      }
      return .given(set)
    } catch {
      given.problem("\(error)")
      return nil
    }
  }
}

/// A client that can have public keys, or a secret.
package protocol KeyedClient: Client {
  /// `nil` if the client has none of its own.
  var keys: ClientKeys? { get }
  /// The secret that it shares with the provider; `nil` when it has none.
  var sharedSecret: String? { get }
}

extension KeyedClient {
  package var sharedSecret: String? { nil }
}

extension Sandbox {
  /// The client's public keys in the world or the cache, and those of its secret; fetches nothing.
  package func knownKeys(of client: String, of provider: String, at now: Instant) -> [JWK] {
    guard let client = library.world.client(client, of: provider) as? any KeyedClient else { return [] }
    var known: [JWK] = []
    if let secret = client.sharedSecret, !secret.isEmpty {
      known = [JWK(.signing(with: secret)), JWK(.encrypting(with: secret, for: .a256gcm))]
    }
    switch client.keys {
    case .given(let set): known += set.keys
    case .at(let url):
      if case .keys(let set, _) = keySets.entry(url, at: now) { known += set.keys }
    case nil: break
    }
    return known
  }
}

package struct KeysUnavailable: Error, Sendable {
  package let reason: String

  package init(reason: String) { self.reason = reason }
}

extension Sandbox {
  /// The public keys of a client.
  ///
  /// A set behind a URL is fetched if it is not in the cache or lacks the `kid`; then the call is answered again.
  package func keys(
    _ keys: ClientKeys, wanting kid: String?, for call: Call, acceptsSelfSigned: Bool = false,
    timeout: Duration = .seconds(1)
  ) throws(DocumentNeeded) -> Result<JWKSet, KeysUnavailable> {
    guard case .at(let url) = keys else {
      guard case .given(let set) = keys else {
        return .failure(KeysUnavailable(reason: "no key set is known"))
      }
      return .success(set)
    }
    let needed = DocumentNeeded(url: url, acceptsSelfSigned: acceptsSelfSigned, timeout: timeout)
    let mayFetch = !call.fetched.contains(url)
    switch keySets.entry(url, at: call.now) {
    case .keys(let set, _):
      let isKnown = kid == nil || set.keys.contains { $0.kid == kid }
      guard isKnown || !mayFetch else { throw needed }
      return .success(set)
    case .failed(let reason, _):
      return .failure(KeysUnavailable(reason: "\(url): \(reason)"))
    case nil:
      guard mayFetch else { return .failure(KeysUnavailable(reason: "\(url) gave no key set")) }
      throw needed
    }
  }
}
