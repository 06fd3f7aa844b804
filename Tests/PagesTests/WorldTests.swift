import EidolonTesting
import HTTP
import JSON
import Testing

@testable import Pages
@testable import TestWorlds

@Suite struct `The page of the world` {
  let emulator: TestEmulator

  init() throws { emulator = try .withItsme() }

  @Test func `has people, clients, stories, queue and clock`() {
    let text = emulator.get("/world").text
    for name in ["anna", "EIDOLON_TEST", "reject"] {
      #expect(text.contains("<code><bdi>\(name)</bdi></code>"), "\(name)")
    }
    for mark in [
      "queue-form", "skip-form", "clock-form", "save-world", "new-people", "new-clients", "new-stories",
    ] {
      #expect(text.contains("data-testid=\"\(mark)\""), "\(mark)")
    }
    #expect(text.contains("Nothing waits"))
    _ = emulator.control(.post, "queue", ["scenario": "itsme/reject", "times": 3])
    #expect(emulator.get("/world").text.contains("3 times"))
    #expect(emulator.get("/").text.contains("href=\"/world\" data-testid=\"page-world\""))
  }

  @Test func `says who decides a login for which nothing waits`() {
    #expect(emulator.get("/world").text.contains("else the person approves"))
    emulator.sandbox.isInteractive = true
    #expect(emulator.get("/world").text.contains("else you decide on the phone."))
  }

  @Test func `has a field for each member, with what the schema says of it`() {
    let person = emulator.get("/world/people?name=anna").text
    #expect(
      person.contains("name=\"given_name\" value=\"Anna\"") && person.contains("The first name, or names."))
    #expect(person.contains("data-at=\"people.anna\"") && person.contains("<option value=\"birthdate\""))
    let client = emulator.get("/world/clients?provider=itsme&name=EIDOLON_TEST").text
    #expect(
      client.contains("data-at=\"clients.itsme.EIDOLON_TEST\"")
        && client.contains("&quot;redirect_uris&quot;"))
    let story = emulator.get("/world/stories?provider=itsme&name=reject").text
    #expect(
      story.contains("&quot;title&quot;: &quot;Rejected&quot;") && story.contains("download=\"reject.json\""))
  }

  @Test func `offers what is not there yet as a new one`() {
    let text = emulator.get("/world/people?name=carla").text
    #expect(
      text.contains("There is none of this name yet.") && text.contains("name=\"given_name\" value=\"\""))
    #expect(!text.contains("data-testid=\"remove\""))
    #expect(emulator.get("/world/stories?provider=itsme&name=new").text.contains("&quot;phone&quot;"))
  }

  @Test func `has pages of a hundred, and finds by name`() {
    var people = JSONObject()
    for number in 1...230 { people["p\(number)"] = ["given_name": .string("Person \(number)")] }
    #expect(emulator.control(.patch, "world", ["people": .object(people)]).status == 200)
    let text = emulator.get("/world/people").text
    #expect(text.split(separator: "data-testid=\"world-entry\"").count == 101 && text.utf8.count < 100_000)
    #expect(text.contains("Page 1 of 3") && text.contains("href=\"/world/people?page=2\""))
    #expect(
      emulator.get("/world/people?page=3").text.split(separator: "data-testid=\"world-entry\"").count == 33)
    #expect(emulator.get("/world/people?q=person+199").text.contains("1 of 232"))
    #expect(emulator.get("/world").text.contains("All 232"))
  }

  @Test(arguments: HostileName.all)
  func `is harmless whatever things are called`(name: String) {
    _ = emulator.control(
      .patch, "world",
      [
        "people": ["anna": ["given_name": .string(name)]],
        "clients": ["itsme": [name: ["note": .string(name)]]],
      ])
    for path in [
      "/world", "/world/people", "/world/clients", "/world/people?name=anna", "/world/clients?q=a",
    ] {
      let text = emulator.get(path).text
      #expect(!text.contains("<script>alert") && !text.contains("<img src=x"), "\(path)")
      #expect(text.utf8.count < 100_000)
    }
    var form = Form()
    form.append("name", name)
    for kind in ["people", "clients", "stories"] {
      let answer = emulator.get("/world/\(kind)?provider=itsme&\(form.encoded)")
      #expect(answer.status == 200 && !answer.text.contains("<script>alert"), "\(kind)")
    }
  }
}

/// What a client or a person can be called by somebody who means no good.
enum HostileName {
  static let all = [
    "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "\u{5D0}\u{5D1}\u{5D2} \u{627}\u{628}",
    "\u{202E}gnp.exe\u{2066}", "👩‍🚀🏳️‍🌈 e\u{301}", String(repeating: "0123456789", count: 200),
  ]
}
