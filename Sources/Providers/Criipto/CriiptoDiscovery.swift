import OpenID
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

extension Criipto {
  /// The discovery document (§2.1); under a base64 acr the authorization endpoint has the prefix too.
  func discovery(_ call: Call) -> Outcome {
    guard let part = call.parameters["acr"] else {
      let response = prepared.answer(
        "discovery", base: call.base, publicBase: call.publicBase, version: sandbox.version
      ) {
        sandbox.noteServed(base: call.base)
        return .json(.ok, JSON.object(discoveryDocument(call, prefix: "")).bytes())
      }
      return .answer(Answer(response))
    }
    guard let acr = PathACR.decode(part), RequestedEID(acr) != nil else {
      let refusal = CriiptoRefusal.page(
        AuthorizationRules.pathUnknown, part, "The path holds no base64 of an acr value")
      return .answer(Answer(errorPage(refusal, for: call), findings: [refusal.finding]))
    }
    sandbox.noteServed(base: call.base)
    let document = JSON.object(discoveryDocument(call, prefix: "/\(part)"))
    return .answer(Answer(.json(.ok, document.bytes())))
  }

  private func discoveryDocument(_ call: Call, prefix: String) -> JSONObject {
    let (caller, browser) = (call.base, call.publicBase)
    return [
      "issuer": .string(browser),
      "jwks_uri": .string("\(caller)/.well-known/jwks"),
      "authorization_endpoint": .string("\(browser)\(prefix)/oauth2/authorize"),
      "pushed_authorization_request_endpoint": .string("\(caller)/oauth2/par"),
      "token_endpoint": .string("\(caller)/oauth2/token"),
      "userinfo_endpoint": .string("\(caller)/oauth2/userinfo"),
      "end_session_endpoint": .string("\(browser)/oauth2/logout"),
      "response_types_supported": ["code", "id_token", "code id_token"],
      "response_modes_supported": ["query", "form_post", "fragment"],
      "subject_types_supported": ["public"],
      "acr_values_supported": .array(RequestedEID.published.map { .string($0.urn) }),
      "id_token_signing_alg_values_supported": ["RS256"],
      "grant_types_supported": ["authorization_code", "implicit", .string(Criipto.headlessGrant)],
      "scopes_supported": ["openid", "address", "email", "phone", "birthdate", "ssn", "evidence"],
      "token_endpoint_auth_methods_supported": [
        "client_secret_basic", "client_secret_post", "private_key_jwt", "none",
      ],
      "token_endpoint_auth_signing_alg_values_supported": ["RS256"],
      "request_parameter_supported": true,
      "request_object_signing_alg_values_supported": ["RS256"],
      "code_challenge_methods_supported": ["S256"],
    ]
  }

  /// The key set: MitID's key and the one of the other eIDs (§2.5).
  func jwkSet(_ call: Call) -> Outcome {
    let response = prepared.answer("jwks", version: sandbox.version) {
      let keys = signingKeys.published.map { key -> JSON in
        let members = key.publicJSON
        var object: JSONObject = ["kty": "RSA", "use": "sig", "alg": "RS256"]
        for name in ["kid", "n", "e"] { object[name] = members[name] }
        return .object(object)
      }
      return .json(.ok, JSON.object(["keys": .array(keys)]).bytes())
    }
    habits.noteKeySetFetch()
    return .answer(Answer(response))
  }

  /// What the JavaScript SDK asks about a client (§2.1): 404 for an unknown one.
  func configuration(_ call: Call) -> Outcome {
    let identifier = (try? call.request.target.query)?["client_id"]
    guard let identifier else {
      let refusal = CriiptoRefusal.page(AuthorizationRules.clientMissing, "", "Missing parameter: client_id")
      return .answer(Answer(errorPage(refusal, for: call), findings: [refusal.finding]))
    }
    guard sandbox.client(identifier, of: Criipto.slug, as: CriiptoClient.self) != nil else {
      let refusal = CriiptoRefusal.page(
        AuthorizationRules.clientUnknown, clientHint(identifier), "Unknown client_id")
      let page = errorPage(
        refusal.error, refusal.description, hint: refusal.finding.text, status: .notFound, for: call)
      return .answer(Answer(page, findings: [refusal.finding]))
    }
    let sockets =
      call.publicBase.hasPrefix("https")
      ? "wss" + call.publicBase.dropFirst(5) : "ws" + call.publicBase.dropFirst(4)
    let body: JSON = [
      "csdc_wss_url": .string("\(sockets)/csdc"),
      "csdc_session_url": .string("\(call.publicBase)/csdc/session"),
      "qr_intermediary_url": .string("\(call.publicBase)/qr/{id}"),
      "clients": [["client_id": .string(identifier), "qr_branding": true, "qr_enabled": false]],
    ]
    return .answer(Answer(.json(.ok, body.bytes())))
  }
}
