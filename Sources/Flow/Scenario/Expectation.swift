/// What a correct relying party does in a scenario.
package struct Expectation: Sendable, Hashable {
  /// A call that it makes, to one of these endpoints.
  package struct Call: Sendable, Hashable, ExpressibleByStringLiteral {
    /// Those that serve the same purpose; not empty.
    package var endpoints: [String]

    package init(_ endpoints: [String]) { self.endpoints = endpoints }

    package init(stringLiteral endpoint: String) { endpoints = [endpoint] }

    package var text: String { endpoints.joined(separator: " or ") }
  }

  /// Endpoints that it must not call.
  package var never: [String]
  /// Calls that it makes in this order, perhaps with others between.
  package var order: [Call]
  /// How often it calls an endpoint.
  package var count: [String: Int]
  /// The ids of rules that its traffic breaks.
  package var findings: [String]
  /// The ids of rules that its traffic may break.
  package var allowed: [String]
  /// The ids of rules that its traffic must not break, although nothing provokes it to.
  package var avoided: [String] = []
  /// What it makes of the login; `nil` if the scenario does not say.
  package var right: Right?
  /// The clause that says what is right; empty for that of the defect.
  package var clause: String
  /// What to change in a client that does otherwise; empty for the defect's own advice.
  package var fix: String

  /// Empty parts demand nothing.
  package init(
    never: [String] = [], order: [Call] = [], count: [String: Int] = [:], findings: [String] = [],
    allowed: [String] = [], right: Right? = nil, clause: String = "", fix: String = ""
  ) {
    (self.never, self.order, self.count) = (never, order, count)
    (self.findings, self.allowed, self.right) = (findings, allowed, right)
    (self.clause, self.fix) = (clause, fix)
  }

  /// True if a client that breaks the rule does what the scenario makes it do.
  package func expects(_ rule: String) -> Bool { findings.contains(rule) || allowed.contains(rule) }
}
