import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import TestWorlds

@Suite struct `A snapshot` {
  private func emulator() throws -> TestEmulator {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(
      .post, "sandboxes",
      ["name": "t1", "seed": 7, "clock": ["mode": "frozen", "at": "2030-01-01T00:00:00Z"]])
    return emulator
  }

  private func save(_ emulator: TestEmulator) -> JSON { emulator.control(.get, "snapshot", in: "t1").json }

  private func restore(_ emulator: TestEmulator, _ body: JSON) -> TestAnswer {
    emulator.control(.put, "snapshot", body, in: "t1")
  }

  @Test func `brings back world, scenarios, queue, clock, keys and numbers`() throws {
    let emulator = try emulator()
    _ = emulator.control(.post, "queue", ["scenario": "reject"], in: "t1")
    let snapshot = save(emulator)
    let now = emulator.control(.get, "clock", in: "t1").json["now"]
    _ = emulator.control(.delete, "queue", in: "t1")
    _ = emulator.control(.patch, "world", ["people": ["dora": ["given_name": "Dora"]]], in: "t1")
    _ = emulator.control(
      .put, "scenarios/itsme/no", ["title": "No", "provider": "itsme", "phone": [["do": "reject"]]], in: "t1")
    _ = emulator.control(.post, "clock/advance", ["by": "1d"], in: "t1")
    _ = emulator.control(.post, "keys/rotate", [:], in: "t1")
    let first = emulator.startLogin(in: "t1").header("Location")
    #expect(restore(emulator, ["id": snapshot["id"] ?? .null]).status == 200)
    #expect(emulator.control(.get, "queue", in: "t1").json["queue"]?.array?.count == 1)
    #expect(emulator.control(.get, "world", in: "t1").json["people"]?["dora"] == nil)
    #expect(emulator.control(.get, "scenarios/itsme/no", in: "t1").status == 404)
    #expect(emulator.control(.get, "clock", in: "t1").json["now"] == now)
    #expect(emulator.get("/~t1/itsme/oidc/jwkSet").json["keys"]?[0]?["kid"] == "s1")
    #expect(emulator.control(.get, "transactions", in: "t1").json["transactions"] == [])
    // The queued rejection is taken now, by the transaction with the same number.
    #expect(emulator.startLogin(in: "t1").locationQuery["error"] != nil)
    _ = emulator.control(.delete, "queue", in: "t1")
    #expect(restore(emulator, ["id": snapshot["id"] ?? .null]).status == 200)
    _ = emulator.control(.delete, "queue", in: "t1")
    #expect(emulator.startLogin(in: "t1").header("Location") == first)
  }

  @Test func `can be restored again and again, each of the kept ones`() throws {
    let emulator = try emulator()
    let one = save(emulator)
    _ = emulator.control(.post, "clock/advance", ["by": "1h"], in: "t1")
    let two = save(emulator)
    for (snapshot, wanted) in [(two, two), (one, one), (two, two), (one, one)] {
      _ = emulator.control(.post, "clock/advance", ["by": "1d"], in: "t1")
      #expect(restore(emulator, ["id": snapshot["id"] ?? .null]).status == 200)
      #expect(emulator.control(.get, "clock", in: "t1").json["now"] == wanted["clock"]?["now"])
    }
  }

  @Test func `ends with a reset and with a document that is put back, which the refusal says`() throws {
    let emulator = try emulator()
    let first = save(emulator)["id"] ?? .null
    #expect(emulator.control(.post, "reset", [:], in: "t1").status == 200)
    let second = save(emulator)
    #expect(restore(emulator, ["id": second["id"] ?? .null]).status == 200)
    #expect(restore(emulator, ["world": second["world"] ?? .null]).status == 200)
    for lost in [first, second["id"] ?? .null] {
      let answer = restore(emulator, ["id": lost])
      #expect(answer.status == 404 && answer.json["type"] == "urn:eidolon:problem:unknown-snapshot")
      #expect(answer.text.contains("ended with a reset, or when a document was put back"), "\(answer.text)")
    }
    #expect(restore(emulator, second).json["restored"] == ["world", "scenarios", "queue", "clock"])
  }

