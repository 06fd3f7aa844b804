/// The words that scenario files, the catalog and the control plane use for one provider.
///
/// Declared once by the provider; the loader, the catalog, the schemas and the documentation read the same declarations.
public struct Vocabulary: Sendable {
  /// The provider's name in files and addresses.
  public var provider: String
  /// The provider's name for people.
  public var title: String
  /// What a person can do on the phone.
  public var verbs: [Verb]
  /// Where a fault can strike: the endpoints and events, by their catalog names.
  public var endpoints: [EndpointTerm]
  /// The tokens that a scenario can change, with their named defects.
  public var tokens: [TokenTerm]
  /// The provider's documented switches.
  public var quirks: [QuirkTerm]
  /// Named sets of quirks.
  public var presets: [Preset]
  /// The lifetimes that a scenario can override.
  public var lifetimes: [LifetimeTerm]
  /// How a transaction can end, for coverage.
  public var outcomes: [Term]
  /// Facts beside the request's parameters that `when` can ask about, such as `is.client`.
  public var facts: [Term]

  /// A vocabulary of a provider's words.
  public init(
    provider: String, title: String, verbs: [Verb], endpoints: [EndpointTerm], tokens: [TokenTerm],
    quirks: [QuirkTerm], presets: [Preset], lifetimes: [LifetimeTerm], outcomes: [Term], facts: [Term]
  ) {
    (self.provider, self.title, self.verbs, self.endpoints) = (provider, title, verbs, endpoints)
    (self.tokens, self.quirks, self.presets) = (tokens, quirks, presets)
    (self.lifetimes, self.outcomes, self.facts) = (lifetimes, outcomes, facts)
  }
}

/// What an emulated behaviour rests on.
public enum Basis: String, Sendable, CaseIterable {
  /// The provider's documentation says it.
  case documented
  /// Real clients or captured answers show it.
  case observed
  /// Ours: nothing public says.
  case assumed
}

/// One word with its meaning.
public struct Term: Sendable, Hashable {
  /// The word as files write it.
  public let name: String
  /// One line for people.
  public let meaning: String
  /// What the behaviour rests on.
  public let basis: Basis

  /// A word, its meaning in one line and its basis.
  public init(_ name: String, _ meaning: String, _ basis: Basis) {
    (self.name, self.meaning, self.basis) = (name, meaning, basis)
  }
}

/// Something that a person does on the phone.
public struct Verb: Sendable, Hashable {
  /// The word and its meaning.
  public let term: Term
  /// Whether the person is done with the request after it.
  public let isFinal: Bool
  /// The provider's own words that may stand in `reason`; empty when it has none.
  public let reasons: [String]

  /// A verb, whether it decides the request, and the reasons it may carry.
  public init(_ name: String, _ meaning: String, _ basis: Basis, isFinal: Bool, reasons: [String] = []) {
    term = Term(name, meaning, basis)
    (self.isFinal, self.reasons) = (isFinal, reasons)
  }
}

/// A place where a fault can strike.
public struct EndpointTerm: Sendable, Hashable {
  /// The word and its meaning.
  public let term: Term
  /// Whether a transaction owns the calls; a key set, for example, belongs to nobody.
  public let isOwned: Bool
  /// Who calls it.
  public let caller: Caller

  /// An endpoint or event, whether its calls belong to a transaction, and who makes them.
  public init(
    _ name: String, _ meaning: String, _ basis: Basis, isOwned: Bool, by caller: Caller = .backend
  ) {
    term = Term(name, meaning, basis)
    (self.isOwned, self.caller) = (isOwned, caller)
  }

  /// Who calls an endpoint, as far as that can be said of all its calls.
  public enum Caller: String, Sendable, Hashable, CaseIterable {
    /// The person's browser, sent there by the relying party.
    case browser
    /// The relying party's server.
    case backend
    /// The relying party's own app, or its script in the browser.
    case app
    /// The app of the identity provider on the person's phone.
    case phone
  }
}

/// A kind of token and what can be wrong with it.
public struct TokenTerm: Sendable, Hashable {
  /// The word and its meaning.
  public let term: Term
  /// The named defects; each changes exactly one thing.
  public let defects: [Term]

  /// A token kind and its defects.
  public init(_ name: String, _ meaning: String, _ basis: Basis, defects: [Term]) {
    term = Term(name, meaning, basis)
    self.defects = defects
  }
}

/// A lifetime with its default.
public struct LifetimeTerm: Sendable, Hashable {
  /// The word and its meaning.
  public let term: Term
  /// How long it is unless a scenario says otherwise.
  public let standard: Duration

  /// A lifetime and its default.
  public init(_ name: String, _ meaning: String, _ basis: Basis, standard: Duration) {
    term = Term(name, meaning, basis)
    self.standard = standard
  }
}

/// A named set of quirks that a client can choose.
public struct Preset: Sendable {
  /// The word and its meaning.
  public let term: Term
  /// The quirks it sets, by name.
  public let quirks: [String: QuirkValue]

  /// A preset and the quirks it sets.
  public init(_ name: String, _ meaning: String, _ basis: Basis, quirks: [String: QuirkValue]) {
    term = Term(name, meaning, basis)
    self.quirks = quirks
  }
}
