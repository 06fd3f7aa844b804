import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Synchronization

@testable import ReuseID

/// The world of the ReuseID tests: a strict customer with Anna's and Bob's phones, and another customer.
struct ReuseIDStage {
  let emulator: TestEmulator
  let verifier: TestVerifier

  static let user = "7f1994f0-5fed-4e0f-a8e2-64da520a09cb"
  static let device = "3d1f7a52-9c4e-4b0a-8f6d-2e5b8c7a9014"
  static let bobUser = "1c6e5b7a-0d3f-4a8e-b2c9-5f4d3e2a1b06"
  static let bobDevice = "b6a0c1de-4f27-4d1b-9a35-70c4f2e81b02"
  static let otherDevice = "00000000-0000-4000-8000-000000000001"
  static let callback = "http://localhost:9000/cb"

  /// An emulator of this world.
  ///
  /// - Parameters:
  ///   - client: further members of the customer `backend`, as JSON without braces.
  ///   - device: further members of Anna's phone.
  ///   - clients: further customers, as JSON members without braces.
  ///   - stories: the members of scenarios besides title and provider, by short name.
  ///   - verifies: whether another provider of the sandbox verifies identities.
  init(
    client: String = "", device: String = #""pin": "2580""#, clients: String = "",
    stories: [String: String] = [:], verifies: Bool = true, isInteractive: Bool = false
  ) throws {
    func after(_ members: String) -> String { members.isEmpty ? "" : ", \(members)" }
    var files = [
      "world.json": """
      {
        "people": {
          "anna": { "given_name": "Anna", "family_name": "Peeters", "birthdate": "1990-07-14", "email": "anna@example.test" },
          "bob": { "given_name": "Bob", "family_name": "Maes" }
        },
        "clients": {
          "reuseid": {
            "backend": {
              "secret": "a secret", "application_id": "app", "redirect_uris": ["\(Self.callback)"],
              "devices": {
                "\(Self.device)": {
                  "person": "anna", "user_id": "\(Self.user)", "external_ref": "customer-1"\(after(device))
                },
                "\(Self.bobDevice)": { "person": "bob", "user_id": "\(Self.bobUser)", "pin": "1379" }
              }\(after(client))
            },
            "other": {
              "secret": "other secret", "application_id": "other-app", "redirect_uris": ["http://localhost:9001/cb"],
              "devices": {
                "\(Self.otherDevice)": { "person": "bob", "user_id": "00000000-0000-4000-8000-000000000002" }
              }
            }\(after(clients))
          }
        }
      }
      """
    ]
    for (name, members) in stories {
      files["reuseid/\(name).json"] = #"{ "title": "\#(name)", "provider": "reuseid"\#(after(members)) }"#
    }
    var settings = Sandbox.Settings()
    settings.isInteractive = isInteractive
    emulator = try TestEmulator([ReuseID.self], files: files, settings: settings)
    verifier = TestVerifier()
    if verifies { verifier.offer(in: emulator.sandbox) }
  }

  /// The stage of an emulator of this world.
  init(_ emulator: TestEmulator) { (self.emulator, verifier) = (emulator, TestVerifier()) }

  /// The customer that stands for any.
  static let any = #""*": { "anything": true }"#

  // MARK: The backend

  /// The access token of a customer's backend.
  func token(_ client: String = "backend", secret: String = "a secret") -> String {
    let answer = emulator.post(
      "/reuseid/auth/open/connect/token", ["grant_type": "client_credentials", "scope": "signicat-api"],
      headers: ["Authorization": Self.basic(client, secret)])
    return answer.json["access_token"]?.string ?? ""
  }

  /// Both form-encoded, as OAuth wants it (RFC 6749 §2.3.1).
  static func basic(_ user: String, _ password: String) -> String {
    basic("\(PercentCoding.encode(user)):\(PercentCoding.encode(password))")
  }

  /// What follows `Basic` before it is base64.
  static func basic(_ text: String) -> String { "Basic \(Base64.encode(Array(text.utf8)))" }

  /// A call of the API with a good token.
  func api(
    _ method: Method, _ path: String, _ body: JSON? = nil, token: String? = nil, scenario: String? = nil
  ) -> TestAnswer {
    var headers: Headers = ["Authorization": "Bearer \(token ?? self.token())"]
    if body != nil { headers.append("Content-Type", "application/json") }
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    return emulator.send(Request(method, "/reuseid\(path)", headers: headers, body: body?.bytes() ?? []))
  }

