/// The loaded world and scenarios: one value, swapped whole when files change.
public struct ScenarioLibrary: Sendable {
  /// Everything in one place: each call asks for the library, on all cores at once, and a copy is one reference.
  private final class Parts: Sendable {
    let world: World
    let scenarios: [String: Scenario]
    /// The scenarios with conditions, by provider, in the order in which they are asked: most conditions first, then by name.
    let conditional: [String: [Scenario]]

    init(_ world: World, _ scenarios: [Scenario]) {
      self.world = world
      self.scenarios = Dictionary(scenarios.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
      conditional = Dictionary(
        grouping: self.scenarios.values.filter { $0.conditions != nil }, by: \.provider
      ).mapValues { $0.sorted(by: ScenarioLibrary.comesFirst) }
    }
  }

  private let parts: Parts

  /// The clients and people.
  public var world: World {
    _read { yield parts.world }
  }
  /// The scenarios by name.
  public var scenarios: [String: Scenario] {
    _read { yield parts.scenarios }
  }

  /// A library of a world and scenarios.
  public init(world: World, scenarios: [Scenario]) { parts = Parts(world, scenarios) }

  /// The scenario of a name; a short name such as `reject` is looked up with its provider.
  public func scenario(_ name: String, of provider: String) -> Scenario? {
    scenarios[name] ?? scenarios["\(provider)/\(name)"]
  }

  /// The names of a provider's scenarios, sorted.
  public func names(of provider: String) -> [String] {
    scenarios.values.filter { $0.provider == provider }.map(\.name).sorted()
  }

  /// Whether a scenario of a provider has conditions.
  func hasConditions(_ provider: String) -> Bool { parts.conditional[provider] != nil }

  /// The first scenario whose conditions all hold, and why those before it or like it were passed over.
  ///
  /// The most conditions win, then the lexically first name.
  func firstMatch(_ facts: Facts, of provider: String) -> (scenario: Scenario?, passedOver: [NearMiss]) {
    var passedOver: [NearMiss] = []
    for scenario in parts.conditional[provider] ?? [] {
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
public struct Facts: Sendable {
  /// The request's parameters after request object and normalisation, and the derived facts such as `is.client`.
  public var values: [String: String]

  /// Facts by key.
  public init(_ values: [String: String] = [:]) {
    self.values = values
  }

  /// The value of a key, `nil` when it was not sent.
  public subscript(key: String) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
