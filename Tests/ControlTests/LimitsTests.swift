import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Control
@testable import TestWorlds

@Suite struct `No call makes a sandbox grow without bound:` {
  @Test func `the queue`() throws {
    let emulator = try TestEmulator.withItsme()
    for _ in 0..<ScenarioQueue.capacity {
      #expect(emulator.control(.post, "queue", ["scenario": "reject"]).status == 201)
    }
    let refused = emulator.control(.post, "queue", ["scenario": "reject"])
    #expect(refused.status == 429 && refused.json["type"] == "urn:eidolon:problem:limit-reached")
    #expect(emulator.control(.delete, "queue").status == 204)
    #expect(emulator.control(.post, "queue", ["scenario": "reject"]).status == 201)
  }

  @Test func `a queued scenario, a client's name, a reason`() throws {
    let emulator = try TestEmulator.withItsme()
    let note = String(repeating: "x", count: ControlLimits.queuedScenarioBytes)
    let story: JSON = ["title": "Long", "provider": "itsme", "note": .string(note)]
    #expect(emulator.control(.post, "queue", ["scenario": story]).status == 413)
    let name = String(repeating: "x", count: ControlLimits.textLength + 1)
    #expect(emulator.control(.post, "queue", ["scenario": "reject", "client": .string(name)]).status == 400)
    _ = emulator.startLogin(["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    let identifier = emulator.control(.get, "transactions").json["transactions"]?[0]?["id"]?.string ?? ""
    let act: JSON = ["do": "open", "reason": .string(name)]
    #expect(emulator.control(.post, "transactions/\(identifier)/phone", act).status == 400)
  }

  @Test func `what a person does without ever deciding`() throws {
    let emulator = try TestEmulator.withItsme()
    let held = emulator.startLogin(["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    let identifier = emulator.control(.get, "transactions").json["transactions"]?[0]?["id"]?.string ?? ""
    for _ in 0..<Timeline.stepLimit + 20 {
      #expect(emulator.control(.post, "transactions/\(identifier)/phone", ["do": "open"]).status == 200)
    }
    let after = emulator.control(.post, "transactions/\(identifier)/phone", ["do": "approve"]).json
    #expect(after["state"] == "approved")
    #expect(after["timeline"]?["steps"]?.array?.count == Timeline.stepLimit)
    #expect(held.resume?().locationQuery["code"] != nil)
  }

  @Test func `scenarios and their names`() throws {
    let emulator = try TestEmulator.withItsme()
    let story: JSON = ["title": "No", "provider": "itsme"]
    var files = LibraryFiles()
    for number in 0...ControlLimits.stories { files.stories["itsme/s\(number)"] = story.bytes() }
    #expect(throws: ControlProblem.self) { try WorldResource.checkSize(files) }
    files.stories["itsme/s0"] = nil
    #expect(throws: Never.self) { try WorldResource.checkSize(files) }
    for name in [String(repeating: "x", count: 81), ".hidden", "%2E%2E", "a%2Fb", "a%20b", "Reject", "a.b"] {
      #expect(
        [400, 404].contains(emulator.control(.put, "scenarios/itsme/\(name)", story).status), "\(name)")
    }
  }

  @Test func `people and clients`() throws {
    var people: JSONObject = [:]
    for number in 0...ControlLimits.people { people["p\(number)"] = ["given_name": "P"] }
    #expect(throws: ControlProblem.self) {
      try WorldResource.checkSize(LibraryFiles(world: ["people": .object(people)]))
    }
    #expect(throws: ControlProblem.self) {
      try WorldResource.checkSize(LibraryFiles(world: ["clients": ["itsme": .object(people)]]))
    }
  }

  @Test func `a world that is patched again and again`() throws {
    // Two of these people fit beside the stories that the folder brings.
    let note = String(repeating: "x", count: 900_000)
    let long = String(repeating: "x", count: (ControlLimits.fileBytes - 2_500_000) / 2)
    let story = #"{ "title": "Long", "provider": "itsme", "note": "\#(long)" }"#
    let emulator = try TestEmulator.withItsme(["itsme/long.json": story, "itsme/longer.json": story])
    var statuses: [Int] = []
    for number in 0..<4 {
      let person: JSON = ["given_name": "P", "note": .string(note)]
      statuses.append(emulator.control(.patch, "world", ["people": ["p\(number)": person]]).status)
    }
    #expect(statuses == [200, 200, 429, 429])
    // What was refused changed nothing.
    let people = emulator.control(.get, "world").json["people"]
    #expect(people?["p1"] != nil && people?["p2"] == nil && people?["p3"] == nil)
  }

  @Test func `sandboxes, by their number and their names`() throws {
    let emulator = try TestEmulator(
      [], files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#])
    for number in 1...Sandbox.Settings.Control().sandboxes {
      #expect(emulator.control(.post, "sandboxes", ["name": .string("t\(number)")]).status == 201)
    }
    let refused = emulator.control(.post, "sandboxes", [:])
    #expect(refused.status == 429 && refused.header("Retry-After") == "5")
    #expect(refused.json["detail"]?.string?.hasPrefix("There are 5000 sandboxes, as many as --max") == true)
    #expect(emulator.control(.delete, "sandboxes/t7").status == 204)
    #expect(emulator.control(.post, "sandboxes", ["name": "t7"]).status == 201)
  }

  @Test func `sandboxes and streams of each token by itself`() throws {
    var settings = Sandbox.Settings()
    settings.control.tokens = ["one", "two"]
    (settings.control.sandboxes, settings.control.streams) = (2, 1)
    let emulator = try TestEmulator(
      [], files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#], settings: settings)
    let send = { (method: HTTP.Method, path: String, token: String) in
      emulator.send(
        Request(
          method, path, headers: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
          body: method == .get ? [] : Array("{}".utf8)))
    }
    for token in ["one", "two"] {
      #expect(send(.put, "/~\(token)-a/_eidolon/sandbox", token).status == 201)
      #expect(send(.put, "/~\(token)-b/_eidolon/sandbox", token).status == 201)
      let refused = send(.put, "/~\(token)-c/_eidolon/sandbox", token)
      #expect(refused.status == 429 && refused.header("Retry-After") == "5")
      #expect(
        refused.json["detail"]
          == "The token of this call has 2 sandboxes, as many as --max-sandboxes allows each token. End one with DELETE /_eidolon/sandboxes/NAME, or try again in 5 seconds: an idle one ends by its ttl."
      )
    }
    #expect(send(.put, "/~three/_eidolon/sandbox", "three").status == 401)
    // Whoever ends it, it counted for whoever made it.
    #expect(send(.delete, "/~one-a/_eidolon/sandbox", "two").status == 204)
    #expect(send(.put, "/~two-c/_eidolon/sandbox", "two").status == 429)
    #expect(send(.put, "/~one-c/_eidolon/sandbox", "one").status == 201)
    // The same words of another caller make nothing: it is somebody else's.
    #expect(send(.delete, "/~two-a/_eidolon/sandbox", "two").status == 204)
    #expect(send(.put, "/~one-c/_eidolon/sandbox", "two").status == 409)
    let streams = ["one", "two"].map { send(.get, "/_eidolon/events", $0) }
    #expect(streams.allSatisfy { $0.events != nil })
    for token in ["one", "two"] {
      let refused = send(.get, "/_eidolon/events", token)
      #expect(refused.status == 429 && refused.header("Retry-After") == "5")
      #expect(
        refused.json["detail"]
          == "The token of this call has 1 streams of events open, as many as --max-streams allows each token. Close one, or try again in 5 seconds."
      )
    }
    withExtendedLifetime(streams) {}
  }

  @Test func `published keys, and a key is always there`() throws {
    let emulator = try TestEmulator.withItsme()
    var seen: [String] = []
    for _ in 0..<12 {
      let answer = emulator.control(.post, "keys/rotate", [:])
      #expect(answer.status == 200)
      seen.append(answer.json["signing"]?.string ?? "")
    }
    #expect(Set(seen).count == seen.count)
    for _ in 0..<8 { _ = emulator.control(.post, "keys/rotate", [:]) }
    let keys = emulator.get("/itsme/oidc/jwkSet").json["keys"]?.array ?? []
    #expect(keys.filter { $0["use"] == "sig" }.count == KeyRing.publishedLimit)
    // The one that is announced takes the oldest one's place, not its own.
    let announced = emulator.control(.post, "keys/rotate", ["publish_only": true])
    #expect(announced.status == 200)
    let after = emulator.get("/itsme/oidc/jwkSet").json["keys"]?.array?.filter { $0["use"] == "sig" } ?? []
    #expect(after.count == KeyRing.publishedLimit)
    #expect(
      Set(after.compactMap { $0["kid"]?.string }).subtracting(keys.compactMap { $0["kid"]?.string }).count
        == 1)
  }

  @Test func `the list of transactions`() throws {
    let emulator = try TestEmulator.withItsme()
    for _ in 0..<5 { _ = emulator.startLogin() }
    let all = emulator.control(.get, "transactions").json["transactions"]?.array ?? []
    let latest = emulator.control(.get, "transactions?limit=2").json["transactions"]?.array
    #expect(all.count == 5 && latest == Array(all.suffix(2)))
    #expect(emulator.control(.get, "transactions?limit=100000").status == 400)
  }

  @Test func `time`() throws {
    let emulator = try TestEmulator.withItsme()
    for _ in 0..<79 { #expect(emulator.control(.post, "clock/advance", ["by": "36500d"]).status == 200) }
    #expect(emulator.control(.post, "clock/advance", ["by": "36500d"]).status == 409)
  }
}
