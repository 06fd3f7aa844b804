import Flow
import HTTP
import Testing

@testable import Judge

/// Cases that need other logins first.
@Suite struct CampaignBeforeTests {
  @Test func `a case that mixes up two providers is not run without a second one`() throws {
    var run = try Run([item("a", before: .atAnotherProvider)], party: party { _ in .page("no", 403) })
    run.play()
    let result = try #require(run.campaign.results.first)
    #expect(result.word == .notRun)
    #expect(result.reason.contains("PROVIDER=URL"))
  }

  @Test(arguments: [Order.Way.command, .traffic])
  func `a case that needs another browser is not run where the judge has none`(way: Order.Way) throws {
    var run = try Run([item("a", before: .inAnotherBrowser)], way: way)
    run.signals = [0, 0, 1, 1, 0].map { Signal(said: way == .traffic ? .accepted : nil, exit: $0) }
    run.play()
    let result = try #require(run.campaign.results.first)
    #expect(result.word == .notRun)
    #expect(
      result.reason == "it needs a login in another browser first, which the judge begins with start_url")
  }

  @Test func `the login elsewhere comes first, stops on its way back, and the browser stays the same`() throws
  {
    var asked: [String] = []
    let start = try #require(WebAddress("http://rp.test/other"))
    var run = try Run(
      [item("a", before: .atAnotherProvider)], second: Order.Second("other", start: start)
    ) { request, story in
      asked.append("\(request.address.path) \(request.headers["Cookie"] ?? "")")
      switch story {
      case .approvingAt where request.address.path == "/other":
        return .page("", 302, ["Location": "http://localhost:8080/other/authorize", "Set-Cookie": "sid=7"])
      case .approvingAt: return .page("", 302, ["Location": "http://rp.test/cb?code=1"])
      case .named: return .page("no", 403)
      default: return party { _ in .page("") }(request, story)
      }
    }
    run.play()
    #expect(run.campaign.results.map(\.word) == [.pass])
    let place = try #require(asked.firstIndex(of: "/other "))
    #expect(asked[(place + 1)...].prefix(2) == ["/other/authorize ", "/login sid=7"])
  }

  @Test func `three logins come before what shows a habit`() throws {
    var run = try Run([item("a", before: .threeLogins)], party: party { _ in .page("no", 403) })
    run.play()
    let with = run.fetches
    var plain = try Run([item("a")], party: party { _ in .page("no", 403) })
    plain.play()
    #expect(run.campaign.results.map(\.word) == [.pass])
    #expect(with == plain.fetches + 9)
  }

  // MARK: On the way back

  /// What was opened while a case was played, with the cookie.
  private func opened(_ way: JudgeCase.WayBack, sendsBack: Bool = true) throws -> (CaseResult, [String]) {
    var told: [String] = []
    let walked = item("a", wayBack: way)
    var run = try Run([walked]) { request, story in
      guard case .named = story else { return party { _ in .page("") }(request, story) }
      let cookie = request.headers["Cookie"] ?? "-"
      told.append("\(request.address.path)\(request.address.query.map { "?\($0)" } ?? "") \(cookie)")
      return switch request.address.path {
      case "/login":
        .page("", 302, ["Location": "http://localhost:8080/toy/authorize", "Set-Cookie": "sid=7; Path=/"])
      case "/toy/authorize" where sendsBack: .page("", 302, ["Location": "http://rp.test/cb?code=1"])
      case "/toy/authorize": .page("an error of the provider", 400)
      default: .page("no", 403)
      }
    }
    run.play()
    return (try #require(run.campaign.results.first), told)
  }

  @Test func `another browser comes back without a cookie`() throws {
    let (result, told) = try opened(.inAnotherBrowser)
    #expect(result.word == .pass)
    #expect(told.prefix(3) == ["/login -", "/toy/authorize -", "/cb?code=1 -"])
  }

  @Test func `a silent login that asked before is no way back`() throws {
    var told: [String] = []
    var run = try Run([item("a", wayBack: .inAnotherBrowser)]) { request, story in
      guard case .named = story else { return party { _ in .page("") }(request, story) }
      told.append(
        "\(request.address.path)?\(request.address.query ?? "") \(request.headers["Cookie"] ?? "-")")
      return switch (request.address.path, request.address.query) {
      case ("/login", _):
        .page(
          "", 302, ["Location": "http://localhost:8080/toy/a?prompt=none", "Set-Cookie": "sid=7; Path=/"])
      case ("/toy/a", "prompt=none"):
        .page("", 302, ["Location": "http://rp.test/cb?error=login_required"])
      case ("/cb", "error=login_required"): .page("", 302, ["Location": "http://localhost:8080/toy/a"])
      case ("/toy/a", _): .page("", 302, ["Location": "http://rp.test/cb?code=1"])
      default: .page("no", 403)
      }
    }
    run.play()
    #expect(run.campaign.results.map(\.word) == [.pass])
    #expect(told.contains("/cb?error=login_required sid=7") && told.contains("/cb?code=1 -"))
  }

  @Test func `the redirect URI is opened without parameters first, and the login goes on`() throws {
    let (result, told) = try opened(.bareFirst)
    #expect(result.word == .pass)
    #expect(told.prefix(4) == ["/login -", "/toy/authorize -", "/cb sid=7", "/cb?code=1 sid=7"])
  }

  @Test func `what is about the way back is not run where there is none`() throws {
    #expect(try opened(.inAnotherBrowser, sendsBack: false).0.word == .notRun)
    var run = try Run([item("a", wayBack: .bareFirst)], way: .command)
    run.signals = [0, 0, 1, 1].map { Signal(exit: $0) }
    run.play()
    #expect(run.campaign.results.map(\.word) == [.notRun])
  }
}
