import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// Plain MobileID over OpenID Connect: today's addresses, and the older ones that apps call (§1c).
  ///
  /// A step-up is not started here: no page of the vendor says how.
  static var openIDEndpoints: [Endpoint<ReuseID>] {
    let realms = Realm.allCases.flatMap { realm in
      [
        Endpoint(.discovery, [.get], "\(realm.issuer)/.well-known/openid-configuration") {
          $0.discovery($1, realm)
        },
        Endpoint(.authorize, [.get, .post], "\(realm.prefix)/authorize") {
          $0.authorize($1, realm)
        },
        Endpoint(
          .token, [.post], "\(realm.prefix)/token", .heavy, on: \.ledger, by: grantHandle,
          answer: { own in { own.token($0, realm) } }),
        Endpoint(
          .userinfo, [.get, .post], "\(realm.prefix)/userinfo", on: \.ledger, by: accessTokenHandle,
          answer: userinfo),
      ]
    }
    return realms + [
      Endpoint(.jwks, [.get], "/auth/open/.well-known/openid-configuration/jwks", answer: keySet),
      Endpoint(.ciba, [.post], "/auth/open/connect/ciba", answer: backchannel),
      Endpoint(
        .authorizePage, [.get, .post], "/auth/open/connect/wait", on: \.ledger, by: waitHandle,
        where: { $0.identifier == $1 && $0.detail.channel == .browser }, answer: waitingPage),
      inApp(.inAppStatus, [.get], "status", answer: inAppStatus),
      inApp(.inAppComplete, [.get], "complete", answer: inAppComplete),
      inApp(.inAppCancel, [.get, .post, .delete], "cancel", answer: inAppCancel),
    ]
  }

  /// One of the two sets of addresses.
  enum Realm: CaseIterable, Sendable {
    /// `https://<domain>/auth/open/connect/…`
    case today
    /// `https://<domain>/oidc/…`, which apps call with `Accept: application/json`.
    case older

    var issuer: String { self == .today ? "/auth/open" : "/oidc" }
    var prefix: String { self == .today ? "/auth/open/connect" : "/oidc" }
  }

  /// What an OpenID client asked for.
  struct OpenIDRequest: Sendable {
    let realm: Realm
    var redirectURI: String?
    var state: String?
    var nonce: String?
    var scopes: Set<String>
    var proofKey: ProofKey?
  }

  /// The discovery document (§1c names the endpoints; the rest is ours).
  private func discovery(_ call: Call, _ realm: Realm) -> Outcome {
    let response = prepared.answer(
      "discovery\(realm.issuer)", base: call.base, publicBase: call.publicBase, version: sandbox.version
    ) {
      sandbox.noteServed(base: call.base)
      return .json(.ok, JSON.object(document(call, realm)).bytes())
    }
    return .answer(Answer(response))
  }

  private func document(_ call: Call, _ realm: Realm) -> JSONObject {
    let (own, browser) = (call.base + realm.prefix, call.publicBase + realm.prefix)
    return [
      "issuer": .string(call.publicBase + realm.issuer),
      "jwks_uri": .string("\(call.base)/auth/open/.well-known/openid-configuration/jwks"),
      "authorization_endpoint": .string("\(browser)/authorize"),
      "token_endpoint": .string("\(own)/token"),
      "userinfo_endpoint": .string("\(own)/userinfo"),
      "backchannel_authentication_endpoint": .string("\(call.base)/auth/open/connect/ciba"),
      "backchannel_token_delivery_modes_supported": ["poll"],
      "backchannel_user_code_parameter_supported": false,
      "scopes_supported": ["openid", "profile", "mobileid", "mobileid-extra", "signicat-api"],
      "claims_supported": ["sub", "externalRef", "deviceId", "name"],
      "grant_types_supported": ["authorization_code", "client_credentials", .string(Self.cibaGrant)],
      "response_types_supported": ["code"],
      "response_modes_supported": ["query"],
      "acr_values_supported": ["idp:mobileid"],
      "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "subject_types_supported": ["public"],
      "code_challenge_methods_supported": ["plain", "S256"],
      "request_parameter_supported": false,
      "request_uri_parameter_supported": false,
    ]
  }

  static let cibaGrant = "urn:openid:params:grant-type:ciba"

  /// The provider's key set.
  private func keySet(_ call: Call) -> Outcome {
    let response = prepared.answer("jwks", version: sandbox.version) {
      let keys = sandbox.keys.publishedSigning.map { key in
        var members: JSONObject = ["kty": "RSA", "use": "sig", "alg": "RS256"]
        members["kid"] = key.kid.map(JSON.string)
        members["e"] = key.publicJSON["e"]
        members["n"] = key.publicJSON["n"]
        return JSON.object(members)
      }
      return .json(.ok, (["keys": .array(keys)] as JSON).bytes())
    }
    habits.noteKeySetFetch()
    return .answer(Answer(response))
  }
}
