import JSON

/// Which scenario a transaction got, and why.
package struct Decision: Sendable {
  /// `nil` for the provider's default.
  package var scenario: Scenario? { chosen?.wrappedValue }
  private let chosen: Boxed<Scenario>?
  /// Its name, read without copying the scenario.
  package var story: String? { chosen?.wrappedValue.name }
  /// Read without copying the scenario.
  var faults: [Fault] { chosen?.wrappedValue.faults ?? [] }
  package let reason: Reason
  /// The scenarios that came closest, at most five, each with the first condition that did not hold.
  package let nearMisses: [NearMiss]

  package enum Reason: Sendable, Hashable {
    /// The request named it, by these means.
    case asked(by: String)
    case queued
    case matched
    /// Nothing applied: the person approves, or a human decides.
    case standard
  }

  package init(scenario: Scenario?, reason: Reason, nearMisses: [NearMiss] = []) {
    (chosen, self.reason, self.nearMisses) = (scenario.map { Boxed(wrappedValue: $0) }, reason, nearMisses)
  }

  package var text: String {
    switch (scenario, reason) {
    case (let scenario?, .asked(let means)): "\(scenario.name), asked for by \(means)"
    case (let scenario?, .queued): "\(scenario.name), from the queue"
    case (let scenario?, .matched): "\(scenario.name), its conditions hold"
    default: "the provider's default"
    }
  }
}

/// A scenario that did not apply, and the first reason.
package struct NearMiss: Sendable {
  package let scenario: String
  /// The first condition that did not hold.
  package let condition: Condition
  /// `nil` if the parameter was not sent.
  package let found: String?

  package var text: String { "\(scenario): \(condition.miss(found))" }
}

/// The scenario asked for does not exist, or is another provider's.
package struct UnknownScenario: Error, Sendable, Hashable {
  package let name: String
  package let provider: String
  /// At most five, the best first.
  package let closest: [String]
  /// How many scenarios the provider has.
  package let count: Int

  package var text: String {
    let hint =
      switch (closest.isEmpty, count) {
      case (false, _): "closest: \(closest.joined(separator: ", "))"
      case (true, 0): "this provider has no scenarios"
      case (true, _): "GET /_eidolon/scenarios lists the \(count) that this provider has"
      }
    return "no scenario \"\(name)\" for \(provider); \(hint)"
  }
}

extension ScenarioLibrary {
  /// Decides which scenario a transaction gets: asked for by name, queued, matching, or the default.
  ///
  /// - Parameters:
  ///   - facts: what conditions can ask about; evaluated only if a scenario has conditions.
  ///   - asked: the name in the request, with the means by which it was given.
  ///   - queued: takes the next queued scenario; called only when none was asked for.
  package func decide(
    _ facts: @autoclosure () -> Facts, of provider: String, asked: (name: String, means: String)?,
    queued: () -> Scenario? = { nil }
  ) throws(UnknownScenario) -> Decision {
    if let asked {
      guard let scenario = scenario(asked.name, of: provider), scenario.provider == provider else {
        throw unknown(asked.name, of: provider)
      }
      return Decision(scenario: scenario, reason: .asked(by: asked.means))
    }
    if let scenario = queued() { return Decision(scenario: scenario, reason: .queued) }
    guard hasConditions(provider) else { return Decision(scenario: nil, reason: .standard) }
    let (match, passedOver) = firstMatch(facts(), of: provider)
    let nearMisses = Array(passedOver.prefix(5))
    guard let match else { return Decision(scenario: nil, reason: .standard, nearMisses: nearMisses) }
    return Decision(scenario: match, reason: .matched, nearMisses: nearMisses)
  }

  /// Compares names as this one was given: short, or with the provider.
  private func unknown(_ name: String, of provider: String) -> UnknownScenario {
    let names = names(of: provider)
    let comparable =
      name.contains("/")
      ? names : names.map { String($0.split(separator: "/").last ?? Substring($0)) }
    return UnknownScenario(
      name: name, provider: provider, closest: nearestNames(name, in: comparable, limit: 5),
      count: names.count)
  }
}
