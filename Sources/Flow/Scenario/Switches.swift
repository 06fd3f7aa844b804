/// The switches and lifetimes in force for one transaction.
///
/// A scenario wins over the client, the client over its preset, the preset over the provider's standard.
package struct Switches: Sendable {
  private var quirks: [String: QuirkValue]
  private var lifetimes: [String: Duration]

  /// The switches of a client, with a scenario's over them.
  package init(client: [String: QuirkValue], scenario: Scenario?, standards: VocabularyStandards) {
    (quirks, lifetimes) = (standards.quirks, standards.lifetimes)
    // Names that the vocabulary lacks stay out.
    for (name, value) in client where quirks[name] != nil { quirks[name] = value }
    guard let scenario else { return }
    for (name, value) in scenario.quirks where quirks[name] != nil { quirks[name] = value }
    for (name, length) in scenario.lifetimes where lifetimes[name] != nil { lifetimes[name] = length }
  }

  /// The value of a quirk; a name that the vocabulary lacks is off.
  package func value(_ name: String) -> QuirkValue { quirks[name] ?? .flag(false) }

  /// The length of a lifetime; a name that the vocabulary lacks is zero.
  package func lifetime(_ name: String) -> Duration { lifetimes[name] ?? .zero }
}

/// The provider's standards by name, made once from its vocabulary.
package struct VocabularyStandards: Sendable {
  let quirks: [String: QuirkValue]
  let lifetimes: [String: Duration]

  /// The standards of a vocabulary.
  package init(_ vocabulary: Vocabulary) {
    quirks = Dictionary(uniqueKeysWithValues: vocabulary.quirks.map { ($0.term.name, $0.standard) })
    lifetimes = Dictionary(uniqueKeysWithValues: vocabulary.lifetimes.map { ($0.term.name, $0.standard) })
  }
}
