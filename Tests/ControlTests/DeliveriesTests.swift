import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import TestWorlds

@Suite struct `The deliveries of a sandbox` {
  let emulator: TestEmulator

  init() throws {
    emulator = try TestEmulator.withItsme()
    emulator.serve(
      "http://localhost:9000/hook", .success(FetchedDocument(status: 200, headers: [:], body: [])))
    for (event, url) in [("one", "http://localhost:9000/hook"), ("two", "http://localhost:9000/closed")] {
      emulator.sandbox.deliveries.add(
        [
          Delivery(
            event, for: event == "one" ? "SHOP" : nil, to: url, headers: ["X": "y"], body: Array(event.utf8),
            due: emulator.clock.now)
        ],
        of: "itsme", transaction: event)
    }
    emulator.advance(by: .seconds(1))
  }

  @Test func `are listed with every attempt`() {
    let all = emulator.control(.get, "deliveries").json["deliveries"]?.array ?? []
    #expect(all.map { $0["event"]?.string } == ["one", "two"])
    #expect(all.map { $0["state"]?.string } == ["delivered", "failed"])
    #expect(all[0]["body"] == "one")
    #expect(all[0]["headers"] == [["name": "X", "value": "y"]])
    #expect(all[0]["attempts"]?.array?.first?["status"] == 200)
    #expect(all[1]["attempts"]?.array?.first?["problem"] == "no connection to nobody listens")
  }

  @Test func `can be asked for by provider, client and transaction`() {
    let count = { (query: String) in
      emulator.control(.get, "deliveries?\(query)").json["deliveries"]?.array?.count
    }
    #expect(count("provider=itsme") == 2)
    #expect(count("client=SHOP") == 1 && count("client=EIDOLON_TEST") == 0)
    #expect(count("transaction=two") == 1)
    #expect(emulator.control(.get, "deliveries?provider=nobody").status == 422)
    #expect(emulator.control(.get, "deliveries?client=OTHER").status == 422)
  }

  @Test func `are in the journal, each attempt an outgoing entry with what came back`() throws {
    let all = emulator.control(.get, "journal?direction=outgoing").json["entries"]?.array ?? []
    #expect(all.map { $0["endpoint"]?.string } == ["one", "two"])
    #expect(all.map { $0["transaction"]?.string } == ["one", "two"])
    #expect(all.map { $0["client"]?.string } == ["SHOP", nil])
    let sent = try #require(all.first)
    #expect(sent["direction"] == "outgoing" && sent["provider"] == "itsme")
    #expect(sent["request"]?["method"] == "POST")
    #expect(sent["request"]?["target"] == "http://localhost:9000/hook")
    #expect(sent["request"]?["body"] == "one")
    #expect(sent["request"]?["headers"]?.array?.contains(["X", "y"]) == true)
    #expect(sent["response"]?["status"] == 200 && sent["problem"] == nil)
    // Nobody listens there: there is no answer to show.
    #expect(all[1]["response"] == nil)
    #expect(all[1]["problem"] == "no connection to nobody listens")
    #expect(emulator.control(.get, "journal?direction=incoming").json["entries"] == [])
    #expect(emulator.control(.get, "journal?direction=sideways").status == 400)
  }

  @Test func `have the tokens in their bodies decoded beside them`() throws {
    let token = try RelyingParty().assertion(audience: "x", at: emulator.clock.now)
    let body: JSON = ["event": "done", "proof": .string(token)]
    emulator.sandbox.deliveries.add(
      [
        Delivery(
          "three", to: "http://localhost:9000/hook", headers: ["Content-Type": "application/json"],
          body: body.bytes(), due: emulator.clock.now)
      ], of: "itsme")
    emulator.advance(by: .seconds(1))
    let entry = emulator.control(.get, "journal?endpoint=three").json["entries"]?[0]
    #expect(entry?["tokens"]?[0]?["name"] == "proof")
    #expect(entry?["tokens"]?[0]?["claims"]?["aud"] == "x")
  }

  @Test func `are verified on their own, not among the requests of clients`() {
    let body: JSON = ["event": "Paid", "amount": 7]
    emulator.sandbox.deliveries.add(
      [Delivery("paid", to: "http://localhost:9000/hook", body: body.bytes(), due: emulator.clock.now)],
      of: "itsme")
    emulator.advance(by: .seconds(1))
    let verify = { (request: JSON) in
      emulator.control(.post, "verify", ["request": request, "count": ["exactly": 1]]).status
    }
    #expect(verify(["direction": "outgoing", "endpoint": "paid"]) == 200)
    #expect(verify(["direction": "outgoing", "params": ["event": "Paid", "amount": "7"]]) == 200)
    #expect(
      verify(["direction": "outgoing", "endpoint": "one", "headers": ["X": ["contains": "y"]]]) == 200)
    #expect(verify(["direction": "outgoing", "params": ["event": "Lost"]]) == 409)
    #expect(verify(["endpoint": "paid"]) == 409)
    #expect(verify(["direction": "outwards"]) == 400)
  }

  @Test func `push the oldest entries out of the journal, as requests do`() {
    let journal = emulator.sandbox.journal
    let body = [UInt8](repeating: 0x41, count: 1 << 20)
    for _ in 0..<140 {
      emulator.sandbox.deliveries.add(
        [Delivery("big", to: "http://localhost:9000/hook", body: body, due: emulator.clock.now)], of: "itsme")
      emulator.advance(by: .seconds(1))
    }
    #expect(journal.count == 142)
    #expect(journal.entries().count <= journal.shelf.limit.bytes >> 20)
  }

  @Test func `can be sent once more`() {
    let answer = emulator.control(.post, "deliveries/1/resend")
    #expect(answer.status == 200)
    #expect(answer.json["number"] == 1)
    #expect(emulator.delivered.map { String(decoding: $0.body, as: UTF8.self) } == ["one", "two", "one"])
    #expect(emulator.control(.post, "deliveries/77/resend").status == 404)
    #expect(emulator.control(.post, "deliveries/x/resend").status == 404)
  }
}
