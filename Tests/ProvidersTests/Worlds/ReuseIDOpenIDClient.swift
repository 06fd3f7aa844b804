import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@testable import ReuseID

extension ReuseIDStage {
  static let hint = "userId:\(user) deviceId:\(device)"

  /// The parameters of an authentication request; `nil` removes one.
  static func request(_ changes: [String: String?] = [:]) -> Form {
    Form(
      [
        "client_id": "backend", "response_type": "code", "scope": "openid mobileid mobileid-extra",
        "acr_values": "idp:mobileid", "redirect_uri": callback, "state": "a state", "nonce": "a nonce",
        "login_hint": hint,
      ], changing: changes)
  }

  func authorize(
    _ changes: [String: String?] = [:], scenario: String? = nil, headers: Headers = [:]
  ) -> TestAnswer {
    var headers = headers
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    return emulator.get(
      "/reuseid/auth/open/connect/authorize?\(Self.request(changes).encoded)", headers: headers)
  }

  /// The older authentication request of an app, with its repeated login hints.
  func older(
    _ hints: [String] = ["externalRef-customer-1", "deviceId-\(device)"], _ changes: [String: String?] = [:],
    scenario: String? = nil, headers: Headers = ["Accept": "application/json"]
  ) -> TestAnswer {
    var form = Self.request(
      [
        "scope": "openid profile mobileid", "acr_values": "urn:signicat:oidc:method:scid-mobileid",
        "login_hint": nil,
      ].merging(changes) { $1 })
    for hint in hints { form.append("login_hint", hint) }
    var headers = headers
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    return emulator.get("/reuseid/oidc/authorize?\(form.encoded)", headers: headers)
  }

  /// A call of the token endpoint with the customer's secret.
  func exchange(
    _ form: Form, realm: String = "auth/open/connect", client: String = "backend", secret: String = "a secret"
  )
    -> TestAnswer
  {
    emulator.post("/reuseid/\(realm)/token", form, headers: ["Authorization": Self.basic(client, secret)])
  }

  static func grant(_ code: String, _ changes: [String: String?] = [:]) -> Form {
    Form(
      ["grant_type": "authorization_code", "code": code, "redirect_uri": callback], changing: changes)
  }

  func backchannel(_ changes: [String: String?] = [:], scenario: String? = nil) -> TestAnswer {
    var headers: Headers = ["Authorization": Self.basic("backend", "a secret")]
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    let form = Form(
      ["scope": "openid mobileid", "acr_values": "idp:mobileid", "login_hint": Self.hint], changing: changes)
    return emulator.post("/reuseid/auth/open/connect/ciba", form, headers: headers)
  }

  func poll(_ request: String) -> TestAnswer {
    exchange(["grant_type": BackchannelGrant.type, "auth_req_id": request])
  }

  /// The claims of an id_token whose signature holds.
  func claims(_ token: String) throws -> JSON {
    let jws = try JWS(parsing: token)
    try jws.verify(with: TestKeys.opSignature.publicJWK, allowing: [.rs256])
    return try JSON(parsing: jws.payload)
  }
}
