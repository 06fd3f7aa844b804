import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import Testing

@testable import Veridium

@Suite struct `The switches of VeridiumID (§5)` {
  /// An emulator whose friend has one switch set, and a story.
  func emulator(_ quirk: String, _ value: String, story: String = "") throws -> TestEmulator {
    try VeridiumTestWorld.emulator(
      friend: #""quirks": { "\#(quirk)": \#(value) }"#, stories: ["story": story])
  }

  @Test func `are each expected by a test of this folder`() throws {
    let tests = try VeridiumTests.text()
    for quirk in VeridiumQuirk.allCases {
      #expect(
        tests.contains("\"\(quirk.rawValue)\"") || tests.contains("\\\"\(quirk.rawValue)\\\""),
        "\(quirk.rawValue)")
    }
  }

  @Test func `give errors HTTP 200 and an error number in the vendor's other style: "http_errors"`() throws {
    let emulator = try emulator("http_errors", "false")
    for (answer, code) in [
      (emulator.send(.begin(["memberExternalId": "X"])), 1002),
      (emulator.send(FriendCall.status("x")), 1005),
      (emulator.send(FriendCall.status("x").with { $0.mediaType = nil }), 1006),
      (emulator.send(FriendCall.status("x").with { $0.body = [] }), 1000),
    ] {
      #expect(answer.status == 200)
      #expect(emulator.errorCode(answer) == code)
      #expect(!answer.findings.isEmpty)
    }
  }

  @Test func `leave the error out of successful answers: "error_member"`() throws {
    let emulator = try emulator("error_member", "false")
    let begun = emulator.send(.begin())
    #expect(begun.json.object?.names == ["sessionId"])
    let status = emulator.send(FriendCall.status(begun.json["sessionId"]?.string ?? ""))
    #expect(status.json.object?.names == ["sessionId", "status", "data"])
  }

