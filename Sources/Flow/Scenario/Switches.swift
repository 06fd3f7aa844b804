/// The switches and lifetimes in force for one transaction.
///
/// A scenario wins over the client, the client over its preset, the preset over the provider's standard.
package struct Switches: Sendable {
  private var quirks: [String: QuirkValue]
  private var lifetimes: [String: Duration]

  package init(client: [String: QuirkValue], scenario: Scenario?, standards: VocabularyStandards) {
    (quirks, lifetimes) = (standards.quirks, standards.lifetimes)
    // Names that are not in the vocabulary are ignored.
    for (name, value) in client where quirks[name] != nil { quirks[name] = value }
    guard let scenario else { return }
    for (name, value) in scenario.quirks where quirks[name] != nil { quirks[name] = value }
    for (name, length) in scenario.lifetimes where lifetimes[name] != nil { lifetimes[name] = length }
  }

  /// Off if the name is not in the vocabulary.
  package func value(_ name: String) -> QuirkValue { quirks[name] ?? .flag(false) }

  /// Zero if the name is not in the vocabulary.
  package func lifetime(_ name: String) -> Duration { lifetimes[name] ?? .zero }
}

/// The provider's standards by name, made once from its vocabulary.
package struct VocabularyStandards: Sendable {
  let quirks: [String: QuirkValue]
  let lifetimes: [String: Duration]

  package init(_ vocabulary: Vocabulary) {
    quirks = Dictionary(uniqueKeysWithValues: vocabulary.quirks.map { ($0.term.name, $0.standard) })
    lifetimes = Dictionary(uniqueKeysWithValues: vocabulary.lifetimes.map { ($0.term.name, $0.standard) })
  }
}
