import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import ReuseID

@Suite struct `The person in a scenario of ReuseID` {
  @Test func `answers each time the app asks`() throws {
    let stage = try ReuseIDStage(stories: [
      "twice": #""phone": [{"do": "wrong_pin"}, {"do": "wrong_pin"}, {"do": "approve"}]"#
    ])
    _ = stage.stepUp(scenario: "twice")
    _ = stage.start()
    #expect(stage.finish().json["error"]?["remaining_attempts"] == 2)
    #expect(stage.finish().json["error"]?["remaining_attempts"] == 1)
    #expect(stage.finish().status == 200)
  }

  @Test(arguments: [("admin", 224), ("attempts", 226)])
  func `finds any device locked while the operation is open, and free afterwards`(
    word: String, code: Int
  ) throws {
    let stage = try ReuseIDStage(stories: ["locked": #""quirks": {"device_lock": "\#(word)"}"#])
    let begun = stage.stepUp(scenario: "locked")
    #expect(begun.findings == ["reuseid.device-locked"])
    #expect(stage.start().code == code)
    stage.emulator.advance(by: .seconds(300))
    _ = stage.stepUp()
    #expect(stage.start().status == 200)
  }

  @Test func `loses the session to another operation while the app is in it`() throws {
    let stage = try ReuseIDStage(stories: ["replaced": #""quirks": {"session_replaced": true}"#])
    let transaction = stage.transaction(stage.stepUp(scenario: "replaced"))
    _ = stage.start()
    let refused = stage.finish()
    #expect(refused.code == 201)
    #expect(refused.findings == ["reuseid.app-session-replaced"])
    #expect(stage.status(transaction) == "Cancelled")
  }

  @Test func `declines in the app, which cancels the session`() throws {
    let stage = try ReuseIDStage(stories: ["reject": #""phone": [{"do": "reject"}]"#])
    let transaction = stage.transaction(stage.stepUp(scenario: "reject"))
    _ = stage.start()
    #expect(stage.finish().code == 208)
    #expect(stage.status(transaction) == "Cancelled")
  }

  @Test func `does everything on the clock where a simulated handset runs`() throws {
    let stage = try ReuseIDStage(stories: [
      "simulated": #""quirks": {"handset": "simulated"}"#,
      "slow": """
      "quirks": {"handset": "simulated"},
      "phone": [{"after": "1s", "do": "open"}, {"after": "2s", "do": "wrong_pin"}, {"after": "3s", "do": "approve"},
                {"after": "9s", "do": "verify"}]
      """,
    ])
    let atOnce = stage.stepUp(scenario: "simulated")
    #expect(atOnce.json["data"]?["status"] == "Completed")
    let slow = stage.transaction(stage.stepUp(scenario: "slow"))
    var states: [String?] = []
    for _ in 0..<4 {
      states.append(stage.state(slow))
      stage.emulator.advance(by: .seconds(1))
    }
    #expect(states == ["created", "started", "started", "authenticated"])
    #expect(stage.status(slow) == "Pending")
    stage.emulator.advance(by: .seconds(5))
    #expect(stage.status(slow) == "Completed")
  }

  @Test func `locks the device with three wrong PINs on the clock`() throws {
    let stage = try ReuseIDStage(stories: [
      "lock": """
      "quirks": {"handset": "simulated"},
      "phone": [{"do": "wrong_pin"}, {"do": "wrong_pin"}, {"after": "1s", "do": "wrong_pin"}, {"after": "2s", "do": "approve"}]
      """
    ])
    let transaction = stage.transaction(stage.stepUp(scenario: "lock"))
    stage.emulator.advance(by: .seconds(5))
    #expect(stage.state(transaction) == "locked")
    #expect(stage.status(transaction) == "Failed")
    #expect(
      stage.api(.get, "/core/users/\(ReuseIDStage.user)/devices").json["data"]?[0]?["state"] == "LOCKED")
  }

  @Test(arguments: [
    ("fail_verification", "Failed", "VERIFICATION_FAILED"),
    ("cancel_verification", "Cancelled", "VERIFICATION_CANCELLED"),
  ])
  func `fails or leaves the verification`(verb: String, status: String, reason: String) throws {
    let stage = try ReuseIDStage(stories: [
      "story":
        #""quirks": {"handset": "simulated"}, "phone": [{"do": "approve"}, {"after": "1s", "do": "\#(verb)"}]"#
    ])
    let transaction = stage.transaction(stage.stepUp(scenario: "story"))
    stage.emulator.advance(by: .seconds(1))
    let data = stage.api(.get, "/step-up/\(transaction)").json["data"]
    #expect(data?["status"] == .string(status))
    #expect(data?["reason"] == .string(reason))
  }

  @Test func `may be a human at the phone`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.transaction(stage.stepUp())
    try stage.act("open", transaction)
    #expect(stage.state(transaction) == "started")
    try stage.act("wrong_pin", transaction)
    #expect(stage.start().json["remaining_attempts_pin"] == 2)
    try stage.act("approve", transaction)
    #expect(stage.state(transaction) == "authenticated")
    #expect(stage.finish().code == 207)
    try stage.act("verify", transaction)
    #expect(stage.status(transaction) == "Completed")
    #expect(throws: PhoneRefusal.decided(state: "completed")) { try stage.act("approve", transaction) }
    #expect(throws: PhoneRefusal.unknownTransaction) { try stage.act("approve", "nothing") }
    #expect(throws: PhoneRefusal.unknownVerb(closest: ["approve", "ignore"])) {
      try stage.act("aprove", transaction)
    }
  }

  @Test func `never reacts, and time runs out`() throws {
    let stage = try ReuseIDStage(stories: [
      "ignore":
        #""quirks": {"handset": "simulated"}, "phone": [{"do": "ignore"}], "lifetimes": {"session": "5s"}"#
    ])
    let transaction = stage.transaction(stage.stepUp(scenario: "ignore"))
    stage.emulator.advance(by: .seconds(4))
    #expect(stage.status(transaction) == "Pending")
    stage.emulator.advance(by: .seconds(1))
    #expect(stage.status(transaction) == "Expired")
  }

  @Test func `is the scenario's, else the device's, else the one whom externalRef names`() throws {
    let stage = try ReuseIDStage(stories: ["bob": #""person": "bob""#])
    _ = stage.authenticated()
    #expect(stage.verifier.taken.last?.person.key == "anna")
    _ = stage.authenticated(scenario: "bob")
    #expect(stage.verifier.taken.last?.person.key == "bob")
    let code =
      stage.api(.post, "/onboarding", ["externalRef": "bob"]).json["data"]?["activationCode"] ?? .null
    let registration =
      stage.app("startActivation", ["activation_code": code]).json["registration_id"] ?? .null
    _ = stage.app(
      "finishActivation", ["registration_id": registration, "auth_method": "DEVICE:PIN", "pin_code": "4711"])
    #expect(stage.verifier.taken.last?.person.key == "bob")
  }

  @Test func `is found by what the request says`() throws {
    let stage = try ReuseIDStage(stories: [
      "matched": """
      "when": {"is.flow": "step_up", "is.device": "\(ReuseIDStage.device)", "is.person": "anna", "is.channel": "api",
               "is.client": "backend", "externalRef": "x"}, "phone": [{"do": "reject"}]
      """
    ])
    _ = stage.stepUp()
    _ = stage.start()
    #expect(stage.finish().status == 200)
    _ = stage.stepUp(["externalRef": "x"])
    _ = stage.start()
    #expect(stage.finish().code == 208)
  }
}

@Suite struct `The faults of a scenario of ReuseID` {
  @Test func `strike the app's calls in their order, and what they replace does not happen`() throws {
    let stage = try ReuseIDStage(stories: [
      "down": """
      "faults": [{"at": "finish_authentication", "times": 1, "do": "respond", "status": 503,
        "body": {"error": {"code": 221, "name": "serverErrorServiceUnavailable"}}}]
      """
    ])
    let transaction = stage.transaction(stage.stepUp(scenario: "down"))
    _ = stage.start()
    #expect(stage.finish().code == 221)
    #expect(stage.state(transaction) == "started")
    #expect(stage.finish().status == 200)
  }

  @Test func `strike the start, the status and calls that no operation owns`() throws {
    let stage = try ReuseIDStage(stories: [
      "start": #""faults": [{"at": "step_up_start", "do": "respond", "status": 500}]"#,
      "status": #""faults": [{"at": "step_up_status", "nth": 2, "do": "respond", "status": 502}]"#,
      "config": #""faults": [{"at": "load_config", "do": "respond", "status": 503}]"#,
      "lost": #""faults": [{"at": "finish_authentication", "do": "lose_answer"}]"#,
    ])
    #expect(stage.stepUp(scenario: "start").status == 500)
    let transaction = stage.transaction(stage.stepUp(scenario: "status"))
    let codes = (0..<3).map { _ in stage.api(.get, "/step-up/\(transaction)").status }
    #expect(codes == [200, 502, 200])
    _ = stage.stepUp(scenario: "config")
    #expect(stage.app("loadConfig").status == 503)
    _ = stage.stepUp(scenario: "lost")
    _ = stage.start()
    #expect(stage.finish().transmission.shape == .empty)
    // What was done cannot be done again: the context is lost.
    #expect(stage.finish().code == 207)
  }
}

@Suite struct `The quirks of ReuseID` {
  func quirk(_ members: String) throws -> ReuseIDStage {
    try ReuseIDStage(client: "\"quirks\": {\(members)}")
  }

  @Test func `minimal: the documented contexts alone`() throws {
    let stage = try quirk(#""minimal": true"#)
    _ = stage.stepUp()
    #expect(stage.start().json.object?.names == ["pre_operation_context"])
    #expect(stage.finish().json.object?.names == ["post_operation_context"])
  }

  @Test func `pre_includes_version`() throws {
    let stage = try quirk(#""pre_includes_version": true"#)
    _ = stage.stepUp()
    let operation = stage.start().operation("pre_operation_context")
    #expect(operation?.object?.names == ["version", "operation", "provider", "processType"])
  }

  @Test func `context_encoding: url_safe has no padding`() throws {
    let stage = try quirk(#""context_encoding": "url_safe""#)
    _ = stage.stepUp()
    let encoded = stage.start().json["pre_operation_context"]?["context_content_b64"]?.string ?? ""
    #expect(!encoded.isEmpty && !encoded.hasSuffix("="))
  }

  @Test func `provider_word: that of the newer API`() throws {
    let stage = try quirk(#""provider_word": "signicatvideoid""#)
    _ = stage.stepUp()
    #expect(stage.start().operation("pre_operation_context")?["provider"] == "signicatvideoid")
  }

  @Test func `last_wrong_pin: 214 with none left`() throws {
    let stage = try quirk(#""last_wrong_pin": "failed", "failures_allowed": "1""#)
    _ = stage.stepUp()
    _ = stage.start()
    let answer = stage.finish(["pin_code": "0000"])
    #expect(answer.code == 214)
    #expect(answer.json["error"]?["remaining_attempts"] == 0)
    #expect(answer.json["error"]?["recoverable"] == false)
    #expect(stage.start().code == 226)
  }

  @Test func `lock_scope: the method alone`() throws {
    let stage = try ReuseIDStage(
      client: #""quirks": {"lock_scope": "method"}"#,
      device: #""pin": "2580", "auth_methods": ["DEVICE:PIN", "DEVICE:IOS_FACE_ID"]"#)
    _ = stage.stepUp()
    _ = stage.start()
    for _ in 0..<3 { _ = stage.finish(["pin_code": "0000"]) }
    _ = stage.stepUp()
    #expect(stage.start().status == 200)
    #expect(stage.finish().code == 226)
    #expect(stage.finish(["auth_method": "DEVICE:IOS_FACE_ID"]).status == 200)
  }

  @Test func `push_delivery and the lifetime push: lost or late, and the app works without`() throws {
    let path = "/reuseid/mobileid/app/push?registration_id=\(ReuseIDStage.device)"
    let lost = try quirk(#""push_delivery": "lost""#)
    _ = lost.stepUp()
    #expect(lost.emulator.get(path).json == ["pushes": []])
    #expect(lost.start().status == 200)
    let late = try ReuseIDStage(stories: ["late": #""lifetimes": {"push": "30s"}"#])
    _ = late.stepUp(scenario: "late")
    #expect(late.emulator.get(path).json == ["pushes": []])
    late.emulator.advance(by: .seconds(30))
    #expect(late.emulator.get(path).json["pushes"]?.array?.count == 1)
    #expect(late.emulator.get("/reuseid/mobileid/app/push?registration_id=x").code == 202)
    #expect(late.emulator.get("/reuseid/mobileid/nobodys/push").code == 237)
  }

  @Test func `verification_retries: as many attempts are ordered, and a handset fails as often`() throws {
    let stage = try quirk(#""verification_retries": "twice""#)
    let transaction = stage.authenticated()
    #expect(stage.verifier.taken.last?.attempts == 3)
    #expect(stage.verifier.taken.last?.lifetime == .seconds(900))
    for _ in 0..<2 {
      try stage.act("fail_verification", transaction)
      #expect(stage.status(transaction) == "Pending")
    }
    try stage.act("fail_verification", transaction)
    #expect(stage.status(transaction) == "Failed")
  }

  @Test func `activation_code_length: that of the configuration`() throws {
    let stage = try quirk(#""activation_code_length": "6""#)
    let code = stage.api(.post, "/onboarding", [:]).json["data"]?["activationCode"]?.string
    #expect(code?.count == 6)
    #expect(stage.app("loadConfig").json["activation_code_length"] == 6)
  }

  @Test func `problem_type: the vendor's own URL`() throws {
    let stage = try quirk(#""problem_type": "vendor""#)
    #expect(
      stage.stepUp(["deviceId": "x"]).json["type"] == "https://api.signicat.com/reuseid/core/openapi.json")
    #expect(
      stage.exchange(ReuseIDStage.grant("made-up")).json["error_uri"]
        == "https://api.signicat.com/auth/open/config/errors/invalid_grant")
  }

  @Test func `lifetimes: a session of the length that the backend asks for`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.transaction(stage.authentication(["requestedExpiry": 20]))
    stage.emulator.advance(by: .seconds(20))
    #expect(stage.start().code == 209)
    #expect(stage.api(.get, "/core/transactions/\(transaction)").json["state"] == "EXPIRED")
    #expect(stage.authentication(["requestedExpiry": 0]).status == 422)
    #expect(stage.authentication(["authLevel": "THREE_FACTOR"]).status == 422)
    #expect(stage.authentication(["preOperationContext": "text"]).status == 422)
    #expect(stage.authentication(["preOperationContext": ["content": "x"]]).status == 422)
  }

  @Test(arguments: [("1ms", true), ("20m", false)])
  func `lifetimes: says of a verification whether the story cuts it short`(length: String, isCutShort: Bool)
    throws
  {
    let stage = try ReuseIDStage(stories: ["length": #""lifetimes": { "verification": "\#(length)" }"#])
    _ = stage.authenticated(scenario: "length")
    #expect(stage.verifier.taken.map(\.isCutShort) == [isCutShort])
  }

  @Test func `lifetimes: the verification that never ends runs out`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.authenticated()
    stage.emulator.advance(by: .seconds(899))
    #expect(stage.status(transaction) == "Pending")
    stage.emulator.advance(by: .seconds(1))
    #expect(stage.status(transaction) == "Expired")
    // The token of the API has run out meanwhile and was fetched again.
    stage.verifier.end()
    #expect(stage.status(transaction) == "Expired")
  }
}
