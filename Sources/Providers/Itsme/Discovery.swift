import OpenID
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension Itsme {
  /// The discovery document; members and their order are the vendor's (§2.1).
  ///
  /// Discovery cannot know who asks: the switches of the client `"*"` count here, else those of the first client by name.
  func discovery(_ call: Call) -> Outcome {
    let response = prepared.answer(
      "discovery", base: call.base, publicBase: call.publicBase, version: sandbox.version
    ) {
      sandbox.noteServed(base: call.base)
      return .json(.ok, JSON.object(discoveryDocument(call)).bytes())
    }
    return .answer(Answer(response))
  }

  /// The provider's key set (§2.2).
  func jwkSet(_ call: Call) -> Outcome {
    let response = prepared.answer("jwkSet", version: sandbox.version) {
      .json(.ok, keySetDocument().bytes())
    }
    habits.noteKeySetFetch()
    return .answer(Answer(response))
  }

  /// The public keys of the default client (guide §2).
  func clientKeySet(_ call: Call) -> Outcome {
    let response = prepared.answer("slate", version: sandbox.version) {
      .json(.ok, Itsme.standardClientKeys.publicJSON.bytes(pretty: true))
    }
    return .answer(Answer(response))
  }

  /// The private keys of the default client: test keys, public by design (guide §2).
  func clientPrivateKeySet(_ call: Call) -> Outcome {
    let response = prepared.answer("slate/private", version: sandbox.version) {
      .json(.ok, Itsme.standardClientKeys.privateJSON.bytes(pretty: true))
    }
    return .answer(Answer(response))
  }

  private func keySetDocument() -> JSON {
    let withAlgorithm = providerSwitches[.keyAlgorithms].isOn
    let keys = sandbox.keys.publishedSigning.map { member($0, "sig", "RS256", withAlgorithm) }
    let encryption = sandbox.keys.publishedEncryption.map { member($0, "enc", "RSA-OAEP", withAlgorithm) }
    return ["keys": .array(keys + encryption)]
  }

  private func member(_ key: JWK, _ use: String, _ algorithm: String, _ withAlgorithm: Bool) -> JSON {
    let members = key.publicJSON
    var object: JSONObject = ["kty": "RSA", "e": members["e"] ?? "AQAB", "use": .string(use)]
    object["kid"] = key.kid.map(JSON.string)
    if withAlgorithm { object["alg"] = .string(algorithm) }
    object["n"] = members["n"]
    return .object(object)
  }

  private func discoveryDocument(_ call: Call) -> JSONObject {
    let switches = providerSwitches
    let caller = "\(call.base)/oidc"
    let browser = "\(call.publicBase)/oidc"
    var document: JSONObject = [
      "request_parameter_supported": true,
      "claims_parameter_supported": .bool(switches[.claimsParameterSupported].isOn),
      "scopes_supported": ["openid", "service", "profile", "email", "phone", "address"],
      "issuer": .string(browser),
      "acr_values_supported": [
        .string(AuthenticationLevel.basic.tag), .string(AuthenticationLevel.advanced.tag),
      ],
      "id_token_encryption_enc_values_supported": ["A128CBC-HS256"],
      "userinfo_encryption_enc_values_supported": ["A128CBC-HS256"],
      "authorization_endpoint": .string("\(browser)/\(switches[.authorizationEndpoint].word)"),
      "request_object_encryption_enc_values_supported": ["A128CBC-HS256"],
      "display_values_supported": ["page"],
      "userinfo_signing_alg_values_supported": ["RS256"],
      "claims_supported": .array(Itsme.supportedClaims.map(JSON.string)),
      "claim_types_supported": ["normal"],
      "token_endpoint_auth_methods_supported": ["private_key_jwt"],
      "token_endpoint": .string("\(caller)/token"),
      "response_types_supported": ["code"],
      "request_uri_parameter_supported": false,
      "userinfo_encryption_alg_values_supported": ["RSA-OAEP"],
      "grant_types_supported": ["authorization_code"],
      "ui_locales_supported": ["fr", "nl", "en", "de"],
      "userinfo_endpoint": .string("\(caller)/userinfo"),
      "token_endpoint_auth_signing_alg_values_supported": ["RS256"],
      "require_request_uri_registration": false,
      "id_token_encryption_alg_values_supported": ["RSA-OAEP"],
      "jwks_uri": .string("\(caller)/jwkSet"),
      "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "request_object_signing_alg_values_supported": ["RS256"],
      "request_object_encryption_alg_values_supported": ["RSA-OAEP"],
    ]
    if switches[.registrationEndpoint].isOn {
      document["registration_endpoint"] = .string("\(caller)/register")
    }
    return document
  }

  var providerSwitches: Switches {
    let clients = sandbox.library.world.clients[Itsme.slug] ?? [:]
    let chosen = clients[World.anyClient] ?? clients.min { $0.key < $1.key }?.value
    return Switches(
      client: (chosen as? ItsmeClient)?.quirks ?? [:], scenario: nil, standards: Itsme.standards)
  }

  private static let supportedClaims =
    ["sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "acr"]
    + [
      ItsmeClaim.name, .familyName, .givenName, .gender, .birthdate, .locale, .email, .emailVerified,
      .phoneNumber,
      .phoneNumberVerified, .address, .nationality, .cityOfBirth, .countryOfBirth, .eid, .passport, .device,
      .transactionInfo, .photo,
    ].map(\.rawValue)
}
