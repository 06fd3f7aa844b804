import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension Criipto {
  /// The discovery document (§2.1); below a base64 acr, its authorization endpoint has that prefix too.
  func discovery(_ call: Call) -> Outcome {
    do throws(OpenIDRefusal) {
      _ = try Criipto.pathACR(call)
    } catch { return .answer(errorAnswer(error, for: call)) }
    let prefix = call.parameters["acr"].map { "/\($0)" } ?? ""
    return discovery("discovery\(prefix)", call) { document(call, prefix: prefix) }
  }

  /// What the SDK for Express asks for when it is given the document's whole URL (T20).
  func doubledDiscovery(_ call: Call) -> Outcome {
    let refusal = OpenIDRefusal.page(CriiptoRules.discoveryDoubled, call.request.target.path, "Not found")
    return .answer(errorAnswer(refusal.with(status: .notFound), for: call))
  }

  private func document(_ call: Call, prefix: String) -> JSONObject {
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

  /// The key set: MitID's key, and that of the other eIDs (§2.5).
  func jwkSet(_ call: Call) -> Outcome {
    keySet(call) { signingKeys.published.map { $0.published(use: "sig", algorithm: "RS256") } }
  }

  /// What the JavaScript SDK asks for about a client (§2.1); 404 for an unknown one.
  func configuration(_ call: Call) -> Outcome {
    let known: KnownClient<CriiptoClient>
    do throws(OpenIDRefusal) {
      known = try client(call.request.submitted?["client_id"])
    } catch {
      let isUnknown = error.finding?.rule == Self.book[.clientUnknown]
      return .answer(errorAnswer(isUnknown ? error.with(status: .notFound) : error, for: call))
    }
    let sockets =
      call.publicBase.hasPrefix("https")
      ? "wss" + call.publicBase.dropFirst(5) : "ws" + call.publicBase.dropFirst(4)
    let body: JSON = [
      "csdc_wss_url": .string("\(sockets)/csdc"),
      "csdc_session_url": .string("\(call.publicBase)/csdc/session/{id}"),
      "qr_intermediary_url": .string("\(call.publicBase)/qr/{id}"),
      "clients": [["client_id": .string(known.identifier), "qr_branding": true, "qr_enabled": false]],
    ]
    return .answer(Answer(.json(.ok, body.bytes())))
  }
}
