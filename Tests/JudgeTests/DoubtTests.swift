import Flow
import HTTP
import Testing

@testable import Judge

/// A relying party that lets nobody in cannot be judged: whatever it refuses shows nothing.
@Suite struct DoubtTests {
  @Test func `who lets nobody in after a case is not judged any further`() throws {
    final class Party { var isBroken = false }
    let broken = Party()
    let judge = JudgeCase(.transport, .mustRefuse, attack: "Somebody does it.")
    let poison = Case(
      Scenario(name: "toy/poison", title: "poison", provider: "toy"), judge,
      advice: Advice("RFC 1 §2", fix: "refuse"),
      outlasts: true)
    // It is played last, with whatever comes after it.
    var run = try Run([poison, item("a")]) { request, story in
      if story == .named("toy/poison") { broken.isBroken = true }
      return broken.isBroken ? .page("no", 403) : party { _ in .page("no", 403) }(request, story)
    }
    run.play()
    #expect(run.campaign.results.map(\.name) == ["a", "poison"])
    #expect(run.campaign.results.map(\.word) == [.pass, .warn])
    #expect(
      run.campaign.results.last?.reason.contains("a login with nothing wrong was refused after it") == true)
    #expect(run.campaign.takenBack == nil)
  }

  @Test func `what was refused while everybody was is inconclusive`() throws {
    final class Party { var isBroken = false }
    let broken = Party()
    var run = try Run([item("a"), item("b"), item("c")]) { request, story in
      if story == .named("toy/b") { broken.isBroken = true }
      return broken.isBroken ? .page("no", 403) : party { _ in .page("no", 403) }(request, story)
    }
    run.play()
    #expect(run.campaign.results.map(\.word) == [.inconclusive, .inconclusive, .inconclusive])
    #expect(
      run.campaign.takenBack == "the relying party lets nobody in since a; restart it, and go on with resume")
  }

  @Test(arguments: [1, 2]) func `who is busy after a case is held nothing against, and proved nothing`(
    count: Int
  ) throws {
    final class Party { var isBusy = false }
    let busy = Party()
    var run = try Run((1...count).map { item("case \($0)") }) { request, story in
      if case .named = story {
        busy.isBusy = true
        return party { _ in .page("no", 403) }(request, story)
      }
      return busy.isBusy ? .page("later", 429) : party { _ in .page("") }(request, story)
    }
    run.play()
    #expect(run.campaign.results.allSatisfy { $0.word == .inconclusive })
    #expect(run.campaign.takenBack?.hasPrefix("nothing shows whether the relying party still lets") == true)
  }

  @Test func `who is busy where a person refuses teaches no refusal`() throws {
    var run = try Run([item("a")]) { request, story in
      story == .refusing ? .page("later", 429) : party { _ in .page("no", 403) }(request, story)
    }
    run.play()
    #expect(run.campaign.stage.reason?.hasPrefix("the relying party is busy: 429 at /login") == true)
  }

  @Test func `a login that had to succeed and ends with an error teaches nothing`() throws {
    // Its words differ from those of a person who refuses, and it lets nobody in all the same.
    var run = try Run([item("a")]) { _, story in .page(story == .approving ? "bad token" : "refused", 403) }
    run.play()
    #expect(
      run.campaign.stage
        == .stuck("a login that had to succeed ended with an error: 403 at /login: \"bad token\""))
  }

  @Test func `a login that had to succeed and does not open the profile teaches nothing`() throws {
    let profile = try #require(WebAddress("http://rp.test/me"))
    var run = try Run([item("a")], profile: profile) { request, story in
      request.address.path == "/me"
        ? .page("Nobody", 401) : .page(story == .approving ? "bad token" : "refused")
    }
    run.play()
    guard case .stuck(let reason) = run.campaign.stage else { Issue.record("it judged"); return }
    #expect(reason.contains("does not open profile_url: 401 at /me"))
  }

  @Test func `a profile that is the same for everybody is not passed over`() throws {
    let profile = try #require(WebAddress("http://rp.test/me"))
    var run = try Run([item("a")], profile: profile) { request, story in
      request.address.path == "/me" ? .page("Hello") : .page(story == .approving ? "bad token" : "refused")
    }
    run.play()
    guard case .stuck(let reason) = run.campaign.stage else { Issue.record("it judged"); return }
    #expect(reason.contains("look the same") && reason.contains("name another address"))
  }

  @Test func `a login that had to succeed and does not look as was said teaches nothing`() throws {
    var run = try Run(
      [item("a")], distinction: Distinction(isIn: [Predicate(.status, "200"), Predicate(.text, "Hello")]),
      party: party { _ in .page("no", 403) })
    run.play()
    guard case .stuck(let reason) = run.campaign.stage else { Issue.record("it judged"); return }
    #expect(reason.contains("does not show status=200, text=Hello"))
  }

  @Test func `a command that fails at a login that had to succeed teaches nothing`() throws {
    var run = try Run([item("a")], way: .command)
    run.signals = [Signal(exit: 127)]
    run.play()
    guard case .stuck(let reason) = run.campaign.stage else { Issue.record("it judged"); return }
    #expect(reason.contains("exit status 127"))
  }

  @Test func `a command that cannot be run is told to be missing, and nothing of script`() throws {
    var run = try Run([item("a")], way: .command)
    run.evidence = { _ in Evidence() }
    run.signals = [Signal(exit: 127, words: "sh: 1: /no/such: not found\n")]
    run.play()
    guard case .stuck(let reason) = run.campaign.stage else { Issue.record("it judged"); return }
    #expect(
      reason.hasSuffix(
        "exit status 127, so the command or a program in it was not found: sh: 1: /no/such: not found"))
  }
}