  /// Starts a step-up for Anna's phone; `null` removes a member.
  func stepUp(_ changes: JSONObject = [:], scenario: String? = nil, token: String? = nil) -> TestAnswer {
    var body: JSONObject = ["userId": .string(Self.user), "deviceId": .string(Self.device)]
    for (name, value) in changes { body[name] = value.isNull ? nil : value }
    return api(.post, "/step-up", .object(body), token: token, scenario: scenario)
  }

  /// Starts a plain authentication for Anna's phone.
  func authentication(_ changes: JSONObject = [:], scenario: String? = nil) -> TestAnswer {
    var body: JSONObject = ["userId": .string(Self.user), "deviceId": .string(Self.device)]
    for (name, value) in changes { body[name] = value }
    return api(.post, "/core/authentications", .object(body), scenario: scenario)
  }

  /// The transaction of a start's answer.
  func transaction(_ answer: TestAnswer) -> String { answer.json["data"]?["transactionId"]?.string ?? "" }

  /// How a step-up stands, as the backend sees it.
  func status(_ transaction: String) -> String? {
    api(.get, "/step-up/\(transaction)").json["data"]?["status"]?.string
  }

  /// Where an operation stands, as summaries say it.
  func state(_ transaction: String) -> String? {
    emulator.application.providers.first?.transaction(transaction, at: emulator.clock.now)?.state
  }

  /// A human acts on the phone.
  func act(_ verb: String, _ transaction: String) throws {
    try emulator.application.providers.first?.act(
      verb, reason: nil, on: transaction, at: emulator.sandbox.environment.clock.now)
  }

  // MARK: The app

  /// A call of the app; without a registration it is that of Anna's phone, `null` removes a member.
  func app(
    _ method: String, _ changes: JSONObject = [:], application: String = "app", headers: Headers = [:]
  ) -> TestAnswer {
    var body: JSONObject = ["registration_id": .string(Self.device)]
    for (name, value) in changes { body[name] = value.isNull ? nil : value }
    var headers = headers
    headers.append("Content-Type", "application/json")
    return emulator.send(
      Request(
        .post, "/reuseid/mobileid/\(application)/\(method)", headers: headers, body: JSON.object(body).bytes()
      ))
  }

  func start(_ changes: JSONObject = [:]) -> TestAnswer { app("startAuthentication", changes) }

  /// Finishes with the right PIN, or with changes.
  func finish(_ changes: JSONObject = [:]) -> TestAnswer {
    var body: JSONObject = ["auth_method": "DEVICE:PIN", "pin_code": "2580"]
    for (name, value) in changes { body[name] = value }
    return app("finishAuthentication", body)
  }

  /// A step-up up to the post-operation context; the transaction.
  func authenticated(_ changes: JSONObject = [:], scenario: String? = nil) -> String {
    let transaction = transaction(stepUp(changes, scenario: scenario))
    _ = start()
    _ = finish()
    return transaction
  }
}

extension TestAnswer {
  /// The code of the library's error.
  var code: Int? { json["error"]?["code"]?.integer }

  /// The text of a context of the answer.
  func context(_ name: String) -> String? {
    guard let encoded = json[name]?["context_content_b64"]?.string, let bytes = try? Base64.decode(encoded)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The `signicatOperation` of a context of the answer.
  func operation(_ name: String) -> JSON? {
    context(name).flatMap { try? JSON(parsing: $0) }?["signicatOperation"]
  }
}

/// Verifies identities in the place of another provider: takes orders, and ends them when the test says so.
final class TestVerifier: Sendable {
  private let orders = Mutex<[IdentityVerifications.Order]>([])
  private let clock = Mutex<SandboxClock?>(nil)

  /// Offers to verify in a sandbox.
  func offer(in sandbox: Sandbox) {
    clock.withLock { $0 = sandbox.environment.clock }
    sandbox.identityVerifications.offer { [self, weak sandbox] order, _ in
      orders.withLock { $0.append(order) }
      // As the number of transactions, so that a sandbox which is put back gets the same token again.
      let number = sandbox?.lastOrdinal ?? 0
      return IdentityVerifications.Admission(token: "token-\(number)", provider: "verifier", path: "/v2")
    }
  }

  /// The orders so far.
  var taken: [IdentityVerifications.Order] { orders.withLock { $0 } }

  private var now: Instant { clock.withLock { $0?.now } ?? TestClock.start }

  /// The token of the latest order is used.
  func begin() { taken.last?.begun("v", now) }

  /// Ends the latest order.
  func end(_ ending: IdentityVerifications.Ending = .completed(identifier: "v")) {
    taken.last?.ended(ending, now)
  }
}
