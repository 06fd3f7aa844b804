import EidolonTesting
import Flow
import Foundation
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Demo
@testable import TestWorlds

@Suite struct `The stage` {
  @Test func `leads to every flow by the place that would use it`() throws {
    let page = try TestEmulator.asShipped().get("/stage").text
    for place in DemoPlace.all {
      #expect(page.contains(place.name))
      #expect(!DemoFlow.staged(at: place).isEmpty, "\(place.name)")
    }
    for flow in DemoFlow.staged { #expect(page.contains("href=\"/stage/\(flow.slug)\"")) }
  }

  @Test(arguments: DemoFlow.staged.map(\.slug)) func `has three panes and five steps`(slug: String) throws {
    let emulator = try TestEmulator.asShipped()
    let answer = emulator.get("/stage/\(slug)")
    #expect(answer.status == 200 && answer.text.utf8.count < 30_000)
    for pane in ["relying-party", "eidolon-phone", "sequence", "stories"] {
      #expect(answer.text.contains("name=\"\(pane)\""))
    }
    let flow = try #require(DemoFlow.named(slug))
    let tour = try #require(flow.tour)
    #expect(tour.steps.map(\.kind) == DemoTour.Kind.allCases)
    for step in tour.steps {
      #expect(answer.text.contains("name=\"step\" value=\"\(step.kind.rawValue)\""))
      #expect(emulator.sandbox.library.scenarios[step.story] != nil, "\(step.story)")
      #expect(step.teaches.hasSuffix("."))
    }
    #expect(emulator.get("/stage/nothing").status == 404)
  }

  @Test func `shows pages of this origin, and may itself be framed by nobody`() throws {
    let emulator = try TestEmulator.asShipped()
    let policy = emulator.get("/stage/bankid").header("Content-Security-Policy") ?? ""
    #expect(policy.contains("frame-src 'self'") && policy.hasSuffix("frame-ancestors 'none'"))
    for pane in ["/demo/bankid", "/phone", "/stage/bankid/stories"] {
      let policy = emulator.get(pane).header("Content-Security-Policy") ?? ""
      #expect(policy.hasSuffix("frame-ancestors 'self'"), "\(pane)")
    }
  }

  @Test func `has every story of a flow once, by what goes wrong, and finds it by its words`() throws {
    let emulator = try TestEmulator.asShipped()
    let page = emulator.get("/stage/mitid/stories").text
    let flow = DemoFlow.mitID
    let names = emulator.sandbox.library.names(of: "criipto").filter(flow.shows)
    for name in names { #expect(page.ranges(of: "value=\"\(name)\"").count == 1, "\(name)") }
    #expect(page.contains("\(names.count) stories"))
    #expect(page.utf8.count < 60_000)
    let found = emulator.get("/stage/mitid/stories?q=PIN%20mistypes").text
    #expect(found.contains("value=\"criipto/mitid-wrong-pin-then-approve\"") && found.contains("1 story<"))
    #expect(emulator.get("/stage/mitid/stories?q=TIME%20runs").text.contains("data-testid=\"group-time\""))
    #expect(emulator.get("/stage/mitid/stories?q=%3Cscript%3E").text.contains("no-stories"))
  }

  @Test func `speaks the language of the eID, with a person who has one, of a place with a name`() throws {
    let emulator = try TestEmulator.asShipped()
    for (flow, words) in [
      ("bankid", ["lang=\"sv\"", "Nordhamn Bank"]), ("mitid", ["lang=\"da\"", "Fiktivby Tax Office"]),
      ("itsme", ["lang=\"nl\"", "De Verzonnen Wijnhandel", "data-testid=\"icons\""]),
      ("itsme-v2", ["lang=\"nl\""]),
    ] {
      let page = DemoBrowser(emulator).open(.post, "/demo/\(flow)", form: ["do": "start", "step": ""]).text
      for word in words { #expect(page.contains(word), "\(flow): \(word)") }
    }
    let people = emulator.control(.get, "phone").json["requests"]?.array?.compactMap {
      $0["person"]?["key"]?.string
    }
    #expect(people?.reversed() == ["lilly", "freja", "anna", "anna"])
  }

  @Test func `says in one sentence what came of it`() throws {
    let emulator = try TestEmulator.asShipped()
    let visitor = DemoBrowser(emulator)
    #expect(visitor.open(.get, "/demo/bankid/now").json["visit"] == nil)
    #expect(visitor.open(.get, "/demo/bankid/now").json["clock"] == "real")
    _ = visitor.open(.post, "/demo/bankid", form: ["do": "start", "step": "refuse"])
    let asked = visitor.open(.get, "/demo/bankid/now").json
    #expect(asked["outcome"] == "Lilly is asked by BankID." && asked["state"] == "underway")
    #expect(asked["left"]?.integer ?? 0 > 0)
    emulator.advance(by: .seconds(5))
    let login = try #require(asked["transaction"]?.string)
    _ = visitor.open(.get, "/criipto/bankid/\(login)")
    let refused = visitor.open(.get, "/demo/bankid/now").json
    #expect(refused["outcome"] == "Lilly refused; you are not logged in." && refused["state"] == "refused")
    #expect(refused["left"] == nil)
    let page = visitor.open(.get, "/demo/bankid/visits/\(refused["visit"]?.string ?? "")").text
    #expect(page.contains("Lilly refused; you are not logged in."))
    // What the server checked is folded.
    #expect(page.contains("<details id=\"backend\" class=\"backend\" data-testid=\"backend\">"))
    // Another browser has had no visit.
    #expect(DemoBrowser(emulator).open(.get, "/demo/bankid/now").json["visit"] == nil)
  }

  @Test func `sells wine to adults`() {
    #expect(DemoPlace.years(from: "2008-11-23", to: "2026-11-23") == 18)
    #expect(DemoPlace.years(from: "2008-11-24", to: "2026-11-23") == 17)
    #expect(DemoPlace.years(from: "soon", to: "2026-11-23") == nil)
    #expect(DemoPlace.shop.welcome(["birthdate": "2008-11-24"], on: "2026-11-23").text.contains("too young"))
    #expect(DemoPlace.shop.welcome(["birthdate": "2008-11-23"], on: "2026-11-23").text.contains("old enough"))
    #expect(DemoPlace.shop.welcome([:], on: "2026-11-23").text.contains("does not say"))
  }
}

@Suite struct `A tour` {
  private static let isWhole = ProcessInfo.processInfo.environment["EIDOLON_MATRIX"] != nil
  /// Each test's own, because it moves the clock.
  private let matrix: DemoMatrix

  init() throws { matrix = try DemoMatrix() }

  @Test(arguments: DemoFlow.staged.map(\.slug)) func `runs to its ends by itself, and breaks no rule`(
    slug: String
  ) throws {
    let flow = try #require(DemoFlow.named(slug))
    let number = DemoFlow.staged.firstIndex { $0.slug == slug } ?? 0
    let steps = try #require(flow.tour).steps
    // CI plays one step of each flow here, and all of some flows in a browser.
    for (index, step) in steps.enumerated() where Self.isWhole || index == number % 5 {
      let made = matrix.emulator.control(.post, "sandboxes", [:]).json["name"]?.string ?? ""
      defer { _ = matrix.emulator.control(.delete, "sandboxes/\(made)") }
      let visitor = DemoBrowser(matrix.emulator)
      let begun = visitor.open(
        .post, "/~\(made)/demo/\(slug)", form: ["do": "start", "step": step.kind.rawValue])
      // Nobody presses at once.
      matrix.emulator.advance(by: .seconds(1))
      let page = matrix.goOn(from: begun, visitor)
      let now = visitor.open(.get, "/~\(made)/demo/\(slug)/now").json
      let outcome = now["outcome"]?.string ?? ""
      switch step.kind {
      case .approve: #expect(now["state"] == "welcomed", "\(step.story): \(outcome) \(visitor.place)")
      case .refuse, .timeout, .forged:
        #expect(
          now["state"] == "refused" && outcome.hasSuffix("; you are not logged in."),
          "\(slug) \(step.story): \(outcome) \(visitor.place)")
      case .wrong: #expect(now["state"] != "underway", "\(step.story): \(outcome)")
      }
      if step.kind == .forged {
        #expect(outcome.hasPrefix("What ") || !page.contains("id_token"), "\(step.story): \(outcome)")
      }
      let findings = matrix.emulator.control(.get, "findings", in: made).json["findings"]?.array ?? []
      let errors = findings.filter { $0["severity"] == "error" }.compactMap { $0["rule"]?.string }
      #expect(errors == [], "\(step.story)")
    }
  }
}

/// CI runs a sample; `EIDOLON_MATRIX=1 swift test --filter StageTests` runs every story of every flow.
@Suite struct `A story on the stage` {
  private static let isWhole = ProcessInfo.processInfo.environment["EIDOLON_MATRIX"] != nil
  /// The provider's script goes on where this browser has none; the acceptance tests prove it.
  private static let filmed = ["reuseid/verification-retried"]
  /// Each test's own, because it moves the clock.
  private let matrix: DemoMatrix

  init() throws { matrix = try DemoMatrix() }

  @Test(arguments: DemoFlow.staged.map(\.slug)) func `runs to an end by itself or says what to do`(
    slug: String
  ) throws {
    let flow = try #require(DemoFlow.named(slug))
    let library = matrix.emulator.sandbox.library
    let stories = library.names(of: flow.provider).filter(flow.shows).compactMap { library.scenarios[$0] }
    for (number, story) in stories.enumerated() where Self.isWhole || number % 29 == slug.utf8.count {
      let made = matrix.emulator.control(.post, "sandboxes", [:]).json["name"]?.string ?? ""
      defer { _ = matrix.emulator.control(.delete, "sandboxes/\(made)") }
      let visitor = DemoBrowser(matrix.emulator)
      let begun = visitor.open(.post, "/~\(made)/demo/\(slug)", form: ["do": "start", "story": story.name])
      let page = matrix.goOn(from: begun, visitor)
      let state = visitor.open(.get, "/~\(made)/demo/\(slug)/now").json["state"]?.string ?? ""
      #expect(
        ["welcomed", "refused"].contains(state) || page.contains("data-state=\"refused\"")
          || story.advice(in: flow) != nil || Self.filmed.contains(story.name),
        "\(slug) \(story.name) stays \(state) at \(visitor.place.prefix(80)): \(page.prefix(120))")
    }
  }

  @Test func `finds devices open again that an earlier visitor locked`() throws {
    let made = matrix.emulator.control(.post, "sandboxes", [:]).json["name"]?.string ?? ""
    defer { _ = matrix.emulator.control(.delete, "sandboxes/\(made)") }
    func state(after story: String) -> String? {
      let visitor = DemoBrowser(matrix.emulator)
      let begun = visitor.open(.post, "/~\(made)/demo/reuseid", form: ["do": "start", "story": story])
      _ = matrix.goOn(from: begun, visitor)
      return visitor.open(.get, "/~\(made)/demo/reuseid/now").json["state"]?.string
    }
    #expect(state(after: "reuseid/wrong-pin-locks") == "refused")
    #expect(state(after: "reuseid/approve") != "welcomed")
    _ = DemoBrowser(matrix.emulator).open(.post, "/~\(made)/demo/reuseid", form: ["do": "reset"])
    #expect(state(after: "reuseid/approve") == "welcomed")
  }
}