  @Test func `makes the numbers of journal and changes go on`() throws {
    let emulator = try emulator()
    _ = emulator.startLogin(in: "t1")
    let cursor = emulator.control(.get, "wait", in: "t1").json["cursor"]?.integer ?? 0
    let snapshot = save(emulator)
    #expect(snapshot["journal"] == 1)
    _ = emulator.startLogin(in: "t1")
    _ = restore(emulator, ["id": snapshot["id"] ?? .null])
    _ = emulator.startLogin(in: "t1")
    let entries = emulator.control(.get, "journal", in: "t1").json["entries"]?.array ?? []
    #expect(entries.compactMap { $0["number"]?.integer } == [1, 2, 3])
    let next = emulator.control(.get, "wait?after=\(cursor)&timeout=0s", in: "t1").json
    #expect((next["cursor"]?.integer ?? 0) > cursor && next["transaction"]?["state"] == "approved")
  }

  @Test func `answers whoever waits`() throws {
    let emulator = try emulator()
    let snapshot = save(emulator)
    let held = emulator.startLogin(
      in: "t1", ["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    #expect(held.isHeld)
    #expect(restore(emulator, ["id": snapshot["id"] ?? .null]).status == 200)
    #expect(held.resume?().isHeld == false)
  }

  @Test func `restores its portable parts in another sandbox, and in another process`() throws {
    let emulator = try emulator()
    _ = emulator.control(.patch, "world", ["people": ["dora": ["given_name": "Dora"]]], in: "t1")
    let story: JSON = [
      "title": "Slow keys", "provider": "itsme", "person": ["like": "anna", "given_name": "Ann"],
      "phone": [["do": "reject", "after": "1500ms"]],
      "faults": [["at": "jwks", "do": "respond", "status": 503]],
    ]
    _ = emulator.control(.post, "queue", ["scenario": story, "client": "EIDOLON_TEST"], in: "t1")
    _ = emulator.startLogin(in: "t1", ["eidolon_scenario": "reject"])
    let snapshot = save(emulator)
    let other = try TestEmulator.withItsme()
    _ = other.control(.post, "sandboxes", ["name": "t2", "seed": 7])
    let answer = other.control(.put, "snapshot", snapshot, in: "t2")
    #expect(answer.json == ["restored": ["world", "scenarios", "queue", "clock"]], "\(answer.text)")
    #expect(other.control(.get, "world", in: "t2").json["people"]?["dora"] != nil)
    #expect(other.control(.get, "clock", in: "t2").json == snapshot["clock"])
    #expect(other.get("/~t2/itsme/oidc/jwkSet").status == 503)
    #expect(other.control(.get, "snapshot", in: "t2").json["queue"] == snapshot["queue"])
    #expect(other.control(.get, "snapshot", in: "t2").json["last_transaction"] == 1)
    // With the seed of the other sandbox the next login is the same one.
    _ = emulator.control(.delete, "queue", in: "t1")
    _ = other.control(.delete, "queue", in: "t2")
    #expect(
      other.startLogin(in: "t2").locationQuery["code"] == emulator.startLogin(in: "t1").locationQuery["code"])
  }

  @Test func `is refused where it is unknown, malformed or wrong`() throws {
    let emulator = try emulator()
    #expect(restore(emulator, ["id": "nothing"]).status == 404)
    #expect(restore(emulator, [:]).status == 400)
    #expect(restore(emulator, ["world": ["peple": [:]]]).status == 400)
    #expect(
      restore(emulator, ["scenarios": ["itsme/x": ["title": "X", "provider": "itsme", "phone": "mannual"]]])
        .status
        == 422)
    #expect(restore(emulator, ["queue": [["scenario": "no-such"]]]).status == 404)
    // A reset makes another sandbox; what the old one kept is gone with it.
    let snapshot = save(emulator)
    #expect(emulator.control(.post, "reset", [:], in: "t1").status == 200)
    #expect(restore(emulator, ["id": snapshot["id"] ?? .null]).status == 404)
    #expect(restore(emulator, snapshot).status == 200)
  }

  @Test func `is kept as often as is bounded`() throws {
    let emulator = try emulator()
    let first = save(emulator)
    for _ in 0..<Snapshots.capacity { _ = save(emulator) }
    #expect(restore(emulator, ["id": first["id"] ?? .null]).status == 404)
  }
}
