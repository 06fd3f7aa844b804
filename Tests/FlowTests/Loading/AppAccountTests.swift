import JSON
import Testing

@testable import Flow

@Suite struct `What a person's app and document say beyond the person` {
  func person(_ text: String) throws -> Person {
    let problems = JSONProblems()
    let node = try JSONParser.parse(text)
    guard let reader = ObjectReader(node, problems: problems) else { throw Wrong(lines: ["no object"]) }
    let person = PersonReader(now: Toy.now).person("eve", reader)
    guard problems.isEmpty else { throw Wrong(lines: problems.sorted.map { "\($0)" }) }
    return person
  }

  struct Wrong: Error { let lines: [String] }

  static let eve = """
    {"app": {"installed_at": "2025-02-03T08:00:00Z", "activated_at": "2025-02-03T09:05:00+01:00",
      "activated_by": "CARD_READER", "device": {"os": "IOS", "rooted": true}},
     "documents": [{"type": "eid", "country": "NL", "read_at": "2026-01-12T15:02:23Z",
      "printed": {"birthdate": "14.07.1990", "gender": "V", "nationality": "Nederlandse"}}]}
    """

  @Test func `is read, and written so that it reads back the same`() throws {
    let person = try person(Self.eve)
    #expect(person.app?.installedAt == Instant("2025-02-03T08:00:00Z"))
    #expect(person.app?.activatedAt == Instant("2025-02-03T08:05:00Z"))
    #expect(person.app?.activatedBy == "CARD_READER")
    #expect(person.app?.device == ["os": "IOS", "rooted": true])
    let document = try #require(person.documents.first)
    #expect(document.readAt == Instant("2026-01-12T15:02:23Z"))
    #expect(document.printed.birthdate == "14.07.1990")
    #expect(document.printed.gender == "V")
    #expect(document.printed.nationality == "Nederlandse")
    #expect(try self.person(JSON.object(person.json).text()) == person)
  }

  @Test func `is kept by a story that changes something else of the person`() throws {
    let library = try Toy.load([
      "world.json": "{\"people\": {\"eve\": \(Self.eve)}}",
      "itsme/story.json": #"""
      {"title": "Eve's phone is new", "provider": "itsme",
       "person": {"like": "eve", "birthdate": "1990-07-14", "app": {"activated_by": null, "device": {"os": "ANDROID"}}}}
      """#,
    ])
    let person = try #require(library.scenarios["itsme/story"]?.person)
    #expect(person.documents.first?.printed.birthdate == "14.07.1990")
    #expect(person.app?.activatedBy == nil)
    #expect(person.app?.device == ["os": "ANDROID", "rooted": true])
    #expect(person.app?.installedAt == Instant("2025-02-03T08:00:00Z"))
  }

  @Test(arguments: [
    (#"{"app": {"activated_by": ""}}"#, "app.activated_by"),
    (#"{"app": {"instaled_at": "2025-02-03T08:00:00Z"}}"#, "installed_at"),
    (#"{"app": {"installed_at": "3 February"}}"#, "an instant such as"),
    (
      #"{"app": {"installed_at": "2025-02-03T08:00:00Z", "activated_at": "2025-02-02T08:00:00Z"}}"#,
      "before the app is installed"
    ),
    (#"{"documents": [{"type": "eid", "printed": {"birthday": "1.1.2000"}}]}"#, "birthdate"),
    (#"{"documents": [{"type": "eid", "read_at": "2026-01-12"}]}"#, "an instant such as"),
  ])
  func `that is wrong is refused with a hint`(text: String, hint: String) throws {
    let wrong = #expect(throws: Wrong.self) { try person(text) }
    #expect(wrong?.lines.contains { $0.contains(hint) } == true, "\(wrong?.lines ?? [])")
  }
}
