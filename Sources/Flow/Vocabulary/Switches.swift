/// The switches and lifetimes in force for one transaction.
///
/// A scenario wins over the client, the client over its preset, the preset over the provider's standard.
public struct Switches: Sendable {
  private let client: [String: QuirkValue]
  private let scenario: [String: QuirkValue]
  private let lifetimes: [String: Duration]
  private let vocabulary: VocabularyStandards

  /// The switches of a client, with a scenario's over them.
  public init(client: [String: QuirkValue], scenario: Scenario?, standards: VocabularyStandards) {
    self.client = client
    self.scenario = scenario?.quirks ?? [:]
    lifetimes = scenario?.lifetimes ?? [:]
    vocabulary = standards
  }

  /// The value of a quirk; a name that the vocabulary lacks is off.
  public func value(_ name: String) -> QuirkValue {
    scenario[name] ?? client[name] ?? vocabulary.quirks[name] ?? .flag(false)
  }

  /// The length of a lifetime; a name that the vocabulary lacks is zero.
  public func lifetime(_ name: String) -> Duration {
    lifetimes[name] ?? vocabulary.lifetimes[name] ?? .zero
  }
}

/// The provider's standards by name, made once from its vocabulary.
public struct VocabularyStandards: Sendable {
  let quirks: [String: QuirkValue]
  let lifetimes: [String: Duration]

  /// The standards of a vocabulary.
  public init(_ vocabulary: Vocabulary) {
    quirks = Dictionary(uniqueKeysWithValues: vocabulary.quirks.map { ($0.term.name, $0.standard) })
    lifetimes = Dictionary(uniqueKeysWithValues: vocabulary.lifetimes.map { ($0.term.name, $0.standard) })
  }
}
