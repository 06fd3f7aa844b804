import Flow
import HTTP
import Testing

@testable import Judge

@Suite struct CampaignTests {
  @Test(arguments: [(false, CaseResult.Word.notRun), (true, .pass)])
  func `plays no case of OpenID Connect where a login gets no id_token`(isOpenID: Bool, word: CaseResult.Word)
    throws
  {
    var run = try Run([item("judge/forged"), item("own")], party: party { _ in .page("no", 403) })
    run.evidence = { _ in
      var evidence = Evidence()
      (evidence.transaction, evidence.isDelivered, evidence.isOpenID) = ("t", true, isOpenID)
      return evidence
    }
    run.play()
    #expect(run.campaign.results.map(\.name) == ["forged", "own"])
    #expect(run.campaign.results.map(\.word) == [word, .pass])
  }

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

  @Test func `what a case wants done first is done in another browser, which never comes back`() throws {
    final class Visits { var told: [(path: String, story: Demand.Story, cookie: String?)] = [] }
    let visits = Visits()
    let judge = JudgeCase(.binding, .mustRefuse, attack: "Somebody does it.", before: .inAnotherBrowser)
    let item = Case(
      Scenario(name: "toy/a", title: "a", provider: "toy"), judge, advice: Advice("RFC 1 §2", fix: "refuse"))
    var run = try Run([item]) { request, story in
      visits.told.append((request.address.path, story, request.headers["Cookie"]))
      return switch request.address.path {
      case "/login":
        .page("", 302, ["Location": "http://localhost:8080/toy/authorize", "Set-Cookie": "sid=1; Path=/"])
      case "/toy/authorize": .page("", 302, ["Location": "http://rp.test/cb?code=1"])
      case "/cb" where story == .approving: .page("", 303, ["Location": "/home"])
      case "/home" where story == .approving: .page("Welcome")
      default: .page("no", 403)
      }
    }
    run.play()
    #expect(run.campaign.results.map(\.word) == [.pass])
    let lessons = visits.told.lastIndex { $0.story == .refusing } ?? 0
    let played = visits.told[(lessons + 1)...]
    #expect(played.map(\.path).prefix(5) == ["/login", "/toy/authorize", "/login", "/toy/authorize", "/cb"])
    #expect(played.prefix(2).allSatisfy { $0.story == .approving })
    #expect(played.dropFirst(2).first?.cookie == nil)
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

  @Test func `a case whose login is no longer kept is not run, and says so`() throws {
    var run = try Run([item("a")], party: party { _ in .page("no", 403) })
    run.evidence = { story in
      var evidence = Evidence()
      (evidence.transaction, evidence.isDelivered) = (story == .named("toy/a") ? nil : "t", true)
      evidence.isLost = story == .named("toy/a")
      return evidence
    }
    run.play()
    #expect(run.campaign.results.first?.word == .notRun)
    #expect(run.campaign.results.first?.reason.hasPrefix("a login began and is no longer kept") == true)
  }

  @Test(arguments: [(Right.mustRefuse, CaseResult.Word.pass), (.mustAccept, .fail)])
  func `who says no before a login begins is judged`(right: Right, word: CaseResult.Word) throws {
    var run = try Run([item("a", right)], party: party { _ in .page("no", 403) })
    run.evidence = { story in
      var evidence = Evidence()
      (evidence.transaction, evidence.isDelivered) = (story == .named("toy/a") ? nil : "t", true)
      return evidence
    }
    run.play()
    let result = try #require(run.campaign.results.first)
    #expect(result.word == word)
    #expect(result.seen == .refused && result.reason.hasPrefix("no login began"))
  }

  @Test func `in and out that look the same are not judged, and the way out is told`() throws {
    var run = try Run([item("a")]) { _, _ in .page("Hello") }
    run.play()
    guard case .stuck(let reason) = run.campaign.stage else { Issue.record("it judged"); return }
    #expect(reason.contains("look the same") && reason.contains("profile_url"))
    #expect(run.campaign.results.map(\.word) == [.notRun])
  }

  @Test(arguments: [
    (Asker.command, "with --profile-url URL"), (.page, "press Judge again"), (.program, "as profile_url"),
  ])
  func `whoever asked is told what to do in the words that he has`(asker: Asker, words: String) throws {
    var run = try Run([item("a")], asker: asker) { _, _ in .page("Hello") }
    run.play()
    let reason = try #require(run.campaign.stage.reason)
    #expect(reason.contains(words))
    #expect((asker == .command) == reason.contains("--"))
  }

  @Test func `where a page tells, the browser of a refused login is sent there once`() throws {
    // The start address begins a login for everybody.
    func play(opensHome: Bool) throws -> Run {
      var run = try Run([item("a")]) { request, story in
        switch request.address.path {
        case "/login": .page("", 302, ["Location": "http://localhost:8080/toy/authorize"])
        case "/toy/authorize": .page("", 302, ["Location": "http://rp.test/cb"])
        case "/cb" where story == .approving: .page("", 303, ["Location": "/home"])
        case "/home" where opensHome || story == .approving: .page("Welcome")
        default: .page("no", 403)
        }
      }
      run.play()
      return run
    }
    let judged = try play(opensHome: false)
    #expect(judged.campaign.results.map(\.word) == [.pass])
    #expect(
      judged.campaign.distinction.isIn.map(\.text) == ["path=/home", "status=200", "text=Welcome"])
    let reason = try #require(play(opensHome: true).campaign.stage.reason)
    #expect(reason.contains("differ in nothing that is sure: only in path=/home"))
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
    #expect(reason.contains("name it in hosts: \"real.test\""))
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

  @Test
  func `a login that the emulator refused before it began is told as refused, not as one that needs script`()
    throws
  {
    var run = try Run([item("a")]) { _, _ in .page("no", 400) }
    run.evidence = { _ in
      var evidence = Evidence()
      evidence.refusals = ["3 GET /toy/authorize: 400"]
      evidence.problems = ["The client is unknown. Fix: register it"]
      return evidence
    }
    run.play()
    let reason = try #require(run.campaign.stage.reason)
    #expect(
      reason.hasPrefix("the emulator refused a login that had to succeed, at 3 GET /toy/authorize: 400"))
    #expect(reason.hasSuffix("Fix: register it") && !reason.contains("--command"))
  }

