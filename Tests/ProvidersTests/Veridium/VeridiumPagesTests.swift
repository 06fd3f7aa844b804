import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Veridium

@Suite struct `The Authenticator's pages` {
  static let manual = ["manual": #""phone": "manual""#]

  func page(_ emulator: TestEmulator, _ query: String = "") -> TestAnswer {
    emulator.get("/veridium/authenticator\(query)", headers: ["Accept": "text/html"])
  }

  func press(_ emulator: TestEmulator, _ session: String, _ verb: String, reason: String? = nil) -> TestAnswer
  {
    var form = Form()
    form.append("session", session)
    form.append("do", verb)
    if let reason { form.append("reason", reason) }
    return emulator.post("/veridium/authenticator?session=\(session)", form)
  }

  @Test func `list the requests that wait`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: Self.manual)
    #expect(page(emulator).text.contains("data-testid=\"no-requests\""))
    let session = emulator.session(["transactionText": "Pay <b>10</b> euro"], scenario: "manual")
    let inbox = page(emulator)
    #expect(inbox.status == 200)
    #expect(inbox.text.contains("/veridium/authenticator?session=\(session)"))
    #expect(inbox.text.contains("Pay &lt;b&gt;10&lt;/b&gt; euro"))
  }

  @Test func `show who asks, for what and from where`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: Self.manual)
    let session = emulator.session(
      [
        "transactionText": "Pay 10 euro",
        "context": [
          "serviceIdentifier": "Geofencing", "userAgentName": "Chrome", "osName": "Linux",
          "location": ["countryName": "UK", "city": "London"],
        ],
      ], scenario: "manual")
    let text = page(emulator, "?session=\(session)").text
    for part in [
      "Pay 10 euro", "Anna Peeters", "demo-friend", "Geofencing", "Chrome", "Linux", "London, UK",
      "Transaction to approve", " UTC (in 2 minutes)", "Approve with biometrics",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.contains("This is an emulator, not VeridiumID."))
    // Not replaced each second under the finger that taps.
    emulator.clock.advance(by: .seconds(30))
    let later = page(emulator, "?session=\(session)").text
    emulator.clock.advance(by: .seconds(1))
    #expect(page(emulator, "?session=\(session)").text == later)
  }

  @Test func `look again by themselves, for pushes and for what is decided elsewhere`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: Self.manual)
    #expect(
      page(emulator).text.contains("<main data-next=\"\(TestEmulator.address)/veridium/authenticator\">"))
    let session = emulator.session(["transactionText": "Pay 10 euro"], scenario: "manual")
    let open = page(emulator, "?session=\(session)").text
    #expect(open.contains(" data-next=\"") && open.contains("content=\"15;url="))
    #expect(press(emulator, session, "reject").status < 400)
    #expect(!page(emulator, "?session=\(session)").text.contains("data-next"))
  }

  @Test(
    arguments: [
      ("approve", nil, "COMPLETED"), ("reject", nil, "CANCELED"), ("fail", "biometricMismatch", "FAILED"),
      ("fail", "accountLocked", "FAILED"), ("time_out", nil, "TIMEOUT"), ("biometry_changed", nil, "CREATED"),
      ("continue_elsewhere", nil, "CREATED"),
    ] as [(String, String?, String)])
  func `let a human decide without script`(verb: String, reason: String?, status: String) throws {
    let emulator = try VeridiumTestWorld.emulator(stories: Self.manual)
    let session = emulator.session(scenario: "manual")
    let before = page(emulator, "?session=\(session)").text
    #expect(before.contains("data-testid=\"\(reason ?? verb)\"") && before.contains("Login request"))
    let pressed = press(emulator, session, verb, reason: reason)
    #expect(pressed.status == 303)
    #expect(emulator.status(session) == status)
    let after = emulator.get(pressed.header("Location") ?? "")
    #expect(after.text.contains("Request closed") == (status != "CREATED"))
  }

  @Test func `answer the app that waits`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: Self.manual)
    let session = emulator.session(scenario: "manual")
    let held = emulator.authenticate(session)
    #expect(held.isHeld)
    _ = press(emulator, session, "approve")
    #expect(try held.answerAfterWaiting().json["status"] == "AUTHENTICATED")
  }

  @Test func `disturb no scripted person, and decide nothing twice`() throws {
    let emulator = try VeridiumTestWorld.emulator(
      stories: Self.manual.merging(["late": #""phone": [{ "after": "3s", "do": "reject" }]"#]) { $1 })
    let scripted = emulator.session(scenario: "late")
    let waiting = page(emulator, "?session=\(scripted)").text
    #expect(waiting.contains("http-equiv=\"refresh\"") && !waiting.contains("data-testid=\"approve\""))
    #expect(press(emulator, scripted, "approve").status == 409)
    let session = emulator.session(scenario: "manual")
    #expect(page(emulator, "?session=\(session)").text.contains("content=\"15;url="))
    #expect(press(emulator, session, "aprove").status == 400)
    #expect(press(emulator, session, "approve").status == 303)
    #expect(press(emulator, session, "reject").status == 409)
    #expect(emulator.status(session) == "COMPLETED")
  }

  @Test func `let a human decide every session of an interactive sandbox`() throws {
    let emulator = try VeridiumTestWorld.emulator { $0.isInteractive = true }
    let session = emulator.session()
    #expect(emulator.status(session) == "CREATED")
    #expect(press(emulator, session, "approve").status == 303)
    #expect(emulator.status(session) == "COMPLETED")
  }

  @Test func `scan a code for a profile`() throws {
    let emulator = try VeridiumTestWorld.emulator { $0.isInteractive = true }
    let opportunity = emulator.send(.opportunity()).json
    let session = opportunity["sessionId"]?.string ?? ""
    #expect(page(emulator, "?session=\(session)").text.contains("Nobody has scanned the code yet"))
    let scan = { (alias: String) in
      var form = Form()
      form.append("alias", alias)
      form.append("profile", "bob")
      return emulator.post("/veridium/authenticator", form)
    }
    #expect(scan("nothing").status == 404)
    let scanned = scan(" \(opportunity["sessionAlias"]?.string ?? "") ")
    #expect(scanned.status == 303)
    #expect(emulator.status(session) == "CREATED")
    #expect(emulator.get(scanned.header("Location") ?? "").text.contains("Bob"))
    #expect(press(emulator, session, "approve").status == 303)
    #expect(emulator.send(FriendCall.status(session)).json["data"]?["upn"] == "bob@example.test")
    #expect(scan(opportunity["sessionAlias"]?.string ?? "").status == 409)
  }

  @Test func `say that a request is unknown`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    #expect(page(emulator, "?session=nothing").status == 404)
  }
}
