import Synchronization

/// A library that is being read: the world has been, the stories are read by whoever takes part.
///
/// Stories need the world and not each other; there are hundreds, and they are most of what a start waits for.
package final class LibraryReading: Sendable {
  /// The world, as far as it could be read.
  package let world: World
  private let loader: LibraryLoader
  private let setting: StorySetting
  private let layers: [Layer]
  private let files: [StoryFile]
  private let unplaced: [FileProblem]
  private let state: Mutex<State>

  /// What a layer holds beside the content of its stories.
  struct Layer: Sendable {
    let problems: [FileProblem]
    let storyCount: Int
  }

  private struct State {
    /// The first portion that nobody has begun.
    var next = 0
    /// What became of the files, portion by portion.
    var portions: [[StoryReading]]
  }

  /// How many files are taken at once: few enough that nobody waits long for the last.
  private static let portion = 8

  init(
    loader: LibraryLoader, world: World, setting: StorySetting, layers: [Layer], files: [StoryFile],
    unplaced: [FileProblem]
  ) {
    (self.loader, self.world, self.setting) = (loader, world, setting)
    (self.layers, self.files, self.unplaced) = (layers, files, unplaced)
    let count = (files.count + Self.portion - 1) / Self.portion
    state = Mutex(State(portions: Array(repeating: [], count: count)))
  }

  /// Reads stories until none is left to begin; several threads may do so at the same time.
  package func readStories() {
    while let number = begin() {
      let start = number * Self.portion
      let readings = files[start..<min(start + Self.portion, files.count)].map { loader.read($0, setting) }
      state.withLock { $0.portions[number] = readings }
    }
  }

  private func begin() -> Int? {
    state.withLock { state in
      guard state.next < state.portions.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// The library, once every call of `readStories` has come back.
  ///
  /// - Throws: everything that is wrong with the files.
  package func library() throws(LoadFailure) -> ScenarioLibrary {
    let readings = state.withLock { $0.portions.flatMap(\.self) }
    precondition(readings.count == files.count, "a library was asked for before its stories were read")
    var problems: [FileProblem] = []
    var next = 0
    for layer in layers {
      problems += layer.problems
      problems += readings[next..<next + layer.storyCount].flatMap(\.problems)
      next += layer.storyCount
    }
    problems += unplaced
    guard problems.isEmpty else { throw LoadFailure(problems: problems) }
    return ScenarioLibrary(world: world, scenarios: readings.compactMap(\.scenario))
  }
}

/// A story's file before it is read.
struct StoryFile: Sendable {
  let label: String
  let provider: String
  /// The story's name with its provider's.
  let name: String
  let bytes: [UInt8]
}

/// What became of a story's file.
struct StoryReading: Sendable {
  let scenario: Scenario?
  let problems: [FileProblem]
}

/// What stories may name: the people and clients of the world that was read before them.
struct StorySetting: Sendable {
  let override: PersonOverride
  /// The ids of a provider's clients; `nil` when any id is let in.
  let clients: [String: [String]?]

  init(_ world: WorldReader, providers: some Sequence<String>) {
    override = PersonOverride(people: world.world.people, broken: world.broken, now: world.now)
    clients = Dictionary(providers.map { ($0, world.clients(of: $0)) }, uniquingKeysWith: { $1 })
  }
}
