import Flow
import HTTP
import Testing

@testable import Judge

/// What somebody says of who is logged in is proved by logins whose outcome is known.
@Suite struct `Marks that are given` {
  private func play(
    in isIn: [Predicate] = [], out isOut: [Predicate] = [], asker: Asker = .command,
    odd: @escaping (WebRequest) -> Result<FetchedDocument, FetchError> = { _ in .page("no", 403) }
  ) throws -> Run {
    var run = try Run(
      [item("a")], distinction: Distinction(isIn: isIn, isOut: isOut), asker: asker,
      party: party(odd))
    run.play()
    return run
  }

  @Test(arguments: [
    (Asker.command, "fits --in (text=no): 403 at /cb"),
    (.page, "fits what is said under More of somebody who is logged in (text=no): 403 at /cb"),
    (.program, "fits in (text=no): 403 at /cb"),
  ])
  func `and fit a refused login too stop the campaign, which says what to do`(asker: Asker, words: String)
    throws
  {
    // Its successful logins show it too.
    var run = try Run(
      [item("a")], distinction: Distinction(isIn: [Predicate(.text, "no")]), asker: asker,
      party: { request, story in
        let answer = party { _ in .page("no", 403) }(request, story)
        guard story == .approving, request.address.path == "/home" else { return answer }
        return .page("now you are in")
      })
    run.play()
    let reason = try #require(run.campaign.stage.reason)
    #expect(reason.contains("a login that the person refused \(words)"))
    #expect(reason.contains("To go on, give marks that fit only somebody who is logged in, or none"))
    #expect(run.campaign.results.map(\.word) == [.notRun])
  }

  @Test func `for who is not logged in and fit one who is stop it likewise`() throws {
    for isIn in [[Predicate(.path, "/home")], []] {
      let reason = try #require(play(in: isIn, out: [Predicate(.status, "200")]).campaign.stage.reason)
      #expect(reason.contains("a login that succeeded fits --out (status=200): 200 at /home"))
      #expect(reason.contains("To go on, give marks that fit only somebody who is not logged in, or none"))
    }
  }

  @Test func `and proved wrong are not kept for a later campaign`() throws {
    let run = try play(in: [Predicate(.path, "/home")], out: [Predicate(.status, "200")])
    #expect(run.campaign.stage.isStuck && run.campaign.distinction == Distinction())
  }

  @Test func `decide nothing where a page fits both`() throws {
    let run = try play(in: [Predicate(.text, "Welcome")], out: [Predicate(.status, "403")]) { _ in
      .page("Welcome, visitor", 403)
    }
    let result = try #require(run.campaign.results.first)
    #expect(result.word == .inconclusive)
    #expect(result.reason.hasPrefix("unseen: the page looks both like in and like out: 403"))
  }

  @Test func `are taken as they are where nobody knows how a person refuses`() throws {
    var run = try Run(
      [item("a")], distinction: Distinction(isIn: [Predicate(.path, "/home")]),
      party: party { _ in .page("no", 403) })
    run.knowsRefusal = false
    run.play()
    #expect(run.campaign.results.map(\.word) == [.pass])
    #expect(run.campaign.lessons.outs.isEmpty)
  }

  @Test func `are not doubted by a login that did not take the refusal`() throws {
    var run = try Run([item("a")], distinction: Distinction(isIn: [Predicate(.path, "/home")])) {
      request, story in
      party { _ in .page("no", 403) }(request, story == .refusing ? .approving : story)
    }
    run.evidence = { story in
      var evidence = Evidence()
      (evidence.transaction, evidence.isDelivered) = (story == .refusing ? nil : "t", true)
      return evidence
    }
    run.play()
    #expect(run.campaign.results.map(\.word) == [.pass])
  }
}
