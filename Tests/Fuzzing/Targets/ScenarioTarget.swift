import Flow
import JSON
import ProviderKit
import Registry

/// The first line is the file's path below the folder, the rest its text.
enum ScenarioTarget {
  private static let loader = LibraryLoader(registry.map { $0.schema })
  private static let now = Instant(seconds: 1_795_262_400)

  static func run(_ bytes: [UInt8]) throws {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, let path = String(validating: lines[0], as: UTF8.self) else { return }
    let file = ScenarioLayer.File(path: path, bytes: Array(lines[1]))
    let library: ScenarioLibrary
    do {
      library = try loader.load([ScenarioLayer(name: "scenarios", files: [file])], now: now)
    } catch {
      try must(!error.problems.isEmpty, "what does not load has a problem")
      for problem in error.problems { try must(!problem.message.isEmpty, "a problem can be told") }
      return
    }
    for scenario in library.scenarios.values where scenario.name.contains("/") {
      try roundTrip(scenario, library)
    }
  }

  private static func roundTrip(_ scenario: Scenario, _ library: ScenarioLibrary) throws {
    let text = JSON.object(scenario.json(people: library.world.people)).bytes()
    let again = try? loader.scenario(text, name: "again", source: "again", in: library, now: now)
    try must(again != nil, "a story that was read is written as one that loads")
  }
}
