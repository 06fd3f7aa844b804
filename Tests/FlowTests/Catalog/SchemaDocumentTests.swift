import DefaultScenarios
import JSON
import Testing

@testable import Flow

@Suite struct `JSON Schemas` {
  static let scenario = MiniValidator(root: SchemaDocument.scenario(Toy.schemas))
  static let world = MiniValidator(root: SchemaDocument.world(Toy.schemas))

  /// What only the loader can know: other files, other members, order, numbers that do not add up.
  static let beyondSchemas: Set<String> = [
    "provider of another folder", "a client that does not exist",
    "one of several clients that does not exist",
    "a person who does not exist", "unknown key", "unknown key like no other", "like an unknown person",
    "going back",
    "going back to the start", "after a final verb", "header name with a space",
    "header value with a line break", "headers that the server writes",
    "uniform backwards", "birthdate that does not exist", "nationality and nationalities",
    "Belgian number too short",
    "Belgian number with wrong check digits", "Swedish number without century",
    "Swedish number with a wrong check digit", "Swedish number without a date",
    "Swedish coordination number without 60", "Danish number with letters", "Danish number without a date",
    "Belgian card with wrong check digits", "Belgian card too short", "document that ends before it begins",
    "the phone number of another", "the identifier of another", "unknown preset", "rights that contradict",
    "nothing that is right", "one provider", "calls that are wanted and forbidden",
    "a finding that is expected and to be avoided",
  ]

  static let stories =
    `Loader errors, story`.mistakes + `Loader errors, when`.mistakes + `Loader errors, person`.mistakes
    + `Loader errors, phone`.mistakes + `Loader errors, faults`.mistakes + `Loader errors, tokens`.mistakes
    + `Loader errors, expect`.mistakes + `Loader errors, judge`.mistakes + `Loader errors, judge`.shared
  static let worlds = `Loader errors, people`.mistakes + `Loader errors, clients`.mistakes

  @Test(arguments: stories) func `refuse the stories that the loader refuses`(mistake: Mistake) throws {
    guard let value = try? JSON(parsing: mistake.text) else { return }
    #expect(try Self.scenario.accepts(value) == Self.beyondSchemas.contains(mistake.name))
  }

  @Test(arguments: worlds) func `refuse the worlds that the loader refuses`(mistake: Mistake) throws {
    // The toy client's schema leaves quirks to the loader.
    let isBeyond = Self.beyondSchemas.contains(mistake.name) || mistake.text.contains("slashes")
    #expect(try Self.world.accepts(JSON(parsing: mistake.text)) == isBeyond)
  }

  @Test func `accept what the loader accepts`() throws {
    #expect(try Self.scenario.accepts(JSON(parsing: `A library`.everything)))
    #expect(try Self.scenario.accepts(JSON(parsing: `A story of several providers`.text)))
    #expect(try Self.world.accepts(JSON(parsing: Toy.world)))
    #expect(try Self.world.accepts(JSON(parsing: #"{"people": {"eve": \#(`A person`.everything)}}"#)))
    for person in [
      #""anna""#,
      #"{"like": "anna", "given_name": null, "address": {"country": null, "note": "n"}, "ids": null}"#,
      #"{"like": "anna", "birthdate": {"turns": 18, "in_days": -1}}"#,
    ] {
      let story = #"{"provider": "itsme", "person": \#(person)}"#
      #expect(try Self.scenario.accepts(JSON(parsing: story)), "\(person)")
      _ = try Toy.load(["itsme/a.json": story])
    }
  }

  @Test func `accept the shipped people`() throws {
    let world = try #require(DefaultScenarios.files.first { $0.path == "world.json" })
    let people = try #require(try JSON(parsing: world.bytes)["people"])
    #expect(try Self.world.accepts(["people": people]))
  }

  @Test func `are JSON that reads back`() throws {
    #expect(try JSON(parsing: Self.scenario.root.text(pretty: true)) == Self.scenario.root)
    #expect(try JSON(parsing: Self.world.root.text(pretty: true)) == Self.world.root)
  }

  @Test func `tell editors what each word means`() throws {
    let verbs = Self.scenario.root["$defs"]?["itsme.phone"]?["anyOf"]?[1]?["items"]?["properties"]?["do"]?[
      "oneOf"]
    #expect(verbs?[2] == ["const": "reject", "description": "Taps Reject"])
  }
}
