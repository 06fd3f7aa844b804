import DefaultScenarios
import Dispatch
import Flow
import ProviderKit
import Providers

/// Where scenarios come from: the built-in layer, then folders, then what the command line adds.
struct LibrarySource: Sendable {
  let hasDefaults: Bool
  let folders: [String]
  let clients: [ClientOption]

  /// A library with the files that it was made of.
  struct Loaded: Sendable {
    let library: ScenarioLibrary
    let layers: [ScenarioLayer]
  }

  /// Reads everything; throws every problem of all files.
  func load(now: Instant = WallClock.now) throws(LoadFailure) -> Loaded {
    var layers: [ScenarioLayer] = []
    if hasDefaults { layers.append(Self.defaults) }
    var unreadable: [FileProblem] = []
    for folder in folders {
      do throws(LoadFailure) {
        layers.append(try ScenarioFolder(folder).layer())
      } catch {
        unreadable += error.problems
      }
    }
    guard unreadable.isEmpty else { throw LoadFailure(problems: unreadable) }
    if let layer = ClientOption.layer(of: clients) { layers.append(layer) }
    let library = try LibraryLoader(registry.map { $0.schema }).load(
      layers, now: now, spread: DispatchQueue.concurrentPerform)
    return Loaded(library: library, layers: layers)
  }

  private static var defaults: ScenarioLayer {
    ScenarioLayer(
      name: "built-in",
      files: DefaultScenarios.files.map { ScenarioLayer.File(path: $0.path, bytes: $0.bytes) })
  }
}
