import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Registry
import Testing

@testable import Control
@testable import TestWorlds

/// An event as a browser sees it.
struct Event: Equatable {
  var id = ""
  var type = ""
  var data = JSON.null

  /// The events of a text, comments and retry times left out.
  static func all(_ text: String) -> [Event] {
    text.split(separator: "\n\n").compactMap { block in
      var event = Event()
      for line in block.split(separator: "\n") {
        let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
        switch parts[0] {
        case "id": event.id = parts[1]
        case "event": event.type = parts[1]
        case "data": event.data = (try? JSON(parsing: Array(parts[1].utf8))) ?? .null
        default: break
        }
      }
      return event.type.isEmpty ? nil : event
    }
  }
}

@Suite struct `Server-sent events` {
  private func follow(
    _ emulator: TestEmulator, _ query: String = "", in sandbox: String = "", lastEventID: String? = nil
  ) throws -> TestStream {
    let prefix = sandbox.isEmpty ? "" : "/~\(sandbox)"
    var headers: Headers = ["Accept": "text/event-stream"]
    if let lastEventID { headers.append("Last-Event-ID", lastEventID) }
    let answer = emulator.get("\(prefix)/_eidolon/events\(query)", headers: headers)
    #expect(answer.header("Content-Type") == "text/event-stream")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Eidolon") == "emulator")
    return try #require(answer.events)
  }

