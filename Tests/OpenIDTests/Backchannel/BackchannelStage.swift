import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

/// Clients of the Back Bank: one that polls, one that is pinged, and some that deviate.
struct BackchannelStage {
  let emulator: TestEmulator

  static let receiver = "http://localhost:9000/ping"
  static let base = "\(TestEmulator.address)/backbank"
  static let token = "ZWlkb2xvbi1ub3RpZmljYXRpb24tdG9rZW4"

  init(stories: [String: String] = [:]) throws {
    var files = [
      "world.json": """
      {
        "people": { "anna": {}, "bob": {}, "minor": {} },
        "clients": {
          "backbank": {
            "shop": {}, "other": {}, "silent": { "silent": true }, "lenient": { "lenient": true },
            "pinged": { "mode": "\(Self.receiver)" }, "browser": { "mode": "none" }
          }
        }
      }
      """
    ]
    for (name, members) in stories {
      files["backbank/\(name).json"] =
        "{ \"title\": \"\(name)\", \"provider\": \"backbank\", \(members) }"
    }
    emulator = try TestEmulator([BackchannelBank.self], files: files)
    answerPings(204)
  }

  func answerPings(_ status: Int) {
    emulator.serve(
      Self.receiver, .success(FetchedDocument(status: Status(status), headers: [:], body: [])))
  }

  // MARK: Beginning

  static func hint(_ person: String = "anna", algorithm: JSON = "RS256") throws -> String {
    try RelyingParty("shop").requestObject(["value": .string(person)], header: ["alg": algorithm])
  }

  /// The members of a signed request; `null` among the changes removes one.
  func members(_ client: String = "shop", _ changes: JSONObject = [:]) throws -> JSONObject {
    let now = Int(emulator.clock.now.seconds)
    var members: JSONObject = [
      "iss": .string(client), "aud": .string(Self.base), "client_id": .string(client), "scope": "openid",
      "login_hint_token": .string(try Self.hint()), "iat": .integer(now), "nbf": .integer(now),
      "exp": .integer(now + 300), "jti": .string(RelyingParty(client).unique()),
    ]
    if client == "pinged" { members["client_notification_token"] = .string(Self.token) }
    for (name, value) in changes { members[name] = value.isNull ? nil : value }
    return members
  }

  /// A backchannel request whose parameters stand in a signed request object.
  func begin(
    _ client: String = "shop", _ changes: JSONObject = [:], beside: [String: String?] = [:],
    header: JSONObject = [:], scenario: String? = nil
  ) throws -> TestAnswer {
    let object = try RelyingParty(client).requestObject(members(client, changes), header: header)
    var form: [String: String?] = ["request": object, "client_assertion": try assertion(of: client)]
    form.merge(beside) { $1 }
    return post("backchannel", form, scenario: scenario)
  }

  /// The `auth_req_id` of a request that is in order.
  func accepted(
    _ client: String = "shop", _ changes: JSONObject = [:], scenario: String? = nil
  ) throws -> String {
    try #require(try begin(client, changes, scenario: scenario).json["auth_req_id"]?.string)
  }

  func poll(
    _ request: String, _ client: String = "shop", _ changes: [String: String?] = [:]
  ) throws -> TestAnswer {
    var form: [String: String?] = [
      "grant_type": BackchannelGrant.type, "auth_req_id": request, "client_id": client,
      "client_assertion": try assertion(of: client),
    ]
    form.merge(changes) { $1 }
    return post("token", form)
  }

  private func assertion(of client: String) throws -> String {
    try RelyingParty(client).assertion(audience: .string("\(Self.base)/token"), at: emulator.clock.now)
  }

  private func post(_ path: String, _ form: [String: String?], scenario: String? = nil) -> TestAnswer {
    emulator.post(
      "/backbank/\(path)",
      Form(
        ["client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"], changing: form),
      headers: scenario.map { ["Eidolon-Scenario": $0] } ?? [:])
  }

  // MARK: What was told

  func noted(_ transaction: Int = 0) throws -> [String] {
    let bank = try #require(
      emulator.application.providers.lazy.compactMap { $0 as? BackchannelBank }.first)
    return bank.logins.transactions.all[transaction].findings
  }
}