  @Test(arguments: [true, false])
  func `addresses that clash are told where a login fails, and where in looks like out`(
    fails: Bool
  ) throws {
    var run = try Run([item("a")]) { _, _ in .page("No", fails ? 403 : 200) }
    run.evidence = { _ in
      var evidence = Evidence()
      (evidence.transaction, evidence.isDelivered) = ("t", true)
      evidence.clashes = [
        "Browsers and servers use two hosts. Set --public-url http://localhost:8080 (emulator)"
      ]
      return evidence
    }
    run.play()
    let reason = try #require(run.campaign.stage.reason)
    #expect(reason.contains(fails ? "ended with an error" : "look the same"))
    #expect(reason.hasSuffix("Set --public-url http://localhost:8080 (emulator)"))
  }

  @Test(arguments: [
    (true, nil, CaseResult.Word.inconclusive), (true, true, .pass), (true, false, .inconclusive),
    (false, false, .inconclusive), (false, true, .pass), (false, nil, .pass),
  ])
  func `a refusal counts only if no login of somebody else can have taken its place`(
    isFollowed: Bool, isOwn: Bool?, word: CaseResult.Word
  ) throws {
    var run = try Run([item("a")], party: party { _ in .page("no", 403) })
    run.evidence = { story in
      var evidence = Evidence()
      (evidence.transaction, evidence.isDelivered) = ("t", true)
      if story == .named("toy/a") { (evidence.isFollowed, evidence.isOwn) = (isFollowed, isOwn) }
      return evidence
    }
    run.play()
    let result = try #require(run.campaign.results.first)
    #expect(result.word == word)
    #expect(word == .pass || result.reason.contains("nothing shows what became of"))
  }

