import Flow

/// The switches and lifetimes in force, asked for by BioID's own words.
struct BioIDSwitches: Sendable {
  private let all: Switches

  /// A client's switches with a scenario's over them.
  init(client: BioIDClient?, scenario: Scenario?) {
    all = Switches(client: client?.quirks ?? [:], scenario: scenario, standards: BioID.standards)
  }

  subscript(quirk: BioIDQuirk) -> QuirkValue { all.value(quirk.rawValue) }
  subscript(lifetime: BioIDLifetime) -> Duration { all.lifetime(lifetime.rawValue) }
}
