import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON

@testable import Itsme

// From a user discovery over the backchannel request to the tokens.
extension FaultWalk {
  static let itsmeV2Backchannel: [String: Owned] = [
    "user_discovery": { emulator, story in try discover(emulator, story) },
    "user_discovery_poll": { emulator, story in try poll(emulator, story) },
    "backchannel": { emulator, story in try begin(emulator, story) },
  ]

  private static let base = "\(TestEmulator.address)/itsme-v2/v2"

  private static func discover(_ emulator: TestEmulator, _ story: String) throws -> TestAnswer {
    try call(emulator, "user_discovery_sessions", story, for: "\(base)/backchannel/authentication")
  }

  private static func poll(_ emulator: TestEmulator, _ story: String) throws -> TestAnswer {
    let session = try discover(emulator, story).json["user_discovery_session_id"]?.string ?? ""
    return try call(
      emulator, "user_discovery_sessions/\(session)", for: "\(base)/backchannel/authentication")
  }

  private static func begin(_ emulator: TestEmulator, _ story: String) throws -> TestAnswer {
    let token = try poll(emulator, story).json["user_identifier_token"] ?? .null
    let party = RelyingParty("BACK")
    let request = try party.requestObject([
      "iss": "BACK", "aud": .string(base), "client_id": "BACK", "scope": "openid service:LOGIN",
      "login_hint_token": .string(
        try party.requestObject(["type": "user_identifier_token", "value": token])),
    ])
    return try call(emulator, "backchannel/authentication", for: "\(base)/token", ["request": request])
  }

  private static func call(
    _ emulator: TestEmulator, _ path: String, _ story: String? = nil, for audience: String,
    _ form: [String: String] = [:]
  ) throws -> TestAnswer {
    let authentication = [
      "client_id": "BACK",
      "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      "client_assertion": try RelyingParty("BACK").assertion(
        audience: .string(audience), at: emulator.clock.now),
    ]
    return emulator.post(
      "/itsme-v2/v2/\(path)", Form(authentication.merging(form) { $1 }, changing: [:]),
      headers: story.map { ["Eidolon-Scenario": $0] } ?? [:])
  }
}
