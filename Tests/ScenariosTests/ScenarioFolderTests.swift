import Flow
import Foundation
import Testing

@testable import eidolon

@Suite struct `A folder of scenarios` {
  private func problems(_ path: String) -> [String] {
    ScenarioFolder(path).layer().problems.map(\.text)
  }

  @Test func `gives its files by path, sorted, under the name that the user wrote`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "world.json")
    try folder.write("é", to: "itsme/b.json")
    try folder.write("a", to: "itsme/a.json")
    let layer = ScenarioFolder(folder.path + "//").layer()
    #expect(layer.name == folder.path)
    #expect(layer.files.map(\.path) == ["itsme/a.json", "itsme/b.json", "world.json"])
    #expect(layer.files[1].bytes == Array("é".utf8))
  }

  @Test func `leaves hidden files out and reads only the names of others than JSON`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: ".git/config.json")
    try folder.write("{}", to: "itsme/.a.json.swp")
    try folder.write("a: b", to: "itsme/a.yaml")
    try folder.write("{}", to: "schema/world.schema.json")
    let layer = ScenarioFolder(folder.path).layer()
    #expect(layer.files.map(\.path) == ["itsme/a.yaml", "schema/world.schema.json"])
    #expect(layer.files.map(\.bytes) == [[], []])
  }

  @Test func `follows links, as in a volume of Kubernetes`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "..2026/world.json")
    try folder.link("..data", to: "..2026")
    try folder.link("world.json", to: "..data/world.json")
    let elsewhere = try TemporaryFolder()
    try elsewhere.write("2", to: "a.json")
    try folder.link("itsme", to: elsewhere.path)
    #expect(ScenarioFolder(folder.path).layer().files.map(\.path) == ["itsme/a.json", "world.json"])
  }

  @Test func `does not follow a link in circles for ever`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "itsme/a.json")
    try folder.link("itsme/again", to: folder.path)
    let files = ScenarioFolder(folder.path).layer().files
    #expect(files.first?.path == "itsme/a.json" && files.count < 10)
  }

  @Test func `that is not there is a problem`() {
    #expect(problems("/nowhere/scenarios/") == ["/nowhere/scenarios: there is no such folder"])
  }

  @Test func `that is a file is a problem`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "world.json")
    #expect(
      problems("\(folder.path)/world.json") == [
        "\(folder.path)/world.json: this is a file; expected a folder of scenarios"
      ])
  }

  @Test func `names every file that cannot be read`() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: " ", count: ScenarioFolder.fileLimit + 1), to: "world.json")
    try folder.write(String(repeating: " ", count: ScenarioFolder.fileLimit), to: "itsme/just.json")
    try folder.link("itsme/lost.json", to: "nowhere")
    #expect(mkfifo("\(folder.path)/pipe.json", 0o600) == 0)
    #expect(
      problems(folder.path).sorted() == [
        "\(folder.path)/itsme/lost.json: the link leads nowhere",
        "\(folder.path)/pipe.json: this is not a regular file",
        "\(folder.path)/world.json: too large; a file of scenarios has at most 1048576 bytes",
      ])
  }

  @Test(.disabled(if: geteuid() == 0, "the superuser may read everything"))
  func `names a file and a folder without permission`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "bioid/a.json")
    try folder.write("{}", to: "world.json")
    for path in ["bioid", "world.json"] {
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(folder.path)/\(path)")
    }
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder.path)/bioid")
    }
    #expect(
      problems(folder.path) == [
        "\(folder.path)/bioid: the folder cannot be read: Permission denied",
        "\(folder.path)/world.json: cannot be read: Permission denied",
      ])
  }

  @Test func `with far too many files is the wrong folder`() throws {
    let folder = try TemporaryFolder()
    for number in 0...ScenarioFolder.countLimit { try folder.write("", to: "itsme/\(number).json") }
    #expect(
      problems(folder.path) == ["\(folder.path): more than 2000 files; is this the folder of scenarios?"])
  }

  @Test func `knows when a file has become another`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "world.json")
    let before = ScenarioFolder(folder.path).state()
    #expect(ScenarioFolder(folder.path).state() == before)
    try folder.write("2", to: "next.json")
    try folder.remove("world.json")
    try FileManager.default.moveItem(atPath: "\(folder.path)/next.json", toPath: "\(folder.path)/world.json")
    #expect(ScenarioFolder(folder.path).state() != before)
  }
}
