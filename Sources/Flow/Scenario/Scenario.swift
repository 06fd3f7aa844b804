package import JSON

/// A recipe: which transactions it applies to, who the person is, what the person does and what goes wrong.
package struct Scenario: Sendable {
  /// Provider and story, such as `itsme/reject`, or `itsme/judge/expired` if several providers share it.
  package var name: String
  /// One line for people.
  package var title: String
  package var provider: String
  /// They must all hold; `nil` if the scenario is used only when asked for by name.
  package var conditions: [Condition]?
  package var person: Person?
  /// `nil` if the scenario leaves it to the server's mode.
  package var phone: PhoneScript?
  package var faults: [Fault]
  /// By kind of token.
  package var tokens: [String: TokenChange]
  /// Those that differ, by name.
  package var lifetimes: [String: Duration]
  /// Those that differ, by name.
  package var quirks: [String: QuirkValue]
  package var expectation: Expectation?
  /// `nil` if no campaign plays it.
  package var judge: JudgeCase?

  package init(name: String, title: String, provider: String) {
    (self.name, self.title, self.provider) = (name, title, provider)
    (faults, tokens, lifetimes, quirks) = ([], [:], [:], [:])
  }

  /// What a correct client makes of it; `nil` if it does not say.
  package var right: Right? { expectation?.right ?? judge?.right }

  /// True if it strikes an endpoint.
  package func strikes(_ endpoint: String) -> Bool { faults.contains { $0.endpoint == endpoint } }
}

/// What the person does on the phone.
package enum PhoneScript: Sendable, Hashable {
  /// A human decides at the page, the phone or the control plane.
  case manual
  /// Without a final verb, time runs out.
  case steps([PhoneStep])
}

package struct PhoneStep: Sendable, Hashable {
  /// Counted from the instant at which the request reaches the phone.
  package var after: Duration
  /// A verb of the provider.
  package var verb: String
  /// The provider's own failure word, if it has several.
  package var reason: String?

  package init(after: Duration = .zero, _ verb: String, reason: String? = nil) {
    (self.after, self.verb, self.reason) = (after, verb, reason)
  }
}

/// What a scenario changes in one kind of token.
///
/// Order of application: built, `claims`, `header`, signed and encrypted, then one `defect` last.
package struct TokenChange: Sendable, Hashable {
  /// One of the provider's named defects.
  package var defect: String?
  /// Header members to set; `null` removes one.
  package var header: JSONObject
  /// Claims to set; `null` removes one.
  package var claims: JSONObject
  package var lifetime: Duration?
  /// The offset from now; may be negative.
  package var issuedAt: Duration?

  package init(
    defect: String? = nil, header: JSONObject = [:], claims: JSONObject = [:], lifetime: Duration? = nil,
    issuedAt: Duration? = nil
  ) {
    (self.defect, self.header, self.claims) = (defect, header, claims)
    (self.lifetime, self.issuedAt) = (lifetime, issuedAt)
  }
}
