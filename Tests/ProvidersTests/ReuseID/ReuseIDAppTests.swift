import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import ReuseID

@Suite struct `The app's authentication (1b, 3)` {
  @Test func `goes from start to finish, and the step-up ends with the verification`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.transaction(stage.stepUp())
    let started = stage.start()
    #expect(
      started.json.object?.names == [
        "session_id", "purpose", "last_attempt", "total_attempts_pin", "remaining_attempts_pin",
        "auth_methods",
        "pin_code_length_min", "pin_code_length_max", "pin_code_type", "pre_operation_context", "status",
      ])
    #expect(started.json["purpose"] == "AUTHENTICATION")
    #expect(started.json["last_attempt"] == .null)
    #expect(started.json["total_attempts_pin"] == 3)
    #expect(started.json["auth_methods"] == ["DEVICE", "DEVICE:PIN"])
    #expect(started.json["pin_code_type"] == "NUMERIC")
    #expect(stage.state(transaction) == "started")
    let finished = stage.finish()
    #expect(finished.json.object?.names == ["response_type", "post_operation_context", "status"])
    #expect(finished.json["response_type"] == 0)
    #expect(stage.state(transaction) == "authenticated")
    #expect(stage.status(transaction) == "Pending")
    stage.verifier.begin()
    #expect(stage.state(transaction) == "verifying")
    #expect(stage.status(transaction) == "Pending")
    stage.verifier.end()
    #expect(stage.status(transaction) == "Completed")
    #expect(stage.state(transaction) == "completed")
    for answer in [started, finished] { #expect(answer.findings.isEmpty) }
  }

  @Test func `shows a person no context that is for the library alone`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.transaction(stage.stepUp())
    let request = stage.emulator.control(.get, "transactions/\(transaction)/phone").json
    #expect(request["heading"] == "Confirm, then verify your identity")
    #expect(request["text"] == nil)
  }

  @Test func `is the same session when it is started again: the app was restarted`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp()
    let first = stage.start()
    let second = stage.start()
    #expect(first.json["session_id"] == second.json["session_id"])
    #expect(first.text == second.text)
    #expect(second.findings.isEmpty)
  }

  @Test func `may name its session`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp()
    let session = stage.start().json["session_id"] ?? .null
    #expect(stage.finish(["session_id": session]).status == 200)
  }

  @Test func `takes the method in both its spellings`() throws {
    for method in ["DEVICE:PIN", "DEVICE_PIN"] {
      let stage = try ReuseIDStage()
      _ = stage.stepUp()
      _ = stage.start()
      #expect(stage.finish(["auth_method": .string(method)]).status == 200)
    }
  }

  @Test func `takes a finger or face that is active on the device, without a PIN`() throws {
    let stage = try ReuseIDStage(device: #""auth_methods": ["DEVICE:PIN", "DEVICE:IOS_FACE_ID"]"#)
    let transaction = stage.transaction(stage.stepUp())
    #expect(stage.start().json["auth_methods"] == ["DEVICE", "DEVICE:PIN", "DEVICE:IOS_FACE_ID"])
    #expect(stage.finish(["auth_method": "DEVICE:IOS_FACE_ID", "pin_code": .null]).status == 200)
    let result = stage.api(.get, "/core/transactions/\(transaction)").json
    #expect(result["operationProperties"]?["authMethod"] == "DEVICE_IOS_FACE_ID")
  }

  @Test func `needs nobody to verify only when nothing is verified`() throws {
    let stage = try ReuseIDStage(verifies: false)
    _ = stage.authentication()
    _ = stage.start()
    #expect(stage.finish().json["response_type"] == -1)
    _ = stage.stepUp()
    _ = stage.start()
    let answer = stage.finish()
    #expect(answer.code == 221)
    #expect(answer.status == 503)
  }

  @Test func `is told of a failed verification, of one that ran out, and of one that was left`() throws {
    for (ending, status): (IdentityVerifications.Ending, String) in [
      (.failed(identifier: "v", reason: "why"), "Failed"), (.expired, "Expired"),
    ] {
      let stage = try ReuseIDStage()
      let transaction = stage.authenticated()
      stage.verifier.end(ending)
      #expect(stage.status(transaction) == status)
      // What has ended stays ended.
      stage.verifier.end()
      #expect(stage.status(transaction) == status)
    }
  }

  @Test func `loads its configuration`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.app("loadConfig", ["registration_id": .null])
    #expect(answer.json["activation_code_length"] == 10)
    #expect(answer.json["activation_code_type"] == "NUMERIC")
    #expect(answer.json["status"] == "OK")
  }

  @Test func `gives its registration up for good`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.transaction(stage.stepUp())
    #expect(stage.app("deactivate", ["only_locally": true]).status == 200)
    #expect(stage.start().status == 200)
    #expect(stage.app("deactivate").json["status"] == "OK")
    #expect(stage.start().code == 202)
    #expect(stage.app("deactivate").code == 202)
    #expect(stage.status(transaction) == "Cancelled")
    let result = stage.api(.get, "/core/transactions/\(transaction)").json
    #expect(result["device"]?["state"] == "DELETED")
  }
}

