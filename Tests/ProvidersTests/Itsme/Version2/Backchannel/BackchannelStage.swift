import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@testable import Itsme

/// Clients of version 2 that use user discovery and CIBA.
struct BackchannelStage {
  let emulator: TestEmulator

  static let base = "\(TestEmulator.address)/itsme-v2/v2"
  static let receiver = "http://localhost:9000/ping"
  static let notificationToken = "ZWlkb2xvbi1ub3RpZmljYXRpb24tdG9rZW4"

  /// - Parameters:
  ///   - client: further members of the client `EIDOLON_TEST`, as JSON without braces.
  ///   - stories: the members of scenarios besides title and provider, by short name.
  init(
    client: String = "", stories: [String: String] = [:],
    _ change: (inout Sandbox.Settings) -> Void = { _ in }
  ) throws {
    let services = """
      "services": {
        "EIDOLON_LOGIN": { "type": "authentication", "redirect_uris": ["https://rp.example/cb"] },
        "EIDOLON_CONFIRM": { "type": "confirmation", "redirect_uris": ["https://rp.example/cb"] }
      }
      """
    var files = [
      "world.json": """
      {
        "people": {
          "anna": { "given_name": "Anna", "family_name": "Peeters", "phone_number": "+32 470000001", "locale": "nl" },
          "bob": { "given_name": "Bob", "family_name": "Maes" }
        },
        "clients": {
          "itsme-v2": {
            "EIDOLON_TEST": { \(services), "ciba": { "mode": "poll" }\(client.isEmpty ? "" : ", " + client) },
            "OTHER": { \(services), "ciba": { "mode": "poll" } },
            "EIDOLON_PING": { \(services), "ciba": { "mode": "ping", "notification_endpoint": "\(Self.receiver)" } },
            "BROWSERS": { \(services) },
            "SECRET": { \(services), "secret": "a secret of this client" }
          }
        }
      }
      """
    ]
    for (name, members) in stories {
      files["itsme-v2/\(name).json"] = "{ \"title\": \"\(name)\", \"provider\": \"itsme-v2\", \(members) }"
    }
    var settings = Sandbox.Settings()
    change(&settings)
    emulator = try TestEmulator([ItsmeV2.self], files: files, settings: settings)
    answerPings(204)
  }

  func answerPings(_ status: Int) {
    emulator.serve(
      Self.receiver, .success(FetchedDocument(status: Status(status), headers: [:], body: [])))
  }

  func wait(_ seconds: Int64) { emulator.advance(by: .seconds(seconds)) }

  // MARK: Calls

  /// A call of a client with its assertion; `nil` among the changes removes a field.
  func call(
    _ path: String, _ client: String, audience: String, _ form: [String: String?], scenario: String? = nil,
    headers: Headers = [:]
  ) throws -> TestAnswer {
    var all: [String: String?] = [
      "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      "client_id": client,
      "client_assertion": try RelyingParty(client).assertion(
        audience: .string(audience), at: emulator.clock.now),
    ]
    all.merge(form) { $1 }
    var headers = headers
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    return emulator.post("/itsme-v2/v2/\(path)", Form([:], changing: all), headers: headers)
  }

  // MARK: User discovery

  func discover(
    _ client: String = "EIDOLON_TEST", _ form: [String: String?] = [:], scenario: String? = nil,
    audience: String = "\(base)/backchannel/authentication"
  ) throws -> TestAnswer {
    try call("user_discovery_sessions", client, audience: audience, form, scenario: scenario)
  }

  /// The id of a new session.
  func session(_ client: String = "EIDOLON_TEST", scenario: String? = nil) throws -> String {
    try #require(try discover(client, scenario: scenario).json["user_discovery_session_id"]?.string)
  }

  func poll(
    session: String, _ client: String = "EIDOLON_TEST", _ form: [String: String?] = [:],
    audience: String = "\(base)/backchannel/authentication"
  ) throws -> TestAnswer {
    try call("user_discovery_sessions/\(session)", client, audience: audience, form)
  }

  func login(_ session: String) throws -> Transaction<ItsmeV2Login> {
    try #require(provider?.logins.find(session))
  }

  var provider: ItsmeV2? { emulator.application.providers.lazy.compactMap { $0 as? ItsmeV2 }.first }

