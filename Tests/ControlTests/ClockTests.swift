import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

@Suite struct `The clock of a sandbox` {
  private func frozen() throws -> TestEmulator {
    let emulator = try TestEmulator.withItsme([
      "itsme/late.json": """
      { "title": "Late", "provider": "itsme", "phone": [ { "after": "90s", "do": "approve" } ] }
      """
    ])
    _ = emulator.control(
      .post, "sandboxes", ["name": "t1", "clock": ["mode": "frozen", "at": "2030-01-01T00:00:00Z"]])
    return emulator
  }

  @Test func `stands still where it was frozen`() throws {
    let emulator = try frozen()
    emulator.advance(by: .seconds(60))
    #expect(emulator.control(.get, "clock", in: "t1").json["now"] == "2030-01-01T00:00:00.000Z")
    #expect(emulator.control(.get, "clock", in: "t1").json["mode"] == "frozen")
  }

  @Test func `lets a person react when it is advanced, and tells what fired`() throws {
    let emulator = try frozen()
    let held = emulator.startLogin(in: "t1", ["eidolon_scenario": "late"])
    #expect(held.isHeld)
    let advanced = emulator.control(.post, "clock/advance", ["by": "2m"], in: "t1")
    #expect(advanced.status == 200)
    let fired = advanced.json["fired"]?.array?.map { $0["transaction"]?["state"]?.string ?? "" }
    #expect(fired == ["approved"])
    #expect(held.resume?().locationQuery["code"] != nil)
  }

  @Test func `runs a transaction through its whole timeout without sleeping`() throws {
    let emulator = try frozen()
    let held = emulator.startLogin(in: "t1", ["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    #expect(held.isHeld)
    let advanced = emulator.control(.post, "clock/advance", ["by": "1h"], in: "t1")
    #expect(
      advanced.json["fired"]?.array?.map { $0["transaction"]?["state"]?.string ?? "" } == [
        "timed_out", "ended",
      ])
  }

  @Test func `never goes back`() throws {
    let emulator = try frozen()
    let answer = emulator.control(.put, "clock", ["mode": "frozen", "at": "2029-12-31T23:59:59Z"], in: "t1")
    #expect(answer.status == 409)
    #expect(answer.json["type"] == "urn:eidolon:problem:clock-goes-back")
  }

  @Test func `skews only what tokens say`() throws {
    let emulator = try frozen()
    let answer = emulator.control(.put, "clock", ["skew": "-5m"], in: "t1")
    #expect(answer.json["skew"] == "-5m")
    #expect(answer.json["now"] == "2030-01-01T00:00:00.000Z")
  }
}
