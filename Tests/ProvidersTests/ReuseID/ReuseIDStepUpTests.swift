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
  func authenticated(_ options: JSON = ["docType": 62]) -> (transaction: String, operation: JSON) {
    let started = post(
      "/reuseid/step-up",
      [
        "userId": .string(ReuseIDStage.user), "deviceId": .string(ReuseIDStage.device),
        "eidProviderOptions": options,
      ], bearer: token())
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

  func status(_ transaction: String) -> String? {
    emulator.get("/reuseid/step-up/\(transaction)", headers: ["Authorization": "Bearer \(token())"])
      .json["data"]?["status"]?.string
  }

  func state(_ transaction: String) -> String? {
    emulator.application.provider("reuseid")?.transaction(transaction)?.state
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
}
