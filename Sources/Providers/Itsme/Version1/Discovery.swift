import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension Itsme {
  /// The discovery document; members and their order are the vendor's (§2.1).
  ///
  /// The client is unknown here, so `providerSwitches` apply.
  func configuration(_ call: Call) -> Outcome {
    let outcome = discovery("discovery", call) { discoveryDocument(call) }
    let isFirst = hasToldOfVersion2.withLock { told in
      defer { told = true }
      return !told
    }
    guard isFirst else { return outcome }
    return outcome.mapAnswer { answer in
      answer.remarks.append(
        "this is version 1; today's clients integrate version 2: \(call.publicHome)/\(ItsmeV2.slug)\(ItsmeBase.current.path)"
      )
    }
  }

  /// The key set (§2.2).
  func jwkSet(_ call: Call) -> Outcome {
    keySet(call) {
      let namesAlgorithm = providerSwitches[.keyAlgorithms].isOn
      let member = { (key: JWK, use: String, algorithm: String) in
        key.published(use: use, algorithm: namesAlgorithm ? algorithm : nil)
      }
      return sandbox.keys.publishedSigning.map { member($0, "sig", "RS256") }
        + sandbox.keys.publishedEncryption.map { member($0, "enc", "RSA-OAEP") }
    }
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

  private static let supportedClaims =
    ["sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "acr"]
    + [
      ItsmeClaim.name, .familyName, .givenName, .gender, .birthdate, .locale, .email, .emailVerified,
      .phoneNumber,
      .phoneNumberVerified, .address, .nationality, .cityOfBirth, .countryOfBirth, .eid, .passport, .device,
      .transactionInfo, .photo,
    ].map(\.rawValue)
}
