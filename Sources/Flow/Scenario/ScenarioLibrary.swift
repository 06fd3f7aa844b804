/// The loaded world and scenarios: one value, swapped whole when files change.
package struct ScenarioLibrary: Sendable {
  /// The folder of stories that several providers share, and the part of their names after the provider.
  package static let sharedFolder = "judge"

  package let world: World
  private let stories: Stories

  package init(world: World, scenarios: [Scenario]) { self.init(world: world) { scenarios } }

  /// - Parameter reading: called once, by whoever asks for a story first.
  init(world: World, reading: @escaping @Sendable () -> [Scenario]) {
    self.world = world
    stories = Stories(reading)
  }

  /// By name, such as `itsme/reject`.
  package var scenarios: [String: Scenario] { stories.index.named }

  /// A short name such as `reject` is completed with the provider; of a shared story the last part is enough.
  package func scenario(_ name: String, of provider: String) -> Scenario? {
    if let scenario = scenarios[name] ?? scenarios["\(provider)/\(name)"] { return scenario }
    let short = name.hasPrefix("\(provider)/") ? String(name.dropFirst(provider.count + 1)) : name
    return scenarios["\(provider)/\(Self.sharedFolder)/\(short)"]
  }

  /// The stories that a campaign plays, by the name of their case.
  package func cases(of provider: String) -> [Scenario] {
    scenarios.values.filter { $0.provider == provider && $0.judge != nil }
      .sorted { ($0.caseName, $0.name) < ($1.caseName, $1.name) }
  }

  /// Sorted.
  package func names(of provider: String) -> [String] {
    scenarios.values.filter { $0.provider == provider }.map(\.name).sorted()
  }

  /// What is allowed but odd, a sentence each: stories with the same conditions, of which only the first ever
  /// matches, and cases of the same name.
  package var warnings: [String] {
    (sameConditions + sameCases).sorted()
  }

  /// Two stories of a provider that a campaign could not tell apart.
  private var sameCases: [String] {
    Dictionary(grouping: scenarios.values.filter { $0.judge != nil }) { "\($0.provider)/\($0.caseName)" }
      .values.filter { $0.count > 1 }.map { rivals in
        let names = rivals.map(\.name).sorted().joined(separator: ", ")
        return "\(names) are the same case; a campaign plays both under one name"
      }
  }

  private var sameConditions: [String] {
    stories.index.conditional.values.flatMap { stories in
      Dictionary(grouping: stories) { Set($0.conditions ?? []) }.values.filter { $0.count > 1 }.map {
        rivals in
        let names = rivals.map(\.name)
        return
          "\(names.joined(separator: ", ")) have the same \"when\"; \(names[0]), the first by name, is taken"
      }
    }
  }

  func hasConditions(_ provider: String) -> Bool { stories.index.conditional[provider] != nil }

  /// The first scenario whose conditions all hold, and why those before it were passed over.
  ///
  /// The one with the most conditions wins, then the first by name.
  func firstMatch(_ facts: Facts, of provider: String) -> (scenario: Scenario?, passedOver: [NearMiss]) {
    var passedOver: [NearMiss] = []
    for scenario in stories.index.conditional[provider] ?? [] {
      guard let miss = scenario.conditions?.first(where: { !$0.holds(of: facts[$0.key]) }) else {
        return (scenario, passedOver)
      }
      passedOver.append(NearMiss(scenario: scenario.name, condition: miss, found: facts[miss.key]))
    }
    return (nil, passedOver)
  }
}

/// What a transaction's request said, for the conditions of scenarios.
package struct Facts: Sendable {
  /// The request's parameters after request object and normalisation, and the derived facts such as `is.client`.
  package var values: [String: String]

  package init(_ values: [String: String] = [:]) {
    self.values = values
  }

  package subscript(key: String) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
