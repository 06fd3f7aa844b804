import JSON
import Testing

@testable import Flow

@Suite struct `A library` {
  static let everything = #"""
    {
      "$schema": "../schema/scenario.schema.json", "note": "n", "title": "Everything", "provider": "itsme",
      "when": {
        "note": "n", "login_hint": "32+470000002", "state": { "present": false }, "nonce": { "contains": "a" },
        "client_id": { "like": "demo-*", "note": "n" }, "is.client": { "one_of": ["shop"] }
      },
      "person": "bob",
      "phone": [
        { "do": "open", "note": "n" }, { "after": "1s", "do": "open" },
        { "after": "3s", "do": "reject", "reason": "notMe" }
      ],
      "faults": [
        { "at": "token", "times": 2, "do": "respond", "status": 503, "headers": { "Retry-After": "1" }, "body": "no" },
        { "at": "token", "nth": 3, "do": "respond", "status": 400, "body": { "error": "invalid_grant" } },
        { "at": "jwks", "times": "always", "do": "delay", "by": "250ms", "note": "n" },
        { "at": "jwks", "do": "delay", "by": { "uniform": ["1s", "3s"], "note": "n" } },
        { "at": "jwks", "do": "delay", "by": { "lognormal": { "median": "1s", "sigma": 0.5 } } },
        { "at": "userinfo", "do": "truncate" }, { "at": "userinfo", "do": "truncate", "bytes": 10 },
        { "at": "userinfo", "do": "drip", "over": "2s" }, { "at": "userinfo", "do": "reset" },
        { "at": "userinfo", "do": "empty" }, { "at": "userinfo", "do": "garbage" },
        { "at": "userinfo", "do": "lose_answer" }, { "at": "userinfo", "do": "rotate_keys" }
      ],
      "tokens": {
        "note": "n",
        "id_token": {
          "defect": "wrong_audience", "header": { "kid": null }, "claims": { "note": "kept", "acr": null },
          "lifetime": "1h", "issued_at": "-10m"
        }
      },
      "lifetimes": { "code": "1s", "note": "n" },
      "quirks": { "address_format": "json_string", "escaped_slashes": false, "note": "n" },
      "expect": {
        "never": ["userinfo"], "order": ["authorize", "token"], "count": { "token": 2 },
        "findings": ["itsme.no-state"], "note": "n"
      }
    }
    """#

  @Test func `holds every member of a story`() throws {
    let library = try Toy.load([
      "itsme/everything.json": Self.everything
    ])
    let story = try #require(library.scenario("everything", of: "itsme"))
    #expect(story.name == "itsme/everything")
    #expect(story.title == "Everything")
    #expect(
      story.conditions == [
        Condition("login_hint", .equals("32+470000002")), Condition("state", .present(false)),
        Condition("nonce", .contains("a")), Condition("client_id", .like("demo-*")),
        Condition("is.client", .oneOf(["shop"])),
      ])
    #expect(story.person == library.world.people["bob"])
    #expect(
      story.phone
        == .steps([
          PhoneStep("open"), PhoneStep(after: .seconds(1), "open"),
          PhoneStep(after: .seconds(3), "reject", reason: "notMe"),
        ]))
    #expect(
      story.faults == [
        Fault(
          at: "token", .first(2),
          .respond(status: 503, headers: [.init(name: "Retry-After", value: "1")], body: .text("no"))),
        Fault(
          at: "token", .nth(3),
          .respond(status: 400, headers: [], body: .json(["error": "invalid_grant"]))),
        Fault(at: "jwks", .always, .delay(.fixed(.milliseconds(250)))),
        Fault(at: "jwks", .first(1), .delay(.uniform(from: .seconds(1), to: .seconds(3)))),
        Fault(at: "jwks", .first(1), .delay(.lognormal(median: .seconds(1), sigma: 0.5))),
        Fault(at: "userinfo", .first(1), .truncate(bytes: nil)),
        Fault(at: "userinfo", .first(1), .truncate(bytes: 10)),
        Fault(at: "userinfo", .first(1), .drip(over: .seconds(2))), Fault(at: "userinfo", .first(1), .reset),
        Fault(at: "userinfo", .first(1), .empty), Fault(at: "userinfo", .first(1), .garbage),
        Fault(at: "userinfo", .first(1), .loseAnswer),
        Fault(at: "userinfo", .first(1), .rotateKeys),
      ])
    #expect(
      story.tokens == [
        "id_token": TokenChange(
          defect: "wrong_audience", header: ["kid": .null], claims: ["note": "kept", "acr": .null],
          lifetime: .seconds(3600), issuedAt: .seconds(-600))
      ])
    #expect(story.lifetimes == ["code": .seconds(1)])
    #expect(story.quirks == ["address_format": .choice("json_string"), "escaped_slashes": .flag(false)])
    #expect(
      story.expectation
        == Expectation(
          never: ["userinfo"], order: ["authorize", "token"], count: ["token": 2],
          findings: ["itsme.no-state"]))
  }

  @Test func `holds what a story says of right and wrong clients, and writes it as it was read`() throws {
    let text = #"""
      {"title": "t", "provider": "itsme", "expect": {"order": ["authorize", ["token", "userinfo"]],
       "allowed": ["itsme.code-reused"], "right": "must_refuse", "clause": "RFC 6749 §4.1.2", "fix": "ask once"}}
      """#
    let story = try #require(try Toy.load(["itsme/a.json": text]).scenarios["itsme/a"])
    #expect(
      story.expectation
        == Expectation(
          order: ["authorize", .init(["token", "userinfo"])], allowed: ["itsme.code-reused"],
          right: .mustRefuse, clause: "RFC 6749 §4.1.2", fix: "ask once"))
    let written = JSON.object(story.json(people: [:])).text()
    #expect(try Toy.load(["itsme/a.json": written]).scenarios["itsme/a"]?.expectation == story.expectation)
  }

  @Test func `tells a manual phone, an empty list and no list apart`() throws {
    let library = try Toy.load([
      "itsme/manual.json": #"{"provider": "itsme", "phone": "manual"}"#,
      "itsme/never.json": #"{"provider": "itsme", "phone": []}"#,
      "itsme/standard.json": #"{"provider": "itsme"}"#,
    ])
    #expect(library.scenarios["itsme/manual"]?.phone == .manual)
    #expect(library.scenarios["itsme/never"]?.phone == .steps([]))
    #expect(library.scenarios["itsme/standard"]?.phone == nil)
    #expect(library.scenarios["itsme/standard"]?.title == "itsme/standard")
    #expect(library.scenarios["itsme/standard"]?.conditions == nil)
  }

  @Test func `lets a later layer replace whole entries`() throws {
    let library = try Toy.loader.load(
      [
        Toy.layer(
          "defaults", ["world.json": Toy.world, "itsme/a.json": #"{"provider": "itsme", "title": "low"}"#]),
        Toy.layer(
          "mine",
          [
            "itsme/a.json": #"{"provider": "itsme", "phone": []}"#,
            "world.json": #"""
            {"people": {"bob": {"family_name": "Maes"}}, "clients": {"itsme": {"shop": {"secret": "t"}, "bar": {"secret": "u"}}}}
            """#,
          ]),
      ], now: Toy.now)
    #expect(library.scenarios["itsme/a"]?.title == "itsme/a")
    #expect(library.world.people["anna"]?.givenName == "Anna")
    #expect(library.world.people["bob"]?.givenName == nil)
    #expect(library.world.people["bob"]?.phoneNumber == nil)
    #expect((library.world.client("shop", of: "itsme") as? Toy.ToyClient)?.secret == "t")
    #expect((library.world.client("bar", of: "itsme") as? Toy.ToyClient)?.secret == "u")
  }

  @Test func `knows the world before any story, and reads each story once, whoever takes part`() async throws
  {
    let stories = (1...40).map {
      (path: "itsme/s\($0).json", text: #"{"provider": "itsme", "title": "t\#($0)"}"#)
    }
    let layers = [
      Toy.layer("defaults", ["world.json": Toy.world]),
      ScenarioLayer(name: "mine", files: stories.map { .init(path: $0.path, bytes: Array($0.text.utf8)) }),
    ]
    let reading = Toy.loader.begin(layers, now: Toy.now)
    #expect(reading.world.people.keys.sorted() == ["anna", "bob"])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { reading.readStories() } }
    }
    let library = try reading.library()
    #expect(library.scenarios.count == 40)
    #expect(library.scenarios["itsme/s40"]?.title == "t40")
  }

  @Test func `can read right stories when one is first asked for, whoever asks`() async {
    let story = #"{"provider": "itsme", "when": {"nonce": "1"}}"#
    let layer = Toy.layer(
      "defaults", ["world.json": Toy.world, "itsme/a.json": story, "itsme/b.json": story])
    let library = Toy.loader.begin([layer], now: Toy.now).lateLibrary()
    #expect(library.world.people.keys.sorted() == ["anna", "bob"])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { #expect(library.hasConditions("itsme")) } }
    }
    #expect(library.names(of: "itsme") == ["itsme/a", "itsme/b"])
  }

  @Test func `names the problems of all layers and files in one run`() {
    let layers = [
      Toy.layer(
        "low", ["itsme/b.json": "{", "itsme/a.json": "[]", "readme.txt": "", "world.json": #"{"x": 1}"#]),
      Toy.layer("high", ["bioid/a.json": #"{"provider": "bioid", "phone": 1}"#]),
    ]
    #expect(throws: LoadFailure.self) { try Toy.loader.load(layers, now: Toy.now) }
    let lines = Toy.lines { () throws(LoadFailure) in _ = try Toy.loader.load(layers, now: Toy.now) }
    #expect(
      lines == [
        "low/readme.txt: unknown file; a scenario folder holds world.json, PROVIDER/STORY.json, README.md and schema/",
        #"low/world.json:1:2: unknown member "x""#,
        "low/itsme/a.json:1:1: expected an object, found an array",
        "low/itsme/b.json:1:2: the text ends inside the object opened at 1:1",
        #"high/bioid/a.json:1:32: phone: expected "manual" or an array of steps, found 1"#,
        #"high/world.json: there is no person "anna", who logs in where nobody is named; add people.anna, or name another with "default_person""#,
      ])
  }

  @Test func `does not blame a story for a person or client whose own entry is wrong`() {
    #expect(
      Toy.problems([
        "world.json": #"{"people": {"eve": {"x": 1}}, "clients": {"itsme": {"bar": {}}}}"#,
        "itsme/a.json": #"""
        {"provider": "itsme", "person": {"like": "eve", "address": {"country": "x"}},
         "when": {"is.person": "eve", "is.client": "bar"}}
        """#,
      ]) == [
        #"scenarios/world.json:1:21: people.eve: unknown member "x""#,
        #"scenarios/world.json:1:60: clients.itsme.bar: the member "secret" is missing"#,
      ])
  }

  @Test func `lets conditions name any client where one stands for all`() throws {
    _ = try Toy.load([
      "world.json": #"{"clients": {"itsme": {"*": {"secret": "s"}}}}"#,
      "itsme/a.json": #"{"provider": "itsme", "when": {"is.client": "whoever"}}"#,
    ])
  }

  @Test func `takes only named clients in conditions where --strict drops the one that stands for all`() {
    let files = Toy.layer(
      "scenarios",
      [
        "world.json": Toy.world.replacing(#""shop":"#, with: #""*": { "secret": "t" }, "shop":"#),
        "itsme/a.json": #"{"provider": "itsme", "when": {"is.client": "shpo"}}"#,
      ])
    let strict = LibraryLoader(Toy.schemas, isStrict: true)
    #expect(
      Toy.lines { () throws(LoadFailure) in _ = try strict.load([files], now: Toy.now) } == [
        #"scenarios/itsme/a.json:1:45: when."is.client": unknown client "shpo" for itsme; did you mean "shop"?"#
      ])
  }

  @Test func `ignores schemas, read-me files, backups and hidden files`() throws {
    let library = try Toy.load([
      "README.md": "#", "itsme/README.md": "#", "schema/scenario.schema.json": "{", "schema/x.txt": "",
      ".git/config": "", "itsme/.a.json.swp": "", "itsme/a.json~": "",
    ])
    #expect(library.scenarios.isEmpty)
  }

  @Test func `takes an empty folder for nothing to add`() throws {
    #expect(try Toy.load([:]).world.people.keys.sorted() == ["anna", "bob"])
  }
}

@Suite struct `One story from a control call` {
  private func read(_ text: String) throws(LoadFailure) -> Scenario {
    let library = try Toy.load([:])
    return try Toy.loader.scenario(
      Array(text.utf8), name: "queued-1", source: "body", in: library, now: Toy.now)
  }

  @Test func `is read like a file and named after its provider`() throws {
    let story = try read(#"{"provider": "itsme", "phone": [{"do": "reject"}], "person": {"like": "bob"}}"#)
    #expect(story.name == "itsme/queued-1")
    #expect(story.phone == .steps([PhoneStep("reject")]))
    #expect(story.person?.key == "bob")
  }

  @Test(arguments: [
    ("{", "body:1:2: the text ends inside the object opened at 1:1"),
    ("{}", #"body:1:1: the member "provider" is missing"#),
    (
      #"{"provider": "itsmee"}"#, #"body:1:14: provider: unknown provider "itsmee"; did you mean "itsme"?"#
    ),
    (
      #"{"provider": "itsme", "person": "bop"}"#,
      #"body:1:33: person: unknown person "bop"; did you mean "bob"?"#
    ),
    (
      #"{"provider": "itsme", "when": {"is.client": "shpo"}}"#,
      #"body:1:45: when."is.client": unknown client "shpo" for itsme; did you mean "shop"?"#
    ),
    ("[]", "body:1:1: expected an object, found an array"),
  ])
  func `reports the same problems`(text: String, line: String) {
    #expect(Toy.lines { () throws(LoadFailure) in _ = try read(text) } == [line])
  }
}
