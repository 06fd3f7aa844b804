import JSON
import Synchronization

/// A library being read: the world is complete, and the stories are read by every thread that calls
/// `readStories`.
///
/// Stories need the world but not each other; there are hundreds, and they are most of the start-up time.
package final class LibraryReading: Sendable {
  /// As far as it could be read.
  package let world: World
  private let loader: LibraryLoader
  private let setting: StorySetting
  private let layers: [Layer]
  private let worlds: [JSONNode]
  private let files: [StoryFile]
  private let unplaced: [FileProblem]
  private let state: Mutex<State>

  /// A layer without the content of its stories.
  struct Layer: Sendable {
    let problems: [FileProblem]
    let storyCount: Int
  }

  private struct State {
    /// The first batch that no thread has begun.
    var next = 0
    /// The results, batch by batch.
    var batches: [[StoryReading]]
  }

  /// In files; small enough that no thread waits long for the last batch.
  private static let batchSize = 8

  init(
    loader: LibraryLoader, world: World, setting: StorySetting, layers: [Layer], worlds: [JSONNode],
    files: [StoryFile], unplaced: [FileProblem]
  ) {
    (self.loader, self.world, self.setting) = (loader, world, setting)
    (self.layers, self.worlds, self.files, self.unplaced) = (layers, worlds, files, unplaced)
    let count = (files.count + Self.batchSize - 1) / Self.batchSize
    state = Mutex(State(batches: Array(repeating: [], count: count)))
  }

  /// Reads stories until none is left; several threads may call this at the same time.
  package func readStories() {
    while let number = begin() {
      let start = number * Self.batchSize
      let readings = files[start..<min(start + Self.batchSize, files.count)].map { loader.read($0, setting) }
      state.withLock { $0.batches[number] = readings }
    }
  }

  private func begin() -> Int? {
    state.withLock { state in
      guard state.next < state.batches.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Reads the stories that are left; call this only once every other thread's `readStories` has returned.
  ///
  /// - Throws: everything that is wrong with the files.
  package func library() throws(LoadFailure) -> ScenarioLibrary {
    readStories()
    let readings = readings
    var problems: [FileProblem] = []
    var next = 0
    for layer in layers {
      problems += layer.problems
      problems += readings[next..<next + layer.storyCount].flatMap(\.problems)
      next += layer.storyCount
    }
    problems += unplaced
    guard problems.isEmpty else { throw LoadFailure(problems: problems) }
    return ScenarioLibrary(world: world, scenarios: scenarios(readings))
  }

  /// A library whose stories are read when one is first asked for: for files that are known to be right.
  package func lateLibrary() -> ScenarioLibrary {
    ScenarioLibrary(world: world) { [self] in
      readStories()
      return scenarios(readings)
    }
  }

  /// The files, merged; of use only if none of them has a problem.
  package var libraryFiles: LibraryFiles {
    LibraryFiles(worlds: worlds.map(\.json), stories: files.map { ($0.name, $0.bytes) })
  }

  private var readings: [StoryReading] {
    let readings = state.withLock { $0.batches.flatMap(\.self) }
    precondition(readings.count == files.count, "a library was asked for before its stories were read")
    return readings
  }

  /// A later layer's shared story replaces the whole of an earlier one, also for providers that it leaves out.
  private func scenarios(_ readings: [StoryReading]) -> [Scenario] {
    guard layers.count > 1 else { return readings.flatMap(\.scenarios) }
    var latest: [String: Int] = [:]
    for (index, file) in files.enumerated() { latest[file.name] = index }
    return readings.enumerated().filter { latest[files[$0.offset].name] == $0.offset }
      .flatMap(\.element.scenarios)
  }
}

/// A story's file before it is read.
struct StoryFile: Sendable {
  let label: String
  /// `nil` if the story itself names its providers.
  let provider: String?
  /// Such as `itsme/reject`, or `judge/expired` for a story of several providers.
  let name: String
  let bytes: [UInt8]
}

/// The result of reading a story's file.
struct StoryReading: Sendable {
  /// One for each provider.
  let scenarios: [Scenario]
  let problems: [FileProblem]
}

/// What stories may name: the people and clients of the world that was read before them.
struct StorySetting: Sendable {
  let override: PersonOverride
  /// The ids of a provider's clients; `nil` if any id is allowed.
  let clients: [String: [String]?]

  init(_ world: WorldReader, providers: some Sequence<String>) {
    override = PersonOverride(
      people: world.world.people, broken: world.broken, isIncomplete: world.isIncomplete, now: world.now)
    clients = Dictionary(providers.map { ($0, world.clients(of: $0)) }, uniquingKeysWith: { $1 })
  }
}
