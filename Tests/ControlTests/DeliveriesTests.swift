import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@Suite struct `The deliveries of a sandbox` {
  let emulator: TestEmulator

  init() throws {
    emulator = try TestEmulator.withItsme()
    emulator.serve(
      "http://localhost:9000/hook", .success(FetchedDocument(status: 200, headers: [:], body: [])))
    for (event, url) in [("one", "http://localhost:9000/hook"), ("two", "http://localhost:9000/closed")] {
      emulator.sandbox.deliveries.add(
        [Delivery(event, to: url, headers: ["X": "y"], body: Array(event.utf8), due: emulator.clock.now)],
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

  @Test func `can be asked for by provider and transaction`() {
    let count = { (query: String) in
      emulator.control(.get, "deliveries?\(query)").json["deliveries"]?.array?.count
    }
    #expect(count("provider=itsme") == 2)
    #expect(count("transaction=two") == 1)
    #expect(emulator.control(.get, "deliveries?provider=nobody").status == 404)
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
