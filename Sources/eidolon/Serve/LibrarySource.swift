import DefaultScenarios
import Dispatch
import Flow
import JSON
import ProviderKit
import Registry
import Server

/// The sources of scenarios: the built-in layer, then folders, then clients and the person of the command line.
struct LibrarySource: Sendable {
  let hasDefaults: Bool
  let folders: [String]
  let clients: [ClientOption]
  var person: String?
  var isStrict = false

  /// A library and the files it was made from.
  struct Loaded: Sendable {
    let library: ScenarioLibrary
    let files: LibraryFiles
    let layers: [ScenarioLayer]
    /// Also reads the files of sandboxes.
    let loader: LibraryLoader
  }

  /// - Parameter isLate: true if stories that ship may be read when one is first asked for, where nothing else is given;
  ///   tests have read them.
  /// - Throws: the problems of all files.
  func load(now: Instant = WallClock.now, isLate: Bool = false) throws(LoadFailure) -> Loaded {
    let layers = layers()
    let loader = LibraryLoader(registry.map { $0.schema }, isStrict: isStrict)
    let reading = loader.begin(layers, now: now)
    if isLate, hasDefaults, layers.count == 1 {
      return Loaded(
        library: reading.lateLibrary(), files: reading.libraryFiles, layers: layers, loader: loader)
    }
    // Stories need the world, but not each other.
    DispatchQueue.concurrentPerform(iterations: ServerOptions.cores) { _ in reading.readStories() }
    do throws(LoadFailure) {
      return Loaded(
        library: try reading.library(), files: reading.libraryFiles, layers: layers, loader: loader)
    } catch {
      throw LoadFailure(problems: error.problems.map { ClientOption.placed($0, among: clients) })
    }
  }

  private func layers() -> [ScenarioLayer] {
    var layers: [ScenarioLayer] = []
    if hasDefaults { layers.append(Self.defaults) }
    layers += folders.map { ScenarioFolder($0).layer() }
    if let layer = ClientOption.layer(of: clients) { layers.append(layer) }
    if let person {
      let world: JSON = ["default_person": .string(person)]
      layers.append(
        ScenarioLayer(name: "--person", files: [ScenarioLayer.File(path: "world.json", bytes: world.bytes())])
      )
    }
    return layers
  }

  private static var defaults: ScenarioLayer {
    ScenarioLayer(
      name: "built-in",
      files: DefaultScenarios.files.map { ScenarioLayer.File(path: $0.path, bytes: $0.bytes) })
  }
}

extension LibrarySource {
  init(_ options: ServeOptions) {
    self.init(
      hasDefaults: options.hasDefaults, folders: options.scenarioFolders, clients: options.clients,
      person: options.person, isStrict: options.settings.isStrict)
  }
}