  @Test(arguments: [
    (Right.mustRefuse, 200, CaseResult.Word.inconclusive), (.shouldRefuse, 200, .inconclusive),
    (.mustRefuse, 500, .warn), (.mustRefuse, 403, .pass), (.mustAccept, 403, .inconclusive),
  ])
  func `what may be right all the same is held against nobody, and a crash is nothing of that`(
    right: Right, status: Int, word: CaseResult.Word
  ) throws {
    var run = try Run(
      [item("a", right)],
      party: party {
        guard status == 200 else { return .page("no", status) }
        return $0.address.path == "/home" ? .page("Welcome") : .page("", 302, ["Location": "/home"])
      })
    run.evidence = { _ in
      var evidence = Evidence()
      (evidence.transaction, evidence.isDelivered, evidence.excuse) = ("t", true, "it may be right")
      return evidence
    }
    run.play()
    let result = try #require(run.campaign.results.first)
    #expect(result.word == word && result.reason.hasPrefix("it may be right") == (word == .inconclusive))
  }

  @Test(arguments: [true, false])
  func `a refusal that another login took is not a lesson, and is played again`(isGiven: Bool) throws {
    final class Others { var left = 1 }
    func play(_ others: Others) throws -> Run {
      let marks = isGiven ? Distinction(isIn: [Predicate(.path, "/home")]) : Distinction()
      var run = try Run([item("a")], distinction: marks) { request, story in
        party { _ in .page("no", 403) }(request, story == .refusing && others.left > 0 ? .approving : story)
      }
      run.evidence = { story in
        var evidence = Evidence()
        (evidence.transaction, evidence.isDelivered) = ("t", true)
        guard story == .refusing else { return evidence }
        if others.left > 0 { evidence.isOwn = false }
        others.left -= 1
        return evidence
      }
      run.play()
      return run
    }
    let once = try play(Others())
    #expect(
      once.campaign.results.map(\.word) == [.pass] && once.campaign.lessons.outs.count == (isGiven ? 1 : 2))
    let others = Others()
    others.left = .max
    let always = try play(others)
    #expect(always.campaign.lessons.outs.isEmpty)
    #expect(always.campaign.results.map(\.word) == [isGiven ? .pass : .notRun])
    let reason = always.campaign.stage.reason
    #expect(isGiven ? reason == nil : reason?.hasPrefix("logins of others took each refusal") == true)
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

  @Test func `what was said beforehand saves the learning but for one login of each kind`() throws {
    var run = try Run(
      [item("a")], distinction: Distinction(isIn: [Predicate(.status, "200")]),
      party: party { _ in .page("no", 403) })
    run.play()
    #expect(run.campaign.results.map(\.word) == [.pass])
    #expect(run.campaign.lessons.ins.count == 1)
    #expect(run.campaign.lessons.outs.count == 1)
  }

  @Test func `an earlier campaign's results and lessons are kept`() throws {
    let earlier = [CaseResult("a", .fail, "it must be refused")]
    let learned = Distinction(learnedIn: [Predicate(.status, "200")], out: [Predicate(.status, "403")])
    var run = try Run(
      [item("a"), item("b")], learned: learned, earlier: earlier, party: party { _ in .page("no", 403) })
    run.play()
    #expect(run.campaign.results.map(\.word) == [.fail, .pass])
    #expect(run.campaign.lessons.outs.isEmpty)
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

  @Test(arguments: [(137, true), (124, true), (127, true), (1, false), (255, false)])
  func `a command that was stopped where the person refuses teaches nothing`(exit: Int, isStuck: Bool) throws
  {
    var run = try Run([item("a")], way: .command)
    run.signals = [0, 0, exit, exit, exit].map { Signal(exit: $0) }
    run.play()
    #expect(run.campaign.stage.isStuck == isStuck)
    let reason = "a login that the person refused ended with exit status \(exit)"
    #expect(run.campaign.stage.reason?.hasPrefix(reason) ?? false == isStuck)
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
    #expect(result.word == .inconclusive)
    #expect(result.reason.contains("redirected for ever"))
  }

  @Test func `one that answers ten megabytes is cut off`() throws {
    let result = try results { _ in .failure(.tooLarge(limit: Walk.bodyLimit)) }[0]
    #expect(result.word == .inconclusive)
    #expect(result.reason.contains("larger than"), "\(result.reason)")
  }

  @Test func `one that is gone crashed`() throws {
    let result = try results { _ in .failure(.notConnected("rp.test: refused")) }[0]
    #expect((result.word, result.seen) == (.warn, .crashed))
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
