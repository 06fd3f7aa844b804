import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

@testable import TestWorlds

@Suite struct `A reset` {
  /// A sandbox in which everything that a reset undoes was changed.
  private func changed() throws -> TestEmulator {
    let emulator = try TestEmulator.withItsme()
    let world: JSON = ["people": ["carl": ["given_name": "Carl", "phone_number": "+32 470000003"]]]
    let story: JSON = ["title": "No", "provider": "itsme", "phone": [["do": "reject"]]]
    _ = emulator.control(
      .post, "sandboxes",
      ["name": "t1", "world": world, "seed": 7, "clock": ["mode": "frozen", "at": "2030-01-01T00:00:00Z"]])
    #expect(
      emulator.control(
        .patch, "world", ["people": ["carl": .null, "dora": ["given_name": "Dora"]]], in: "t1"
      ).status == 200)
    #expect(emulator.control(.put, "scenarios/itsme/no", story, in: "t1").status == 201)
    #expect(emulator.startLogin(in: "t1", ["state": ""]).locationQuery["code"] != nil)
    #expect(emulator.control(.post, "queue", ["scenario": "reject"], in: "t1").status == 201)
    #expect(emulator.control(.post, "clock/advance", ["by": "1d"], in: "t1").status == 200)
    #expect(emulator.control(.post, "keys/rotate", [:], in: "t1").status == 200)
    return emulator
  }

  @Test func `puts everything back to where the sandbox was made`() throws {
    let emulator = try changed()
    #expect(emulator.control(.post, "reset", [:], in: "t1").json == ["kept": []])
    let people = emulator.control(.get, "world", in: "t1").json["people"]
    #expect(people?["carl"] != nil && people?["dora"] == nil && people?["anna"] != nil)
    #expect(emulator.control(.get, "scenarios/itsme/no", in: "t1").status == 404)
    #expect(emulator.control(.get, "queue", in: "t1").json["queue"] == [])
    #expect(emulator.control(.get, "clock", in: "t1").json["now"] == "2030-01-01T00:00:00.000Z")
    #expect(emulator.control(.get, "transactions", in: "t1").json["transactions"] == [])
    #expect(emulator.control(.get, "journal", in: "t1").json["entries"] == [])
    #expect(emulator.get("/~t1/itsme/oidc/jwkSet").json["keys"]?[0]?["kid"] == "s1")
  }

  @Test(arguments: ["world", "scenarios", "queue", "clock", "keys", "journal", "report"])
  func `leaves what is kept, and nothing else`(part: String) throws {
    let emulator = try changed()
    #expect(
      emulator.control(.post, "reset", ["keep": [.string(part)]], in: "t1").json == ["kept": [.string(part)]])
    let isKept: [String: Bool] = [
      "world": emulator.control(.get, "world", in: "t1").json["people"]?["dora"] != nil,
      "scenarios": emulator.control(.get, "scenarios/itsme/no", in: "t1").status == 200,
      "queue": emulator.control(.get, "queue", in: "t1").json["queue"]?.array?.count == 1,
      "clock": emulator.control(.get, "clock", in: "t1").json["now"] == "2030-01-02T00:00:00.000Z",
      "journal": emulator.control(.get, "journal", in: "t1").json["entries"]?.array?.isEmpty == false,
      "report": emulator.control(.get, "findings", in: "t1").json["findings"]?.array?.isEmpty == false,
      "keys": emulator.get("/~t1/itsme/oidc/jwkSet").json["keys"]?[0]?["kid"] == "spare-1",
    ]
    for (name, value) in isKept { #expect(value == (name == part), "\(name)") }
  }

  @Test func `makes a seeded sandbox repeat itself byte for byte`() throws {
    let emulator = try changed()
    #expect(emulator.control(.post, "reset", [:], in: "t1").status == 200)
    let first = emulator.startLogin(in: "t1").header("Location")
    #expect(emulator.control(.post, "reset", [:], in: "t1").status == 200)
    #expect(emulator.startLogin(in: "t1").header("Location") == first)
  }

  @Test func `goes for the root too, back to its loaded files`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(.patch, "world", ["people": ["dora": ["given_name": "Dora"]]])
    _ = emulator.startLogin()
    #expect(emulator.control(.post, "reset", [:]).status == 200)
    #expect(emulator.control(.get, "world").json["people"]?["dora"] == nil)
    #expect(emulator.control(.get, "world").json["people"]?["anna"] != nil)
    #expect(emulator.control(.get, "transactions").json["transactions"] == [])
    #expect(emulator.startLogin().locationQuery["code"] != nil)
  }

  @Test func `answers whoever waits, and lets cursors go on`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin()
    let seen = emulator.control(.get, "wait").json["cursor"]?.integer ?? 0
    #expect(seen > 0)
    let held = emulator.startLogin(["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    #expect(held.isHeld)
    _ = emulator.control(.get, "transactions")
    let last = emulator.sandbox.changes.last
    let waiting = emulator.control(.get, "wait?after=\(last)&timeout=60s")
    #expect(waiting.isHeld)
    #expect(emulator.control(.post, "reset", [:]).status == 200)
    #expect(waiting.resume?().json["transaction"] == .null)
    #expect(held.resume?().isHeld == false)
    _ = emulator.startLogin()
    let next = emulator.control(.get, "wait?after=\(last)&timeout=0s").json
    #expect(next["transaction"]?["state"] == "approved")
  }

  @Test(arguments: ["end", "reset", "restore"])
  func `and every other end blames no client whose call was held`(end: String) throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(.put, "sandbox", [:], in: "t1")
    let snapshot = emulator.control(.get, "snapshot", in: "t1").json["id"] ?? .null
    let held = emulator.startLogin(
      in: "t1", ["eidolon_scenario": "manual", "login_hint": "32+470000002", "state": ""])
    #expect(held.isHeld)
    let total = emulator.emulator.sandboxes.blueprint.total
    let before = total.lastFinding
    switch end {
    case "end": #expect(emulator.control(.delete, "sandbox", in: "t1").status == 204)
    case "reset": #expect(emulator.control(.post, "reset", [:], in: "t1").status == 200)
    default: #expect(emulator.control(.put, "snapshot", ["id": snapshot], in: "t1").status == 200)
    }
    #expect(held.resume?().header("Eidolon-Finding") == nil)
    #expect(total.lastFinding == before)
    guard end == "reset" else { return }
    #expect(emulator.control(.get, "journal", in: "t1").json["entries"] == [])
    #expect(emulator.control(.get, "findings", in: "t1").json["findings"] == [])
  }

  @Test func `starts again for a cursor of an earlier sandbox of this name, which is ahead`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(.put, "sandbox", [:], in: "t1")
    _ = emulator.startLogin(in: "t1", ["state": ""])
    let wait = emulator.control(.get, "wait?after=50&timeout=0s", in: "t1").json
    #expect(wait["transaction"]?["state"] == "approved")
    #expect(emulator.control(.get, "journal?after=50", in: "t1").json["entries"]?.array?.count == 1)
    let findings = emulator.control(.get, "findings", in: "t1").json["findings"]
    #expect(findings?.array?.isEmpty == false)
    for sandbox in ["", "t1"] {
      #expect(
        emulator.control(.get, "findings?after=50", in: sandbox).json["findings"]?.array?.count
          == findings?.array?.count)
    }
    let last = wait["cursor"]?.integer ?? 0
    let next = emulator.control(.get, "wait?after=\(last)&timeout=0s", in: "t1").json
    #expect(next["transaction"] == .null)
  }

  @Test func `arms the faults of kept queued scenarios anew`() throws {
    let emulator = try TestEmulator.withItsme()
    let story: JSON = [
      "title": "Slow keys", "provider": "itsme", "faults": [["at": "jwks", "do": "respond", "status": 503]],
    ]
    #expect(emulator.control(.post, "queue", ["scenario": story]).status == 201)
    #expect(emulator.control(.post, "reset", ["keep": ["queue"]]).status == 200)
    #expect(emulator.get("/itsme/oidc/jwkSet").status == 503)
    #expect(emulator.get("/itsme/oidc/jwkSet").status == 200)
  }

  @Test func `refuses a part that there is not`() throws {
    let emulator = try TestEmulator.withItsme()
    let answer = emulator.control(.post, "reset", ["keep": ["clokc"]])
    #expect(answer.status == 400)
    #expect(answer.json["detail"]?.string?.contains("did you mean \"clock\"?") == true)
  }
}
