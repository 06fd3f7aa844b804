import Flow
import HTTP
import Testing

@testable import Judge

extension Look {
  static func page(
    _ path: String, _ status: Int = 200, _ text: String = "", cookies: [String] = [], profile: View? = nil
  ) -> Look {
    var look = Look()
    look.page.path = path
    (look.page.status, look.page.text, look.page.cookies) = (status, text, cookies)
    look.profile = profile
    return look
  }
}

extension Look.View {
  static func profile(_ status: Int, asksProvider: Bool = false) -> Self {
    var view = Look.View()
    (view.path, view.status, view.asksProvider) = ("/me", status, asksProvider)
    return view
  }
}

@Suite struct PredicateTests {
  @Test(arguments: [
    "status=200", "path=/home", "text=Welcome", "title=Home", "cookie=sid", "exit=0", "profile:status=200",
  ])
  func `a predicate reads back as it was written`(text: String) {
    #expect(Predicate(text)?.text == text)
  }

  @Test(arguments: ["", "status", "status=", "status=ok", "colour=red", "exit=zero", "profile:"])
  func `what says nothing to look at is none`(text: String) {
    #expect(Predicate(text) == nil)
  }
}

@Suite struct DistinctionTests {
  @Test func `what both logins that succeeded have and none that was refused is learned`() throws {
    let learned = try #require(
      Distinction.learned(
        in: [.page("/home", 200, cookies: ["a", "sid"]), .page("/home", 200, cookies: ["b", "sid"])],
        out: [.page("/cb", 403, cookies: ["sid"]), .page("/cb", 403)]))
    #expect(learned.isIn.map(\.text) == ["path=/home", "status=200"])
    #expect(learned.isOut.map(\.text) == ["path=/cb", "status=403"])
    #expect(learned.seen(in: .page("/home", 200)) == .accepted)
    #expect(learned.seen(in: .page("/oops", 400)) == .refused)
    #expect(learned.seen(in: .page("/oops", 200)) == nil)
    #expect(learned.seen(in: .page("/oops", 502)) == .crashed)
  }

  @Test func `where the profile was named nothing else tells`() {
    let inside = Look.View.profile(200)
    let ins = [
      Look.page("/a", 200, "Welcome", profile: inside), .page("/a", 200, "Welcome", profile: inside),
    ]
    let outs = [
      Look.page("/b", 200, "Goodbye", profile: inside), .page("/b", 200, "Goodbye", profile: inside),
    ]
    #expect(Distinction.learned(in: ins, out: outs, atProfile: true) == nil)
    #expect(Distinction.learned(in: ins, out: outs) != nil)
  }

  @Test func `what the profile shows goes before the page`() throws {
    let (inside, outside) = (Look.View.profile(200), Look.View.profile(0, asksProvider: true))
    let learned = try #require(
      Distinction.learned(
        in: [.page("/a", 200, profile: inside), .page("/a", 200, profile: inside)],
        out: [.page("/b", 400, profile: outside), .page("/b", 400, profile: outside)]))
    #expect(learned.isIn.allSatisfy { $0.isAfterwards })
    #expect(learned.seen(in: .page("/b", 400, profile: inside)) == .accepted)
    #expect(learned.seen(in: .page("/a", 200, profile: outside)) == .refused)
    // A crash that lets nobody in is a crash.
    #expect(learned.seen(in: .page("/a", 500, profile: outside)) == .crashed)
    #expect(learned.seen(in: .page("/a", 500, profile: inside)) == .accepted)
  }

  @Test func `words decide where nothing else does, and most of them are enough`() throws {
    let learned = try #require(
      Distinction.learned(
        in: [.page("/", 200, "Welcome dear Anna 7"), .page("/", 200, "Welcome dear Anna 8")],
        out: [.page("/", 200, "Please log in"), .page("/", 200, "Please log in")]))
    #expect(learned.seen(in: .page("/", 200, "Welcome dear Bob")) == .accepted)
    #expect(learned.seen(in: .page("/", 200, "Please log in")) == .refused)
  }

  @Test func `an exit status that was not learned says nothing`() throws {
    func ended(_ exit: Int) -> Look {
      var look = Look()
      look.exit = exit
      return look
    }
    let learned = try #require(
      Distinction.learned(in: [ended(0), ended(0)], out: [ended(1), ended(1)]))
    #expect(learned.seen(in: ended(0)) == .accepted)
    #expect(learned.seen(in: ended(1)) == .refused)
    #expect(learned.seen(in: ended(2)) == nil)
    let said = Distinction(isIn: [Predicate(.exit, "0")])
    #expect(said.seen(in: ended(2)) == .refused)
    #expect(said.seen(in: ended(137)) == nil)
  }

  @Test func `what looks the same is never guessed`() {
    let same = Look.page("/", 200, "Hello")
    #expect(Distinction.learned(in: [same, same], out: [same, same]) == nil)
  }

  @Test func `what was said beforehand must hold altogether`() throws {
    let said = Distinction(isIn: [Predicate(.status, "200"), Predicate(.text, "Welcome")])
    #expect(said.seen(in: .page("/", 200, "Welcome")) == .accepted)
    #expect(said.seen(in: .page("/", 403, "No")) == .refused)
    #expect(said.seen(in: .page("/", 200, "No")) == nil)
  }
}
