import Dispatch
import Flow

/// A library whose stories are read on another core, while who asked for it makes what needs the world alone.
struct LibraryInReading {
  private let layers: [ScenarioLayer]
  private let loader: LibraryLoader
  private let files: Meanwhile<LibraryFiles>
  private let reading: LibraryReading
  private let stories: Meanwhile<Void>

  init(_ layers: [ScenarioLayer], _ loader: LibraryLoader, now: Instant, on queue: DispatchQueue) {
    (self.layers, self.loader) = (layers, loader)
    files = Meanwhile(on: queue) { LibraryFiles(layers) }
    let reading = loader.begin(layers, now: now)
    stories = Meanwhile(on: queue) { reading.readStories() }
    self.reading = reading
  }

  /// What there is already: the world, whether or not it is right, and no stories.
  var beginning: LibrarySource.Loaded {
    LibrarySource.Loaded(
      library: ScenarioLibrary(world: reading.world, scenarios: []), files: LibraryFiles(), layers: [],
      loader: loader)
  }

  /// Reads what is left; throws every problem of all files.
  func finish() throws(LoadFailure) -> LibrarySource.Loaded {
    reading.readStories()
    stories.wait()
    return LibrarySource.Loaded(
      library: try reading.library(), files: files.wait(), layers: layers, loader: loader)
  }
}
