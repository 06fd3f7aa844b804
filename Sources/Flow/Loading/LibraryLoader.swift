import JSON

// From folders of files to a library, all or nothing.
//
//   LibraryLoader                            the door: layers in, a library or every problem out
//   FolderLayout                             which file is what, by its path
//   WorldReader, PersonReader                world.json
//   ScenarioReader and the readers beside    a story, member by member
//   ProviderSchema                           the words that a provider knows

/// Reads folders of scenarios: strictly, and with every problem of all files in one run.
///
/// Nothing is half-loaded: either every file of every layer is right, or there is no library.
public struct LibraryLoader: Sendable {
  let schemas: [String: ProviderSchema]
  let words: [String: Words]
  private let layout: FolderLayout

  /// A loader that knows these providers.
  public init(_ schemas: [ProviderSchema]) {
    self.schemas = Dictionary(schemas.map { ($0.vocabulary.provider, $0) }, uniquingKeysWith: { $1 })
    words = self.schemas.mapValues(Words.init)
    layout = FolderLayout(providers: schemas.map(\.vocabulary.provider))
  }

  /// Reads layers of folders, the lowest first: a client, person or story of a later layer replaces the whole entry of an
  /// earlier one.
  ///
  /// - Parameter now: the moment at which `{"turns": 18}` counts ages.
  /// - Throws: everything that is wrong with the files, also with those that a later layer replaces.
  public func load(_ layers: [ScenarioLayer], now: Instant) throws(LoadFailure) -> ScenarioLibrary {
    var misplaced: [[FileProblem]] = []
    var sources: [[SourceFile]] = []
    for layer in layers {
      let (files, problems) = sort(layer)
      sources.append(files)
      misplaced.append(problems)
    }
    var reader = WorldReader(schemas: schemas, now: now)
    for file in sources.joined() where file.story == nil { reader.read(file) }
    reader.check(lastLayer: layers.last?.name ?? "scenarios")

    var scenarios: [Scenario] = []
    for file in sources.joined() {
      guard let story = file.story, let node = file.node, let words = words[story.provider] else { continue }
      let scenario = scenario(story.name, words, node, file.problems, reader)
      if let scenario { scenarios.append(scenario) }
    }

    var problems = zip(misplaced, sources).flatMap { $0 + $1.flatMap(\.found) }
    problems += reader.unplaced
    guard problems.isEmpty else { throw LoadFailure(problems: problems) }
    return ScenarioLibrary(world: reader.world, scenarios: scenarios)
  }

  /// Reads one story that stands in no folder, such as the body of a control call; its member `provider` says whose it is.
  ///
  /// - Parameters:
  ///   - name: the last part of the story's name; the provider is put before it.
  ///   - source: what messages show in the place of a file.
  ///   - library: whose people and clients it may name.
  ///   - now: the moment at which `{"turns": 18}` counts ages.
  public func scenario(
    _ bytes: [UInt8], name: String, source: String, in library: ScenarioLibrary, now: Instant
  ) throws(LoadFailure) -> Scenario {
    let file = SourceFile(label: source, story: nil, bytes: bytes)
    var people = WorldReader(schemas: schemas, now: now)
    people.world = library.world
    var scenario: Scenario?
    if let node = file.node, let reader = ObjectReader(node, problems: file.problems) {
      let provider = reader.requiredOneOf("provider", allowed: layout.providers, what: "provider")
      if let provider, let words = words[provider] {
        scenario = self.scenario("\(provider)/\(name)", words, node, file.problems, people)
      }
    }
    let problems = file.found
    guard problems.isEmpty, let scenario else { throw LoadFailure(problems: problems) }
    return scenario
  }

  /// Sorts a layer's files by what they are: the world first, then the stories by name.
  private func sort(_ layer: ScenarioLayer) -> (files: [SourceFile], problems: [FileProblem]) {
    var files: [SourceFile] = []
    var problems: [FileProblem] = []
    for file in layer.files.sorted(by: { $0.path < $1.path }) {
      let label = "\(layer.name)/\(file.path)"
      switch layout.entry(file.path) {
      case .ignored: break
      case .world: files.insert(SourceFile(label: label, story: nil, bytes: file.bytes), at: 0)
      case .story(let provider, let name):
        files.append(SourceFile(label: label, story: (provider, name), bytes: file.bytes))
      case .misplaced(let place, let message):
        let problem = FileProblem(file: "\(layer.name)/\(place)", message: message)
        // A folder of an unknown provider is one problem, however many files it holds.
        if problems.last != problem { problems.append(problem) }
      }
    }
    return (files, problems)
  }

  private func scenario(
    _ name: String, _ words: Words, _ node: JSONNode, _ problems: JSONProblems, _ world: WorldReader
  ) -> Scenario? {
    guard let reader = ObjectReader(node, problems: problems) else { return nil }
    if let provider = reader.requiredString("provider"), provider != words.provider {
      reader.problem(
        at: "provider",
        "\(JSONProblem.quoted(provider)) differs from the folder \"\(words.provider)\" in which the file stands"
      )
    }
    let override = PersonOverride(people: world.world.people, broken: world.broken, now: world.now)
    return ScenarioReader(words: words, override: override, clients: world.clients(of: words.provider))
      .scenario(name, reader)
  }
}

/// A file of a layer while it is read, with what is wrong with it.
struct SourceFile {
  let label: String
  /// The story that the file holds; `nil` for a world.
  let story: (provider: String, name: String)?
  /// The parsed content; `nil` when it is no JSON.
  let node: JSONNode?
  let problems = JSONProblems()

  init(label: String, story: (provider: String, name: String)?, bytes: [UInt8]) {
    (self.label, self.story) = (label, story)
    do {
      node = try JSONParser.parse(bytes)
    } catch {
      node = nil
      problems.add(error)
    }
  }

  var found: [FileProblem] { problems.sorted.map { FileProblem(file: label, $0) } }
}
