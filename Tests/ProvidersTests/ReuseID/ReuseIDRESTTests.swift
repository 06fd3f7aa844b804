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

@Suite struct `The REST API of a server on one's own premises (1c)` {
  static let path = "/reuseid/api/smart-device/v1"

  func call(
    _ stage: ReuseIDStage, _ method: Method, _ path: String, _ body: JSON? = nil,
    key: String? = ReuseIDStage.basic("backend", "a secret")
  ) -> TestAnswer {
    var headers: Headers = [:]
    if let key { headers.append("Authorization", key) }
    if body != nil { headers.append("Content-Type", "application/json") }
    return stage.emulator.send(
      Request(method, "\(Self.path)\(path)", headers: headers, body: body?.bytes() ?? []))
  }

  @Test func `answers a start with 201 and Location`() throws {
    let stage = try ReuseIDStage()
    let answer = call(
      stage, .post, "/authentications",
      [
        "device_id": .string(ReuseIDStage.device),
        "pre_operation_context": ["content": "Hello", "mime_type": "text/plain"],
      ])
    #expect(answer.status == 201)
    let location = answer.header("Location") ?? ""
    #expect(
      location == "\(TestEmulator.address)\(Self.path)/authentications/\(answer.json["id"]?.string ?? "")")
    #expect(answer.findings.isEmpty)
    #expect(stage.start().context("pre_operation_context") == "Hello")
    #expect(stage.finish().status == 200)
    let read = stage.emulator.get(
      location, headers: ["Authorization": ReuseIDStage.basic("backend", "a secret")])
    #expect(read.json["status"] == "COMPLETED")
  }

  @Test func `answers an enrollment with id, device_id and activation_code`() throws {
    let stage = try ReuseIDStage()
    let answer = call(stage, .post, "/enrollments", [:])
    #expect(answer.status == 201)
    let started = stage.app("startActivation", ["activation_code": answer.json["activation_code"] ?? .null])
    #expect(started.json["registration_id"] == answer.json["device_id"])
    let read = call(stage, .get, "/enrollments/\(answer.json["id"]?.string ?? "")")
    #expect(read.json["status"] == "PENDING")
    #expect(call(stage, .get, "/authentications/\(answer.json["id"]?.string ?? "")").status == 404)
  }

  @Test func `is 400 without a key and 401 with a wrong one`() throws {
    let stage = try ReuseIDStage()
    let missing = call(stage, .post, "/authentications", [:], key: nil)
    #expect(missing.status == 400)
    #expect(missing.findings == ["reuseid.api-key-missing"])
    let wrong = call(stage, .post, "/authentications", [:], key: ReuseIDStage.basic("backend", "x"))
    #expect(wrong.status == 401)
    #expect(wrong.findings == ["reuseid.api-key-wrong"])
    #expect(call(stage, .get, "/authentications/x", key: nil).status == 400)
  }

  @Test func `refuses a device that is missing or unknown, and content that is not an object`() throws {
    let stage = try ReuseIDStage()
    #expect(call(stage, .post, "/authentications", [:]).findings == ["reuseid.member-missing"])
    #expect(call(stage, .post, "/authentications", ["device_id": "x"]).status == 404)
    #expect(call(stage, .post, "/authentications", [1]).findings == ["reuseid.body-malformed"])
  }

  @Test func `refuses members of another type, and reports those that it does not read`() throws {
    let stage = try ReuseIDStage()
    let device: JSON = .string(ReuseIDStage.device)
    for body: JSON in [["device_id": 5], ["device_id": device, "pre_operation_context": "x"]] {
      let answer = call(stage, .post, "/authentications", body)
      #expect(answer.status == 400)
      #expect(answer.findings == ["reuseid.member-malformed"])
    }
    let camel = call(
      stage, .post, "/authentications", ["device_id": device, "preOperationContext": ["content": "x"]])
    #expect(camel.status == 201)
    #expect(camel.findings == ["reuseid.member-unknown"])
    let enrollment = call(stage, .post, "/enrollments", ["external_ref": "x", "foo": 2])
    #expect(enrollment.findings == ["reuseid.member-unknown"])
  }
}
