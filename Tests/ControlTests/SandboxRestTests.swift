import EidolonTesting
import Flow
import HTTP
import JSON
import Testing

@testable import ProviderKit
@testable import TestWorlds

@Suite struct `A sandbox at rest` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator.withItsme() }

  private func make(_ name: String, _ members: JSONObject = [:]) {
    var body: JSONObject = ["name": .string(name), "ttl": "24h"]
    for (member, value) in members { body[member] = value }
    #expect(emulator.control(.post, "sandboxes", .object(body)).status == 201)
  }

  private var awake: Set<String> { emulator.emulator.sandboxes.state.withLock { $0.awake } }

  /// Without a call that would wake it.
  private func open(in sandbox: String) -> Int? {
    emulator.emulator.sandboxes.entry(sandbox)?.application.providers.flatMap {
      $0.transactions(at: emulator.clock.now)
    }.count
  }

  @Test func `is not looked at while its login is open, whose end comes in time though nobody asks`() {
    make("running")
    make("frozen", ["clock": ["mode": "frozen"]])
    for name in ["running", "frozen"] { #expect(emulator.startLogin(in: name).status == 302) }
    #expect(awake == ["running", "frozen"])
    emulator.advance(by: Sandboxes.restAfter)
    #expect(awake.isEmpty)
    #expect(open(in: "running") == 1)
    emulator.advance(by: .seconds(2 * 3600))
    #expect(open(in: "running") == 0)
    #expect(open(in: "frozen") == 1, "its clock stands still")
    emulator.advance(by: .seconds(1))
    #expect(awake.isEmpty)
    _ = emulator.control(.post, "clock/advance", ["by": "2h"], in: "frozen")
    emulator.advance(by: .seconds(1))
    #expect(open(in: "frozen") == 0)
  }

  @Test func `is not yet at rest while a call that found it may still open a login`() {
    make("asked")
    let application = emulator.emulator.sandboxes.find("asked")
    emulator.advance(by: .seconds(4))
    #expect(awake == ["asked"])
    emulator.advance(by: .seconds(1))
    #expect(awake.isEmpty)
    #expect(application === emulator.emulator.sandboxes.find("asked"))
    #expect(awake == ["asked"], "used again")
  }

  @Test func `ends with its lifetime, though a login of it was looked at meanwhile`() {
    make("short", ["ttl": "3h"])
    #expect(emulator.startLogin(in: "short").status == 302)
    for _ in 0..<5 { emulator.advance(by: .seconds(1800)) }
    #expect(open(in: "short") == 0)
    emulator.advance(by: .seconds(1800))
    emulator.advance(by: .seconds(1))
    #expect(open(in: "short") == nil)
  }
}
