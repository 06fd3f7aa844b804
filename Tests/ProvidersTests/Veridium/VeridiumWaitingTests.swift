import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Veridium

@Suite struct `A session of VeridiumID that no story plays (§3)` {
  private func pending(_ emulator: TestEmulator) -> [String] {
    emulator.get("/veridium/sdk/pending?profileId=anna").json.array?
      .compactMap { $0["vidSessionId"]?.string } ?? []
  }

  @Test func `waits for its app: the push is pending, the status CREATED and the long poll held`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let session = emulator.session()
    #expect(emulator.status(session) == "CREATED")
    #expect(pending(emulator) == [session])
    let held = emulator.send(FriendCall.longPoll(session))
    #expect(held.isHeld)
    emulator.advance(by: .seconds(20))
    #expect(emulator.authenticate(session).json["status"] == "AUTHENTICATED")
    #expect(try held.answerAfterWaiting().json["status"] == "COMPLETED")
    #expect(pending(emulator).isEmpty)
  }

  @Test(arguments: [
    ("AUTHENTICATED", "COMPLETED"), ("CANCELED", "CANCELED"), ("FAILED", "FAILED"), ("TIMEOUT", "TIMEOUT"),
    ("NONE", "FAILED"),
  ]) func `ends as its app says, on both sides, and once`(status: String, server: String) throws {
    let emulator = try VeridiumTestWorld.emulator()
    let session = emulator.session()
    #expect(emulator.status(session) == "CREATED")
    let answer = emulator.authenticate(session, ["approve": .string(status)])
    #expect(answer.json["status"]?.string == status)
    #expect((answer.json["identityToken"]?.string != nil) == (status == "AUTHENTICATED"))
    #expect(emulator.status(session) == server)
    for change in [[:], ["approve": "AUTHENTICATED"], ["approve": "CANCELED"]] as [JSONObject] {
      let again = emulator.authenticate(session, change)
      #expect(again.json["status"] == "FAILED" && again.json["identityToken"] == .null)
      #expect(again.findings == ["veridium.session-reused"])
    }
    #expect(emulator.status(session) == server)
  }

  @Test func `times out where no app comes, and a late app is told so`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let session = emulator.session()
    emulator.advance(by: .seconds(120))
    #expect(pending(emulator).isEmpty)
    #expect(emulator.status(session) == "TIMEOUT")
    let late = emulator.authenticate(session, ["approve": "AUTHENTICATED"])
    #expect(late.json["status"] == "TIMEOUT" && late.json["identityToken"] == .null)
    #expect(emulator.status(session) == "TIMEOUT")
  }

  @Test func `is decided by a human too, whom no app overrules`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let session = emulator.session()
    let page = emulator.get("/veridium/authenticator?session=\(session)", headers: ["Accept": "text/html"])
    #expect(page.text.contains("data-testid=\"approve\""))
    let form: Form = ["session": session, "do": "reject"]
    #expect(emulator.post("/veridium/authenticator?session=\(session)", form).status == 303)
    let app = emulator.authenticate(session, ["approve": "AUTHENTICATED"])
    #expect(app.json["status"] == "CANCELED" && app.json["identityToken"] == .null)
    #expect(emulator.status(session) == "CANCELED")
  }

  @Test func `waits for a scan where it began with a code, and then for the app that scanned`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let shown = emulator.send(.opportunity()).json
    let session = shown["sessionId"]?.string ?? ""
    emulator.advance(by: .seconds(30))
    #expect(emulator.status(session) == "OPPORTUNITY")
    _ = emulator.app("attach", ["profileId": "bob", "sessionAlias": shown["sessionAlias"] ?? ""])
    emulator.advance(by: .seconds(30))
    #expect(emulator.status(session) == "CREATED")
    let app = emulator.authenticate(session, profile: "bob", ["approve": "CANCELED"])
    #expect(app.json["status"] == "CANCELED")
    #expect(emulator.status(session) == "CANCELED")
  }

  @Test func `says in the log how its app answers`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: ["story": ""])
    let messages = { emulator.log.events.map(\.message).filter { $0.contains("waits for its app") } }
    _ = emulator.session(scenario: "story")
    #expect(messages().isEmpty)
    let session = emulator.session()
    let line =
      #"the session waits for its app: curl -d '{"profileId":"anna","vidSessionId":"\#(session)"}' "#
      + "http://localhost:8080/veridium/sdk/authenticate"
    #expect(messages() == [line])
    let alias = emulator.send(.opportunity()).json["sessionAlias"]?.string ?? ""
    #expect(messages().last?.contains(#""sessionAlias":"\#(alias)"}' "#) == true)
    _ = emulator.session(["profileExternalId": "o'neill"])
    #expect(messages().last?.contains(#""profileId":"o'\''neill""#) == true)
    let interactive = try VeridiumTestWorld.emulator { $0.isInteractive = true }
    _ = interactive.session()
    #expect(!interactive.log.events.contains { $0.message.contains("waits for its app") })
  }
}

@Suite struct `A session of VeridiumID that a story plays` {
  @Test(arguments: ["named", "queued", "matched"])
  func `waits for nobody, also where the story has no script`(how: String) throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "story": how == "matched" ? #""when": { "transactionText": "Pay" }"# : ""
    ])
    if how == "queued" {
      _ = emulator.send(
        Request(
          .post, "/_eidolon/queue", headers: ["Content-Type": "application/json"],
          body: Array(#"{"scenario":"veridium/story"}"#.utf8)))
    }
    let session = emulator.session(
      how == "matched" ? ["transactionText": "Pay"] : [:], scenario: how == "named" ? "story" : nil)
    #expect(emulator.status(session) == "COMPLETED")
    let app = emulator.authenticate(session)
    #expect(app.json["status"] == "AUTHENTICATED" && app.json["identityToken"]?.string != nil)
    #expect(emulator.authenticate(session).json["status"] == "FAILED")
  }

  @Test(arguments: ["CANCELED", "FAILED", "TIMEOUT", "NONE", "ON_GOING_AUTHENTICATION"])
  func `gives no token to an app that reports something else than the success the friend knows of`(
    status: String
  ) throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "scripted": #""phone": [{ "do": "approve" }]"#, "plain": "",
    ])
    for story in ["scripted", "plain"] {
      let session = emulator.session(scenario: story)
      #expect(emulator.status(session) == "COMPLETED")
      let app = emulator.authenticate(session, ["approve": .string(status)])
      #expect(app.json["status"] == "FAILED" && app.json["identityToken"] == .null)
      #expect(app.findings == ["veridium.session-reused"])
      #expect(emulator.status(session) == "COMPLETED")
    }
  }
}
