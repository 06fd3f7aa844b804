import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// The discovery document of a base (§2.2).
  func configuration(_ call: Call, of base: ItsmeBase) -> Outcome {
    discovery("discovery/\(base.rawValue)", call) { document(call, base) }
  }

  /// The key set (J10); keys name no algorithm, because both key encryptions are accepted (J3).
  func jwkSet(_ call: Call) -> Outcome {
    keySet(call) {
      sandbox.keys.publishedSigning.map { $0.published(use: "sig", algorithm: "RS256") }
        + sandbox.keys.publishedEncryption.map { $0.published(use: "enc", algorithm: nil) }
    }
  }

  private func document(_ call: Call, _ base: ItsmeBase) -> JSONObject {
    let caller = { (resource: ItsmeBase.Resource) in JSON.string(call.base + base.path(resource)) }
    let encryptions: JSON = ["RSA-OAEP-256", "RSA-OAEP"]
    let tokens: JSON = ["RSA-OAEP-256", "RSA-OAEP", "dir"]
    let contents: JSON = ["A128CBC-HS256", "A256GCM"]
    let signatures: JSON = ["RS256", "HS256"]
    let levels: [AuthenticationLevel] = [.basic, .advanced]
    var document: JSONObject = [
      "request_parameter_supported": true,
      "claims_parameter_supported": true,
      "scopes_supported": .array(
        (["openid", "service"] + ItsmeV2Scope.allCases.map(\.rawValue)).map(JSON.string)),
      "issuer": .string(base.issuer(call.publicBase)),
      "acr_values_supported": .array(levels.map { .string($0.claim) }),
      "id_token_encryption_enc_values_supported": contents,
      "userinfo_encryption_enc_values_supported": contents,
      "authorization_endpoint": .string(call.publicBase + base.path(.authorize)),
      "request_object_encryption_enc_values_supported": contents,
      "display_values_supported": ["page"],
      "userinfo_signing_alg_values_supported": signatures,
      "claims_supported": .array(Self.claimNames.map(JSON.string)),
      "claim_types_supported": ["normal"],
      "token_endpoint_auth_methods_supported": base == .current
        ? ["private_key_jwt", "client_secret_post"] : ["client_secret_post"],
      "token_endpoint": caller(.token),
      "response_types_supported": ["code"],
      "request_uri_parameter_supported": true,
      "userinfo_encryption_alg_values_supported": tokens,
      "grant_types_supported": ["authorization_code"],
      "ui_locales_supported": ["fr", "nl", "de", "en"],
      "userinfo_endpoint": caller(.userinfo),
      "token_endpoint_auth_signing_alg_values_supported": ["RS256"],
      "require_request_uri_registration": true,
      "id_token_encryption_alg_values_supported": tokens,
      "jwks_uri": caller(.jwkSet),
      "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": signatures,
      "request_object_signing_alg_values_supported": ["RS256"],
      "request_object_encryption_alg_values_supported": encryptions,
      "code_challenge_methods_supported": ["S256"],
    ]
    switch base {
    case .current: describeBackchannel(in: &document, call)
    case .legacy: document["revocation_endpoint"] = caller(.revoke)
    }
    return document
  }

  private static let claimNames =
    ["sub", "iss", "aud", "exp", "iat", "nonce", "acr"] + ItsmeV2Claim.supported.map(\.rawValue)
}
