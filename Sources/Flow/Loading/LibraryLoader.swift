package import JSON

// From folders of files to a library, all or nothing.
//
//   LibraryLoader                            layers in, a library or every problem out
//   LibraryReading                           the same in steps, which several threads can share
//   FolderLayout                             which file is what, by its path
//   WorldReader, PersonReader                world.json
//   ScenarioReader and the readers beside    a story, member by member
//   SharedStory                              one story of several providers
//   ProviderSchema                           the words that a provider knows

/// Reads folders of scenarios: strictly, and with every problem of all files in one run.
///
/// Nothing is half-loaded: either every file of every layer is right, or there is no library.
package struct LibraryLoader: Sendable {
  let schemas: [String: ProviderSchema]
  let words: [String: Words]
  let sharedWords: [String: Words]
  private let layout: FolderLayout
  private let isStrict: Bool

  /// - Parameter isStrict: true if a client `"*"` stands for nobody, so that stories name clients with an entry.
  package init(_ schemas: [ProviderSchema], isStrict: Bool = false) {
    self.isStrict = isStrict
    self.schemas = Dictionary(schemas.map { ($0.vocabulary.provider, $0) }, uniquingKeysWith: { $1 })
    words = self.schemas.mapValues { Words($0) }
    sharedWords = self.schemas.filter { !$0.value.vocabulary.sharedEndpoints.isEmpty }
      .mapValues { Words($0, isShared: true) }
    layout = FolderLayout(providers: schemas.map(\.vocabulary.provider))
  }

  /// Reads layers of folders, the lowest first: a client, person or story of a later layer replaces the whole entry of an
  /// earlier one.
  ///
  /// - Parameter now: the moment at which `{"turns": 18}` counts ages.
  /// - Throws: everything that is wrong with the files, including those that a later layer replaces.
  package func load(_ layers: [ScenarioLayer], now: Instant) throws(LoadFailure) -> ScenarioLibrary {
    try begin(layers, now: now).library()
  }

  /// Begins to read layers of folders: reads their worlds and leaves the stories to
  /// `LibraryReading.readStories`.
  package func begin(_ layers: [ScenarioLayer], now: Instant) -> LibraryReading {
    let sorted = layers.map(sort)
    let worlds = sorted.map { $0.worlds.map { SourceFile(label: $0.label, bytes: $0.bytes) } }
    var reader = WorldReader(schemas: schemas, now: now, isStrict: isStrict)
    for file in worlds.joined() { reader.read(file) }
    reader.isIncomplete = reader.isIncomplete || layers.contains { $0.isWorldUnread }
    reader.check(lastLayer: layers.last?.name ?? "scenarios")
    return LibraryReading(
      loader: self, world: reader.world, setting: StorySetting(reader, providers: words.keys),
      layers: zip(layers, zip(sorted, worlds)).map { layer, read in
        let (sorted, worlds) = read
        return LibraryReading.Layer(
          problems: layer.problems + sorted.misplaced + worlds.flatMap(\.found),
          storyCount: sorted.stories.count)
      },
      worlds: worlds.joined().compactMap(\.node), files: sorted.flatMap(\.stories), unplaced: reader.unplaced)
  }

  /// Reads one story that is in no folder, such as the body of a control call; its member `provider` names
  /// the provider.
  ///
  /// - Parameters:
  ///   - name: the last part of the story's name; the provider is put before it.
  ///   - source: what messages show instead of a file.
  ///   - library: whose people and clients it may name.
  ///   - now: the moment at which `{"turns": 18}` counts ages.
  package func scenario(
    _ bytes: [UInt8], name: String, source: String, in library: ScenarioLibrary, now: Instant
  ) throws(LoadFailure) -> Scenario {
    try scenario(SourceFile(label: source, bytes: bytes), name: name, in: library, now: now)
  }

  /// Reads one story that is a part of a larger text, in which messages give its lines and columns.
  package func scenario(
    _ node: JSONNode, name: String, source: String, in library: ScenarioLibrary, now: Instant
  ) throws(LoadFailure) -> Scenario {
    try scenario(SourceFile(label: source, node: node), name: name, in: library, now: now)
  }

  private func scenario(
    _ file: SourceFile, name: String, in library: ScenarioLibrary, now: Instant
  ) throws(LoadFailure) -> Scenario {
    var people = WorldReader(schemas: schemas, now: now, isStrict: isStrict)
    people.world = library.world
    var scenario: Scenario?
    if let node = file.node, let reader = ObjectReader(node, problems: file.problems) {
      let provider = reader.requiredOneOf("provider", allowed: layout.providers, what: "provider")
      if let provider, let words = words[provider] {
        let setting = StorySetting(people, providers: [provider])
        scenario = self.scenario("\(provider)/\(name)", words, node, file.problems, setting)
      }
    }
    let problems = file.found
    guard problems.isEmpty, let scenario else { throw LoadFailure(problems: problems) }
    return scenario
  }

  /// The files of a layer by kind, each kind by name.
  private struct SortedLayer {
    var worlds: [(label: String, bytes: [UInt8])] = []
    var stories: [StoryFile] = []
    var misplaced: [FileProblem] = []
  }

  private func sort(_ layer: ScenarioLayer) -> SortedLayer {
    var sorted = SortedLayer()
    for file in layer.files.sorted(by: { $0.path < $1.path }) {
      let label = "\(layer.name)/\(file.path)"
      switch layout.entry(file.path) {
      case .ignored: break
      case .world: sorted.worlds.append((label, file.bytes))
      case .story(let provider, let name):
        sorted.stories.append(StoryFile(label: label, provider: provider, name: name, bytes: file.bytes))
      case .shared(let name):
        sorted.stories.append(StoryFile(label: label, provider: nil, name: name, bytes: file.bytes))
      case .misplaced(let path, let message):
        let problem = FileProblem(file: "\(layer.name)/\(path)", message: message)
        // A folder of an unknown provider is one problem, however many files it holds.
        if sorted.misplaced.last != problem { sorted.misplaced.append(problem) }
      }
    }
    return sorted
  }

  func read(_ file: StoryFile, _ setting: StorySetting) -> StoryReading {
    let source = SourceFile(label: file.label, bytes: file.bytes)
    var scenarios: [Scenario] = []
    if let node = source.node {
      if let provider = file.provider {
        let scenario = words[provider].flatMap {
          self.scenario(file.name, $0, node, source.problems, setting)
        }
        scenarios = scenario.map { [$0] } ?? []
      } else {
        scenarios = shared(file.name, node, source.problems, setting)
      }
    }
    return StoryReading(scenarios: scenarios, problems: source.found)
  }

  private func scenario(
    _ name: String, _ words: Words, _ node: JSONNode, _ problems: JSONProblems, _ setting: StorySetting
  ) -> Scenario? {
    guard let reader = ObjectReader(node, problems: problems) else { return nil }
    if reader.has("providers") {
      reader.problem(
        atName: "providers",
        "a story of several providers belongs in the folder \"\(ScenarioLibrary.sharedFolder)\"; here \"provider\" names one"
      )
      for member in ["provider", "providers"] { _ = reader.value(member) }
    } else if let provider = reader.requiredString("provider"), provider != words.provider {
      reader.problem(
        at: "provider",
        "\(JSONProblem.quoted(provider)) differs from the folder \"\(words.provider)\" that the file is in"
      )
    }
    return story(name, words, reader, setting)
  }

  /// Reads what is the same for stories of one provider and of several.
  func story(_ name: String, _ words: Words, _ reader: ObjectReader, _ setting: StorySetting) -> Scenario {
    ScenarioReader(
      words: words, override: setting.override, clients: setting.clients[words.provider] ?? nil
    ).scenario(name, reader)
  }
}

/// A file being read, with its problems.
struct SourceFile {
  let label: String
  /// `nil` if the file is not JSON.
  let node: JSONNode?
  let problems = JSONProblems()

  init(label: String, node: JSONNode) { (self.label, self.node) = (label, node) }

  init(label: String, bytes: [UInt8]) {
    self.label = label
    do {
      node = try JSONParser.parse(bytes)
    } catch {
      node = nil
      problems.add(error)
    }
  }

  var found: [FileProblem] { problems.sorted.map { FileProblem(file: label, $0) } }
}
