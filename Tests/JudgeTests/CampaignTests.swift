import Flow
import HTTP
import Testing

@testable import Judge

/// Drives a campaign without any emulator: a relying party that answers by path, on a clock that every step moves.
private struct Run {
  var campaign: Campaign
  var now = Instant(seconds: 1_800_000_000)
  var armed: Demand.Story?
  /// Answers a request of the user agent while a story is armed.
  var party: (WebRequest, Demand.Story) -> Result<FetchedDocument, FetchError>
  var evidence: (Demand.Story) -> Evidence = { _ in
    var evidence = Evidence()
    (evidence.transaction, evidence.isDelivered) = ("t", true)
    return evidence
  }
  var canAdvance = false
  var fetches = 0
  var signals: [Signal] = []

  init(
    _ cases: [Case], way: Order.Way? = nil, learned: Distinction? = nil, earlier: [CaseResult] = [],
    distinction: Distinction = Distinction(),
    party: @escaping (WebRequest, Demand.Story) -> Result<FetchedDocument, FetchError> = { _, _ in .page("") }
  ) throws {
    let start = try #require(WebAddress("http://rp.test/login"))
    let emulator = try #require(WebAddress("http://localhost:8080"))
    var order = Order(
      "toy", way ?? .start(start), in: Territory(hosts: ["rp.test"], emulator: [emulator]), cases: cases)
    order.distinction = distinction
    campaign = Campaign(order, learned: learned, earlier: earlier)
    self.party = party
  }

  mutating func play() {
    var demand = campaign.begin(at: now)
    for _ in 0..<10_000 {
      now = now + .milliseconds(10)
      let event: Event
      switch demand {
      case .arm(let story):
        armed = story
        event = .armed(true)
      case .fetch(let request, let limit):
        fetches += 1
        let answer = party(request, armed ?? .approving)
        if case .failure(.timedOut) = answer { now = now + limit }
        event = .fetched(answer)
      case .advance: event = .moved(canAdvance)
      case .pause(let pause):
        now = now + pause
        event = .paused
      case .listen:
        event = signals.isEmpty ? .paused : .signalled(signals.removeFirst())
      case .examine: event = .examined(evidence(armed ?? .approving))
      case .say(let kind, _, _): event = .judged(Self.judged(kind))
      case .finished: return
      }
      demand = campaign.take(event, at: now)
    }
    Issue.record("the campaign does not end")
  }

  private static func judged(_ kind: Sighting.Kind) -> Judgement {
    switch kind {
    case .accepted: Judgement(.unmet, ["it must be refused, and was accepted"])
    case .refused: Judgement(.met, [])
    case .crashed: Judgement(.warn, ["it crashed"])
    case .deferred: Judgement(.inconclusive, ["it still waits"])
    }
  }
}

private func item(_ name: String, _ right: Right = .mustRefuse) -> Case {
  let judge = JudgeCase(.signature, right, attack: "Somebody does it.")
  return Case(
    Scenario(name: "toy/\(name)", title: name, provider: "toy"), judge,
    advice: Advice("RFC 1 §2", fix: "refuse"))
}

/// 200 at /home for who is approved, 403 for who refuses, and for cases what `odd` says.
private func party(
  _ odd: @escaping (WebRequest) -> Result<FetchedDocument, FetchError>
) -> (WebRequest, Demand.Story) -> Result<FetchedDocument, FetchError> {
  { request, story in
    guard request.address.path != "/login" || story == .named("toy/start") else {
      return .page("", 302, ["Location": "/cb"])
    }
    switch story {
    case .approving:
      return request.address.path == "/home" ? .page("Welcome") : .page("", 303, ["Location": "/home"])
    case .refusing: return .page("no", 403)
    case .named: return odd(request)
    }
  }
}

