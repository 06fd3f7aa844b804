import Flow

/// The switches and lifetimes in force.
struct BioIDSwitches: Sendable {
  private let all: Switches

  /// The client's switches, overridden by the scenario's.
  init(client: BioIDClient?, scenario: Scenario?) {
    all = Switches(client: client?.quirks ?? [:], scenario: scenario, standards: BioID.standards)
  }

  subscript(quirk: BioIDQuirk) -> QuirkValue { all.value(quirk.rawValue) }
  subscript(lifetime: BioIDLifetime) -> Duration { all.lifetime(lifetime.rawValue) }
}
