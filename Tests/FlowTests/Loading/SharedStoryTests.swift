import JSON
import Testing

@testable import Flow

@Suite struct `A story of several providers` {
  static let text = #"""
    {
      "title": "The token endpoint is busy", "providers": ["itsme", "bioid"], "person": "bob",
      "faults": [{ "at": "token", "do": "reset" }],
      "judge": {
        "family": "transport", "right": "must_refuse", "attack": "An attack.", "fix": "A fix.",
        "clause": "RFC 6749 §5.2", "suite": ["a", "b"]
      }
    }
    """#

  @Test func `is a story of each, with all that it says`() throws {
    let library = try Toy.load(["judge/busy.json": Self.text])
    #expect(library.scenarios.keys.sorted() == ["bioid/judge/busy", "itsme/judge/busy"])
    for (name, story) in library.scenarios {
      #expect(story.name == name && "\(story.provider)/judge/busy" == name && story.caseName == "busy")
      #expect(story.person?.givenName == "Bob" && story.title == "The token endpoint is busy")
      #expect(
        story.judge
          == JudgeCase(
            .transport, .mustRefuse, attack: "An attack.", fix: "A fix.", clause: "RFC 6749 §5.2",
            suite: ["a", "b"]))
    }
    // The toy BioID has another name for it.
    #expect(library.scenarios["itsme/judge/busy"]?.faults.map(\.endpoint) == ["token"])
    #expect(library.scenarios["bioid/judge/busy"]?.faults.map(\.endpoint) == ["bws_token"])
  }

  @Test func `is judged by what its case says is right`() throws {
    let story = try #require(try Toy.load(["judge/busy.json": Self.text]).scenarios["itsme/judge/busy"])
    let expectation = try #require(story.expectation)
    #expect(expectation.right == .mustRefuse)
    #expect(expectation.clause == "RFC 6749 §5.2" && expectation.fix == "A fix.")
  }

  @Test func `leaves clause and fix to the defect where it says none`() throws {
    let library = try Toy.load([
      "itsme/late.json": #"""
      { "provider": "itsme", "tokens": { "id_token": { "defect": "expired" } }, "expect": { "right": "must_refuse" },
        "judge": { "family": "time", "attack": "A.", "suite": "one" } }
      """#
    ])
    let story = try #require(library.scenarios["itsme/late"])
    #expect(story.judge == JudgeCase(.time, .mustRefuse, attack: "A.", suite: ["one"]))
    #expect(story.remedy(in: Toy.itsme) == Advice("Core §3.1.3.7 (9)", fix: "look at exp"))
  }

  @Test(arguments: ["busy", "judge/busy", "itsme/busy", "itsme/judge/busy"])
  func `may be asked for by its last part`(name: String) throws {
    let library = try Toy.load(["judge/busy.json": Self.text])
    #expect(library.scenario(name, of: "itsme")?.name == "itsme/judge/busy")
  }

  @Test func `goes after a story of the provider's own of that name, and is then warned of`() throws {
    let own = #"{"provider": "itsme", "judge": {"family": "time", "right": "either", "attack": "A."}}"#
    let library = try Toy.load(["judge/busy.json": Self.text, "itsme/busy.json": own])
    #expect(library.scenario("busy", of: "itsme")?.name == "itsme/busy")
    #expect(
      library.warnings == [
        "itsme/busy, itsme/judge/busy are the same case; a campaign plays both under one name"
      ])
    #expect(library.cases(of: "itsme").map(\.name) == ["itsme/busy", "itsme/judge/busy"])
    #expect(library.cases(of: "bioid").map(\.name) == ["bioid/judge/busy"])
  }

  @Test func `replaces all of an earlier layer's, also for a provider that it leaves out`() throws {
    let below = Toy.layer("below", ["world.json": Toy.world, "judge/busy.json": Self.text])
    let above = Toy.layer("above", ["judge/busy.json": #"{"title": "Other", "providers": ["bioid"]}"#])
    let library = try Toy.loader.load([below, above], now: Toy.now)
    #expect(library.scenarios.mapValues(\.title) == ["bioid/judge/busy": "Other"])
    // So does the same change at run time.
    let again = try Toy.loader.begin([below, above], now: Toy.now).libraryFiles.library(
      Toy.loader, now: Toy.now, source: "again")
    #expect(again.scenarios.mapValues(\.title) == ["bioid/judge/busy": "Other"])
  }

  @Test func `is written as one of a single provider, and read back the same`() throws {
    let library = try Toy.load(["judge/busy.json": Self.text])
    for story in library.scenarios.values {
      let written = JSON.object(story.json(people: library.world.people)).bytes()
      let read = try Toy.loader.scenario(written, name: "again", source: "body", in: library, now: Toy.now)
      #expect(read.judge == story.judge && read.expectation == story.expectation)
      #expect(read.faults == story.faults && read.provider == story.provider)
    }
  }
}