@Suite struct CampaignTests {
  @Test func `it learns from two logins of each kind, and judges one case after the other`() throws {
    var run = try Run([item("a"), item("b")], party: party { _ in .page("no", 403) })
    run.play()
    #expect(run.campaign.stage == .done)
    #expect(run.campaign.distinction.isIn.map(\.text) == ["profile:path=/home", "profile:status=200"])
    #expect(run.campaign.results.map(\.word) == [.pass, .pass])
    #expect(run.campaign.results.map(\.name) == ["a", "b"])
  }

  @Test func `who lets the person in fails`() throws {
    var run = try Run(
      [item("a")],
      party: party { $0.address.path == "/home" ? .page("Welcome") : .page("", 302, ["Location": "/home"]) })
    run.play()
    let result = try #require(run.campaign.results.first)
    #expect(result.word == .fail)
    #expect(result.seen == .accepted)
    #expect(result.way.last == "GET http://rp.test/home → 200")
  }

  @Test func `a case whose answer was never fetched is not run`() throws {
    var run = try Run([item("a")], party: party { _ in .page("no", 403) })
    run.evidence = { story in
      var evidence = Evidence()
      (evidence.transaction, evidence.isDelivered) = ("t", story == .approving)
      return evidence
    }
    run.play()
    #expect(run.campaign.results.first?.word == .notRun)
    #expect(run.campaign.results.first?.reason.hasPrefix("never fetched") == true)
  }

  @Test func `in and out that look the same are not judged, and the way out is told`() throws {
    var run = try Run([item("a")]) { _, _ in .page("Hello") }
    run.play()
    guard case .stuck(let reason) = run.campaign.stage else { Issue.record("it judged"); return }
    #expect(reason.contains("--profile-url"))
    #expect(run.campaign.results.map(\.word) == [.notRun])
  }

  @Test func `a relying party that does not answer is told before anything is judged`() throws {
    var run = try Run([item("a")]) { _, _ in .failure(.notConnected("localhost:3000: refused")) }
    run.play()
    #expect(
      run.campaign.stage
        == .stuck("the relying party does not answer: no connection to localhost:3000: refused"))
    #expect(run.fetches == 1)
  }

  @Test func `a login at another host is told with the option that admits it`() throws {
    var run = try Run([item("a")]) { _, _ in .page("", 302, ["Location": "https://real.test/"]) }
    run.play()
    guard case .stuck(let reason) = run.campaign.stage else { Issue.record("it judged"); return }
    #expect(reason.contains("--host real.test"))
  }

  @Test func `what the emulator found is told with its fix`() throws {
    var run = try Run([item("a")]) { _, _ in .page("no", 400) }
    run.evidence = { _ in
      var evidence = Evidence()
      evidence.problems = ["The redirect_uri is not registered. Fix: register it"]
      return evidence
    }
    run.play()
    guard case .stuck(let reason) = run.campaign.stage else { Issue.record("it judged"); return }
    #expect(reason.contains("Fix: register it"))
  }

  @Test func `a login that the emulator refused teaches nothing`() throws {
    // Its page and that of who refuses differ, and neither is in.
    var run = try Run([item("a")], party: party { _ in .page("no", 403) })
    run.evidence = { _ in
      var evidence = Evidence()
      evidence.transaction = "t"
      evidence.refusals = ["7 POST /toy/token: 401"]
      evidence.problems = ["The secret is wrong. Fix: send the right one"]
      return evidence
    }
    run.play()
    guard case .stuck(let reason) = run.campaign.stage else {
      Issue.record("it judged")
      return
    }
    #expect(reason.contains("POST /toy/token: 401") && reason.contains("Fix: send the right one"))
  }

  @Test func `what was said beforehand saves the learning but for one login`() throws {
    var run = try Run(
      [item("a")], distinction: Distinction(isIn: [Predicate(.status, "200")]),
      party: party { _ in .page("no", 403) })
    run.play()
    #expect(run.campaign.results.map(\.word) == [.pass])
    #expect(run.campaign.ins.count == 1)
    #expect(run.campaign.outs.isEmpty)
  }

  @Test func `an earlier campaign's results and lessons are kept`() throws {
    let earlier = [CaseResult("a", .fail, "it must be refused")]
    let learned = Distinction(learnedIn: [Predicate(.status, "200")], out: [Predicate(.status, "403")])
    var run = try Run(
      [item("a"), item("b")], learned: learned, earlier: earlier, party: party { _ in .page("no", 403) })
    run.play()
    #expect(run.campaign.results.map(\.word) == [.fail, .pass])
    #expect(run.campaign.outs.isEmpty)
  }

  @Test func `cancelling leaves what was judged and says of the rest that it was not run`() throws {
    var run = try Run([item("a"), item("b")], party: party { _ in .page("no", 403) })
    _ = run.campaign.begin(at: run.now)
    run.campaign.cancel()
    #expect(run.campaign.stage == .cancelled)
    #expect(run.campaign.results.map(\.word) == [.notRun, .notRun])
  }

  @Test func `a test's exit status is learned and judged`() throws {
    var run = try Run([item("a"), item("b")], way: .command)
    run.signals = [0, 0, 1, 1, 1, 0].map { Signal(exit: $0) }
    run.play()
    #expect(run.campaign.distinction.isIn == [Predicate(.exit, "0")])
    #expect(run.campaign.results.map(\.word) == [.pass, .fail])
  }

  @Test func `somebody's word decides where traffic is awaited`() throws {
    var run = try Run([item("a"), item("b"), item("c")], way: .traffic)
    run.signals = [Signal(said: .refused), Signal(said: .accepted)]
    run.play()
    #expect(run.campaign.results.map(\.word) == [.pass, .fail, .inconclusive])
  }
}

