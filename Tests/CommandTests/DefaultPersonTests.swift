import Flow
import Testing

@testable import eidolon

@Suite struct `The person who logs in where nobody is named` {
  private func load(_ person: String?, _ folders: String...) throws -> World {
    try LibrarySource(hasDefaults: true, folders: folders, clients: [], person: person).load().library.world
  }

  @Test func `is anna, or whom a folder names, or --person`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(#"{ "default_person": "bob" }"#, to: "world.json")
    #expect(try load(nil).usualPerson?.key == "anna")
    #expect(try load(nil, folder.path).usualPerson?.key == "bob")
    #expect(try load("anna", folder.path).usualPerson?.key == "anna")
  }

  @Test func `is somebody of the world`() throws {
    let failure = try #require(throws: LoadFailure.self) { try load("bbo") }
    #expect(
      failure.text == #"--person/world.json:1:19: default_person: unknown person "bbo"; did you mean "bob"?"#)
  }

  @Test func `need not be called anna`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(#"{ "people": { "carla": { "given_name": "Carla" } } }"#, to: "world.json")
    let bare = { try LibrarySource(hasDefaults: false, folders: [folder.path], clients: []).load() }
    let failure = try #require(throws: LoadFailure.self) { try bare() }
    #expect(failure.text.hasPrefix("\(file): there is no person \"anna\""))
    #expect(failure.text.contains("\"default_person\""))
    _ = try folder.write(
      #"{ "default_person": "carla", "people": { "carla": { "given_name": "Carla" } } }"#, to: "world.json")
    let loaded = try bare()
    #expect(loaded.library.world.usualPerson?.key == "carla")
    #expect(loaded.files.world["default_person"] == "carla", "sandboxes begin with it")
  }

  @Test func `is an option of serve`() throws {
    #expect(try ServeOptionsReader.read(parsed(.serve, ["--person", "bob"]), realHosts: []).person == "bob")
  }
}