  /// Scans the code that the session shows now.
  func scan(_ session: String, _ link: String? = nil, person: String? = nil) throws -> TestAnswer {
    let link = try link ?? #require(login(session).detail.discovery?.code.link)
    var body: JSONObject = ["link": .string(link)]
    body["person"] = person.map(JSON.string)
    return emulator.send(
      Request(
        .post, "/_eidolon/phone/open", headers: ["Content-Type": "application/json"],
        body: JSON.object(body).bytes()))
  }

  func act(_ verb: String, _ session: String) -> TestAnswer {
    emulator.send(
      Request(
        .post, "/_eidolon/transactions/\(session)/phone", headers: ["Content-Type": "application/json"],
        body: (["do": .string(verb)] as JSON).bytes()))
  }

  /// The token of a person who was found.
  func found(
    _ client: String = "EIDOLON_TEST", scenario: String? = nil, person: String? = nil
  ) throws -> (session: String, token: String) {
    let session = try session(client, scenario: scenario)
    if try login(session).timeline.isManual { _ = try scan(session, person: person) }
    let token = try poll(session: session, client).json["user_identifier_token"]?.string
    return (session, try #require(token))
  }

  // MARK: CIBA

  static func hint(
    _ value: String, type: String = "user_identifier_token", algorithm: JSON = "RS256"
  ) throws -> String {
    try RelyingParty().requestObject(
      ["type": .string(type), "value": .string(value)], header: ["alg": algorithm])
  }

  /// A backchannel request; `null` among the changes removes a member.
  func begin(
    _ token: String, _ client: String = "EIDOLON_TEST", _ changes: JSONObject = [:],
    _ form: [String: String?] = [:], scenario: String? = nil, audience: String = "\(base)/token"
  ) throws -> TestAnswer {
    let now = Int(emulator.clock.now.seconds)
    var members: JSONObject = [
      "iss": .string(client), "aud": .string(Self.base), "client_id": .string(client),
      "scope": "openid service:EIDOLON_LOGIN profile", "login_hint_token": .string(try Self.hint(token)),
      "claims": ["id_token": ["name": .null]], "iat": .integer(now), "nbf": .integer(now),
      "exp": .integer(now + 300), "jti": .string(RelyingParty(client).unique()),
    ]
    if client == "EIDOLON_PING" { members["client_notification_token"] = .string(Self.notificationToken) }
    for (name, value) in changes { members[name] = value.isNull ? nil : value }
    var all: [String: String?] = ["request": try RelyingParty(client).requestObject(members)]
    all.merge(form) { $1 }
    return try call("backchannel/authentication", client, audience: audience, all, scenario: scenario)
  }

  /// The `auth_req_id` of a request for a person who was found.
  func accepted(
    _ client: String = "EIDOLON_TEST", _ changes: JSONObject = [:], scenario: String? = nil
  ) throws -> String {
    let token = try found(client, scenario: scenario).token
    let answer = try begin(token, client, changes)
    return try #require(answer.json["auth_req_id"]?.string, "\(answer.text)")
  }

  func ask(
    _ request: String, _ client: String = "EIDOLON_TEST", _ form: [String: String?] = [:],
    headers: Headers = [:]
  ) throws -> TestAnswer {
    var all: [String: String?] = ["grant_type": BackchannelGrant.type, "auth_req_id": request]
    all.merge(form) { $1 }
    return try call("token", client, audience: "\(Self.base)/token", all, headers: headers)
  }

  /// The claims of an id_token, decrypted and verified.
  func claims(_ token: String) throws -> JSONObject {
    let jws = try JWE(parsing: token).decryptNested(
      with: TestKeys.clientEncryption.jwk, allowing: [.rsaOAEP, .rsaOAEP256])
    try jws.verify(with: TestKeys.opSignature.publicJWK, allowing: [.rs256])
    return try JSONParser.parse(jws.payload).json.object ?? [:]
  }
}

/// A refused call: status, error, and the last rule that it broke.
func expectRefusal(
  _ answer: TestAnswer, _ status: Int, _ error: String, _ rule: String,
  _ location: SourceLocation = #_sourceLocation
) {
  #expect(answer.status == status, sourceLocation: location)
  #expect(answer.json["error"] == .string(error), sourceLocation: location)
  #expect(answer.findings.last == rule, sourceLocation: location)
}