  @Test(arguments: [
    ("distinct", ["CANCELED", "FAILED", "TIMEOUT"]), ("failed", ["FAILED", "FAILED", "FAILED"]),
    ("british", ["CANCELLED", "FAILED", "TIMEOUT"]),
    ("unknown", ["DENIED_BY_POLICY", "DENIED_BY_POLICY", "DENIED_BY_POLICY"]),
  ]) func `choose the words of failure: "failure_status"`(word: String, expected: [String]) throws {
    let words = try ["reject", "fail", "time_out"].map { verb in
      let emulator = try emulator("failure_status", "\"\(word)\"", story: #""phone": [{ "do": "\#(verb)" }]"#)
      return emulator.status(emulator.session(scenario: "story"))
    }
    #expect(words == expected)
    let good = try emulator("failure_status", "\"\(word)\"")
    #expect(good.status(good.session(scenario: "story")) == "COMPLETED")
  }

  @Test(arguments: [("status", "didFinishAuthentication"), ("delegate", "didCancelAuthentication")])
  func `choose how the app learns of a cancellation: "cancel_delivery"`(word: String, method: String) throws {
    let emulator = try emulator("cancel_delivery", "\"\(word)\"", story: #""phone": [{ "do": "cancel" }]"#)
    let answer = emulator.authenticate(emulator.session(scenario: "story"))
    #expect(answer.json["status"] == "CANCELED")
    #expect(answer.json["delegate"]?.string == method)
    #expect(answer.json["error"] == .null)
  }

  @Test(arguments: [("error", "didFailAuthentication"), ("status", "didFinishAuthentication")])
  func `choose how the app learns of a failure: "failure_delivery"`(word: String, method: String) throws {
    let emulator = try emulator(
      "failure_delivery", "\"\(word)\"", story: #""phone": [{ "do": "fail", "reason": "attemptsUsedUp" }]"#)
    let answer = emulator.authenticate(emulator.session(scenario: "story"))
    #expect(answer.json["status"] == "FAILED")
    #expect(answer.json["delegate"]?.string == method)
    #expect((answer.json["error"]?["code"] == 41) == (word == "error"))
  }

  @Test(arguments: [("when_opened", "CREATED", "OPPORTUNITY"), ("at_once", "COMPLETED", "COMPLETED")])
  func `say whether an app answers by itself: "app_answers"`(word: String, push: String, code: String) throws
  {
    let emulator = try emulator("app_answers", "\"\(word)\"")
    #expect(emulator.status(emulator.session()) == push)
    let shown = emulator.send(.opportunity()).json["sessionId"]?.string ?? ""
    #expect(emulator.status(shown) == "OPPORTUNITY")
    emulator.advance(by: .seconds(4))
    #expect(emulator.status(shown) == code)
  }

  @Test func `let the two sources of truth disagree: "truth"`() throws {
    let server = try emulator("truth", "\"server_only\"")
    let first = server.session()
    #expect(server.authenticate(first).json["status"] == "FAILED")
    #expect(server.status(first) == "COMPLETED")
    let app = try emulator("truth", "\"sdk_only\"")
    let second = app.session()
    let answer = app.authenticate(second)
    #expect(answer.json["status"] == "AUTHENTICATED" && answer.json["identityToken"]?.string != nil)
    let status = app.send(FriendCall.status(second)).json
    #expect(status["status"] == "FAILED" && status["data"] == .null)
  }

  @Test func `of a scenario win over the friend's: "exp_in_ms", "token_claims", "token_in_status"`() throws {
    let emulator = try emulator("error_member", "false", story: #""quirks": { "error_member": true }"#)
    #expect(emulator.send(.begin(scenario: "story")).json["error"] != nil)
    #expect(emulator.send(.begin()).json["error"] == nil)
  }

  @Test(arguments: [("readable", 5), ("session", 7), ("long_poll", 3), ("identity_token", 60)])
  func `beside them, lifetimes are a story's to change`(name: String, seconds: Int) throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "story": #""phone": [], "lifetimes": { "\#(name)": "\#(seconds)s" }"#,
      "token": #""lifetimes": { "identity_token": "\#(seconds)s" }"#,
    ])
    let session = emulator.session(scenario: "story")
    switch name {
    case "session":
      emulator.advance(by: .seconds(seconds))
      #expect(emulator.status(session) == "TIMEOUT")
    case "readable":
      emulator.advance(by: .seconds(120 + seconds))
      #expect(emulator.send(FriendCall.status(session)).status == 404)
    case "long_poll":
      #expect(emulator.send(FriendCall.longPoll(session)).atMost == .seconds(seconds))
    default:
      let token =
        emulator.authenticate(emulator.session(scenario: "token")).json["identityToken"]?.string ?? ""
      let claims = try `The IdentityToken (§1e)`.claims(token, emulator)
      #expect((claims["exp"]?.integer ?? 0) - (claims["iat"]?.integer ?? 0) == seconds)
    }
  }
}

@Suite struct `Faults at VeridiumID's endpoints` {
  @Test func `strike the status twice and let the third call through`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "story": #"""
      "faults": [{ "at": "session_status", "times": 2, "do": "respond", "status": 503,
        "body": { "error": { "errorCode": 1099, "errorDescription": "Service unavailable" } } }]
      """#
    ])
    let session = emulator.session(scenario: "story")
    let answers = (1...3).map { _ in emulator.send(FriendCall.status(session)) }
    #expect(answers.map(\.status) == [503, 503, 200])
    #expect(emulator.errorCode(answers[0]) == 1099)
  }

  @Test func `refuse the request itself, whose session nobody learns of`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "story": #""faults": [{ "at": "authentication_request", "do": "respond", "status": 500 }]"#
    ])
    #expect(emulator.send(.begin(scenario: "story")).status == 500)
  }

  @Test func `rotate the keys before the token is signed`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "story": #""faults": [{ "at": "sdk_authenticate", "do": "rotate_keys" }]"#
    ])
    let before = emulator.sandbox.keys.signingIdentifier
    #expect(emulator.authenticate(emulator.session(scenario: "story")).json["status"] == "AUTHENTICATED")
    #expect(emulator.sandbox.keys.signingIdentifier != before)
  }

  @Test func `strike profile and key calls, which belong to no session`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "story": #"""
      "faults": [{ "at": "static_profile", "do": "respond", "status": 500 }, { "at": "jwks", "do": "respond", "status": 503 }]
      """#
    ])
    _ = emulator.session(scenario: "story")
    #expect(emulator.send(FriendCall.profile("anna.peeters@example.test")).status == 500)
    #expect(emulator.get("/veridium/jwks.json").status == 503)
    #expect(emulator.get("/veridium/jwks.json").status == 200)
  }
}