  @Test func `begin at the beginning for a reader of a program that was here before`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin()
    var stream = try follow(emulator, lastEventID: "4000-9000-12-7")
    #expect(Event.all(stream.read()).map(\.type).contains("transaction"))
  }

  @Test func `tell transactions, the journal and findings as they happen, each with an id`() throws {
    let emulator = try TestEmulator.withItsme()
    var stream = try follow(emulator)
    #expect(stream.read() == "retry: 1000\n\n")
    _ = emulator.startLogin(["prompt": "nonsense"])
    let events = Event.all(stream.read())
    #expect(Set(events.map(\.type)) == ["journal", "finding"] || events.map(\.type).contains("transaction"))
    #expect(events.first?.type == "journal")
    #expect(events.first?.data["endpoint"] == "authorize" && events.first?.data["method"] == "GET")
    let finding = events.first { $0.type == "finding" }
    #expect(finding?.data["rule"]?.string?.hasPrefix("itsme.") == true)
    #expect(finding?.data["message"]?.string?.isEmpty == false)
    #expect(finding?.data["doc"]?["section"] != nil)
    #expect(Set(events.map(\.id)).count == events.count)
    _ = emulator.startLogin()
    let next = Event.all(stream.read())
    #expect(next.map(\.type) == ["journal", "transaction"])
    #expect(next.last?.data["transaction"]?["state"] == "approved")
    #expect(stream.read().isEmpty && !stream.isEnded)
  }

  @Test func `go on after the last id, without a gap and without anything twice`() throws {
    let emulator = try TestEmulator.withItsme()
    for _ in 0..<3 { _ = emulator.startLogin(["prompt": "nonsense"]) }
    for _ in 0..<3 { _ = emulator.startLogin() }
    var whole = try follow(emulator, "?after=0")
    let all = Event.all(whole.read())
    #expect(all.count >= 9)
    for event in all {
      var rest = try follow(emulator, lastEventID: event.id)
      let seen = Event.all(rest.read())
      let place = try #require(all.firstIndex(of: event))
      // A reader that comes back between two kinds may see one of them earlier; none is lost and none comes again.
      #expect(Set(seen.map(\.id)).isSubset(of: Set(all.map(\.id))) || !seen.isEmpty)
      for type in ["journal", "finding", "transaction"] {
        let told = { (events: [Event]) in events.filter { $0.type == type }.map(\.data) }
        #expect(told(seen) == told(Array(all[(place + 1)...])))
      }
    }
  }

  @Test func `believe the browser that comes back rather than its URL`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin()
    var whole = try follow(emulator, "?after=0")
    let last = try #require(Event.all(whole.read()).last)
    var rest = try follow(emulator, "?after=0", lastEventID: last.id)
    #expect(Event.all(rest.read()).isEmpty)
  }

  @Test func `are filtered by type, provider, client, transaction and state`() throws {
    let emulator = try TestEmulator.withItsme()
    var types = try follow(emulator, "?types=transaction,finding")
    var state = try follow(emulator, "?state=rejected&types=transaction")
    var nobody = try follow(emulator, "?provider=criipto")
    var client = try follow(emulator, "?client=EIDOLON_TEST&provider=itsme")
    _ = emulator.startLogin()
    _ = emulator.startLogin(["eidolon_scenario": "reject"])
    #expect(Event.all(types.read()).map(\.type) == ["transaction", "transaction"])
    let rejected = Event.all(state.read())
    #expect(rejected.count == 1)
    #expect(Event.all(nobody.read()).isEmpty)
    #expect(Event.all(client.read()).count == 4)
    let identifier = rejected.first?.data["transaction"]?["id"]?.string ?? ""
    var one = try follow(emulator, "?after=0&transaction=\(identifier)")
    #expect(
      Event.all(one.read()).allSatisfy {
        ($0.data["transaction"]?["id"] ?? $0.data["transaction"]) == .string(identifier)
      })
    for query in [
      "types=transactions", "provider=itsmee", "after=x", "heartbeat=1ms", "heartbeat=2h", "tpyes=x",
    ] {
      #expect([400, 422].contains(emulator.control(.get, "events?\(query)").status), "\(query)")
    }
  }

  @Test func `tell states that are reached by time alone`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.startLogin(["eidolon_scenario": "manual", "login_hint": "32+470000002"])
    var stream = try follow(emulator, "?types=transaction")
    _ = stream.read()
    emulator.clock.advance(by: .seconds(3600))
    #expect(Event.all(stream.read()).first?.data["transaction"]?["state"] == "timed_out")
  }

  @Test func `send a comment when nothing happens for long`() throws {
    let emulator = try TestEmulator.withItsme()
    var stream = try follow(emulator, "?heartbeat=2s")
    _ = stream.read()
    #expect(stream.read().isEmpty)
    emulator.clock.advance(by: .seconds(2))
    #expect(stream.read() == ": heartbeat\n\n")
    #expect(stream.read().isEmpty)
  }

  @Test func `end with the sandbox, at its time, and at a reset`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    var inside = try follow(emulator, in: "t1")
    var timed = try follow(emulator, "?timeout=10s")
    var root = try follow(emulator)
    #expect(emulator.control(.delete, "sandboxes/t1").status == 204)
    _ = inside.read()
    #expect(inside.isEnded)
    emulator.clock.advance(by: .seconds(10))
    _ = timed.read()
    #expect(timed.isEnded)
    _ = root.read()
    #expect(!root.isEnded)
    #expect(emulator.control(.post, "reset", [:]).status == 200)
    _ = root.read()
    #expect(root.isEnded)
  }

  @Test func `say how much a reader lost that was too slow for the journal`() throws {
    var settings = Sandbox.Settings()
    settings.keptBytes = 64 << 10
    let emulator = try TestEmulator.withItsme(settings: settings)
    var stream = try follow(emulator, "?types=journal")
    _ = stream.read()
    for _ in 0..<100 { _ = emulator.get("/itsme/oidc/jwkSet") }
    let events = Event.all(stream.read())
    let lost = emulator.sandbox.journal.forgotten
    #expect(lost > 0)
    #expect(events.first?.type == "lost")
    #expect(events.first?.data == ["journal": .integer(lost)])
    #expect(events.count == 100 - lost + 1)
    let answer = emulator.control(.get, "journal").json
    #expect(answer["forgotten"] == .integer(lost) && answer["total"] == 100)
    let refused = emulator.control(
      .post, "verify", ["request": ["endpoint": "jwks"], "count": ["exactly": 100]])
    #expect(refused.status == 409 && refused.json["detail"]?.string?.contains("--keep") == true)
  }

  @Test func `tell what a client left undone, which belongs to no exchange`() throws {
    let emulator = try TestEmulator.withItsme()
    var stream = try follow(emulator)
    _ = stream.read()
    let rules = registry.flatMap { $0.rules }
    let rule = try #require(rules.first { $0.identifier == "itsme.userinfo-never-called" })
    emulator.sandbox.findings.note(
      [Finding(rule, transaction: "abc")], at: emulator.clock.now, provider: "itsme", endpoint: "token",
      client: "EIDOLON_TEST")
    let events = Event.all(stream.read())
    #expect(events.map(\.type) == ["finding"])
    #expect(events.first?.data["rule"] == .string(rule.identifier))
    #expect(events.first?.data["transaction"] == "abc")
    #expect(events.first?.data["fix"] == .string(rule.fix))
  }

  @Test func `say how many findings a reader lost that was too slow`() throws {
    let emulator = try TestEmulator.withItsme()
    var stream = try follow(emulator, "?types=finding")
    _ = stream.read()
    for _ in 0..<3 * FindingLog.capacity { _ = emulator.startLogin(["prompt": "nonsense"]) }
    let events = Event.all(stream.read())
    #expect(events.first?.type == "lost")
    #expect(events.first?.data["findings"]?.integer ?? 0 > 0)
  }

  @Test func `keep nothing for a reader, and count readers up to a limit`() throws {
    let emulator = try TestEmulator.withItsme()
    do {
      var streams: [TestStream] = []
      for _ in 0..<Sandbox.Settings.Control().streams { streams.append(try follow(emulator)) }
      #expect(emulator.control(.get, "events").status == 429)
      #expect(emulator.state.openStreams == Sandbox.Settings.Control().streams)
      streams.removeAll()
    }
    #expect(emulator.state.openStreams == 0)
    _ = try follow(emulator)
  }

  @Test(arguments: ["0", "0-0-0-0", "12-40-3-5"]) func `have ids that are read as they are written`(
    text: String
  ) {
    #expect(EventPlace(text)?.text == (text == "0" ? "0-0-0-0" : text))
  }

  @Test(arguments: [
    "", "1", "1-", "-1", "1-2", "1-2-", "1-2-3", "1-2-3-4-5", "a-b-c-d", "1-2-3-9999999999999999999",
  ])
  func `have no other ids`(text: String) { #expect(EventPlace(text) == nil) }
}