@Suite struct `The errors of the library (1b)` {
  @Test func `have the library's names and keys`() {
    #expect(ReuseID.MobileError.authenticationFailed.name == "serverErrorAuthenticationFailed")
    #expect(ReuseID.MobileError.authenticationFailed.key == "server.error.authenticationFailed")
    #expect(ReuseID.MobileError.noSession.key == "server.error.noSession")
    #expect(ReuseID.MobileError.unexpected.key == "server.error.unexpected")
    #expect(Set(ReuseID.MobileError.allCases.map(\.name)).count == ReuseID.MobileError.allCases.count)
  }

  @Test func `214, 214, 226: wrong PINs lock, at finish and then at start`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.transaction(stage.stepUp())
    _ = stage.start()
    let first = stage.finish(["pin_code": "0000"])
    #expect(first.status == 401)
    #expect(
      first.json == [
        "error": [
          "code": 214, "name": "serverErrorAuthenticationFailed", "key": "server.error.authenticationFailed",
          "description": "Incorrect response to authentication challenge", "remaining_attempts": 2,
          "recoverable": true,
        ]
      ])
    let again = stage.start()
    #expect(again.json["remaining_attempts_pin"] == 2)
    #expect(again.json["last_attempt"] == "2026-11-21T12:00:00.000Z")
    #expect(stage.finish(["pin_code": "0001"]).json["error"]?["remaining_attempts"] == 1)
    let last = stage.finish(["pin_code": "0002"])
    #expect(last.status == 423)
    #expect(last.code == 226)
    #expect(last.json["error"]?["remaining_attempts"] == nil)
    #expect(stage.status(transaction) == "Failed")
    #expect(stage.state(transaction) == "locked")
    #expect(stage.start().code == 226)
    let finish = stage.finish()
    #expect(finish.code == 226)
    #expect(finish.findings == ["reuseid.app-locked"])
    #expect(stage.stepUp().findings == ["reuseid.device-locked"])
  }

  @Test func `214 counts over sessions, and a right PIN forgets`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp()
    _ = stage.start()
    _ = stage.finish(["pin_code": "0000"])
    _ = stage.app("cancelSession")
    _ = stage.stepUp()
    #expect(stage.start().json["remaining_attempts_pin"] == 2)
    #expect(stage.finish().status == 200)
    _ = stage.stepUp()
    #expect(stage.start().json["remaining_attempts_pin"] == 3)
  }

  @Test func `224: locked by an administrator, until unlocked`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp()
    let path = "/core/devices/\(ReuseIDStage.device)"
    #expect(stage.api(.post, "\(path)/lock").json["data"]?["state"] == "LOCKED")
    #expect(stage.start().code == 224)
    #expect(stage.finish().code == 224)
    #expect(stage.api(.post, "\(path)/unlock").json["data"]?["state"] == "ACTIVE")
    #expect(stage.start().status == 200)
    #expect(stage.api(.post, "/core/devices/nothing/lock").status == 404)
    let locked = try ReuseIDStage(device: #""locked": true"#)
    _ = locked.stepUp()
    #expect(locked.start().code == 224)
  }

  @Test func `202: an unknown registration`() throws {
    let stage = try ReuseIDStage()
    for method in [
      "startAuthentication", "finishAuthentication", "cancelSession", "deactivate", "finishActivation",
    ] {
      let answer = stage.app(method, ["registration_id": "unknown"])
      #expect(answer.code == 202, "\(method)")
      #expect(answer.status == 404)
      #expect(answer.findings == ["reuseid.registration-unknown"])
    }
  }

  @Test func `219 and 237: another application, and one that nobody has`() throws {
    let stage = try ReuseIDStage()
    let mismatch = stage.app("startAuthentication", application: "other-app")
    #expect(mismatch.code == 219)
    #expect(mismatch.findings == ["reuseid.application-mismatch"])
    let unknown = stage.app("startAuthentication", application: "nobodys")
    #expect(unknown.code == 237)
    #expect(unknown.findings == ["reuseid.application-unknown"])
  }

  @Test func `208: nothing is pending at start, finish and cancel`() throws {
    let stage = try ReuseIDStage()
    let start = stage.start()
    #expect(start.code == 208)
    #expect(start.status == 404)
    #expect(start.findings == ["reuseid.no-session"])
    #expect(stage.finish().code == 208)
    #expect(stage.app("cancelSession").code == 208)
  }

  @Test func `208: a finish before the start`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp()
    let answer = stage.finish()
    #expect(answer.code == 208)
    #expect(answer.findings == ["reuseid.finish-before-start"])
  }

  @Test func `207: a second finish`() throws {
    let stage = try ReuseIDStage()
    _ = stage.authenticated()
    let answer = stage.finish()
    #expect(answer.code == 207)
    #expect(answer.status == 409)
    #expect(answer.findings == ["reuseid.finished-twice"])
    #expect(stage.start().code == 208)
  }

  @Test func `209 once and then 208: time ran out`() throws {
    for callFirst in ["startAuthentication", "finishAuthentication"] {
      let stage = try ReuseIDStage()
      let transaction = stage.transaction(stage.stepUp())
      if callFirst == "finishAuthentication" { _ = stage.start() }
      stage.emulator.advance(by: .seconds(300))
      let expired = callFirst == "finishAuthentication" ? stage.finish() : stage.start()
      #expect(expired.code == 209)
      #expect(expired.status == 410)
      #expect(expired.findings == ["reuseid.session-expired"])
      #expect(stage.start().code == 208)
      #expect(stage.status(transaction) == "Expired")
    }
  }

  @Test func `201: a newer operation took the session's place while the app was in it`() throws {
    let stage = try ReuseIDStage()
    let older = stage.transaction(stage.stepUp())
    _ = stage.start()
    let newer = stage.stepUp()
    #expect(newer.findings == ["reuseid.session-replaced"])
    let answer = stage.finish()
    #expect(answer.code == 201)
    #expect(answer.status == 500)
    #expect(answer.findings == ["reuseid.app-session-replaced"])
    #expect(stage.state(older) == "replaced")
    #expect(stage.api(.get, "/step-up/\(older)").json["data"]?["reason"] == "REPLACED")
    // The newer one is there for the next start.
    #expect(stage.start().status == 200)
    #expect(stage.finish().status == 200)
    #expect(stage.state(stage.transaction(newer)) == "authenticated")
  }

  @Test func `208 after a cancel`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.transaction(stage.stepUp())
    _ = stage.start()
    #expect(stage.app("cancelSession").json == ["status": "OK"])
    #expect(stage.finish().code == 208)
    #expect(stage.app("cancelSession").code == 208)
    #expect(stage.status(transaction) == "Cancelled")
  }

  @Test func `210: the push session is missing or wrong where it is wanted`() throws {
    let stage = try ReuseIDStage(client: #""quirks": {"push_validation": true}"#)
    _ = stage.stepUp()
    let push = stage.emulator.get("/reuseid/mobileid/app/push?registration_id=\(ReuseIDStage.device)")
    let number = push.json["pushes"]?[0]?["pushSessionId"]?.integer ?? -1
    #expect(push.json["pushes"]?[0]?["type"] == "start")
    for wrong: JSON in [.null, .integer(number + 1)] {
      let answer = stage.start(["push_session_id": wrong])
      #expect(answer.code == 210)
      #expect(answer.status == 403)
      #expect(answer.findings == ["reuseid.push-session-wrong"])
    }
    #expect(stage.start(["push_session_id": .integer(number)]).status == 200)
  }

  @Test func `211: the app begins by itself, which must be enabled`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.start(["client_only": true])
    #expect(answer.code == 211)
    #expect(answer.findings == ["reuseid.client-only-refused"])
    let enabled = try ReuseIDStage(client: #""quirks": {"client_only": true}"#)
    let started = enabled.start(["client_only": true, "client_data": "YQ=="])
    #expect(started.json["pre_operation_context"] == nil)
    #expect(enabled.finish().json["response_type"] == -1)
    let operations = enabled.api(.get, "/core/devices/\(ReuseIDStage.device)/transactions").json["data"]
    #expect(operations?[0]?["state"] == "COMPLETED")
  }

  @Test func `230, 231 and 232: a method that is not active, not allowed, or too weak`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp()
    _ = stage.start()
    let inactive = stage.finish(["auth_method": "DEVICE:IOS_FACE_ID"])
    #expect(inactive.code == 230)
    #expect(inactive.findings == ["reuseid.method-not-active"])
    // No word of the vendor's.
    let unknown = stage.finish(["auth_method": "DEVICE:ANDROID_BIOMETRIC"])
    #expect(unknown.code == 231)
    #expect(unknown.findings == ["reuseid.method-not-allowed"])
    let weak = stage.finish(["auth_method": "DEVICE", "pin_code": .null])
    #expect(weak.code == 232)
    #expect(weak.findings == ["reuseid.factor-too-weak"])
    #expect(stage.finish().status == 200)
    _ = stage.authentication(["authLevel": "ONE_FACTOR"])
    _ = stage.start()
    #expect(stage.finish(["auth_method": "DEVICE", "pin_code": .null]).status == 200)
  }

  @Test func `236: a session of another purpose`() throws {
    let stage = try ReuseIDStage()
    _ = stage.stepUp()
    _ = stage.start()
    let answer = stage.app("finishActivation", ["auth_method": "DEVICE:PIN", "pin_code": "2580"])
    #expect(answer.code == 236)
    #expect(answer.findings == ["reuseid.wrong-purpose"])
  }

  @Test func `238 to 241: a version of the library that is not let in`() throws {
    let stage = try ReuseIDStage(
      client: #""minimum_api_version": "3.11", "refused_api_versions": ["3.12.1"]"#)
    _ = stage.stepUp()
    for (version, code) in [("2.9.9", 238), ("4.0.0", 239), ("3.10.7", 240), ("3.12.1", 241), ("x", 245)] {
      let answer = stage.app("startAuthentication", headers: ["X-Encap-Api-Version": version])
      #expect(answer.code == code, "\(version)")
      #expect(answer.status == (code == 245 ? 400 : 426))
      #expect(
        answer.findings == [code == 245 ? "reuseid.app-parameter-malformed" : "reuseid.library-version"])
    }
    #expect(stage.app("startAuthentication", headers: ["X-Encap-Api-Version": "3.11.3"]).status == 200)
  }

  @Test func `243, 244 and 245: content that is not an object, and parameters that are missing or wrong`()
    throws
  {
    let stage = try ReuseIDStage()
    let broken = stage.emulator.send(
      Request(
        .post, "/reuseid/mobileid/app/startAuthentication", headers: ["Content-Type": "application/json"],
        body: Array("{".utf8)))
    #expect(broken.code == 243)
    #expect(broken.findings == ["reuseid.app-body-malformed"])
    let missing = stage.app("startAuthentication", ["registration_id": .null])
    #expect(missing.code == 244)
    #expect(missing.json["error"]?["description"] == "registration_id is missing")
    #expect(missing.findings == ["reuseid.app-parameter-missing"])
    _ = stage.stepUp()
    for changes: JSONObject in [
      ["registration_id": 7], ["client_only": "yes"], ["push_session_id": "7"], ["client_data": "?"],
    ] {
      let answer = stage.start(changes)
      #expect(answer.code == 245, "\(changes)")
      #expect(answer.findings == ["reuseid.app-parameter-malformed"])
    }
    _ = stage.start()
    #expect(stage.finish(["pin_code": .null]).code == 244)
    #expect(stage.finish(["auth_method": .null]).code == 244)
    for pin in ["123", "123456789", "12a4"] { #expect(stage.finish(["pin_code": .string(pin)]).code == 245) }
    let undeclared = stage.emulator.send(
      Request(
        .post, "/reuseid/mobileid/app/startAuthentication",
        body: Array(#"{"registration_id":"\#(ReuseIDStage.device)"}"#.utf8)))
    #expect(undeclared.status == 200)
    #expect(undeclared.findings == ["reuseid.app-content-type"])
  }

  @Test func `have remaining attempts on authentication errors alone`() throws {
    let stage = try ReuseIDStage()
    #expect(stage.start().json["error"]?["remaining_attempts"] == nil)
    #expect(stage.start().json["error"]?["recoverable"] == false)
  }
}

@Suite struct `The app's activation (1b)` {
  func onboarding(_ stage: ReuseIDStage, _ body: JSONObject = ["externalRef": "anna"]) -> TestAnswer {
    stage.api(.post, "/onboarding", .object(body))
  }

  @Test func `begins with the code of the onboarding and leads to the verification`() throws {
    let stage = try ReuseIDStage()
    let answer = onboarding(stage, ["externalRef": "anna", "eidProviderOptions": ["docType": 62]])
    let data = answer.json["data"]
    #expect(
      data?.object?.names == [
        "status", "transactionId", "userId", "activationCode", "dossierId", "processId",
      ])
    let code = data?["activationCode"]?.string ?? ""
    #expect(code.wholeMatch(of: /[0-9]{10}/) != nil)
    let started = stage.app("startActivation", ["registration_id": .null, "activation_code": .string(code)])
    #expect(
      started.json.object?.names == [
        "registration_id", "pin_code_length_min", "pin_code_length_max", "pin_code_type", "auth_methods",
        "status",
      ])
    // Fingers and faces are added later.
    #expect(started.json["auth_methods"] == ["DEVICE:PIN"])
    let registration = started.json["registration_id"] ?? .null
    let finished = stage.app(
      "finishActivation", ["registration_id": registration, "auth_method": "DEVICE:PIN", "pin_code": "4711"])
    let operation = finished.operation("post_operation_context")
    #expect(operation?["operation"] == "activation")
    #expect(operation?["eidProviderOptions"] == ["docType": 62])
    let transaction = stage.transaction(answer)
    #expect(stage.api(.get, "/onboarding/\(transaction)").json["data"]?["status"] == "Pending")
    stage.verifier.end()
    #expect(stage.api(.get, "/onboarding/\(transaction)").json["data"]?["status"] == "Completed")
    #expect(stage.api(.get, "/core/transactions/\(transaction)").json["type"] == "ACTIVATION")
    for answer in [answer, started, finished] { #expect(answer.findings.isEmpty) }

    // The device that came about can be stepped up, with its own PIN and no other.
    let user = data?["userId"] ?? .null
    #expect(stage.stepUp(["userId": user, "deviceId": registration]).status == 200)
    #expect(stage.start(["registration_id": registration]).status == 200)
    #expect(stage.finish(["registration_id": registration, "pin_code": "2580"]).code == 214)
    #expect(stage.finish(["registration_id": registration, "pin_code": "4711"]).status == 200)
  }

  @Test func `200: a wrong or used code`() throws {
    let stage = try ReuseIDStage()
    let code = onboarding(stage).json["data"]?["activationCode"] ?? .null
    let wrong = stage.app("startActivation", ["activation_code": "0000000000"])
    #expect(wrong.code == 200)
    #expect(wrong.status == 400)
    #expect(wrong.findings == ["reuseid.activation-code-wrong"])
    #expect(stage.app("startActivation", ["activation_code": code]).status == 200)
    #expect(stage.app("startActivation", ["activation_code": code]).code == 200)
    #expect(stage.app("startActivation", ["activation_code": .null]).code == 244)
  }

  @Test func `209, 219: a code that is too old, or of another application`() throws {
    let stage = try ReuseIDStage()
    let code = onboarding(stage).json["data"]?["activationCode"] ?? .null
    #expect(stage.app("startActivation", ["activation_code": code], application: "other-app").code == 219)
    stage.emulator.advance(by: .seconds(300))
    #expect(stage.app("startActivation", ["activation_code": code]).code == 209)
  }

  @Test func `234, 231, 244, 245: what cannot be activated`() throws {
    let stage = try ReuseIDStage()
    let code = onboarding(stage).json["data"]?["activationCode"] ?? .null
    let registration =
      stage.app("startActivation", ["activation_code": code]).json["registration_id"] ?? .null
    func finish(_ changes: JSONObject) -> TestAnswer {
      var body: JSONObject = ["registration_id": registration]
      for (name, value) in changes { body[name] = value }
      return stage.app("finishActivation", body)
    }
    let biometric = finish(["auth_method": "DEVICE:IOS_FACE_ID"])
    #expect(biometric.code == 234)
    #expect(biometric.findings == ["reuseid.pin-first"])
    #expect(finish(["auth_method": "DEVICE"]).code == 231)
    #expect(finish(["auth_method": "DEVICE:PIN"]).code == 244)
    #expect(finish(["auth_method": "DEVICE:PIN", "pin_code": "1"]).code == 245)
    #expect(finish([:]).code == 244)
    // A start of an authentication meets the activation.
    #expect(stage.start(["registration_id": registration]).code == 236)
    let both = finish(["auth_method": "DEVICE:IOS_FACE_ID", "pin_code": "4711"])
    #expect(both.status == 200)
    #expect(finish(["auth_method": "DEVICE:PIN", "pin_code": "4711"]).code == 207)
  }

  @Test func `246: a finish that nothing began`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.app("finishActivation", ["auth_method": "DEVICE:PIN", "pin_code": "2580"])
    #expect(answer.code == 246)
    #expect(answer.status == 409)
    #expect(answer.findings == ["reuseid.activation-not-started"])
  }

  @Test func `can be cancelled, after which the registration is gone`() throws {
    let stage = try ReuseIDStage()
    let answer = onboarding(stage)
    let code = answer.json["data"]?["activationCode"] ?? .null
    let registration =
      stage.app("startActivation", ["activation_code": code]).json["registration_id"] ?? .null
    #expect(stage.app("cancelSession", ["registration_id": registration]).status == 200)
    #expect(
      stage.app("finishActivation", ["registration_id": registration, "auth_method": "DEVICE:PIN"]).code
        == 202)
    let status = stage.api(.get, "/onboarding/\(stage.transaction(answer))")
    #expect(status.json["data"]?["status"] == "Cancelled")
  }
}
