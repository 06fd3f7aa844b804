import Control
import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Providers
import Synchronization
import Testing

@Suite struct `The control plane is safe: it` {
  private func emulator(_ control: Sandbox.Settings.Control) throws -> TestEmulator {
    var settings = Sandbox.Settings()
    settings.control = control
    return try TestEmulator(
      registry, files: ["world.json": "{ \"people\": { \"anna\": { \"given_name\": \"Anna\" } } }"],
      settings: settings)
  }

  @Test func `asks for the token where one is set, and leaves health, ready and ca.pem open`() throws {
    var control = Sandbox.Settings.Control()
    control.token = "a long secret"
    let emulator = try emulator(control)
    let refused = emulator.get("/_eidolon/journal")
    #expect(refused.status == 401)
    #expect(refused.header("WWW-Authenticate") == "Bearer realm=\"eidolon\"")
    #expect(
      emulator.get("/_eidolon/journal", headers: ["Authorization": "Bearer a long secreT"]).status == 401)
    #expect(emulator.get("/_eidolon/journal", headers: ["Authorization": "Bearer a"]).status == 401)
    #expect(emulator.get("/_eidolon/health").status == 200)
    #expect(emulator.get("/_eidolon/ready").status == 200)
    #expect(emulator.get("/_eidolon/ca.pem").status == 404)
  }

  @Test func `takes the right token`() throws {
    var control = Sandbox.Settings.Control()
    control.token = "secret"
    #expect(
      try emulator(control).get("/_eidolon/journal", headers: ["Authorization": "Bearer secret"]).status
        == 200)
  }

  @Test func `takes a host of its own, and still refuses others`() throws {
    var control = Sandbox.Settings.Control()
    control.hosts = ["box.example.test"]
    let emulator = try emulator(control)
    #expect(emulator.get("/_eidolon/journal", headers: ["Host": "Box.Example.Test:8080"]).status == 200)
    #expect(emulator.get("/_eidolon/journal", headers: ["Host": "evil.example.test"]).status == 421)
  }

  @Test func `answers on its own ports alone where they are set`() throws {
    let emulator = try emulator(Sandbox.Settings.Control())
    emulator.state.restrict(to: [9])
    let elsewhere = emulator.get("/_eidolon/journal")
    #expect(elsewhere.status == 404)
    #expect(elsewhere.json["type"] == "urn:eidolon:problem:control-elsewhere")
    #expect(emulator.get("/_eidolon/health").status == 200)
    emulator.state.restrict(to: [8080])
    #expect(emulator.get("/_eidolon/journal").status == 200)
  }
}

@Suite struct `A recorded journal` {
  @Test func `is a line for each exchange, in order, with its sandbox and its tokens`() throws {
    let lines = Mutex<[[UInt8]]>([])
    let keys = KeyRing()
    let journal = Journal<RecordedExchange>(record: { entry in
      let line = JournalLine.bytes(entry, sandbox: "t1", openedWith: keys)
      lines.withLock { $0.append(line) }
    })
    let assertion = try RelyingParty().assertion(audience: "x", at: TestClock.start)
    for number in 1...3 {
      let request = Request(
        .post, "/itsme/oidc/token", form: ["client_assertion": assertion, "n": "\(number)"])
      journal.append(
        Journal.Entry(
          at: TestClock.start, provider: "itsme", endpoint: "token", client: nil, transaction: nil,
          exchange: RecordedExchange(request: request, response: .text("ok")), exchangeSize: 0, findings: []))
    }
    let read = try lines.withLock { $0 }.map { line in
      #expect(line.last == 0x0A && line.dropLast().allSatisfy { $0 != 0x0A })
      return try JSONParser.parse(Array(line.dropLast())).json
    }
    #expect(read.map { $0["number"] } == [1, 2, 3])
    #expect(read.allSatisfy { $0["sandbox"] == "t1" })
    #expect(read[0]["tokens"]?.array?.first?["claims"]?["sub"] == "EIDOLON_TEST")
  }
}
