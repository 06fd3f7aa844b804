/// The words that scenario files, the catalog and the control plane use for one provider.
///
/// Declared once by the provider; the loader, the catalog, the schemas and the documentation read the same declarations.
package struct Vocabulary: Sendable {
  /// The name in files and addresses.
  package var provider: String
  /// The name for people.
  package var title: String
  /// What a person can do on the phone.
  package var verbs: [Verb]
  /// Where a fault can strike: the endpoints and events, by their catalog names.
  package var endpoints: [EndpointTerm]
  /// What it sends to the servers of relying parties, by the names in the journal.
  package var events: [Term]
  /// The tokens that a scenario can change, with their named defects.
  package var tokens: [TokenTerm]
  package var quirks: [QuirkTerm]
  package var presets: [Preset]
  package var lifetimes: [LifetimeTerm]
  /// The states of a transaction that are not outcomes.
  package var stages: [Term]
  /// How a transaction can end, for coverage.
  package var outcomes: [Term]
  /// The outcomes by which a relying party has got what it asked for, or can go on to get it.
  package var successes: Set<String>
  /// Facts beside the request's parameters that `when` can ask about, such as `is.client`.
  package var facts: [Term]
  package var signals: Signals
  /// Its own names of endpoints, by the names in shared stories where these differ.
  package var sharedEndpoints: [String: String]

  package init(
    provider: String, title: String, verbs: [Verb], endpoints: [EndpointTerm], events: [Term] = [],
    tokens: [TokenTerm], quirks: [QuirkTerm], presets: [Preset], lifetimes: [LifetimeTerm],
    stages: [Term] = [], outcomes: [Term],
    successes: Set<String> = [], facts: [Term],
    signals: Signals = Signals(), sharedEndpoints: [String: String] = [:]
  ) {
    (self.provider, self.title, self.verbs, self.endpoints) = (provider, title, verbs, endpoints)
    (self.events, self.tokens, self.quirks, self.presets) = (events, tokens, quirks, presets)
    (self.lifetimes, self.stages, self.outcomes, self.facts) = (lifetimes, stages, outcomes, facts)
    (self.successes, self.signals, self.sharedEndpoints) = (successes, signals, sharedEndpoints)
  }

  /// What the state of a transaction can be.
  package var states: [String] { (stages + outcomes).map(\.name) }

  /// Its own name of an endpoint that shared stories name.
  package func endpoint(_ shared: String) -> String { sharedEndpoints[shared] ?? shared }

  /// The endpoint of the discovery document.
  package var discovery: String { endpoint("discovery") }

  /// The endpoints whose calls belong to no transaction, by name.
  package var unownedEndpoints: Set<String> { Set(endpoints.filter { !$0.isOwned }.map(\.term.name)) }
}

/// What an emulated behaviour rests on.
package enum Basis: String, Sendable, CaseIterable {
  /// The provider's documentation says it.
  case documented
  /// Real clients or captured answers show it.
  case observed
  /// Ours: nothing public says so.
  case assumed
}

package struct Term: Sendable, Hashable {
  /// As files write it.
  package let name: String
  /// One line for people.
  package let meaning: String
  package let basis: Basis
  /// Of a defect: what a client does about it.
  package let advice: Advice?

  package init(_ name: String, _ meaning: String, _ basis: Basis, advice: Advice? = nil) {
    (self.name, self.meaning, self.basis, self.advice) = (name, meaning, basis, advice)
  }
}

/// A kind of token and what can be wrong with it.
package struct TokenTerm: Sendable, Hashable {
  package let term: Term
  /// Each changes exactly one thing.
  package let defects: [Term]
  /// True if it is a list of parameters, which has no header and no times.
  package let isParameters: Bool

  package init(
    _ name: String, _ meaning: String, _ basis: Basis, defects: [Term], isParameters: Bool = false
  ) {
    term = Term(name, meaning, basis)
    (self.defects, self.isParameters) = (defects, isParameters)
  }
}

/// A named set of quirks that a client can choose.
package struct Preset: Sendable {
  package let term: Term
  package let quirks: [String: QuirkValue]

  package init(_ name: String, _ meaning: String, _ basis: Basis, quirks: [String: QuirkValue]) {
    term = Term(name, meaning, basis)
    self.quirks = quirks
  }
}
