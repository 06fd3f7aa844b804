import EidolonTesting
import HTTP
import JOSE
import JSON
import Testing

@testable import BioID

extension TestEmulator {
  /// An authorization request; `nil` removes a parameter.
  func connect(
    _ changes: [String: String?] = [:], at path: String = "/bioid/connect/authorize", scenario: String? = nil,
    headers: Headers = [:]
  ) -> TestAnswer {
    var headers = headers
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    let query = Form(
      [
        "client_id": "demo-app", "response_type": "code", "scope": "openid email", "state": "some state",
        "nonce": "some nonce",
        "redirect_uri": "http://localhost:9000/cb",
      ], changing: changes)
    return get("\(path)?\(query.encoded)", headers: headers)
  }

  /// A token request; `nil` removes a parameter.
  func connectToken(
    _ code: String, _ changes: [String: String?] = [:], at path: String = "/bioid/connect/token",
    headers: Headers = BioIDTestWorld.basic()
  ) -> TestAnswer {
    post(
      path,
      Form(
        [
          "grant_type": "authorization_code", "code": code, "redirect_uri": "http://localhost:9000/cb",
          "client_id": "demo-app",
        ], changing: changes), headers: headers)
  }

  func connectCode(_ changes: [String: String?] = [:], scenario: String? = nil) -> String {
    connect(changes, scenario: scenario).locationQuery["code"] ?? ""
  }
}
