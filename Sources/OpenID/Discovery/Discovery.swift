import HTTP
package import JOSE
package import JSON
package import ProviderKit

extension OpenIDProvider {
  /// The discovery document for a caller (OpenID Connect Discovery §4), made once for each address.
  ///
  /// - Parameter name: distinguishes it from the provider's other documents.
  package func discovery(_ name: String, _ call: Call, _ document: () -> JSONObject) -> Outcome {
    let response = prepared.answer(
      name, base: call.base, publicBase: call.publicBase, version: sandbox.version
    ) {
      sandbox.noteServed(base: call.base)
      return .json(.ok, JSON.object(document()).bytes())
    }
    return .answer(Answer(response))
  }

  /// The key set that tokens are verified with (RFC 7517 §5); the fetch counts towards clients' habits.
  package func keySet(_ call: Call, _ keys: () -> [JSON]) -> Outcome {
    let response = prepared.answer("key set", version: sandbox.version) {
      let borrowed = sandbox.keys.borrowed(by: Self.slug).map { $0.published(use: "sig", algorithm: "RS256") }
      return .json(.ok, JSON.object(["keys": .array(keys() + [borrowed].compactMap(\.self))]).bytes())
    }
    if call.request.method != .head { exchanges.habits.noteKeySetFetch() }
    return .answer(Answer(response))
  }

  /// The key set of a provider that signs with the sandbox's keys.
  package func signingKeys(_ call: Call) -> Outcome {
    keySet(call) { sandbox.keys.publishedSigning.map { $0.published(use: "sig", algorithm: "RS256") } }
  }
}

extension JWK {
  /// An RSA key as a member of a key set.
  package func published(use: String, algorithm: String?) -> JSON {
    let members = publicJSON
    var object: JSONObject = ["kty": "RSA"]
    object["e"] = members["e"]
    object["use"] = .string(use)
    object["kid"] = members["kid"]
    object["alg"] = algorithm.map(JSON.string)
    object["n"] = members["n"]
    return .object(object)
  }
}
