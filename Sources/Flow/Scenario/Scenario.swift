package import JSON

/// A recipe: which transactions it applies to, who the person is, what the person does and what goes wrong.
package struct Scenario: Sendable {
  /// The provider and the story, such as `itsme/reject`.
  package var name: String
  /// One line for people.
  package var title: String
  /// The provider it belongs to.
  package var provider: String
  /// The conditions that must all hold; `nil` when the scenario is used only when asked for by name.
  package var conditions: [Condition]?
  /// Who logs in, when the scenario says so.
  package var person: Person?
  /// What the person does; `nil` when the scenario leaves it to the server's mode.
  package var phone: PhoneScript?
  /// What the server does wrong at its endpoints.
  package var faults: [Fault]
  /// Changes to tokens, by token kind.
  package var tokens: [String: TokenChange]
  /// Lifetimes that differ, by name.
  package var lifetimes: [String: Duration]
  /// Switches that differ, by name.
  package var quirks: [String: QuirkValue]
  /// What a correct relying party does.
  package var expectation: Expectation?

  /// A scenario that changes nothing but its name.
  package init(name: String, title: String, provider: String) {
    (self.name, self.title, self.provider) = (name, title, provider)
    (faults, tokens, lifetimes, quirks) = ([], [:], [:], [:])
  }
}

/// What the person does on the phone.
package enum PhoneScript: Sendable, Hashable {
  /// A human decides at the page, the phone or the control plane.
  case manual
  /// The steps in order; a list without a final verb lets time run out.
  case steps([PhoneStep])
}

/// One thing that the person does.
package struct PhoneStep: Sendable, Hashable {
  /// When, counted from the instant at which the request reaches the phone.
  package var after: Duration
  /// What, a verb of the provider.
  package var verb: String
  /// The provider's own failure word, where it has several.
  package var reason: String?

  /// A step after a time.
  package init(after: Duration = .zero, _ verb: String, reason: String? = nil) {
    (self.after, self.verb, self.reason) = (after, verb, reason)
  }
}

/// What a scenario changes in one kind of token.
///
/// Order of application: built, `claims`, `header`, signed and encrypted, then one `defect` last.
package struct TokenChange: Sendable, Hashable {
  /// A named defect of the provider's list.
  package var defect: String?
  /// Header members to set; `null` removes one.
  package var header: JSONObject
  /// Claims to set; `null` removes one.
  package var claims: JSONObject
  /// How long the token is valid.
  package var lifetime: Duration?
  /// How far from now the token says it was issued; may be negative.
  package var issuedAt: Duration?

  /// A change that changes nothing yet.
  package init(
    defect: String? = nil, header: JSONObject = [:], claims: JSONObject = [:], lifetime: Duration? = nil,
    issuedAt: Duration? = nil
  ) {
    (self.defect, self.header, self.claims) = (defect, header, claims)
    (self.lifetime, self.issuedAt) = (lifetime, issuedAt)
  }
}

/// What a correct relying party does in a scenario.
package struct Expectation: Sendable, Hashable {
  /// Endpoints that it must not call.
  package var never: [String]
  /// Endpoints that it calls in this order, others may stand between.
  package var order: [String]
  /// How often it calls an endpoint.
  package var count: [String: Int]
  /// Rules that its traffic breaks, by id.
  package var findings: [String]

  /// An expectation; empty parts demand nothing.
  package init(
    never: [String] = [], order: [String] = [], count: [String: Int] = [:], findings: [String] = []
  ) {
    (self.never, self.order, self.count, self.findings) = (never, order, count, findings)
  }
}
