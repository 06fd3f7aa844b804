import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit
import Testing

@testable import ReuseID

@Suite struct `MobileID over OpenID Connect in an app (1c)` {
  @Test func `answers with statusUrl and completeUrl, and completes with a redirect`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.older()
    #expect(answer.json.object?.names == ["status", "statusUrl", "completeUrl"])
    #expect(answer.json["status"] == "OK")
    #expect(answer.findings.isEmpty)
    let (status, complete) = (
      answer.json["statusUrl"]?.string ?? "", answer.json["completeUrl"]?.string ?? ""
    )
    #expect(stage.emulator.get(status).json == ["status": "PENDING"])
    #expect(stage.start().json["pre_operation_context"] == nil)
    #expect(stage.finish().status == 200)
    #expect(stage.emulator.get(status).json == ["status": "COMPLETED"])
    let done = stage.emulator.get(complete)
    #expect(done.status == 302)
    #expect(done.locationQuery["state"] == "a state")
    #expect(done.findings.isEmpty)
    let tokens = stage.exchange(ReuseIDStage.grant(done.locationQuery["code"] ?? ""), realm: "oidc")
    let claims = try stage.claims(tokens.json["id_token"]?.string ?? "")
    #expect(claims["iss"] == "http://localhost:8080/reuseid/oidc")
    #expect(claims["externalRef"] == "customer-1")
  }

  @Test func `carries contexts, push payload, method and level in its hints`() throws {
    let stage = try ReuseIDStage()
    _ = stage.older([
      "externalRef-customer-1", "deviceId-\(ReuseIDStage.device)", "preContextTitle-Payment",
      "preContextMessage-Pay 10 EUR?", "postContextTitle-Thanks", "postContextMessage-Paid", "pushPayload-p",
      "sendPush-true", "encapAuthMethod-DEVICE:PIN", "encapAuthLevel-TWO_FACTOR",
    ])
    let push = stage.emulator.get("/reuseid/mobileid/app/push?registration_id=\(ReuseIDStage.device)")
    #expect(push.json["pushes"]?[0]?["payload"] == "p")
    let started = stage.start()
    #expect(started.context("pre_operation_context") == "Pay 10 EUR?")
    #expect(started.json["pre_operation_context"]?["context_title"] == "Payment")
    #expect(stage.finish().context("post_operation_context") == "Paid")
    _ = stage.older([
      "externalRef-customer-1", "deviceId-\(ReuseIDStage.device)", "sendPush-false", "encapAuthMethod-DEVICE",
    ])
    let none = stage.emulator.get("/reuseid/mobileid/app/push?registration_id=\(ReuseIDStage.device)")
    #expect(none.json == ["pushes": []])
    _ = stage.start()
    #expect(stage.finish().code == 231)
  }

  @Test func `registers a device where no device is named`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.older(["externalRef-customer-2", "deviceName-Phone", "artifact-a"])
    let code = answer.json["activationCode"] ?? .null
    #expect(code.string?.isEmpty == false)
    let registration =
      stage.app("startActivation", ["activation_code": code]).json["registration_id"] ?? .null
    let finished = stage.app(
      "finishActivation", ["registration_id": registration, "auth_method": "DEVICE:PIN", "pin_code": "4711"])
    #expect(finished.json["response_type"] == -1)
    let done = stage.emulator.get(answer.json["completeUrl"]?.string ?? "")
    let tokens = stage.exchange(ReuseIDStage.grant(done.locationQuery["code"] ?? ""), realm: "oidc")
    // A registration says the client's name for the user as `name` (5).
    let claims = try stage.claims(tokens.json["id_token"]?.string ?? "")
    #expect(claims["name"] == "customer-2")
    #expect(claims["externalRef"] == nil)
  }

  @Test func `answers links, with one to cancel, where the client is of that kind`() throws {
    let stage = try ReuseIDStage(client: #""quirks": {"inapp_answer": "links"}"#)
    let links = stage.older().json["links"]
    #expect(links?.array?.compactMap { $0["rel"]?.string } == ["status", "complete", "cancel"])
    #expect(links?[0]?["type"] == "GET")
    #expect(stage.emulator.get(links?[2]?["href"]?.string ?? "").status == 200)
    #expect(stage.emulator.get(links?[0]?["href"]?.string ?? "").json == ["status": "CANCELLED"])
  }

  @Test func `is not complete before its time (4 9)`() throws {
    let stage = try ReuseIDStage()
    let complete = stage.older().json["completeUrl"]?.string ?? ""
    let early = stage.emulator.get(complete)
    #expect(early.locationQuery["error"] == "access_denied")
    #expect(
      early.locationQuery["error_description"]?.hasPrefix("The Resource Owner did not complete") == true)
    #expect(early.findings == ["reuseid.complete-too-early"])
  }

  @Test func `completes for whoever does not ask for JSON (4 10)`() throws {
    let stage = try ReuseIDStage()
    let complete = stage.older().json["completeUrl"]?.string ?? ""
    _ = stage.start()
    _ = stage.finish()
    let asked = stage.emulator.get(complete, headers: ["Accept": "application/json"])
    #expect(asked.status == 400)
    #expect(asked.json["error"]?["message"]?.string?.isEmpty == false)
    #expect(asked.findings == ["reuseid.complete-with-accept"])
    #expect(stage.emulator.get(complete, headers: ["Accept": "*/*"]).locationQuery["code"] != nil)
  }

  @Test(arguments: [
    ("application/json; charset=utf-8", true), ("application/json;q=0.9, application/json", true),
    ("application/json, */*;q=0", true), ("application/json, text/plain, */*", false),
    ("text/html, application/json;q=0.9", false), ("application/*", false),
  ])
  func `refuses completeUrl only to whoever accepts nothing but JSON, and statusUrl to nobody`(
    accept: String, isRefused: Bool
  ) throws {
    let stage = try ReuseIDStage()
    let begun = stage.older().json
    _ = stage.start()
    _ = stage.finish()
    let status = stage.emulator.get(begun["statusUrl"]?.string ?? "", headers: ["Accept": accept])
    #expect(status.json == ["status": "COMPLETED"] && status.findings.isEmpty)
    let done = stage.emulator.get(begun["completeUrl"]?.string ?? "", headers: ["Accept": accept])
    #expect(done.status == (isRefused ? 400 : 302))
    #expect(done.findings == (isRefused ? ["reuseid.complete-with-accept"] : []))
  }

  @Test func `takes the device alone, as published apps name it, and nothing for a registration`() throws {
    let stage = try ReuseIDStage()
    let known = stage.older(["deviceId-\(ReuseIDStage.device)"])
    #expect(known.json["status"] == "OK" && known.findings.isEmpty)
    #expect(stage.start().status == 200)
    let new = stage.older(["deviceName-Phone"])
    #expect(new.json["activationCode"]?.string?.isEmpty == false && new.findings.isEmpty)
    #expect(stage.older([]).json["activationCode"]?.string?.isEmpty == false)
  }

  @Test func `names the device in userinfo after an authentication, and not after a registration`() throws {
    let stage = try ReuseIDStage(device: #""pin": "2580", "name": "Anna's phone""#)
    func userinfo(_ begun: JSON) -> JSON {
      let done = stage.emulator.get(begun["completeUrl"]?.string ?? "")
      let tokens = stage.exchange(ReuseIDStage.grant(done.locationQuery["code"] ?? ""), realm: "oidc")
      let bearer = "Bearer \(tokens.json["access_token"]?.string ?? "")"
      return stage.emulator.get("/reuseid/oidc/userinfo", headers: ["Authorization": bearer]).json
    }
    let begun = stage.older().json
    _ = stage.start()
    _ = stage.finish()
    #expect(
      userinfo(begun) == [
        "sub": .string(ReuseIDStage.user), "externalRef": "customer-1", "deviceName": "Anna's phone",
      ])
    let registered = stage.older(["externalRef-customer-2", "deviceName-Phone"]).json
    let registration =
      stage.app("startActivation", ["activation_code": registered["activationCode"] ?? .null])
      .json["registration_id"] ?? .null
    _ = stage.app(
      "finishActivation", ["registration_id": registration, "auth_method": "DEVICE:PIN", "pin_code": "4711"])
    #expect(userinfo(registered).object?.names == ["sub", "name"])
  }

  @Test func `tells whoever forgets Accept, and goes the browser's way (4 10)`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.older(headers: [:])
    #expect(answer.status == 302)
    #expect(answer.findings == ["reuseid.accept-missing"])
  }

  @Test func `says an end in our words, or PENDING for ever (4 9)`() throws {
    for (quirk, word) in [("words", "EXPIRED"), ("pending", "PENDING")] {
      let stage = try ReuseIDStage(client: #""quirks": {"inapp_end": "\#(quirk)"}"#)
      let status = stage.older().json["statusUrl"]?.string ?? ""
      stage.emulator.advance(by: .seconds(300))
      for _ in 0..<3 {
        let answer = stage.emulator.get(status)
        #expect(answer.json == ["status": .string(word)])
        #expect(answer.findings.isEmpty)
      }
      #expect(stage.emulator.get(status).findings == ["reuseid.polled-after-end"])
    }
  }

  @Test func `may be asked while nothing says that it has ended, and for the failure's text then (4 9)`()
    throws
  {
    for (quirk, findings) in [("words", ["reuseid.polled-after-end"]), ("pending", [])] {
      let stage = try ReuseIDStage(
        client: #""quirks": {"inapp_end": "\#(quirk)"}"#, stories: ["leaves": #""phone": [{"do": "cancel"}]"#]
      )
      let begun = stage.older(scenario: "leaves").json
      _ = stage.start()
      _ = stage.finish()
      for _ in 0..<5 { _ = stage.emulator.get(begun["statusUrl"]?.string ?? "") }
      #expect(stage.emulator.get(begun["statusUrl"]?.string ?? "").findings == findings)
      let end = stage.emulator.get(begun["completeUrl"]?.string ?? "")
      #expect(end.locationQuery["error"] == "access_denied" && end.findings.isEmpty)
    }
  }

  @Test func `refuses in the form that apps read`() throws {
    let stage = try ReuseIDStage()
    for (answer, rule) in [
      (stage.older(["externalRef-", "deviceId-\(ReuseIDStage.device)"]), "reuseid.login-hint-malformed"),
      (stage.older(["externalRef-x", "deviceId-\(ReuseIDStage.device)"]), "reuseid.login-hint-unknown"),
      (stage.older(["externalRef-x", "deviceId-unknown"]), "reuseid.login-hint-unknown"),
      (stage.older(["externalRef-x", "nonsense-y"]), "reuseid.login-hint-malformed"),
      (stage.older(["externalRef-x", "encapAuthMethod-y"]), "reuseid.login-hint-malformed"),
      (stage.older(["externalRef-x", "encapAuthLevel-y"]), "reuseid.login-hint-malformed"),
      (stage.older([], ["acr_values": "idp:mobileid"]), "reuseid.acr-values"),
    ] {
      #expect(answer.status == 400)
      #expect(answer.json["error"]?["code"]?.string?.isEmpty == false)
      #expect(answer.json["error"]?["message"]?.string?.isEmpty == false)
      #expect(answer.findings == [rule])
    }
    #expect(stage.emulator.get("/reuseid/oidc/status/unknown").findings == ["reuseid.operation-unknown"])
  }
}
