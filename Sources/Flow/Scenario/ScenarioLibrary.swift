/// The loaded world and scenarios: one value, swapped whole when files change.
package struct ScenarioLibrary: Sendable {
  /// The clients and people.
  package let world: World
  /// The scenarios by name.
  package let scenarios: [String: Scenario]
  /// The scenarios with conditions, by provider, in the order in which they are asked: most conditions first, then by name.
  private let conditional: [String: [Scenario]]

  /// A library of a world and scenarios.
  package init(world: World, scenarios: [Scenario]) {
    self.world = world
    self.scenarios = Dictionary(scenarios.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    conditional = Dictionary(
      grouping: self.scenarios.values.filter { $0.conditions != nil }, by: \.provider
    ).mapValues { $0.sorted(by: Self.comesFirst) }
  }

  /// The scenario of a name; a short name such as `reject` is looked up with its provider.
  package func scenario(_ name: String, of provider: String) -> Scenario? {
    scenarios[name] ?? scenarios["\(provider)/\(name)"]
  }

  /// The names of a provider's scenarios, sorted.
  package func names(of provider: String) -> [String] {
    scenarios.values.filter { $0.provider == provider }.map(\.name).sorted()
  }

  /// True if a scenario of a provider has conditions.
  func hasConditions(_ provider: String) -> Bool { conditional[provider] != nil }

  /// The first scenario whose conditions all hold, and why those before it or like it were passed over.
  ///
  /// The most conditions win, then the lexically first name.
  func firstMatch(_ facts: Facts, of provider: String) -> (scenario: Scenario?, passedOver: [NearMiss]) {
    var passedOver: [NearMiss] = []
    for scenario in conditional[provider] ?? [] {
      guard let miss = scenario.conditions?.first(where: { !$0.holds(of: facts[$0.key]) }) else {
        return (scenario, passedOver)
      }
      passedOver.append(NearMiss(scenario: scenario.name, condition: miss, found: facts[miss.key]))
    }
    return (nil, passedOver)
  }

  private static func comesFirst(_ left: Scenario, _ right: Scenario) -> Bool {
    let (leftCount, rightCount) = (left.conditions?.count ?? 0, right.conditions?.count ?? 0)
    return leftCount != rightCount ? leftCount > rightCount : left.name < right.name
  }
}

/// What a transaction's request said, for the conditions of scenarios.
package struct Facts: Sendable {
  /// The request's parameters after request object and normalisation, and the derived facts such as `is.client`.
  package var values: [String: String]

  /// Facts by key.
  package init(_ values: [String: String] = [:]) {
    self.values = values
  }

  /// The value of a key, `nil` when it was not sent.
  package subscript(key: String) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