@Suite struct BadPartyTests {
  private func results(
    _ odd: @escaping (WebRequest) -> Result<FetchedDocument, FetchError>
  ) throws -> [CaseResult] {
    // The case after it is judged all the same.
    var run = try Run([item("odd"), item("next")]) { request, story in
      party(story == .named("toy/odd") ? odd : { _ in .page("no", 403) })(request, story)
    }
    let began = run.now
    run.play()
    #expect(run.campaign.stage == .done)
    #expect(run.campaign.results.last?.word == .pass)
    #expect(run.now - began < .seconds(40))
    return run.campaign.results
  }

  @Test func `one that drops the connection crashed`() throws {
    let result = try results { _ in .failure(.malformedAnswer("the connection was closed")) }[0]
    #expect((result.word, result.seen) == (.warn, .crashed))
  }

  @Test func `one that hangs still waits`() throws {
    let result = try results { _ in .failure(.timedOut(.seconds(10))) }[0]
    #expect((result.word, result.seen) == (.inconclusive, .deferred))
    #expect(result.took <= .seconds(11))
  }

  @Test func `one that redirects for ever is not in`() throws {
    let result = try results { _ in .page("", 302, ["Location": "/cb"]) }[0]
    #expect(result.reason.contains("redirected for ever") || result.word != .fail)
  }

  @Test func `one that answers ten megabytes is cut off`() throws {
    let result = try results { _ in .failure(.tooLarge(limit: Walk.bodyLimit)) }[0]
    #expect(result.word != .fail)
  }

  @Test func `one that sets five hundred cookies is judged as any other`() throws {
    let result = try results { _ in
      var headers: Headers = [:]
      for number in 1...500 { headers.append("Set-Cookie", "c\(number)=\(number); Path=/") }
      return .page("no", 403, headers)
    }[0]
    #expect(result.word == .pass)
  }

  @Test func `one that never comes back is given up at its limit`() throws {
    let result = try results { _ in .page("<meta http-equiv=refresh content=2>") }[0]
    #expect((result.word, result.seen) == (.inconclusive, .deferred))
    #expect(result.took <= .seconds(15))
  }
}
