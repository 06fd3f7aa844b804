import EidolonTesting
import Flow
import JSON
import Testing

@testable import Control
@testable import TestWorlds

/// A campaign over logins that the test brings.
private struct Stage {
  let emulator: TestEmulator
  var stream: TestStream

  init(_ query: String = "?types=judge") throws {
    var files: [String: String] = [:]
    for name in ["one", "two"] {
      files["itsme/\(name).json"] = """
        { "title": "\(name)", "provider": "itsme", "tokens": { "id_token": { "defect": "bad_signature" } },
          "judge": { "family": "signature", "right": "must_refuse", "attack": "Somebody signs it himself." } }
        """
    }
    emulator = try TestEmulator.withItsme(files)
    stream = try #require(emulator.get("/_eidolon/events\(query)").events)
    _ = stream.read()
  }

  mutating func read() -> [JSON] { Event.all(stream.read()).filter { $0.type == "judge" }.map(\.data) }

  func begin(_ more: JSONObject = [:]) {
    var order: JSONObject = ["provider": "itsme", "only": ["one", "two"]]
    if more["start_url"] == nil { order["way"] = "wait" }
    for (name, value) in more { order[name] = value }
    #expect(emulator.control(.post, "judge", .object(order)).status == 201)
  }

  /// A login as far as its tokens, and what is said of it.
  func play(_ saw: String) throws {
    let code = emulator.startLogin().locationQuery["code"] ?? ""
    #expect(try emulator.exchange(code).status == 200)
    #expect(emulator.control(.post, "judge/signal", ["saw": .string(saw)]).status == 200)
  }
}

@Suite struct `Events of a campaign` {
  @Test func `tell its beginning, each result with its place among all, and its end`() throws {
    var stage = try Stage()
    stage.begin()
    #expect(stage.read().map { $0["step"] } == ["started"])
    try stage.play("refused")
    let first = stage.read()
    #expect(first.map { $0["step"] } == ["case"])
    #expect(first[0]["case"] == "one" && first[0]["result"] == "pass" && first[0]["seen"] == "refused")
    #expect(first[0]["nth"] == 1 && first[0]["of"] == 2)
    let transaction = stage.emulator.control(.get, "judge").json["results"]?[0]?["transaction"]
    #expect(transaction?.string?.isEmpty == false && first[0]["transaction"] == transaction)
    try stage.play("accepted")
    let rest = stage.read()
    #expect(rest.map { $0["step"] } == ["case", "finished"])
    #expect(rest[0]["case"] == "two" && rest[0]["result"] == "fail" && rest[0]["nth"] == 2)
    #expect(rest[1]["state"] == "done" && rest[1]["counts"]?["fail"] == 1 && rest[1]["counts"]?["pass"] == 1)
    for event in first + rest { #expect(event["provider"] == "itsme" && event["campaign"] == 1) }
  }

  @Test func `say how many results an earlier campaign had, and tell only the others`() throws {
    var stage = try Stage()
    stage.begin(["resume": ["results": [["case": "one", "result": "pass", "seen": "refused"]]]])
    #expect(stage.read().map { [$0["cases"], $0["kept"]] } == [[2, 1]])
    try stage.play("refused")
    #expect(stage.read().compactMap { $0["case"] } == ["two"])
  }

  @Test func `tell a case only when something is said of its own login`() throws {
    var stage = try Stage()
    _ = stage.emulator.startLogin()
    let list = stage.emulator.control(.get, "transactions").json["transactions"]?.array
    let old = try #require(list?.last?["id"])
    stage.begin()
    let code = stage.emulator.startLogin().locationQuery["code"] ?? ""
    #expect(try stage.emulator.exchange(code).status == 200)
    let said = { (body: JSON) in stage.emulator.control(.post, "saw", body).status }
    #expect(said(["saw": "accepted", "transaction": old]) == 200)
    #expect(stage.read().map { $0["step"] } == ["started"])
    #expect(said(["saw": "refused"]) == 200)
    let step = stage.read()
    #expect(step.map { $0["result"] } == ["pass"] && step[0]["transaction"] != old)
    // Before its login begins, only what names no login can be about the case.
    #expect(said(["saw": "accepted", "transaction": old]) == 200 && stage.read().isEmpty)
    #expect(said(["saw": "refused"]) == 200 && stage.read().compactMap { $0["case"] } == ["two"])
  }

  @Test func `tell the results that a cancelled one gives to what is left`() throws {
    var stage = try Stage()
    stage.begin()
    #expect(stage.emulator.control(.delete, "judge").status == 204)
    let steps = stage.read()
    #expect(steps.map { $0["step"] } == ["started", "case", "case", "finished"])
    #expect(steps[1]["result"] == "not_run" && steps.last?["state"] == "cancelled")
  }

  @Test func `give one reason where nothing could be judged, and no result`() throws {
    var stage = try Stage()
    stage.begin(["start_url": "http://rp.test/login"])
    let steps = stage.read()
    #expect(steps.map { $0["step"] } == ["started", "finished"])
    #expect(steps[1]["state"] == "stuck")
    #expect(steps[1]["reason"]?.string?.contains("does not answer") == true)
  }

  @Test func `are filtered by type, provider, client and transaction, and go on after an id`() throws {
    var stage = try Stage("?types=transaction")
    stage.begin(["client": "EIDOLON_TEST"])
    try stage.play("refused")
    #expect(stage.read().isEmpty)
    let told = { (query: String) throws -> [JSON] in
      var stream = try #require(stage.emulator.get("/_eidolon/events?after=0&types=judge\(query)").events)
      return Event.all(stream.read()).map(\.data)
    }
    #expect(try told("").count == 2)
    #expect(try told("&provider=criipto").isEmpty && told("&provider=itsme").count == 2)
    #expect(try told("&client=EIDOLON_TEST").count == 2)
    let transaction = try #require(told("").last?["transaction"]?.string)
    #expect(try told("&transaction=\(transaction)").map { $0["case"] } == ["one"])
    var all = try #require(stage.emulator.get("/_eidolon/events?after=0&types=judge").events)
    let first = try #require(Event.all(all.read()).first)
    #expect(try told("").count == 2 && first.id.hasSuffix("-1"))
    var rest = try #require(stage.emulator.get("/_eidolon/events?types=judge&after=\(first.id)").events)
    #expect(Event.all(rest.read()).map { $0.data["case"] } == ["one"])
  }

  @Test func `say how many steps a reader lost`() throws {
    var stage = try Stage()
    for _ in 0..<CampaignSteps.capacity {
      stage.begin()
      _ = stage.emulator.control(.delete, "judge")
    }
    let events = Event.all(stage.stream.read())
    #expect(events.first?.type == "lost" && events.first?.data["steps"]?.integer ?? 0 > 0)
  }
}
