import Testing

@testable import Flow

@Suite struct `Which scenario a transaction gets` {
  private func story(_ name: String, _ conditions: [Condition]?) -> Scenario {
    var scenario = Scenario(name: name, title: name, provider: String(name.prefix { $0 != "/" }))
    scenario.conditions = conditions
    return scenario
  }

  private var library: ScenarioLibrary {
    ScenarioLibrary(
      world: World(),
      scenarios: [
        story("itsme/reject", nil),
        story("itsme/z-two", [Condition("state", .present(true)), Condition("nonce", .equals("n"))]),
        story("itsme/a-two", [Condition("state", .present(true)), Condition("nonce", .equals("n"))]),
        story("itsme/a-one", [Condition("state", .present(true))]),
        story(
          "itsme/three",
          [
            Condition("state", .present(true)), Condition("nonce", .equals("n")),
            Condition("prompt", .equals("login")),
          ]),
        story("bioid/reject", nil),
        story("bioid/all", []),
      ])
  }

  private func decide(
    _ facts: [String: String] = [:], of provider: String = "itsme", asked: String? = nil,
    queued: Scenario? = nil
  ) throws(UnknownScenario) -> Decision {
    try library.decide(
      Facts(facts), of: provider, asked: asked.map { ($0, "the header Eidolon-Scenario") }, queued: { queued }
    )
  }

  @Test func `the one asked for by name, whatever its conditions`() throws {
    let decision = try decide(["state": "s"], asked: "itsme/three", queued: story("itsme/q", nil))
    #expect(decision.scenario?.name == "itsme/three")
    #expect(decision.reason == .asked(by: "the header Eidolon-Scenario"))
    #expect(decision.text == "itsme/three, asked for by the header Eidolon-Scenario")
    #expect(decision.nearMisses.isEmpty)
  }

  @Test func `the one asked for by its short name, of the request's provider`() throws {
    #expect(try decide(asked: "reject").scenario?.name == "itsme/reject")
    #expect(try decide(of: "bioid", asked: "reject").scenario?.name == "bioid/reject")
  }

  @Test func `or a loud error with the closest names when nobody knows it`() {
    let error = #expect(throws: UnknownScenario.self) { try decide(asked: "itsme/rejct") }
    #expect(error?.closest.first == "itsme/reject")
    #expect(error?.text.hasPrefix("no scenario \"itsme/rejct\" for itsme; closest: itsme/reject") == true)
    let short = #expect(throws: UnknownScenario.self) { try decide(asked: "rejct") }
    #expect(short?.closest.first == "reject")
  }

  @Test func `or a loud error when the name is another provider's`() {
    let error = #expect(throws: UnknownScenario.self) { try decide(asked: "bioid/reject") }
    #expect(error?.provider == "itsme")
    #expect(error?.closest.contains("itsme/reject") == true)
  }

