import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension BioID {
  /// The discovery document: the endpoint names of the vendor's engine (§1.9).
  func connectDiscovery(_ call: Call) -> Outcome {
    let response = prepared.answer(
      "connect", base: call.base, publicBase: call.publicBase, version: sandbox.version
    ) {
      sandbox.noteServed(base: call.base)
      return .json(.ok, discoveryDocument(call).bytes())
    }
    return .answer(Answer(response))
  }

  /// The key set of the id_tokens.
  func connectKeys(_ call: Call) -> Outcome {
    let response = prepared.answer("connect/keys", version: sandbox.version) {
      let keys = sandbox.keys.publishedSigning.map { key -> JSON in
        let members = key.publicJSON
        var object: JSONObject = ["kty": "RSA", "use": "sig", "alg": "RS256"]
        object["kid"] = key.kid.map(JSON.string)
        object["e"] = members["e"] ?? "AQAB"
        object["n"] = members["n"]
        return .object(object)
      }
      let set: JSON = ["keys": .array(keys)]
      return .json(.ok, set.bytes())
    }
    return .answer(Answer(response))
  }

  /// The issuer at an address.
  func issuer(_ base: String) -> String { "\(base)/connect" }

  private func discoveryDocument(_ call: Call) -> JSON {
    let caller = "\(call.base)/connect"
    let browser = issuer(call.publicBase)
    return [
      "issuer": .string(browser),
      "authorization_endpoint": .string("\(browser)/authorize"),
      "token_endpoint": .string("\(caller)/token"),
      "userinfo_endpoint": .string("\(caller)/userinfo"),
      "end_session_endpoint": .string("\(browser)/logout"),
      "jwks_uri": .string("\(caller)/.well-known/jwks"),
      "grant_types_supported": ["authorization_code", "refresh_token"],
      "response_modes_supported": ["query"],
      "response_types_supported": ["code"],
      "subject_types_supported": ["public"],
      "scopes_supported": .array(BioIDConnectScope.allCases.map { .string($0.rawValue) }),
      "claims_supported": ["sub", "name", "email", "bcid"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
      "code_challenge_methods_supported": ["plain", "S256"],
      "claims_parameter_supported": false,
      "request_parameter_supported": false,
      "request_uri_parameter_supported": false,
    ]
  }
}
