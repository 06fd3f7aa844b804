import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import ReuseID
@testable import VideoID

@Suite struct `A complete step-up, from the backend's start to the VideoID's end` {
  static let world = """
    {
      "people": { "anna": { "given_name": "Anna", "family_name": "Peeters", "birthdate": "1990-07-14" } },
      "clients": {
        "reuseid": {
          "backend": {
            "secret": "a secret", "application_id": "app",
            "devices": {
              "\(ReuseIDStage.device)": { "person": "anna", "user_id": "\(ReuseIDStage.user)", "pin": "2580" }
            }
          }
        },
        "videoid": { "tenant": { "token": "00000000-0000-4000-8000-000000000001" } }
      }
    }
    """

  let emulator: TestEmulator

  init() throws {
    emulator = try TestEmulator(
      [VideoID.self, ReuseID.self],
      files: [
        "world.json": Self.world,
        "videoid/refuse.json":
          #"{ "title": "No camera", "provider": "videoid", "phone": [{ "do": "refuse_camera" }] }"#,
        "videoid/close.json":
          #"{ "title": "Closed", "provider": "videoid", "phone": [{ "do": "cancel" }] }"#,
        "videoid/not-live.json":
          #"{ "title": "Not live", "provider": "videoid", "tokens": { "result": { "defect": "not_live" } } }"#,
        "videoid/status.json":
          #"{ "title": "Status", "provider": "videoid", "tokens": { "result": { "claims": { "status": "Failed" } } } }"#,
        "videoid/biometrics.json":
          #"{ "title": "No face", "provider": "videoid", "tokens": { "result": { "claims": { "biometrics": null } } } }"#,
        "videoid/rejected.json":
          #"{ "title": "Rejected", "provider": "videoid", "quirks": { "review": "rejected" } }"#,
        "reuseid/verification-fails.json": #"""
        { "title": "Fails", "provider": "reuseid", "phone": [{ "do": "approve" }, { "do": "fail_verification" }] }
        """#,
        "reuseid/second-time.json": #"""
        { "title": "Then well", "provider": "reuseid", "quirks": { "verification_retries": "once" },
          "phone": [{ "do": "fail_verification" }, { "do": "verify" }] }
        """#,
        "reuseid/reusable.json":
          #"{ "title": "Reusable", "provider": "reuseid", "quirks": { "operation_token": "reusable" } }"#,
      ])
  }

  func post(_ url: String, _ body: JSON, bearer: String? = nil, scenario: String? = nil) -> TestAnswer {
    var headers: Headers = ["Content-Type": "application/json"]
    if let bearer { headers.append("Authorization", "Bearer \(bearer)") }
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    let target = url.hasPrefix(TestEmulator.address) ? String(url.dropFirst(TestEmulator.address.count)) : url
    return emulator.send(Request(.post, target, headers: headers, body: body.bytes()))
  }

  func token() -> String {
    emulator.post(
      "/reuseid/auth/open/connect/token", ["grant_type": "client_credentials"],
      headers: ["Authorization": ReuseIDStage.basic("backend", "a secret")]
    ).json["access_token"]?.string ?? ""
  }

  /// The transaction, and the operation of the post context.
  func authenticated(
    _ options: JSON = ["docType": 62], scenario: String? = nil
  ) -> (transaction: String, operation: JSON) {
    let started = post(
      "/reuseid/step-up",
      [
        "userId": .string(ReuseIDStage.user), "deviceId": .string(ReuseIDStage.device),
        "eidProviderOptions": options,
      ], bearer: token(), scenario: scenario)
    let app = "/reuseid/mobileid/app"
    let device: JSON = .string(ReuseIDStage.device)
    let pre = post("\(app)/startAuthentication", ["registration_id": device]).operation(
      "pre_operation_context")
    #expect(pre == ["operation": "authentication", "provider": "eid", "processType": "substantial"])
    let finished = post(
      "\(app)/finishAuthentication",
      ["registration_id": device, "auth_method": "DEVICE:PIN", "pin_code": "2580"])
    return (
      started.json["data"]?["transactionId"]?.string ?? "",
      finished.operation("post_operation_context") ?? .null
    )
  }

  func data(_ transaction: String) -> JSON? {
    emulator.get("/reuseid/step-up/\(transaction)", headers: ["Authorization": "Bearer \(token())"])
      .json["data"]
  }

  func status(_ transaction: String) -> String? { data(transaction)?["status"]?.string }

  var attributes: JSON? {
    emulator.get(
      "/reuseid/core/users/\(ReuseIDStage.user)", headers: ["Authorization": "Bearer \(token())"]
    ).json["data"]?["attributes"]
  }

  func state(_ transaction: String) -> String? {
    emulator.application.provider("reuseid")?.transaction(transaction, at: emulator.clock.now)?.state
  }

  /// The guide's call, and the simulated SDK.
  func request(_ operation: JSON, scenario: String? = nil) -> TestAnswer {
    post(
      "\(operation["url"]?.string ?? "")/videoid.request", ["process": "Unattended"],
      bearer: operation["token"]?.string ?? "", scenario: scenario)
  }

  func run(_ operation: JSON, _ authorization: JSON) -> TestAnswer {
    var answer = post(
      "\(operation["url"]?.string ?? "")/sdk.start", ["authorization": authorization, "docType": 62])
    for _ in 0..<100 {
      guard let resume = answer.resume else { break }
      emulator.advance(by: .seconds(1))
      answer = resume()
    }
    return answer
  }

  @Test func `completes`() throws {
    let (transaction, operation) = authenticated()
    #expect(operation["url"] == .string("\(TestEmulator.address)/videoid/v2"))
    #expect(status(transaction) == "Pending")
    let asked = request(operation)
    #expect(asked.json.object?.names == ["id", "authorization"])
    #expect(state(transaction) == "verifying")
    let done = run(operation, asked.json["authorization"] ?? .null)
    #expect(done.json["event"] == "completed")
    #expect(done.json["id"] == asked.json["id"])
    #expect(status(transaction) == "Completed")
    let user = emulator.get(
      "/reuseid/core/users/\(ReuseIDStage.user)", headers: ["Authorization": "Bearer \(token())"])
    #expect(user.json["data"]?["attributes"]?["lastName"] == "Peeters")
    #expect(!emulator.log.events.contains { $0.level == .error })
  }

  @Test func `fails when the VideoID fails`() throws {
    let (transaction, operation) = authenticated()
    let asked = request(operation, scenario: "refuse")
    #expect(asked.status == 200)
    let failed = run(operation, asked.json["authorization"] ?? .null)
    #expect(failed.json["event"] == "failed")
    #expect(status(transaction) == "Failed")
    #expect(state(transaction) == "verification_failed")
  }

  @Test func `expires when the token is never used, and the token is refused then`() throws {
    let (transaction, operation) = authenticated()
    emulator.advance(by: .seconds(900))
    #expect(status(transaction) == "Expired")
    #expect(request(operation).status == 401)
  }

  @Test func `is refused with the authorization in the token's place`() throws {
    let (_, operation) = authenticated()
    let asked = request(operation)
    var swapped = operation.object ?? [:]
    swapped["token"] = asked.json["authorization"]
    #expect(request(.object(swapped)).status == 401)
  }

  @Test func `fails when the VideoID is completed and not live, with the reason, and adds nothing`() throws {
    let (transaction, operation) = authenticated()
    let asked = request(operation, scenario: "not-live")
    #expect(run(operation, asked.json["authorization"] ?? .null).json["event"] == "completed")
    #expect(data(transaction)?["status"] == "Failed")
    #expect(data(transaction)?["reason"] == "VERIFICATION_FAILED")
    #expect(data(transaction)?["detail"] == "liveness")
    #expect(attributes == nil)
    let summary = emulator.application.provider("reuseid")?.transaction(transaction, at: emulator.clock.now)
    #expect(summary?.state == "verification_failed")
    #expect(summary?.findings == ["reuseid.verification-rejected"])
    #expect(emulator.log.events.contains { $0.message.contains("liveness") })
  }

  @Test(arguments: ["status", "biometrics"])
  func `fails when a story has another status in the result, or no face, and adds nothing`(part: String)
    throws
  {
    let (transaction, operation) = authenticated()
    let asked = request(operation, scenario: part)
    #expect(run(operation, asked.json["authorization"] ?? .null).json["event"] == "completed")
    #expect(data(transaction)?["status"] == "Failed" && data(transaction)?["detail"]?.string == part)
    #expect(attributes == nil)
  }

  @Test func `fails when a review rejects the VideoID, and not before`() throws {
    let (transaction, operation) = authenticated()
    let asked = request(operation, scenario: "rejected")
    _ = run(operation, asked.json["authorization"] ?? .null)
    #expect(status(transaction) == "Pending")
    emulator.advance(by: .seconds(2))
    #expect(status(transaction) == "Failed")
    #expect(data(transaction)?["detail"] == "review")
    #expect(attributes == nil)
  }

  @Test func `is cancelled when the person closes the VideoID`() throws {
    let (transaction, operation) = authenticated()
    let asked = request(operation, scenario: "close")
    #expect(run(operation, asked.json["authorization"] ?? .null).json["code"] == "USER_CANCELLED")
    #expect(status(transaction) == "Cancelled")
    #expect(data(transaction)?["reason"] == "VERIFICATION_CANCELLED")
    #expect(state(transaction) == "verification_cancelled")
  }

  @Test func `is completed by an Unattended VideoID alone`() throws {
    let (transaction, operation) = authenticated()
    let url = operation["url"]?.string ?? ""
    let bearer = operation["token"]?.string ?? ""
    for (name, body) in [("smileid", [:]), ("videoscan", [:]), ("videoid", ["process": "Attended"])]
      as [(String, JSON)]
    {
      let refused = post("\(url)/\(name).request", body, bearer: bearer)
      #expect(refused.status == 403)
      #expect(refused.findings == ["videoid.operation-wants-videoid"])
    }
    #expect(status(transaction) == "Pending" && state(transaction) == "authenticated")
    let asked = request(operation)
    #expect(asked.status == 200)
    _ = run(operation, asked.json["authorization"] ?? .null)
    #expect(status(transaction) == "Completed")
  }

  @Test func `has a token for one request in fifteen minutes, or for any number where a story says so`()
    throws
  {
    let (_, operation) = authenticated()
    emulator.advance(by: .seconds(899))
    #expect(request(operation).status == 200)
    let again = request(operation)
    #expect(again.status == 401)
    #expect(again.findings == ["videoid.operation-token-used"])
    let (_, reusable) = authenticated(scenario: "reusable")
    for _ in 0..<3 { #expect(request(reusable).status == 200) }
  }

  @Test func `goes as its own story says of the verification, without help of the app`() throws {
    let (transaction, operation) = authenticated(scenario: "verification-fails")
    let asked = request(operation)
    #expect(run(operation, asked.json["authorization"] ?? .null).json["event"] == "failed")
    #expect(status(transaction) == "Failed")
    let (second, retried) = authenticated(scenario: "second-time")
    #expect(run(retried, request(retried).json["authorization"] ?? .null).json["event"] == "failed")
    #expect(status(second) == "Pending")
    #expect(run(retried, request(retried).json["authorization"] ?? .null).json["event"] == "completed")
    #expect(status(second) == "Completed")
  }

  @Test func `takes the documents of the guide's example, and tells of one that is in no list`() throws {
    let start = { (options: JSON) in
      post(
        "/reuseid/step-up",
        [
          "userId": .string(ReuseIDStage.user), "deviceId": .string(ReuseIDStage.device),
          "eidProviderOptions": options,
        ], bearer: token())
    }
    #expect(start(["docTypes": [1, 2, 3], "defaultId": 1]).findings.isEmpty)
    let unknown = start(["docTypes": [62, 9999]])
    #expect(unknown.status == 200)
    #expect(unknown.findings.contains("reuseid.document-unknown"))
  }
}
