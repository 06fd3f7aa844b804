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
    let files: LibraryFiles
    let layers: [ScenarioLayer]
    /// What read it, and reads the files of sandboxes.
    let loader: LibraryLoader
  }

  /// Reads everything; throws every problem of all files.
  func load(now: Instant = WallClock.now) throws(LoadFailure) -> Loaded {
    let queue = DispatchQueue(label: "eidolon.reading")
    return try begin(defaults: Self.defaults(on: queue), now: now, on: queue).finish()
  }

  /// Reads the world, and has the stories read on a queue; throws what cannot be read at all.
  func begin(
    defaults: Meanwhile<ScenarioLayer>, now: Instant = WallClock.now, on queue: DispatchQueue
  ) throws(LoadFailure) -> LibraryInReading {
    let loader = LibraryLoader(registry.map { $0.schema })
    var layers: [ScenarioLayer] = []
    if hasDefaults { layers.append(defaults.wait()) }
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
    return LibraryInReading(layers, loader, now: now, on: queue)
  }

  /// The built-in layer, copied from the program on a queue.
  static func defaults(on queue: DispatchQueue) -> Meanwhile<ScenarioLayer> {
    Meanwhile(on: queue) {
      ScenarioLayer(
        name: "built-in",
        files: DefaultScenarios.files.map { ScenarioLayer.File(path: $0.path, bytes: $0.bytes) })
    }
  }
}
