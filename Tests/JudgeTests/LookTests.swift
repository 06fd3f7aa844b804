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
  private func learned(
    in ins: [Look], out outs: [Look], atProfile isAtProfile: Bool = false
  ) throws -> Distinction {
    guard case .distinct(let found) = Lessons(ins: ins, outs: outs, isAtProfile: isAtProfile).learned() else {
      throw Failure()
    }
    return found
  }

  private struct Failure: Error {}

  @Test func `what both logins that succeeded have and none that was refused is learned`() throws {
    let learned = try learned(
      in: [.page("/home", 200, cookies: ["a", "sid"]), .page("/home", 200, cookies: ["b", "sid"])],
      out: [.page("/cb", 403, cookies: ["sid"]), .page("/cb", 403)])
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
    #expect(Lessons(ins: ins, outs: outs, isAtProfile: true).learned() == .same)
    #expect(Lessons(ins: ins, outs: outs).learned() != .same)
  }

  @Test func `what the profile shows goes before the page`() throws {
    let (inside, outside) = (Look.View.profile(200), Look.View.profile(0, asksProvider: true))
    let learned = try learned(
      in: [.page("/a", 200, profile: inside), .page("/a", 200, profile: inside)],
      out: [.page("/b", 400, profile: outside), .page("/b", 400, profile: outside)])
    #expect(learned.isIn.allSatisfy { $0.isAfterwards })
    #expect(learned.seen(in: .page("/b", 400, profile: inside)) == .accepted)
    #expect(learned.seen(in: .page("/a", 200, profile: outside)) == .refused)
    // A crash that lets nobody in is a crash.
    #expect(learned.seen(in: .page("/a", 500, profile: outside)) == .crashed)
    #expect(learned.seen(in: .page("/a", 500, profile: inside)) == .accepted)
  }

  @Test func `words of a profile decide where nothing else does, and where it shows neither nobody does`()
    throws
  {
    func profile(_ text: String) -> Look {
      var view = Look.View.profile(200)
      view.text = text
      return .page("/", profile: view)
    }
    let learned = try learned(
      in: [profile("Inloggad som Anna 7"), profile("Inloggad som Anna 8")],
      out: [profile("Ingen har loggat in"), profile("Ingen har loggat in")], atProfile: true)
    #expect(learned.seen(in: profile("Inloggad som Bo")) == .accepted)
    #expect(learned.seen(in: profile("Ingen har loggat in")) == .refused)
    #expect(learned.seen(in: profile("Ett fel har inträffat")) == nil)
    #expect(learned.seen(in: profile("Ett fel: Ingen har loggat in Inloggad som")) == nil)
    // It was never opened.
    #expect(learned.seen(in: .page("/")) == nil)
  }

  @Test(arguments: [
    // The same page for everybody but a cookie, which may be there before anybody is let in.
    ("cookie=sid", Look.page("/", 200, "Hello", cookies: ["sid"]), Look.page("/", 200, "Hello")),
    // The words of a page may stand beside an error.
    ("text=Välkommen", .page("/", 200, "Välkommen hem"), .page("/", 200, "Du avbröt")),
    // So may a status, where a party answers 200 with an error in it.
    ("status=200", .page("/cb", 200), .page("/cb", 403)),
  ])
  func `a page that only cookies, words or a status tell apart is in doubt`(
    mark: String, inside: Look, outside: Look
  ) throws {
    guard case .doubtful(let marks) = Lessons(ins: [inside, inside], outs: [outside, outside]).learned()
    else {
      Issue.record("it is sure")
      return
    }
    #expect(marks.map(\.text).contains(mark))
  }

  @Test func `a page that opens to whoever was refused tells nothing`() {
    let (inside, outside) = (Look.page("/home", 200, "Hello Anna"), Look.page("/cancelled", 200, "Hello"))
    var lessons = Lessons(ins: [inside, inside], outs: [outside, outside])
    #expect(lessons.wantsStranger)
    lessons.stranger = .page("/home", 200, "Hello")
    guard case .doubtful = lessons.learned() else {
      Issue.record("it is sure")
      return
    }
    lessons.stranger = .page("/login", 200, "Hello")
    guard case .distinct(let learned) = lessons.learned() else {
      Issue.record("it is in doubt")
      return
    }
    #expect(!lessons.wantsStranger)
    #expect(learned.isIn.map(\.text) == ["path=/home", "text=Anna"])
    // At the right address, and in other words altogether: perhaps an error.
    #expect(learned.seen(in: .page("/home", 200, "Hello Anna")) == .accepted)
    #expect(learned.seen(in: .page("/home", 200, "Something went wrong")) == nil)
    // Somebody who is new here comes to another page.
    #expect(learned.seen(in: .page("/register", 200, "Hello Bo")) == nil)
    #expect(learned.seen(in: .page("/cb", 400)) == .refused)
  }

  @Test func `who is new and lands elsewhere is not taken for refused, at the profile neither`() throws {
    let (inside, outside) = (Look.View.profile(200), Look.View.profile(302, asksProvider: true))
    let learned = try learned(
      in: [.page("/a", profile: inside), .page("/a", profile: inside)],
      out: [.page("/b", profile: outside), .page("/b", profile: outside)], atProfile: true)
    var register = Look.View.profile(200)
    register.path = "/register"
    #expect(learned.seen(in: .page("/a", profile: register)) == nil)
    #expect(learned.seen(in: .page("/a", profile: .profile(403))) == .refused)
  }

  @Test func `an exit status that was not learned says nothing`() throws {
    func ended(_ exit: Int) -> Look {
      var look = Look()
      look.exit = exit
      return look
    }
    let learned = try learned(in: [ended(0), ended(0)], out: [ended(1), ended(1)])
    #expect(learned.seen(in: ended(0)) == .accepted)
    #expect(learned.seen(in: ended(1)) == .refused)
    #expect(learned.seen(in: ended(2)) == nil)
    let said = Distinction(isIn: [Predicate(.exit, "0")])
    #expect(said.seen(in: ended(2)) == .refused)
    #expect(said.seen(in: ended(137)) == nil)
  }

  @Test func `what was given of who is not in must hold altogether beside what was learned`() {
    let out = [Predicate(.text, "You"), Predicate(.text, "are"), Predicate(.text, "out")]
    let marks = [Predicate(.path, "/home")]
    #expect(Distinction(learnedIn: marks, out: out).seen(in: .page("/", 200, "You are new")) == .refused)
    let given = Distinction(learnedIn: marks, givenOut: out)
    #expect(given.seen(in: .page("/", 200, "You are new")) == nil)
    #expect(given.seen(in: .page("/", 200, "You are out")) == .refused)
  }

  @Test(arguments: [429, 503]) func `who is busy has refused nobody, unless that is given as its refusal`(
    status: Int
  ) throws {
    let learned = try learned(
      in: [.page("/home"), .page("/home")], out: [.page("/cb", 403), .page("/cb", 403)])
    #expect(learned.seen(in: .page("/cb", status)) == nil)
    let (inside, outside) = (Look.View.profile(200), Look.View.profile(401))
    let atProfile = try self.learned(
      in: [.page("/", profile: inside), .page("/", profile: inside)],
      out: [.page("/", profile: outside), .page("/", profile: outside)], atProfile: true)
    #expect(atProfile.seen(in: .page("/cb", status, profile: outside)) == nil)
    #expect(atProfile.seen(in: .page("/", profile: .profile(status))) == nil)
    #expect(atProfile.seen(in: .page("/cb", status, profile: inside)) == .accepted)
    let marks = [Predicate(.path, "/home")]
    #expect(Distinction(isIn: marks).seen(in: .page("/cb", status)) == nil)
    let given = Distinction(isIn: marks, isOut: [Predicate(.status, "\(status)")])
    #expect(given.seen(in: .page("/cb", status)) == (status == 429 ? .refused : .crashed))
  }

  @Test func `what looks the same is never guessed`() {
    let same = Look.page("/", 200, "Hello")
    #expect(Lessons(ins: [same, same], outs: [same, same]).learned() == .same)
  }

  @Test func `what was said beforehand must hold altogether`() throws {
    let said = Distinction(isIn: [Predicate(.status, "200"), Predicate(.text, "Welcome")])
    #expect(said.seen(in: .page("/", 200, "Welcome")) == .accepted)
    #expect(said.seen(in: .page("/", 403, "No")) == .refused)
    #expect(said.seen(in: .page("/", 200, "No")) == nil)
  }

  @Test func `what fits both that was said decides nothing`() {
    let said = Distinction(isIn: [Predicate(.text, "Welcome")], isOut: [Predicate(.status, "403")])
    #expect(said.seen(in: .page("/", 200, "Welcome")) == .accepted)
    #expect(said.seen(in: .page("/", 403, "No")) == .refused)
    #expect(said.seen(in: .page("/", 403, "Welcome, visitor")) == nil)
  }
}