  @Test func `or a loud error that says where the names are listed when none is close`() {
    let error = #expect(throws: UnknownScenario.self) { try decide(asked: "qqqqqqqqqqqqqqqq") }
    let count = library.names(of: "itsme").count
    #expect(count > 0)
    #expect(
      error?.text
        == "no scenario \"qqqqqqqqqqqqqqqq\" for itsme; GET /_eidolon/scenarios lists the \(count) that this provider has"
    )
  }

  @Test func `or a loud error with the five nearest names at most, each once`() throws {
    let stories = (1...8).map { story("itsme/slow-\($0)", nil) }
    let error = #expect(throws: UnknownScenario.self) {
      try ScenarioLibrary(world: World(), scenarios: stories).decide(
        Facts(), of: "itsme", asked: ("slow-9", "state"))
    }
    #expect(error?.closest == (1...5).map { "slow-\($0)" })
  }

  @Test func `or a loud error when the provider has none`() {
    let error = #expect(throws: UnknownScenario.self) { try decide(of: "veridium", asked: "reject") }
    #expect(error?.text == "no scenario \"reject\" for veridium; this provider has no scenarios")
  }

  @Test func `then the queued one, which is not taken when another was asked for`() throws {
    let decision = try decide(["state": "s"], queued: story("itsme/queued", nil))
    #expect(decision.scenario?.name == "itsme/queued" && decision.reason == .queued)
    var taken = 0
    _ = try library.decide(Facts(), of: "itsme", asked: ("reject", "state")) {
      taken += 1
      return nil
    }
    #expect(taken == 0)
  }

  @Test func `then the one whose conditions hold, the most of them, then the first by name`() throws {
    #expect(try decide(["state": "s"]).scenario?.name == "itsme/a-one")
    #expect(try decide(["state": "s", "nonce": "n"]).scenario?.name == "itsme/a-two")
    #expect(try decide(["state": "s", "nonce": "n", "prompt": "login"]).scenario?.name == "itsme/three")
    #expect(try decide(["state": "s"]).reason == .matched)
  }

  @Test func `with the runners-up and the first condition of each that failed`() throws {
    let decision = try decide(["state": "s"])
    #expect(
      decision.nearMisses.map(\.text) == [
        "itsme/three: nonce was not sent, wanted \"n\"", "itsme/a-two: nonce was not sent, wanted \"n\"",
        "itsme/z-two: nonce was not sent, wanted \"n\"",
      ])
  }

  @Test func `or else the provider's default, still with the near misses`() throws {
    let decision = try decide()
    #expect(decision.scenario == nil && decision.reason == .standard)
    #expect(decision.text == "the provider's default")
    #expect(decision.nearMisses.count == 4)
  }

  @Test func `never one without conditions, never another provider's`() throws {
    #expect(try decide(["nonce": "n"]).scenario == nil)
    #expect(try decide(of: "criipto").scenario == nil)
  }

  @Test func `always the one with an empty list of conditions, if no other`() throws {
    #expect(try decide(of: "bioid").scenario?.name == "bioid/all")
  }

  @Test func `with at most five near misses`() throws {
    let many = ScenarioLibrary(
      world: World(), scenarios: (0..<9).map { story("itsme/\($0)", [Condition("state", .present(true))]) })
    #expect(try many.decide(Facts(), of: "itsme", asked: nil).nearMisses.count == 5)
  }
}

@Suite struct `An expectation` {
  private func call(_ endpoint: String, _ second: Int64) -> EndpointCall {
    EndpointCall(endpoint: endpoint, at: Instant(seconds: second))
  }

  @Test func `that demands nothing is met`() {
    #expect(Expectation().verdict(calls: [call("token", 1)], findings: ["x"]).result == .met)
  }

  @Test func `is met by an order with others between`() {
    let expectation = Expectation(order: ["authorize", "token"], count: ["token": 1], findings: ["x"])
    let calls = [call("authorize", 1), call("jwks", 2), call("token", 3)]
    #expect(expectation.verdict(calls: calls, findings: ["y", "x"]).result == .met)
    #expect(
      Expectation(order: ["token", "token"]).verdict(calls: [call("token", 1)], findings: []).result == .unmet
    )
  }

  @Test func `takes any of the endpoints that serve one purpose`() {
    let expectation = Expectation(order: ["begin", .init(["status", "status_async"])])
    for endpoint in ["status", "status_async"] {
      let calls = [call("begin", 1), call(endpoint, 2)]
      #expect(expectation.verdict(calls: calls, findings: []).result == .met)
    }
    #expect(
      expectation.verdict(calls: [call("begin", 1)], findings: []).reasons
        == ["status or status_async was not called in the order begin, status or status_async"])
    let other = expectation.without(["status"])
    #expect(other.order == ["begin", "status_async"])
    #expect(expectation.without(["status", "status_async"]).order == ["begin"])
  }

  @Test func `allows rules to be broken that need not be`() {
    let expectation = Expectation(findings: ["x"], allowed: ["y"])
    #expect(expectation.verdict(calls: [], findings: ["x"]).result == .met)
    #expect(expectation.expects("x") && expectation.expects("y") && !expectation.expects("z"))
  }

  @Test func `that is not met says everything that did not hold`() {
    let expectation = Expectation(
      never: ["userinfo"], order: ["token", "authorize"], count: ["token": 2], findings: ["x"])
    let calls = [call("authorize", 1), call("token", 2), call("userinfo", 3)]
    let verdict = expectation.verdict(calls: calls, findings: [])
    #expect(verdict.result == .unmet)
    #expect(
      verdict.reasons == [
        "userinfo was called", "authorize was not called in the order token, authorize",
        "token was called once instead of 2 times", "the finding x did not occur",
      ])
    #expect(
      verdict.shortfalls.map(\.rule) == ["expect.never", "expect.order", "expect.count", "expect.findings"])
    #expect(
      verdict.advices[1]
        == "Rule: expect.order. Fix: make the calls token, authorize; others may come between")
  }
}
