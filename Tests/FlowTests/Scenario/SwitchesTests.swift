import Flow
import Testing

@Suite struct `The switches in force` {
  private let standards = VocabularyStandards(Toy.itsme)

  private func scenario(
    _ quirks: [String: QuirkValue] = [:], _ lifetimes: [String: Duration] = [:]
  ) -> Scenario {
    var scenario = Scenario(name: "itsme/a", title: "A", provider: "itsme")
    (scenario.quirks, scenario.lifetimes) = (quirks, lifetimes)
    return scenario
  }

  @Test func `are the provider's where nobody says otherwise`() {
    for switches in [
      Switches(client: [:], scenario: nil, standards: standards),
      Switches(client: [:], scenario: scenario(), standards: standards),
    ] {
      #expect(switches.value("address_format") == .choice("object"))
      #expect(switches.value("escaped_slashes") == .flag(true))
      #expect(switches.lifetime("code") == .seconds(180))
      #expect(switches.lifetime("app") == .milliseconds(2500))
    }
  }

  @Test func `are the client's before the provider's, and the scenario's before both`() {
    let client: [String: QuirkValue] = [
      "address_format": .choice("json_string"), "escaped_slashes": .flag(false),
    ]
    let own = Switches(client: client, scenario: nil, standards: standards)
    #expect(own.value("address_format") == .choice("json_string"))
    #expect(own.value("escaped_slashes") == .flag(false))
    let story = scenario(["escaped_slashes": .flag(true)], ["code": .seconds(1)])
    let both = Switches(client: client, scenario: story, standards: standards)
    #expect(both.value("address_format") == .choice("json_string"))
    #expect(both.value("escaped_slashes") == .flag(true))
    #expect(both.lifetime("code") == .seconds(1))
    #expect(both.lifetime("app") == .milliseconds(2500))
  }

  @Test func `are off for a name that the vocabulary lacks`() {
    let switches = Switches(client: ["nonsense": .flag(true)], scenario: nil, standards: standards)
    #expect(switches.value("nonsense") == .flag(false))
    #expect(switches.lifetime("nonsense") == .zero)
  }
}
