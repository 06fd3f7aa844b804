import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization
import Testing

@testable import TestWorlds

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

  @Test(arguments: [HTTP.Method.post, .put])
  func `answers on the way who is held until a moment that it passes`(method: HTTP.Method) throws {
    let emulator = try frozen()
    let held = emulator.startLogin(in: "t1", ["eidolon_scenario": "late"])
    let answer = Mutex<TestAnswer?>(nil)
    // As a server does at the ring.
    held.waiter?.onWake { answer.withLock { $0 = held.resume?() } }
    let moved =
      method == .post
      ? emulator.control(.post, "clock/advance", ["by": "1h"], in: "t1")
      : emulator.control(.put, "clock", ["at": "2030-01-01T01:00:00Z"], in: "t1")
    #expect(moved.json["now"] == "2030-01-01T01:00:00.000Z")
    #expect(answer.withLock { $0 }?.locationQuery["code"] != nil)
    #expect(emulator.control(.get, "findings", in: "t1").json["findings"] == [])
  }

  @Test func `waits for an answer that is being made, and not for ever`() throws {
    let emulator = try frozen()
    let held = emulator.startLogin(in: "t1", ["eidolon_scenario": "late"])
    held.waiter?.onWake {}
    let advancing = emulator.control(.post, "clock/advance", ["by": "1h"], in: "t1")
    #expect(advancing.isHeld)
    #expect(emulator.control(.get, "clock", in: "t1").json["now"] == "2030-01-01T00:01:30.000Z")
    emulator.clock.advance(by: .seconds(1))
    #expect(advancing.resume?().json["now"] == "2030-01-01T01:00:00.000Z")
  }

  @Test func `is named in the log by whatever is held on it while it stands still`() throws {
    let emulator = try frozen()
    let held = emulator.startLogin(in: "t1", ["eidolon_scenario": "late"])
    #expect(held.isHeld)
    // Both lines are there while the client still waits.
    #expect(emulator.log.messages.count { $0.contains("starts a login: itsme/late") } == 1)
    #expect(
      emulator.log.messages.last
        == "authorize is held until 2030-01-01T00:01:30.000Z on a clock that stands still; "
        + "POST \(TestEmulator.address)/~t1/_eidolon/clock/advance {\"by\": \"90s\"}")
    #expect(emulator.log.events.last?.transaction != nil)
    _ = emulator.control(.post, "clock/advance", ["by": "30s"], in: "t1")
    _ = emulator.control(.post, "clock/advance", ["by": "60s"], in: "t1")
    #expect(held.resume?().locationQuery["code"] != nil)
    #expect(emulator.log.messages.count { $0.contains("starts a login") } == 1)
    #expect(emulator.log.messages.count { $0.contains("is held until") } == 1)
  }

  @Test func `that runs needs nobody to move it, and nothing is said`() throws {
    let emulator = try TestEmulator.withItsme([
      "itsme/late.json":
        "{ \"title\": \"L\", \"provider\": \"itsme\", \"phone\": [ { \"after\": \"90s\", \"do\": \"approve\" } ] }"
    ])
    #expect(emulator.startLogin(["eidolon_scenario": "late"]).isHeld)
    #expect(emulator.log.messages.contains { $0.contains("starts a login: itsme/late") })
    #expect(!emulator.log.messages.contains { $0.contains("is held until") })
  }

  @Test func `runs a transaction through its whole timeout without sleeping`() throws {
    let emulator = try frozen()
    let held = emulator.startLogin(in: "t1", ["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    #expect(held.isHeld)
    let advanced = emulator.control(.post, "clock/advance", ["by": "1h"], in: "t1")
    let fired = advanced.json["fired"]?.array?.map { $0["transaction"] }
    #expect(fired?.map { $0?["state"] } == ["timed_out", "timed_out"])
    #expect(fired?.map { $0?["ended"] } == [false, true])
  }

  @Test func `never goes back`() throws {
    let emulator = try frozen()
    let answer = emulator.control(.put, "clock", ["mode": "frozen", "at": "2029-12-31T23:59:59Z"], in: "t1")
    #expect(answer.status == 409)
    #expect(answer.json["type"] == "urn:eidolon:problem:clock-goes-back")
  }

  @Test func `judges times that the client made by the real time, unless the sandbox says otherwise`() throws
  {
    let emulator = try frozen()
    let clock = emulator.emulator.sandboxes.find("t1")?.sandbox.environment.clock
    #expect(clock?.forClients == emulator.clock.now)
    #expect(emulator.control(.get, "clock", in: "t1").json["client_times"] == "real")
    #expect(
      emulator.control(.put, "clock", ["client_times": "sandbox"], in: "t1").json["client_times"] == "sandbox"
    )
    #expect(clock?.forClients == clock?.now)
    let made = emulator.control(
      .post, "sandboxes",
      ["name": "t2", "clock": ["mode": "real", "client_times": "sandbox", "skew": "-5m"]])
    #expect(made.status == 201)
    let other = emulator.control(.get, "clock", in: "t2").json
    #expect(other["client_times"] == "sandbox" && other["skew"] == "-5m")
    #expect(emulator.control(.put, "clock", ["client_times": "mine"], in: "t1").status == 400)
  }

  @Test(arguments: [false, true])
  func `breaks an assertion by advancing only where client times are the sandbox's`(
    inSandbox: Bool
  ) throws {
    let emulator = try TestEmulator.withItsme()
    let clientTimes: JSON = inSandbox ? "sandbox" : "real"
    let clock: JSON = ["mode": "frozen", "client_times": clientTimes]
    #expect(emulator.control(.post, "sandboxes", ["name": "t1", "clock": clock]).status == 201)
    let issuer = "\(TestEmulator.address)/~t1/itsme/oidc"
    #expect(emulator.control(.post, "clock/advance", ["by": "1d"], in: "t1").status == 200)
    let token = { (assertion: String) in
      let code = emulator.startLogin(in: "t1").locationQuery["code"] ?? ""
      return emulator.post(
        "\(issuer)/token",
        [
          "grant_type": "authorization_code", "code": code, "redirect_uri": "http://localhost:9000/cb",
          "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          "client_assertion": assertion,
        ])
    }
    let party = RelyingParty()
    let now = try party.assertion(audience: .string("\(issuer)/token"), at: emulator.clock.now)
    let tomorrow = try party.assertion(
      audience: .string("\(issuer)/token"), at: emulator.clock.now + .seconds(86_400))
    #expect((token(now).status == 200) == !inSandbox)
    #expect((token(tomorrow).status == 200) == inSandbox)
  }

  @Test func `tells in order what fired on the way, across transactions`() throws {
    let emulator = try TestEmulator.withItsme([
      "itsme/late.json":
        "{ \"title\": \"L\", \"provider\": \"itsme\", \"phone\": [ { \"after\": \"90s\", \"do\": \"approve\" } ] }",
      "itsme/soon.json":
        "{ \"title\": \"S\", \"provider\": \"itsme\", \"phone\": [ { \"after\": \"30s\", \"do\": \"reject\" } ] }",
    ])
    _ = emulator.control(.put, "clock", ["mode": "frozen"])
    let late = emulator.startLogin(["eidolon_scenario": "late"])
    let soon = emulator.startLogin(["eidolon_scenario": "soon"])
    let fired = emulator.control(.post, "clock/advance", ["by": "100s"]).json["fired"]?.array ?? []
    #expect(fired.prefix(2).map { $0["transaction"]?["state"] } == ["rejected", "approved"])
    #expect(soon.resume?().locationQuery["error"] == "access_denied")
    #expect(late.resume?().locationQuery["code"] != nil)
  }

  @Test func `tells in order which messages fell due, among the states of transactions`() throws {
    let emulator = try TestEmulator.withItsme([
      "itsme/late.json":
        "{ \"title\": \"L\", \"provider\": \"itsme\", \"phone\": [ { \"after\": \"30s\", \"do\": \"approve\" } ] }"
    ])
    _ = emulator.control(.put, "clock", ["mode": "frozen"])
    let start = emulator.sandbox.environment.clock.now
    _ = emulator.startLogin(["eidolon_scenario": "late"])
    let order = { (event: String, seconds: Int64) in
      emulator.sandbox.deliveries.add(
        [
          Delivery(
            event, to: "http://localhost:9000/hook", body: Array(event.utf8), due: start + .seconds(seconds))
        ], of: "itsme")
    }
    order("second", 60)
    order("first", 10)
    order("tomorrow", 86_400)
    let fired = emulator.control(.post, "clock/advance", ["by": "100s"]).json["fired"]?.array ?? []
    #expect(
      fired.map { $0["delivery"]?["event"] ?? $0["transaction"]?["state"] }
        == ["first", "approved", "second"])
    #expect(
      fired.map { $0["at"]?.string } == [10, 30, 60].map { (start + .seconds($0)).text })
    // What was due is sent then, and told once.
    #expect(emulator.delivered.map { String(decoding: $0.body, as: UTF8.self) } == ["first", "second"])
    #expect(emulator.control(.post, "clock/advance", ["by": "1s"]).json["fired"] == [])
  }

  @Test(arguments: [1, 2, 5, 10])
  func `sends the same messages at the same times however an advance is divided`(steps: Int) throws {
    /// The attempts of two messages to a receiver that takes nothing, one of which is sent three times.
    func attempts(steps: Int) throws -> [String] {
      let emulator = try TestEmulator.withItsme()
      _ = emulator.control(.put, "clock", ["mode": "frozen"])
      let start = emulator.sandbox.environment.clock.now
      let order = { (event: String, due: Int, retries: [Duration]) in
        Delivery(
          event, to: "http://localhost:9000/closed", body: Array(event.utf8),
          due: start + .seconds(due), retries: retries)
      }
      emulator.sandbox.deliveries.add(
        [order("again", 1, [.seconds(2), .seconds(3)]), order("soon", 2, []), order("later", 4, [])],
        of: "itsme")
      for _ in 1...steps {
        _ = emulator.control(.post, "clock/advance", ["by": .string("\(10_000 / steps)ms")])
      }
      let entries = emulator.control(.get, "journal?direction=outgoing").json["entries"]?.array ?? []
      return entries.map { "\($0["endpoint"]?.string ?? "") \($0["at"]?.string ?? "")" }
    }
    let whole = try attempts(steps: 1)
    #expect(
      whole.map { $0.suffix(6) }
        == ["01.000Z", "02.000Z", "03.000Z", "04.000Z", "06.000Z"].map { $0.suffix(6) })
    #expect(whole.map { $0.prefix { $0 != " " } } == ["again", "soon", "again", "later", "again"])
    #expect(try attempts(steps: steps) == whole)
  }

  @Test func `skews only what tokens say`() throws {
    let emulator = try frozen()
    let answer = emulator.control(.put, "clock", ["skew": "-5m"], in: "t1")
    #expect(answer.json["skew"] == "-5m")
    #expect(answer.json["now"] == "2030-01-01T00:00:00.000Z")
  }
}
